/** Batch active learning: further simulations are placed where an emulator of the results so far is most uncertain. */
import type { Table } from "../dataset/table.ts";
import { chooseBatch } from "../designs/uncertainty-batch.ts";
import type { Emulator } from "../models/emulator.ts";
import { MIN_ROWS } from "../training/prepare/check-table.ts";
import type { TrainContext } from "../training/prepare/messages.ts";
import { train } from "../training/train.ts";

export interface Placement {
  table: Table;
  /** Rows of an even design, held out to measure the accuracy. */
  validationRows: readonly number[];
  /** The points where simulations may be placed: count x table.inputs, row-major, encoded for the emulator. */
  points: Float64Array;
  /** The same points in the unit cube of the varied variables; see `chooseBatch`. */
  places: Float64Array;
  isChoice: readonly boolean[];
  /** The places of pending simulations. */
  knownPlaces: Float64Array;
  /** The number of points to choose. */
  size: number;
}

export interface Placed {
  /** The numbers of the chosen points, the most valuable first. */
  chosen: number[];
  emulator: Emulator;
}

/** The time limit of the training in seconds. */
const TRAINING_TIME_BUDGET_S = 20;
/** The number of values that are predicted in one batch. */
const BATCH_VALUE_COUNT = 200_000;

/** @throws Error when no emulator can be trained on the table */
export async function placeSimulations(
  { table, validationRows, points, places, isChoice, knownPlaces, size }: Placement,
  context: TrainContext,
): Promise<Placed> {
  const options = {
    effort: "quick",
    validationRows,
    timeBudget: TRAINING_TIME_BUDGET_S,
    ignoredOutputs: findHardlyDefined(table, validationRows),
  } as const;
  const task = train(table, options, context);
  let step = await task.next();
  while (!step.done) step = await task.next();
  const { emulator } = step.value;
  const uncertainty = computeUncertainty(emulator, table, points);
  const total = table.rows + knownPlaces.length / Math.max(1, isChoice.length) + size;
  return { chosen: chooseBatch({ isChoice, places, uncertainty }, knownPlaces, size, total), emulator };
}

/** The names of the outputs that too few rows define to train on them or to validate them. */
function findHardlyDefined({ rows, outputs }: Table, validationRows: readonly number[]): string[] {
  const isHeldOut = new Set(validationRows);
  return outputs.flatMap(({ name, values, size }) => {
    const counts = { training: 0, validation: 0 };
    for (let row = 0; row < rows; row++)
      if (!Number.isNaN(values[row * size])) counts[isHeldOut.has(row) ? "validation" : "training"]++;
    return counts.training < MIN_ROWS || counts.validation === 0 ? [name] : [];
  });
}

/** Computes the mean squared width of each point's intervals, in units of each value's variance over the table. */
function computeUncertainty(emulator: Emulator, table: Table, points: Float64Array): Float64Array {
  const width = emulator.inputs.length;
  const count = points.length / Math.max(1, width);
  const perPoint = emulator.outputs.reduce((sum, { size }) => sum + size, 0);
  const batchSize = Math.max(1, Math.floor(BATCH_VALUE_COUNT / Math.max(1, perPoint)));
  const deviations = new Map(
    table.outputs.map(({ name, values, size }) => [name, computeDeviation(values, size)]),
  );
  const uncertainty = new Float64Array(count);
  for (let from = 0; from < count; from += batchSize) {
    const batchCount = Math.min(batchSize, count - from);
    const predicted = emulator.predict(
      points.subarray(from * width, (from + batchCount) * width),
      batchCount,
    );
    for (const { name, size } of emulator.outputs) {
      const prediction = predicted.get(name);
      const deviation = deviations.get(name) ?? 0;
      if (prediction === undefined || deviation === 0) continue;
      const { lower, upper } = prediction;
      for (let i = 0; i < batchCount * size; i++) {
        const relative = (upper[i] - lower[i]) / deviation;
        const index = from + Math.floor(i / size);
        uncertainty[index] += relative ** 2 / size;
      }
    }
  }
  return uncertainty;
}

/** Computes the root of the mean variance, over the rows that define them, of the `size` values of a row. */
function computeDeviation(values: Float64Array, size: number): number {
  const rows: number[] = [];
  for (let row = 0; row < values.length / size; row++) if (!Number.isNaN(values[row * size])) rows.push(row);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    let mean = 0;
    for (const row of rows) mean += values[row * size + i] / rows.length;
    for (const row of rows) sum += (values[row * size + i] - mean) ** 2 / rows.length;
  }
  return Math.sqrt(sum / size);
}
