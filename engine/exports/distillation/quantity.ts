/** What networks learn of an output: its mean, and the logarithm of how far its bounds are apart, both on the output's scale. */
import { interpolateMonotone } from "@understudy/shared/math/interpolation.ts";
import { encode, type Feature } from "../../dataset/columns.ts";
import { fromScale, IDENTITY, rangeOf, type Scale, toScale } from "../../dataset/scaling.ts";
import { createRandom } from "../../math/random.ts";
import type { VectorValues } from "../exported-model.ts";
import type { Sample } from "./sample.ts";

/** The least distance between bounds, as a share of the usual one: its logarithm stays finite. */
const MIN_DISTANCE = 1e-3;

export interface Quantity {
  output: number;
  part: "mean" | "bounds";
  /** Of the output. */
  scale: Scale;
  /** Values of the emulator a point; of a row one where the coordinate is an input. */
  knots: Float64Array;
  /** The feature that is the coordinate; null where a row holds the values at all knots. */
  coordinate: Feature | null;
  /** Of the inputs without coordinates. */
  features: readonly Feature[];
  /** Differences count in these: what a share of 1 is. */
  unit: number;
}

/** Values a row. */
export const sizeOf = ({ coordinate, knots }: Quantity): number => (coordinate === null ? knots.length : 1);

/** Of the value that a row holds: means in the output's unit, of bounds the logarithm. */
export const ownValue = ({ part, scale }: Quantity, onScale: number): number =>
  part === "mean" ? fromScale(scale, onScale) : onScale;

/** The scale on which a quantity's values are standardised. */
export const scaleOf = ({ part, scale }: Quantity): Scale => (part === "mean" ? scale : IDENTITY);

/** What a quantity is at some points: where its coordinate is an input, at one or several coordinates of each. */
export interface Rows {
  count: number;
  /** features x count, feature-major; the coordinate last. */
  encoded: Float64Array;
  /** count x size: on the scale, as `ownValue` takes them. */
  values: Float64Array;
}

export interface RowChoice {
  /** Coordinates a point. */
  repeats: number;
  /** Whether coordinates lie anywhere between the first knot and the last, or at knots alone. */
  betweenKnots: boolean;
  seed: number;
}

export function rowsOf(quantity: Quantity, sample: Sample, choice: RowChoice): Rows {
  const { knots, coordinate, features } = quantity;
  const { count, points } = sample;
  const width = points.length / count;
  const curves = curvesOf(quantity, sample.values[quantity.output]);
  const encoded = encode(features, points, width, count);
  if (coordinate === null) return { count, encoded, values: curves };
  const repeats = choice.betweenKnots ? choice.repeats : Math.min(choice.repeats, knots.length);
  const all = count * repeats;
  const chosen = coordinatesOf(knots, count, { ...choice, repeats });
  const values = new Float64Array(all);
  for (let i = 0; i < count; i++) {
    const curve = curves.subarray(i * knots.length, (i + 1) * knots.length);
    const own = chosen.subarray(i * repeats, (i + 1) * repeats);
    values.set(interpolateMonotone(knots, curve, own), i * repeats);
  }
  const repeated = new Float64Array((features.length + 1) * all);
  for (let k = 0; k < features.length; k++)
    for (let i = 0; i < all; i++) repeated[k * all + i] = encoded[k * count + Math.floor(i / repeats)];
  repeated.set(encode([{ ...coordinate, input: 0 }], chosen, 1, all), features.length * all);
  return { count: all, encoded: repeated, values };
}

/** count x repeats: of every two, one is a knot where they may lie between. */
function coordinatesOf(
  knots: Float64Array,
  count: number,
  { repeats, betweenKnots, seed }: RowChoice,
): Float64Array {
  const random = createRandom(seed);
  const last = knots.length - 1;
  const chosen = new Float64Array(count * repeats);
  for (let i = 0; i < count; i++) {
    const order = random.permutation(knots.length);
    for (let k = 0; k < repeats; k++) {
      const at = order[k % knots.length];
      const isBetween = betweenKnots && (i + k) % 2 === 1 && last > 0;
      const from = Math.min(at, last - 1);
      chosen[i * repeats + k] = isBetween
        ? knots[from] + random.uniform() * (knots[from + 1] - knots[from])
        : knots[at];
    }
  }
  return chosen;
}

/** count x knots. */
function curvesOf({ part, scale }: Quantity, { mean, lower, upper }: VectorValues): Float64Array {
  if (part === "mean" || lower === null || upper === null) return mean.map((value) => toScale(scale, value));
  const distances = lower.map((low, at) => (toScale(scale, upper[at]) - toScale(scale, low)) / 2);
  const usual = distances.reduce((sum, distance) => sum + distance / distances.length, 0);
  return distances.map((distance) => Math.log(Math.max(distance, MIN_DISTANCE * usual, Number.MIN_VALUE)));
}

/** Of the distance between the bounds, the share that lies below the mean, over all points. */
export function shareBelow(scale: Scale, { mean, lower, upper }: VectorValues): number {
  if (lower === null || upper === null) return 0.5;
  let below = 0;
  let all = 0;
  mean.forEach((value, at) => {
    const low = toScale(scale, lower[at]);
    below += toScale(scale, value) - low;
    all += toScale(scale, upper[at]) - low;
  });
  return all > 0 ? below / all : 0.5;
}

/** Where the emulator's own error is not known: of the range of the means. */
const RANGE_SHARE = 0.01;

/** What differences are measured in: the emulator's own error, or a part of the range. */
export function unitOf(error: number | null, { mean }: VectorValues): number {
  if (error !== null && error > 0 && Number.isFinite(error)) return error;
  const { low, high } = rangeOf(mean);
  return RANGE_SHARE * (high - low);
}
