import { z } from "zod";
import { type CacheOptions, createCache, MAX_AGE_MS } from "../core/cache.ts";
import type { Changes } from "../core/changes.ts";
import type { JobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";

/** Jobs whose sliders are being moved: the config of one with 2,000 outputs takes about 2 MB. */
const MAX_RECORDS = 50;
/** Jobs whose pages are open. */
const MAX_OWNERS = 1_000;

type Needed = { readonly store: Store; readonly changes: Changes };
type JobCache<Job> = { find(id: number): Promise<Job | null> };

/** A job that changes or is deleted leaves the cache at once. Progress does not count as a change, so it may be up to `MAX_AGE_MS` old. */
function createJobCache<Job>(
  { changes }: Needed,
  { clock = Date.now }: CacheOptions,
  maxEntries: number,
  read: (id: number) => Promise<Job | null>,
): JobCache<Job> {
  const jobs = createCache<number, Job>({ maxEntries, maxAge: MAX_AGE_MS, clock });
  changes.onChange((change) => {
    if (change.kind === "jobs") for (const id of change.ids) jobs.forget(id);
  }, jobs.clear);
  return {
    find: async (id) => await (changes.isSubscribed() ? jobs.get(id, () => read(id)) : read(id)),
  };
}

/** Jobs that are read again and again while sliders are moved. */
export type RecentJobs = JobCache<JobRecord>;

export const createRecentJobs = (platform: Needed, options: CacheOptions = {}): RecentJobs =>
  createJobCache(platform, options, MAX_RECORDS, (id) => platform.store.jobs.findOne({ _id: id }));

const jobOwner = z.object({ _id: z.int(), creator: z.object({ id: z.int(), name: z.string() }) });

/** The owners of jobs, without a database query for each of a hundred pages that reconnect at once. */
export type JobOwners = JobCache<z.infer<typeof jobOwner>>;

export const createJobOwners = (platform: Needed, options: CacheOptions = {}): JobOwners =>
  createJobCache(platform, options, MAX_OWNERS, async (id) => {
    const [owner] = await platform.store.jobs.find({ _id: id }, { limit: 1 }, jobOwner);
    return owner ?? null;
  });
