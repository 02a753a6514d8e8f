import { MAX_TAGS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import type { JobSummary } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { invalid } from "../../problem.ts";
import { changeJobs } from "./change-jobs.ts";
import { ensureTags } from "./tags.ts";

type Tags = { readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * Adds tags to jobs and removes others; one that is to be added and removed is added.
 * @throws Problem 400 naming `add` where a job would have too many: then nothing is changed.
 */
export async function tagJobs(
  platform: Platform,
  jobs: readonly Pick<JobSummary, "_id" | "tags">[],
  { add, remove }: Tags,
): Promise<void> {
  const full = jobs.filter(({ tags }) => tagsAfter(tags, { add, remove }).length > MAX_TAGS);
  if (full.length > 0) {
    const ids = full.map(({ _id }) => _id);
    throw invalid({ add: [LIST_MESSAGES.tooManyTags(ids, MAX_TAGS)] });
  }
  const added = await ensureTags(platform, add);
  await changeJobs(
    platform,
    jobs.map(({ _id }) => _id),
    ({ tags }) => ({ tags: tagsAfter(tags, { add: added, remove }).slice(0, MAX_TAGS) }),
  );
}

/** "RF" and "rf" are one tag. */
function tagsAfter(tags: readonly string[], { add, remove }: Tags): string[] {
  const gone = new Set([...remove, ...add].map((name) => name.toLowerCase()));
  const added = new Map(add.map((name) => [name.toLowerCase(), name]));
  const remaining = tags.filter((name) => !gone.has(name.toLowerCase()) || added.has(name.toLowerCase()));
  const has = new Set(remaining.map((name) => name.toLowerCase()));
  return [...remaining, ...[...added].flatMap(([key, name]) => (has.has(key) ? [] : [name]))];
}
