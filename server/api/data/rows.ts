import type { Dataset, Row } from "@understudy/engine/dataset/storage/dataset.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import type { Datasets } from "../../files/datasets.ts";
import type { JobRecord } from "../../models/job.ts";

type Access = { datasets: Datasets };

/** Runs `read` with the job's dataset. @throws Problem 404 while its files have not been read. */
export async function useData<T>(
  { datasets }: Access,
  job: JobRecord,
  read: (dataset: Dataset) => Promise<T>,
): Promise<T> {
  if (job.config.inputs.length === 0) throw notFound(MESSAGES.noData);
  return await datasets.use(job, read);
}

/** One row, with these outputs (all by default). @throws Problem 404 when the set has no such row. */
export const useRow = (
  access: Access,
  job: JobRecord,
  set: DataSet,
  index: number,
  outputs?: readonly string[],
): Promise<Row> =>
  useData(access, job, async (dataset) => {
    if (index >= dataset.size(set)) throw notFound(MESSAGES.noSuchRow(index));
    return await dataset.readRow(set, index, outputs);
  });
