/** Our training task, as every bench uses it. */
import { availableParallelism } from "node:os";
import { collectPoints, type Table } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import type { TrainEvent, TrainOptions, TrainResult } from "../../engine/training/prepare/messages.ts";
import { train } from "../../engine/training/train.ts";
import { predictionAt } from "../../shared/math/predicted-curves.ts";
import type { Split } from "./data/sets.ts";
import { options } from "./options.ts";
import type { Judged } from "./scores.ts";

type See = (event: TrainEvent) => unknown;

/** Counts the rows that our training keeps for its own validation, of those given to it. */
export const countValidationRows = (rows: number): number =>
  Math.max(2, Math.ceil((rows * options.validation) / 100));

/** Trains on the rows seen, of which it keeps a few for its own validation. */
export function trainOn({ training, roles, seed }: Split, see: See = () => undefined): Promise<TrainResult> {
  const validationCount = countValidationRows(training.rows);
  const validationRows = createRandom(seed).permutation(training.rows).slice(0, validationCount).sort();
  return trainTable(training, { effort: options.effort, validationRows, ...roles }, seed, see);
}

/** On all cores. What `see` throws ends the training. */
export async function trainTable(
  table: Table,
  trainOptions: TrainOptions,
  seed: number,
  see: See = () => undefined,
): Promise<TrainResult> {
  const context = {
    random: createRandom(seed),
    clock: () => performance.now(),
    workers: availableParallelism(),
  };
  const limit = options.time === null ? {} : { timeBudget: options.time };
  const training = train(table, { ...limit, ...trainOptions }, context);
  for (;;) {
    const step = await training.next();
    if (step.done) return step.value;
    see(step.value);
  }
}

/** Curves at their stored coordinates, whatever knots the emulator chose. */
export function predictUnseen(emulator: Emulator, { unseen }: Split): Judged[] {
  const predictions = emulator.predict(collectPoints(unseen), unseen.rows);
  return emulator.outputs.map(({ name, knots, coordinate }) => {
    const column = unseen.outputs.find((output) => output.name === name);
    const prediction = predictions.get(name);
    if (column === undefined || prediction === undefined) throw new Error(`There is no output ${name}.`);
    if (column.size === 1)
      return { truth: column.values, mean: prediction.mean, bounds: prediction, size: 1 };
    const stored =
      unseen.outputs.find((output) => output.name === coordinate)?.values.slice(0, column.size) ??
      Float64Array.from({ length: column.size }, (_, at) => at);
    const curve = predictionAt(prediction, knots, stored);
    return { truth: column.values, mean: curve.mean, bounds: curve, size: column.size };
  });
}
