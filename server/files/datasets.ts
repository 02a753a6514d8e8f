import { type Dataset, openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";
import { isMissing } from "./is-missing.ts";
import type { Storage } from "./storage.ts";

/** Each holds three open files. */
const MAX_OPEN = 32;

type Entry = { dataset: Promise<Dataset>; users: number; dropped: boolean };

/** Open datasets, the least recently used closed first. A job's change (its revision) opens its dataset anew. */
export type Datasets = ReturnType<typeof createDatasets>;

export function createDatasets(storage: Storage) {
  const entries = new Map<string, Entry>();

  const closeUnused = (entry: Entry) => {
    if (entry.users > 0 || !entry.dropped) return;
    // The callers that asked for a dataset that could not be opened got the error.
    entry.dataset.then((dataset) => dataset.close()).catch(() => {});
  };
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    entry.dropped = true;
    closeUnused(entry);
  };
  const takeEntry = (job: Pick<JobRecord, "_id" | "revision">): { key: string; entry: Entry } => {
    const key = `${job._id}:${job.revision}`;
    const cached = entries.get(key);
    entries.delete(key);
    for (const other of [...entries.keys()]) if (other.startsWith(`${job._id}:`)) drop(other);
    const entry = cached ?? { dataset: openDataset(storage.workDir(job._id)), users: 0, dropped: false };
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_OPEN && oldest !== undefined) drop(oldest);
    return { key, entry };
  };

  return {
    /** Runs `read` with the job's dataset, which stays open at least as long. @throws Problem 404 when there is none. */
    use: async <T>(
      job: Pick<JobRecord, "_id" | "revision">,
      read: (dataset: Dataset) => Promise<T>,
    ): Promise<T> => {
      const { key, entry } = takeEntry(job);
      entry.users++;
      try {
        const dataset = await entry.dataset.catch((error: unknown) => {
          drop(key);
          throw isMissing(error) ? notFound(MESSAGES.noData) : error;
        });
        return await read(dataset);
      } finally {
        entry.users--;
        closeUnused(entry);
      }
    },
    close: () => {
      for (const key of [...entries.keys()]) drop(key);
    },
  };
}
