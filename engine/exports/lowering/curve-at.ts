/** Curves between the knots at which an emulator knows them; see shared/math/interpolation.ts and shared/math/predicted-curves.ts. */
import type { ProgramBuilder, ProgramResult, Value } from "../program.ts";
import { positivePart } from "./affine.ts";

/** The mean of a curve at a coordinate, with its bounds, as the pages show them between two knots. @param coordinate one column */
export function lowerCurveAt(
  b: ProgramBuilder,
  { mean, lower, upper }: ProgramResult,
  knots: Float64Array,
  coordinate: Value,
): ProgramResult {
  const at = (values: Value): Value => lowerInterpolation(b, values, knots, coordinate);
  const middle = at(mean);
  if (lower === null || upper === null) return { mean: middle, lower: null, upper: null };
  return {
    mean: middle,
    lower: b.subtract(middle, positivePart(b, at(b.subtract(mean, lower)))),
    upper: b.add(middle, positivePart(b, at(b.subtract(upper, mean)))),
  };
}

/**
 * The monotone piecewise cubic through the knots (Fritsch and Butland, 1984), without branches: the value at the first knot plus
 * what every interval adds up to the coordinate.
 * @param values one column a knot
 * @param knots ascending
 */
function lowerInterpolation(b: ProgramBuilder, values: Value, knots: Float64Array, coordinate: Value): Value {
  const intervals = knots.length - 1;
  const first = b.pick(values, [0]);
  if (intervals === 0) return first;
  const columns = (from: number): number[] => Array.from({ length: intervals }, (_, at) => from + at);
  const widths = Array.from(columns(0), (at) => knots[at + 1] - knots[at]);
  const rises = b.subtract(b.pick(values, columns(1)), b.pick(values, columns(0)));
  const slopes = lowerSlopes(b, b.divide(rises, b.constant(widths)), widths);
  const passed = b.divide(
    b.subtract(coordinate, b.constant(knots.subarray(0, intervals))),
    b.constant(widths),
  );
  const share = b.minimum(b.number(1), positivePart(b, passed));
  const rest = b.subtract(b.number(1), share);
  const twice = b.add(b.number(1), b.multiply(b.number(2), rest));
  const chord = b.multiply(rises, b.multiply(twice, b.square(share)));
  const [left, right] = [b.pick(slopes, columns(0)), b.pick(slopes, columns(1))];
  const bend = b.subtract(b.multiply(left, rest), b.multiply(right, share));
  const reach = b.multiply(b.constant(widths), b.multiply(share, rest));
  return b.add(first, b.sum(b.add(chord, b.multiply(reach, bend))));
}

/** At every knot. @param secants one column an interval */
function lowerSlopes(b: ProgramBuilder, secants: Value, widths: readonly number[]): Value {
  const last = widths.length - 1;
  const secant = (at: number): Value => b.pick(secants, [at]);
  if (last === 0) {
    const begin = lowerEndSlope(b, secant(0), b.number(0));
    return b.join([begin, lowerEndSlope(b, secant(0), begin)]);
  }
  const columns = (from: number): number[] => Array.from({ length: last }, (_, at) => from + at);
  const [before, after] = [b.pick(secants, columns(0)), b.pick(secants, columns(1))];
  const shares = Array.from(
    { length: last },
    (_, at) => (widths[at] + 2 * widths[at + 1]) / (3 * (widths[at] + widths[at + 1])),
  );
  const harmonic = b.divide(
    b.number(1),
    b.add(
      b.divide(b.constant(shares), before),
      b.divide(b.constant(shares.map((share) => 1 - share)), after),
    ),
  );
  const isMonotone = b.less(b.number(0), b.multiply(before, after));
  const inner = b.select(isMonotone, harmonic, b.number(0));
  const begin = lowerEndSlope(b, secant(0), b.pick(inner, [0]));
  const end = lowerEndSlope(b, secant(last), b.pick(inner, [last - 1]));
  return b.join([begin, inner, end]);
}

/** A parabola's as far as it stays monotone. */
function lowerEndSlope(b: ProgramBuilder, secant: Value, inner: Value): Value {
  const slope = b.subtract(b.multiply(b.number(1.5), secant), b.multiply(b.number(0.5), inner));
  const steepest = b.multiply(b.number(3), secant);
  const held = b.select(b.less(b.abs(steepest), b.abs(slope)), steepest, slope);
  return b.select(b.less(b.number(0), b.multiply(slope, secant)), held, b.number(0));
}
