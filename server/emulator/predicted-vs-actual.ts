import type { emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { z } from "zod";
import type { Datasets } from "../files/datasets.ts";
import type { JobRecord } from "../models/job.ts";
import { invalid } from "../problem.ts";
import { type EmulatorAccess, readyEmulator } from "./ask.ts";
import { evaluate } from "./predict.ts";
import { sampleRows } from "./rows.ts";

type Answer = z.output<typeof emulatorRoutes.getScalarEmulatorOutputs.response>;

/**
 * What a data set says of the scalar outputs, and what the emulator says at the same inputs.
 * @throws Problem 400 when an output is no scalar of the emulator.
 */
export async function predictedVersusActual(
  access: EmulatorAccess & { datasets: Datasets },
  job: JobRecord,
  set: DataSet,
  wanted: readonly string[] | undefined,
): Promise<Answer> {
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return { status: "loading", indices: [], outputs: {} };
  const scalars = emulator.description.outputs.filter(({ size }) => size === 1).map(({ name }) => name);
  const unknown = (wanted ?? []).filter((name) => !scalars.includes(name));
  if (unknown.length > 0) throw invalid({ outputs: unknown.map(MESSAGES.noSuchColumn) });
  const outputs = wanted ?? scalars;
  if (outputs.length === 0) return { status: "ready", indices: [], outputs: {} };

  const { indices, points, actual } = await access.datasets.use(job, (dataset) =>
    sampleRows(dataset, set, outputs),
  );
  const predicted = await evaluate(access, job, emulator, { points, field: "data_set", outputs });
  return {
    status: "ready",
    indices,
    outputs: Object.fromEntries(
      [...predicted.outputs].map(([name, { mean, lower, upper }]) => [
        name,
        {
          actual: Array.from(actual[name] ?? []),
          values: Array.from(mean),
          lower_bounds: Array.from(lower),
          upper_bounds: Array.from(upper),
        },
      ]),
    ),
  };
}
