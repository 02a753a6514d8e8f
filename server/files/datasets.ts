import { type Dataset, openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { LRUCache } from "lru-cache";
import { notFound } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";
import { isMissing } from "./is-missing.ts";
import type { Storage } from "./storage.ts";

/** Each holds three open files. */
const MAX_OPEN = 32;

type Entry = { readonly dataset: Promise<Dataset>; users: number; dropped: boolean };

/** Open datasets, the least recently used closed first. A job's change (its revision) opens its dataset anew. */
export type Datasets = ReturnType<typeof createDatasets>;

export function createDatasets(storage: Storage) {
  const closeUnused = (entry: Entry) => {
    if (entry.users > 0 || !entry.dropped) return;
    // The callers that asked for a dataset that could not be opened got the error.
    entry.dataset.then((dataset) => dataset.close()).catch(() => {});
  };
  const drop = (entry: Entry) => {
    entry.dropped = true;
    closeUnused(entry);
  };
  const entries = new LRUCache<string, Entry>({ max: MAX_OPEN, dispose: drop });
  const takeEntry = (job: Pick<JobRecord, "_id" | "revision">): { key: string; entry: Entry } => {
    const key = `${job._id}:${job.revision}`;
    const cached = entries.get(key);
    if (cached !== undefined) return { key, entry: cached };
    for (const other of [...entries.keys()]) if (other.startsWith(`${job._id}:`)) entries.delete(other);
    const entry = { dataset: openDataset(storage.workDir(job._id)), users: 0, dropped: false };
    entries.set(key, entry);
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
          entries.delete(key);
          throw isMissing(error) ? notFound(MESSAGES.noData) : error;
        });
        return await read(dataset);
      } finally {
        entry.users--;
        closeUnused(entry);
      }
    },
    close: () => entries.clear(),
  };
}
