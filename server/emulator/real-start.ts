/**
 * Chooses the position at which sliders start for jobs whose files were read before the platform looked for such a
 * row.
 */
import type { InputMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import type { Dataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { log } from "../core/log.ts";
import type { Datasets } from "../files/datasets.ts";
import type { JobRecord } from "../models/job.ts";

type Point = Readonly<Record<string, ScalarValue>>;
/** The starting row of each dataset, found by one pass over its inputs. */
const startingRows = new WeakMap<Dataset, Promise<Point>>();

/**
 * The job with the row nearest to the middle for initial values, where those are the middle itself, which nobody chose and
 * which no simulation may have run at. Newer datasets name such a row, and their configs began with it.
 */
export async function withRealStart(
  { datasets }: { readonly datasets: Datasets },
  job: JobRecord,
): Promise<JobRecord> {
  const { config } = job;
  if (!job.is_data_driven || config.inputs.length === 0) return job;
  try {
    return await datasets.use(job, async (dataset) => {
      const { inputs, centralRow } = dataset.meta;
      if (centralRow !== undefined || !isMiddle(config.inputs, inputs)) return job;
      const row = startingRows.get(dataset) ?? rowAtMiddle(dataset, config.inputs);
      startingRows.set(dataset, row);
      return { ...job, config: startingAt(config, await row) };
    });
  } catch (err) {
    log.warn({ err, jobId: job._id }, "no row to start at could be read");
    return job;
  }
}

const isMiddle = (inputs: readonly InputDefinition[], columns: readonly InputMeta[]): boolean =>
  inputs.every(({ name, initval, fixed }) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (fixed || column === undefined) return true;
    return initval === (column.kind === "numeric" ? column.centre : column.levels[column.commonest]);
  });

async function rowAtMiddle(dataset: Dataset, inputs: readonly InputDefinition[]): Promise<Point> {
  const middle = Object.fromEntries(
    inputs.flatMap(({ name, initval }) => (initval === null ? [] : [[name, initval] as const])),
  );
  const { index } = await dataset.nearest("combined", middle);
  return (await dataset.readRow("combined", index, [])).inputs;
}

const startingAt = (config: JobConfig, row: Point): JobConfig => ({
  ...config,
  inputs: config.inputs.map((input) =>
    input.fixed ? input : { ...input, initval: row[input.name] ?? input.initval },
  ),
});
