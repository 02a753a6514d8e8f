import { type Dataset, openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { isMissing } from "./is-missing.ts";

/** Opens the dataset in a job's work directory for `use` and closes it after; null when there is none. */
export async function withDataset<Result>(
  workDir: string,
  use: (dataset: Dataset) => Promise<Result>,
): Promise<Result | null> {
  const dataset = await openDataset(workDir).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (dataset === null) return null;
  try {
    return await use(dataset);
  } finally {
    await dataset.close();
  }
}
