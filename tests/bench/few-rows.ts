/** Emulators of formulas, trained on few rows. */
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import type { JobVariable } from "../../shared/domain/job-variable.ts";
import type { TestFunction } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { trainTable } from "./ours.ts";

/** Of a Latin hypercube, a tenth of it for the training's own validation. */
export async function emulatorOf(formula: TestFunction, rows: number, seed: number): Promise<Emulator> {
  const random = createRandom(seed);
  const table = evaluate(formula, latinHypercube(rows, formula, random), random);
  const validationRows = random
    .permutation(rows)
    .slice(0, Math.ceil(rows / 10))
    .sort();
  return (await trainTable(table, { effort: "quick", validationRows }, seed)).emulator;
}

/** Over the formula's whole ranges. */
export const variablesIn = ({ inputs }: TestFunction): Record<string, JobVariable> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, [lbound, ubound]]): [string, JobVariable] => [
      name,
      { type: "Scalar", lbound, ubound, initval: lbound, fixed: false, is_integer: false },
    ]),
  );
