import { MAX_TAGS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import pLimit from "p-limit";
import { log } from "../../core/log.ts";
import { invalid, Problem } from "../../core/problem.ts";
import { omitTags, toTagId } from "../../core/tag-names.ts";
import { type JobRecord, type JobSummary, jobId } from "../../models/job.ts";
import type { JobQueueing, LiveRecords, Records } from "../../platform/platform.ts";
import { removeJobNotifications } from "../notifications/list.ts";
import { endBusyPeriods, findFairQueue, returnCharge } from "../runner/turn.ts";
import { ALL_PHASES, PHASE_STATUSES, stopWork } from "../runner/work.ts";
import { changeJob } from "./change-job.ts";
import { removeSimulations } from "./sweep-simulations.ts";
import type { JobChange } from "./transition-job.ts";

/** Hides jobs from the list, or shows them there again; what they are doing goes on. */
export async function archiveJobs(
  platform: LiveRecords,
  jobs: readonly Pick<JobSummary, "_id" | "archived">[],
  archived: boolean,
): Promise<void> {
  const changedJobs = jobs.filter((job) => job.archived !== archived);
  await changeJobs(
    platform,
    changedJobs.map(({ _id }) => _id),
    () => ({ archived }),
  );
}

/** Changes of jobs that are made at the same time. */
const AT_ONCE = 8;

/** `changeJob` of several jobs; those that were deleted meanwhile are skipped. */
export async function changeJobs(
  platform: LiveRecords,
  ids: readonly number[],
  change: (job: JobRecord) => Omit<JobChange, "status">,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await limit.map(ids, (id) =>
    changeJob(platform, id, change).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem && thrown.status === 404)) throw thrown;
    }),
  );
}

const QUEUE_STATUSES = ALL_PHASES.flatMap((phase) => PHASE_STATUSES[phase]);

/**
 * Removes the records of those of the jobs that wait or run, and gives back what those cost that had not been taken.
 * @returns the queues that they were in
 */
async function removeQueued({ store }: Records, ids: readonly number[]) {
  const jobs = await store.jobs.find({ _id: { $in: ids }, status: { $in: QUEUE_STATUSES } }, {}, jobId);
  const limit = pLimit(AT_ONCE);
  const queues = await limit.map(jobs, async ({ _id }) => {
    // Another request may delete the same job: the charge is given back by the one that removes the record.
    const job = await store.jobs.removeOne({ _id });
    if (job === null) return null;
    await returnCharge(store, job);
    return findFairQueue(job);
  });
  return new Set(queues);
}

/** Deletes jobs with everything they own. Their records go first, for everybody at once; what they leave on the disk is removed after. */
export async function deleteJobs(platform: JobQueueing, ids: number[]): Promise<void> {
  const { store, storage, publish } = platform;
  const queues = await removeQueued(platform, ids);
  await store.jobs.remove({ _id: { $in: ids } });
  await endBusyPeriods(store, queues);
  publish.jobsDeleted(ids);
  for (const _id of ids) stopWork(platform, { _id, training_server: null });
  await store.curves.remove({ job_id: { $in: ids } });
  await store.comments.remove({ job_id: { $in: ids } });
  await store.notes.remove({ _id: { $in: ids } });
  // Whoever makes one notices, and their files lie in the work directories.
  await store.emulatorExports.remove({ job_id: { $in: ids } });
  for (const id of ids) {
    platform.wakeUps.notifyStop(id);
    // Not awaited: if it is interrupted, the next sweep removes what has no job.
    removeSimulations(store, id).catch((err: unknown) =>
      log.warn({ err, id }, "simulations could not be removed"),
    );
  }
  await store.users.updateAll(
    { accessible_job_ids: { $in: ids } },
    {},
    { $pull: { accessible_job_ids: { $in: ids } } },
  );
  publish.peopleChanged();
  await removeJobNotifications(platform, ids);
  await Promise.all(ids.map((id) => storage.removeWorkDir(id))).catch((err: unknown) =>
    // A runner may still have been writing; the next sweep removes what has no job.
    log.warn({ err, ids }, "a work directory could not be removed"),
  );
}

type Tags = { readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * Adds tags to jobs and removes others; one that is to be added and removed is added.
 * @throws Problem 400 naming `add` where a job would have too many: then nothing is changed.
 */
export async function tagJobs(
  platform: LiveRecords,
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

/** Makes tags known and returns their names as each was first written: "rf" and "RF" are one tag. */
export async function ensureTags({ store }: Records, names: readonly string[]): Promise<string[]> {
  const namesById = new Map(names.map((name) => [toTagId(name), name]));
  const tags = await store.tags.find({ _id: { $in: [...namesById.keys()] } });
  const storedNames = new Map(tags.map(({ _id, name }) => [_id, name]));
  const newTags = [...namesById].filter(([_id]) => !storedNames.has(_id));
  const added = await Promise.all(newTags.map(([_id, name]) => store.tags.upsert({ _id }, { name }, {})));
  for (const { _id, name } of added) storedNames.set(_id, name);
  return [...namesById].map(([_id, name]) => storedNames.get(_id) ?? name);
}

/**
 * Replaces the tags of a job.
 * @param base the tags that they are based on: the difference alone is applied, to whatever tags the job has by now
 * @throws Problem 400 naming `tags` where the job would have too many
 */
export async function updateJobTags(
  platform: LiveRecords,
  jobId: number,
  { names, base }: { readonly names: readonly string[]; readonly base?: readonly string[] | undefined },
): Promise<JobRecord> {
  const tags = await ensureTags(platform, names);
  if (base === undefined) return await changeJob(platform, jobId, () => ({ tags }));
  const difference = { add: omitTags(tags, base), remove: omitTags(base, tags) };
  return await changeJob(platform, jobId, (job) => {
    const changed = tagsAfter(job.tags, difference);
    if (changed.length > MAX_TAGS) throw invalid({ tags: [LIST_MESSAGES.tooManyTags([jobId], MAX_TAGS)] });
    return { tags: changed };
  });
}
