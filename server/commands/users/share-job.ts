import { ACTIVE_STATUSES } from "@understudy/shared/domain/job.ts";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import { type JobRecord, jobId } from "../../models/job.ts";
import { specRecord } from "../../models/spec.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";

/**
 * Shows a job's emulator to a restricted person, or no longer: their open pages follow at once. What is so already stays so.
 * @throws Problem 404 when there is no such restricted person, 409 when they see too many jobs
 */
export async function shareJob(
  { store: { users }, publish }: LiveRecords,
  jobId: number,
  userId: number,
  shared: boolean,
): Promise<void> {
  const user = await users.findOne({ _id: userId, restricted: true });
  if (user === null) throw notFound(MESSAGES.notRestricted);
  if (shared && user.accessible_job_ids.length >= MAX_ACCESSIBLE_JOBS) {
    throw new Problem(409, MESSAGES.accessibleJobs(MAX_ACCESSIBLE_JOBS));
  }
  const changed = shared
    ? await users.update(
        { _id: userId, accessible_job_ids: { $ne: jobId } },
        {},
        { $push: { accessible_job_ids: { $each: [jobId] } } },
      )
    : await users.update(
        { _id: userId, accessible_job_ids: jobId },
        {},
        { $pull: { accessible_job_ids: { $in: [jobId] } } },
      );
  if (changed !== null) publish.endUser(userId, shared ? [] : [jobId]);
}

type Creator = JobRecord["creator"];

const specId = specRecord.pick({ _id: true });

/** Jobs whose ids are read at once. */
const JOBS_PER_BATCH = 500;

/**
 * Puts `creator` down as the creator of all jobs and specs of a person: their new name, or somebody else who takes them over. Every
 * page that shows one of them learns of it.
 */
export async function setCreator(platform: LiveRecords, userId: number, creator: Creator): Promise<void> {
  const { store, publish } = platform;
  const theirs = { "creator.id": userId };
  const specs = await store.specs.updateAll(theirs, { creator });
  if (specs > 0) publish.specsChanged();
  for await (const id of iterateJobIds(platform, userId)) {
    const job = await store.jobs.update({ _id: id, ...theirs }, { creator }, { $inc: { revision: 1 } });
    if (job !== null) publish.job(job);
  }
}

/** The ids of a person's jobs, the oldest first, read a batch at a time. */
async function* iterateJobIds({ store }: Records, userId: number): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const batch = await store.jobs.find(
      { "creator.id": userId, _id: { $gt: after } },
      { sort: { _id: 1 }, limit: JOBS_PER_BATCH },
      jobId,
    );
    yield* batch.map(({ _id }) => _id);
    const last = batch.at(-1);
    if (last === undefined || batch.length < JOBS_PER_BATCH) return;
    after = last._id;
  }
}

/** Counts the records that a person would leave behind when deleted. */
export async function countOwned({ store }: Records, userId: number) {
  const theirs = { "creator.id": userId };
  const [job_count, active_job_count, spec_count] = await Promise.all([
    store.jobs.count(theirs),
    store.jobs.count({ ...theirs, status: { $in: [...ACTIVE_STATUSES] } }),
    store.specs.count(theirs),
  ]);
  return { job_count, active_job_count, spec_count };
}

/** Every job and spec of a person. */
export async function idsOwned({ store }: Records, userId: number) {
  const theirs = { "creator.id": userId };
  const [jobs, specs] = await Promise.all([
    store.jobs.find(theirs, {}, jobId),
    store.specs.find(theirs, {}, specId),
  ]);
  return { jobs: jobs.map(({ _id }) => _id), specs: specs.map(({ _id }) => _id) };
}
