/**
 * Places where a target jumps as one feature passes them, as when a simulator changes its regime. A process that is smooth
 * everywhere cannot follow; with the side of the jump as a feature of its own it can. Between the two rows nearest to a jump
 * nobody knows where it is: there, what is said is a mixture of both sides.
 */

/** Of each break, one after the other: the feature, the gap between rows that it lies in, and where in it: see `Break`. */
export type Breaks = Float64Array;

export interface Break {
  feature: number;
  /** The largest value before the jump, and the smallest beyond it. */
  from: number;
  to: number;
  /** Where it lies most likely, and how likely; otherwise it is anywhere in the gap. */
  place: number;
  certainty: number;
}

const SIZE = 5;

export const breakCount = (breaks: Breaks): number => breaks.length / SIZE;

export function packBreaks(all: readonly Break[]): Breaks {
  return Float64Array.from(
    all.flatMap(({ feature, from, to, place, certainty }) => [feature, from, to, place, certainty]),
  );
}

function breakAt(breaks: Breaks, at: number): Break {
  const [feature = 0, from = 0, to = 0, place = 0, certainty = 0] = breaks.subarray(
    SIZE * at,
    SIZE * (at + 1),
  );
  return { feature, from, to, place, certainty };
}

/** How likely it is that the jump lies below a value of its feature. */
function passed({ from, to, place, certainty }: Break, value: number): number {
  if (value <= from) return 0;
  if (value >= to) return 1;
  return certainty * (value > place ? 1 : 0) + ((1 - certainty) * (value - from)) / (to - from);
}

/**
 * Features (width x count) with one more for each break: 1 where its jump is likelier passed than not, -1 elsewhere; the
 * other way round for the break `turned`.
 */
export function withSides(
  breaks: Breaks,
  inputs: Float64Array,
  width: number,
  count: number,
  turned = -1,
): Float64Array {
  if (breaks.length === 0) return inputs;
  const extended = new Float64Array((width + breakCount(breaks)) * count);
  extended.set(inputs);
  for (let at = 0; at < breakCount(breaks); at++) {
    const one = breakAt(breaks, at);
    const column = inputs.subarray(one.feature * count, (one.feature + 1) * count);
    const sign = at === turned ? -1 : 1;
    for (let i = 0; i < count; i++)
      extended[(width + at) * count + i] = passed(one, column[i] ?? 0) > 0.5 ? sign : -sign;
  }
  return extended;
}

/** Points in a gap, by the break it belongs to, and how likely they lie on the other side than `withSides` has it. */
export interface Doubt {
  at: number;
  feature: number;
  points: Int32Array;
  chances: Float64Array;
  /** Derivatives of the chances by the feature. */
  slopes: Float64Array;
}

export function doubtsOf(breaks: Breaks, inputs: Float64Array, count: number): Doubt[] {
  return Array.from({ length: breakCount(breaks) }, (_, at) => {
    const one = breakAt(breaks, at);
    const { feature, from, to, certainty } = one;
    const column = inputs.subarray(feature * count, (feature + 1) * count);
    const shareAt = (i: number): number => passed(one, column[i] ?? 0);
    const chanceAt = (i: number): number => Math.min(shareAt(i), 1 - shareAt(i));
    const points = Int32Array.from(column.keys()).filter((i) => {
      const value = column[i] ?? 0;
      return value > from && value < to && chanceAt(i) > 0;
    });
    const steepness = (1 - certainty) / (to - from);
    return {
      at,
      feature,
      points,
      chances: Float64Array.from(points, chanceAt),
      slopes: Float64Array.from(points, (i) => (shareAt(i) > 0.5 ? -steepness : steepness)),
    };
  }).filter(({ points }) => points.length > 0);
}
