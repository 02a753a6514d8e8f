import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import type { Datasets } from "../files/datasets.ts";
import type { JobRecord } from "../models/job.ts";
import { sampleRows } from "./rows.ts";

/** Values in one answer; rows of many columns are fewer. */
const MAX_VALUES = 100_000;

/**
 * The inputs and scalar outputs of rows of a data set.
 * @param chosen the places of these rows; null: they are evenly spread over the set
 */
export async function readScalarRows(
  { datasets }: { datasets: Datasets },
  job: JobRecord,
  set: DataSet,
  chosen: readonly number[] | null,
): Promise<ScalarRows> {
  const names = job.config.outputs.filter(({ length }) => length === 1).map(({ name }) => name);
  return await datasets.use(job, async (dataset) => {
    const width = dataset.meta.inputs.length + names.length;
    const maxRows = Math.min(PROFILE_LIMITS.rows, Math.max(1, Math.floor(MAX_VALUES / width)));
    const { indices, points, actual } = await sampleRows(dataset, set, names, maxRows, chosen);
    const inputs = Object.fromEntries(
      dataset.meta.inputs.map(({ name }) => [
        name,
        points.flatMap((point): ScalarValue[] => {
          const value = point[name];
          return value === undefined ? [] : [value];
        }),
      ]),
    );
    const outputs = Object.fromEntries(
      names.map((name) => [
        name,
        Array.from(actual[name] ?? [], (value) => (Number.isFinite(value) ? value : null)),
      ]),
    );
    return { total: dataset.size(set), indices, inputs, outputs };
  });
}
