/** Emulators of formulas, trained on few rows. */
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import type { JobVariable } from "../../shared/domain/job-variable.ts";
import { FEW_ROW_FUNCTIONS, ishigami, type TestFunction, wavy } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { trainTable } from "./ours.ts";

export const FEW_ROWS = [
  { formula: wavy, rows: 20 },
  { formula: ishigami, rows: 60 },
  ...FEW_ROW_FUNCTIONS.map((formula) => ({ formula, rows: 30 })),
];

const TRUTH_POINTS = 200_000;

/** The values below which such shares of the designs lie, by the function itself. */
export function computeLimits(formula: TestFunction, shares: readonly number[]): number[] {
  const random = createRandom(7);
  const points = latinHypercube(TRUTH_POINTS, formula, random);
  const [values] = evaluate(formula, points, random).outputs.map((output) => output.values.toSorted());
  return shares.map((share) => values?.[Math.floor(share * TRUTH_POINTS)] ?? Number.NaN);
}

/** Trains on a Latin hypercube, a tenth of it for the training's own validation. */
export async function trainOnFormula(formula: TestFunction, rows: number, seed: number): Promise<Emulator> {
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
