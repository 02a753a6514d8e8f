/**
 * Thresholds of one feature at which a target jumps, as when a simulator changes its regime. A process that is smooth
 * everywhere cannot follow a jump; with an indicator of the side as a further feature it can. In the gap between the two rows
 * nearest to a jump its location is unknown: there, predictions are mixtures of both sides.
 */

import { Matrix } from "../../math/matrix.ts";

/** The fields of each `Discontinuity`, one discontinuity after the other. */
export type PackedDiscontinuities = Float64Array;

export interface Discontinuity {
  feature: number;
  /** The largest value before the jump, and the smallest beyond it. */
  from: number;
  to: number;
  /** The most likely threshold, and its probability; otherwise it is anywhere in the gap. */
  location: number;
  certainty: number;
}

const NUMBERS_PER_DISCONTINUITY = 5;

export const discontinuityCount = (discontinuities: PackedDiscontinuities): number =>
  discontinuities.length / NUMBERS_PER_DISCONTINUITY;

export function packDiscontinuities(all: readonly Discontinuity[]): PackedDiscontinuities {
  return Float64Array.from(
    all.flatMap(({ feature, from, to, location, certainty }) => [feature, from, to, location, certainty]),
  );
}

export function unpackAt(discontinuities: PackedDiscontinuities, at: number): Discontinuity {
  const [feature = 0, from = 0, to = 0, location = 0, certainty = 0] = discontinuities.subarray(
    NUMBERS_PER_DISCONTINUITY * at,
    NUMBERS_PER_DISCONTINUITY * (at + 1),
  );
  return { feature, from, to, location, certainty };
}

/** The probability that the jump lies below a value of its feature. */
function probabilityBeyond({ from, to, location, certainty }: Discontinuity, value: number): number {
  if (value <= from) return 0;
  if (value >= to) return 1;
  return certainty * (value > location ? 1 : 0) + ((1 - certainty) * (value - from)) / (to - from);
}

/**
 * Features (features x points) with one more for each discontinuity: 1 where the value probably lies beyond it, -1 elsewhere; the
 * other way round for the discontinuity `flipped`.
 */
export function withIndicators(discontinuities: PackedDiscontinuities, inputs: Matrix, flipped = -1): Matrix {
  if (discontinuities.length === 0) return inputs;
  const extended = new Matrix(inputs.rows + discontinuityCount(discontinuities), inputs.columns);
  extended.values.set(inputs.values);
  for (let at = 0; at < discontinuityCount(discontinuities); at++) {
    const discontinuity = unpackAt(discontinuities, at);
    const sign = at === flipped ? -1 : 1;
    const sides = inputs
      .row(discontinuity.feature)
      .map((value) => (probabilityBeyond(discontinuity, value) > 0.5 ? sign : -sign));
    extended.row(inputs.rows + at).set(sides);
  }
  return extended;
}

/** Points in the gap of discontinuity `at`, and the probability that they lie on the other side than `withIndicators` says. */
export interface GapUncertainty {
  at: number;
  feature: number;
  points: Int32Array;
  probabilities: Float64Array;
  /** Derivatives of the probabilities by the feature. */
  derivatives: Float64Array;
}

/**
 * Finds the points that lie in the gap of each discontinuity, where the side is uncertain.
 * @param inputs features x points, without indicators.
 */
export function findGapUncertainties(
  discontinuities: PackedDiscontinuities,
  inputs: Matrix,
): GapUncertainty[] {
  return Array.from({ length: discontinuityCount(discontinuities) }, (_, at) => {
    const discontinuity = unpackAt(discontinuities, at);
    const { feature, from, to, certainty } = discontinuity;
    const column = inputs.row(feature);
    const beyondAt = (i: number): number => probabilityBeyond(discontinuity, column[i]);
    const otherSideProbability = (i: number): number => Math.min(beyondAt(i), 1 - beyondAt(i));
    const points = Int32Array.from(column.keys()).filter((i) => {
      const value = column[i];
      return value > from && value < to && otherSideProbability(i) > 0;
    });
    const steepness = (1 - certainty) / (to - from);
    return {
      at,
      feature,
      points,
      probabilities: Float64Array.from(points, otherSideProbability),
      derivatives: Float64Array.from(points, (i) => (beyondAt(i) > 0.5 ? -steepness : steepness)),
    };
  }).filter(({ points }) => points.length > 0);
}
