/** From targets to standardised components, and from these to an output's own unit; see engine/models/targets.ts. */
import type { OutputModel } from "../../models/targets.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { clamped } from "./affine.ts";
import { fromScaleWithin, withinNumbers } from "./scales.ts";

/** Standardised components from targets. @param targets one column each, as many as the basis has rows */
export function lowerComponents(
  b: ProgramBuilder,
  { size, basis }: Pick<OutputModel, "size" | "basis">,
  targets: readonly Value[],
): Value {
  if (targets.length === 0) return b.constant(new Float64Array(size));
  const row = b.join(targets);
  if (basis.length === 1 && basis[0] === 1) return row;
  const transposed = Float64Array.from(
    { length: size * targets.length },
    (_, at) => basis[(at % targets.length) * size + Math.floor(at / targets.length)],
  );
  return b.product(transposed, row);
}

/** A standardised mean within the limits of means. */
export const lowerHeldMean = (b: ProgramBuilder, { lowest, highest }: OutputModel, mean: Value): Value =>
  clamped(b, mean, lowest, highest);

export function boundToOutputUnit(b: ProgramBuilder, output: OutputModel, bound: Value): Value {
  const { lowestBound, highestBound } = output;
  return toOutputUnit(b, output, clamped(b, bound, lowestBound, highestBound), [lowestBound, highestBound]);
}

/** @param limits the values lie between these. */
export function toOutputUnit(
  b: ProgramBuilder,
  output: OutputModel,
  held: Value,
  limits: readonly number[] = [output.lowest, output.highest],
): Value {
  const { centres, deviations, scale } = output;
  const ends = limits.flatMap((end) =>
    Array.from(centres, (centre, at) => Math.abs(centre) + Math.abs(end * deviations[at])),
  );
  const largest = Math.max(...ends);
  const sum = b.add(b.constant(centres), b.multiply(held, b.constant(deviations)));
  const scaled = Number.isFinite(largest) ? sum : overflowing(b, output, held, sum);
  return fromScaleWithin(b, scale, scaled, largest);
}

/** Lowers the sum where it overflows, in deviations first. */
function overflowing(
  b: ProgramBuilder,
  { centres, deviations }: OutputModel,
  held: Value,
  sum: Value,
): Value {
  const divisors = deviations.map((deviation) => deviation || 1);
  const shares = b.constant(centres.map((centre, at) => centre / divisors[at]));
  const other = b.multiply(b.add(shares, held), b.constant(deviations));
  const overflows = b.less(b.number(Number.MAX_VALUE), b.abs(sum));
  return withinNumbers(b, b.select(overflows, other, sum));
}
