/** Targets as the standardised components of an output; see `OutputModel` in engine/models/targets.ts. */
import type { OutputModel } from "../../models/targets.ts";
import type { ProgramBuilder, Value } from "../program.ts";

/** @param targets one column each, as many as the basis has rows. */
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
