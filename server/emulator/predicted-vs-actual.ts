import { gatherRows, rowsWhere } from "@understudy/engine/dataset/table.ts";
import type { emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { invalid } from "../core/problem.ts";
import type { Datasets } from "../files/datasets.ts";
import type { JobRecord } from "../models/job.ts";
import {
  type JsonPieces,
  nullableNumbersInPieces,
  numbersInPieces,
  objectInPieces,
} from "../presenters/json-pieces.ts";
import { type EmulatorAccess, readyEmulator } from "./ask.ts";
import { evaluate } from "./predict.ts";
import { sampleRows } from "./rows.ts";

type Answer = z.output<typeof emulatorRoutes.getScalarEmulatorOutputs.response>;

/**
 * The scalar outputs of a data set, and what the emulator predicts at the same inputs. Validation rows are predicted by models that
 * were fitted without them; those that no such model has predicted are left out.
 * @param names of the outputs; all scalar ones by default
 * @param signal aborted once the answer is no longer wanted
 * @throws Problem 400 when an output is no scalar of the emulator.
 */
export async function predictedVersusActual(
  access: EmulatorAccess & { datasets: Datasets },
  job: JobRecord,
  set: DataSet,
  names: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Answer | JsonPieces<Answer>> {
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return { status: "loading", indices: [], outputs: {} };
  const scalars = emulator.description.outputs.filter(({ size }) => size === 1).map(({ name }) => name);
  const unknown = (names ?? []).filter((name) => !scalars.includes(name));
  if (unknown.length > 0) throw invalid({ outputs: unknown.map(MESSAGES.noSuchColumn) });
  const outputs = names ?? scalars;
  if (outputs.length === 0) return { status: "ready", indices: [], outputs: {} };

  const { indices, rows, points, actual } = await access.datasets.use(job, (dataset) =>
    sampleRows(dataset, set, outputs),
  );
  const question = { points, rows, field: "data_set", outputs, signal };
  const predicted = await evaluate(access, job, emulator, question);
  const predictions = [...predicted.outputs];
  const compared = rowsWhere(indices.length, (row) =>
    predictions.every(([, { mean }]) => !Number.isNaN(mean[row])),
  );
  const select = (values: Float64Array): Float64Array => gatherRows(values, 1, compared);
  return objectInPieces<Answer>({
    status: "ready",
    indices: Array.from(compared, (row) => indices[row] ?? 0),
    outputs: objectInPieces<Answer["outputs"]>(
      Object.fromEntries(
        predictions.map(([name, { mean, lower, upper }]) => [
          name,
          objectInPieces<Answer["outputs"][string]>({
            actual: nullableNumbersInPieces(select(actual[name] ?? new Float64Array(0))),
            values: numbersInPieces(select(mean)),
            lower_bounds: numbersInPieces(select(lower)),
            upper_bounds: numbersInPieces(select(upper)),
          }),
        ]),
      ),
    ),
  });
}
