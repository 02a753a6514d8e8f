import type { JobRecord } from "../models/job.ts";
import type { Platform } from "../platform.ts";
import { type CacheOptions, createCache, MAX_AGE_MS } from "./cache.ts";

/** Jobs whose sliders are moved at once: the config of one with 2,000 outputs takes about 2 MB. */
const MOST = 50;

/** Jobs as they are asked for again and again, by a slider that is being moved. */
export type RecentJobs = ReturnType<typeof createRecentJobs>;

/** A job's own changes, its end among them, are forgotten at once. Its progress is not one: that may be up to `MAX_AGE_MS` old. */
export function createRecentJobs({ store, changes }: Platform, { clock = Date.now }: CacheOptions = {}) {
  const jobs = createCache<number, JobRecord>({ most: MOST, maxAge: MAX_AGE_MS, clock });
  changes.listen((change) => {
    if (change.kind === "jobs") for (const id of change.ids) jobs.forget(id);
  }, jobs.clear);

  return {
    find: async (id: number): Promise<JobRecord | null> => {
      const read = () => store.jobs.findOne({ _id: id });
      return await (changes.isHearing() ? jobs.get(id, read) : read());
    },
  };
}
