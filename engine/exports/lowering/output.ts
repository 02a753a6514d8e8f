/** From standardised components to an output's own unit; see `toOutput` in engine/models/targets.ts. */
import type { OutputModel } from "../../models/targets.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { clamped } from "./affine.ts";
import { fromScaleOf, withinNumbers } from "./scales.ts";

export function toOutputUnit(b: ProgramBuilder, output: OutputModel, standardised: Value): Value {
  const { lowest, highest, centres, deviations, scale } = output;
  const held = clamped(b, standardised, lowest, highest);
  const ends = [lowest, highest].flatMap((end) =>
    Array.from(centres, (centre, at) => Math.abs(centre) + Math.abs(end * deviations[at])),
  );
  const largest = Math.max(...ends);
  const sum = b.add(b.constant(centres), b.multiply(held, b.constant(deviations)));
  const scaled = Number.isFinite(largest) ? sum : overflowing(b, output, held, sum);
  return fromScaleOf(b, scale, scaled, largest);
}

/** Where the sum overflows, in deviations first. */
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
