import { z } from "zod";
import type { Platform } from "../platform.ts";
import { type CacheOptions, createCache, MAX_AGE_MS } from "./cache.ts";

const jobOwner = z.object({ _id: z.int(), creator: z.object({ id: z.int(), name: z.string() }) });
type JobOwner = z.infer<typeof jobOwner>;

/** Jobs whose pages are open. */
const MOST = 1_000;

/** Whose a job is, without a look into the database for each of a hundred pages that come back at once. */
export type JobOwners = ReturnType<typeof createJobOwners>;

/** A deleted job is forgotten at once. */
export function createJobOwners({ store, changes }: Platform, { clock = Date.now }: CacheOptions = {}) {
  const owners = createCache<number, JobOwner>({ most: MOST, maxAge: MAX_AGE_MS, clock });
  changes.listen((change) => {
    if (change.kind === "jobs") for (const id of change.ids) owners.forget(id);
  }, owners.clear);

  return {
    find: async (id: number): Promise<JobOwner | null> => {
      const read = async () => (await store.jobs.find({ _id: id }, { limit: 1 }, jobOwner))[0] ?? null;
      return await (changes.isHearing() ? owners.get(id, read) : read());
    },
  };
}
