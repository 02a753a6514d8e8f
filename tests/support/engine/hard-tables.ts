/** Checks trainings on tables that are hard to learn: every number is finite, and every mean lies in its interval. */
import {
  type ContinuousColumn,
  collectPoints,
  selectRows,
  type Table,
} from "../../../engine/dataset/table.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { train } from "../../../engine/training/train.ts";
import { assert } from "../../harness.ts";
import { drawValidationRows, finish } from "./tables.ts";

/** The coordinates at which the emulator predicts: near the data, and as far from them as numbers go. */
const QUERY_COORDINATES = [0, 0.5, -3, 1e9, 1e-308, 1e308, -1e308];

/** Trains, asks for points in and far outside the data, and gives the accuracy of each output. */
export async function accuraciesOn(
  table: Table,
  validationRows = drawValidationRows(table),
  seconds?: number,
): Promise<Record<string, number>> {
  const options = { effort: "quick" as const, validationRows };
  const limit = seconds === undefined ? {} : { timeBudget: seconds };
  const clock = seconds === undefined ? () => 0 : () => performance.now();
  const context = { random: createRandom(1), clock };
  const { emulator } = await finish(train(table, { ...options, ...limit }, context), (event) => {
    if (event.type !== "progress") return;
    assert.ok(Number.isFinite(event.loss) && Number.isFinite(event.coefficientOfDetermination));
  });
  const far = QUERY_COORDINATES.flatMap((x, at) =>
    table.inputs.map((input) => (input.kind === "categorical" ? at % input.levels.length : x)),
  );
  const near = collectPoints(selectRows(table, [0, table.rows - 1]));
  const points = Float64Array.from([...far, ...near]);
  for (const { mean, lower, upper } of emulator.predict(points, QUERY_COORDINATES.length + 2).values()) {
    for (const values of [mean, lower, upper]) assert.ok(values.every(Number.isFinite));
    assert.ok(mean.every((value, at) => (lower[at] ?? 1) <= value && value <= (upper[at] ?? -1)));
  }
  for (const { coverage, coefficientsOfDetermination } of emulator.outputs) {
    assert.ok(coverage >= 0 && coverage <= 1 && coefficientsOfDetermination.every(Number.isFinite));
  }
  return Object.fromEntries(emulator.outputs.map((o) => [o.name, o.coefficientOfDetermination]));
}

export const column = (name: string, rows: number, of: (row: number) => number): ContinuousColumn => ({
  kind: "continuous",
  name,
  values: Float64Array.from({ length: rows }, (_, row) => of(row)),
});
export const scalar = (rows: number, of: (row: number) => number) => ({
  name: "y",
  size: 1,
  values: column("y", rows, of).values,
});

export const above = (accuracies: Record<string, number>, least: number) => {
  for (const [name, accuracy] of Object.entries(accuracies))
    assert.ok(accuracy >= least, `${name} ${accuracy}`);
};
