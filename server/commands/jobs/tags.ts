import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { changeJob } from "./change-job.ts";

const toTagId = (name: string): string => name.toLowerCase();

/** Makes tags known and returns their names as each was first written: "rf" and "RF" are one tag. */
export async function ensureTags({ store }: Platform, names: readonly string[]): Promise<string[]> {
  const namesById = new Map(names.map((name) => [toTagId(name), name]));
  const tags = await store.tags.find({ _id: { $in: [...namesById.keys()] } });
  const storedNames = new Map(tags.map(({ _id, name }) => [_id, name]));
  const newTags = [...namesById].filter(([_id]) => !storedNames.has(_id));
  const added = await Promise.all(newTags.map(([_id, name]) => store.tags.upsert({ _id }, { name }, {})));
  for (const { _id, name } of added) storedNames.set(_id, name);
  return [...namesById].map(([_id, name]) => storedNames.get(_id) ?? name);
}

export async function updateJobTags(
  platform: Platform,
  jobId: number,
  names: readonly string[],
): Promise<JobRecord> {
  const tags = await ensureTags(platform, names);
  return await changeJob(platform, jobId, () => ({ tags }));
}
