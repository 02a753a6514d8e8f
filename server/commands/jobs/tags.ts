import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { changeJob } from "./change-job.ts";

const idOf = (name: string): string => name.toLowerCase();

/** Makes tags known and returns their names as each was first written: "rf" and "RF" are one tag. */
export async function ensureTags({ store }: Platform, names: readonly string[]): Promise<string[]> {
  const wanted = new Map(names.map((name) => [idOf(name), name]));
  const found = await store.tags.find({ _id: { $in: [...wanted.keys()] } });
  const known = new Map(found.map(({ _id, name }) => [_id, name]));
  const fresh = [...wanted].filter(([_id]) => !known.has(_id));
  const added = await Promise.all(fresh.map(([_id, name]) => store.tags.upsert({ _id }, { name }, {})));
  for (const { _id, name } of added) known.set(_id, name);
  return [...wanted].map(([_id, name]) => known.get(_id) ?? name);
}

export async function updateJobTags(
  platform: Platform,
  jobId: number,
  names: readonly string[],
): Promise<JobRecord> {
  const tags = await ensureTags(platform, names);
  return await changeJob(platform, jobId, () => ({ tags }));
}
