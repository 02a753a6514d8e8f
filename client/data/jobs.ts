import type { Job, JobListItem } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import type { JobPoints } from "@understudy/shared/api/job-points.ts";
import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { HISTORY_POLL_MS, JOB_POLL_MS } from "@understudy/shared/limits.ts";
import type { JobProgress, Subject, TrainingPoints } from "@understudy/shared/live/live.ts";
import { call } from "../api/call.ts";
import { type LiveState, liveQuery } from "./live-query.ts";
import { keyed } from "./store.ts";

const jobSubject = (jobId: number): Subject => ({ kind: "job", job_id: jobId });

/** While the socket is down: as often as the specification says, until the job leaves the active states. */
function whileActive(jobId: number, everyMs: number): number | null {
  const job = getJob(jobId);
  return job === null || isActive(job.status) ? everyMs : null;
}

/** Jobs by id, whole and as list rows. HTTP answers and pushes enter through the same two functions. */
const jobs = keyed<number, Job | null>(null);
const rows = keyed<number, JobListItem | null>(null);

export const getJob = jobs.get;
export const useStoredJob = jobs.useValue;
export const getJobRow = rows.get;
export const useJobRow = rows.useValue;

/** Stores a row unless a newer one is known; returns whether it was new. */
export function upsertJobRow(row: JobListItem): boolean {
  const stored = rows.get(row.id);
  const storedRevision = stored?.revision ?? -1;
  if (storedRevision > row.revision) return false;
  rows.set(row.id, keepOpenComments(row, stored));
  // A tick belongs to the state the job was in; the stored state is newer.
  if (storedRevision < row.revision) forgetProgress(row.id);
  return storedRevision < row.revision;
}

/** Takes a job unless a newer one is known; its list row follows. */
export function upsertJob(job: Job): void {
  upsertJobRow(job);
  const storedJob = jobs.get(job.id);
  if (storedJob !== null && storedJob.revision > job.revision) return;
  jobs.set(job.id, keepHasNotes(keepOpenComments(job, storedJob), storedJob));
  setEmulatorVersion(job.id, job.emulator_version);
}

type CommentCount = Pick<JobListItem, "open_comments" | "open_comments_revision">;

/** Returns what arrived of a job, with the stored count of its open threads where that is the newer one. */
function keepOpenComments<T extends CommentCount>(arrived: T, stored: CommentCount | null): T {
  if (stored === null || stored.open_comments_revision <= arrived.open_comments_revision) return arrived;
  const { open_comments, open_comments_revision } = stored;
  return { ...arrived, open_comments, open_comments_revision };
}

/** Takes the count of a job's open threads unless a newer one is known. */
export function setOpenComments(
  jobId: number,
  { count, revision }: { readonly count: number; readonly revision: number },
): void {
  const pushed = { open_comments: count, open_comments_revision: revision };
  const [job, row] = [jobs.get(jobId), rows.get(jobId)];
  if (job !== null) jobs.set(jobId, keepOpenComments(job, pushed));
  if (row !== null) rows.set(jobId, keepOpenComments(row, pushed));
}

type HasNotes = Pick<Job, "has_notes" | "notes_revision">;

/** Returns what arrived of a job, with the stored word about its notes where that is the newer one. */
function keepHasNotes(arrived: Job, stored: HasNotes | null): Job {
  if (stored === null || stored.notes_revision <= arrived.notes_revision) return arrived;
  const { has_notes, notes_revision } = stored;
  return { ...arrived, has_notes, notes_revision };
}

/** Keeps with a job whether its notes hold text, which changes without the job's revision, unless a newer word is known. */
export function setHasNotes(
  jobId: number,
  { has_notes, revision }: { readonly has_notes: boolean; readonly revision: number },
): void {
  const job = jobs.get(jobId);
  if (job !== null) jobs.set(jobId, keepHasNotes(job, { has_notes, notes_revision: revision }));
}

export function removeJobs(ids: readonly number[]): void {
  removeFromJobLists(ids);
  for (const id of ids) {
    jobs.set(id, null);
    rows.set(id, null);
    forgetProgress(id);
  }
}

export const liveJob = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) => upsertJob(await call("getJob", { params: { job_id: jobId }, signal })),
  pollMs: (jobId) => whileActive(jobId, JOB_POLL_MS),
});

/** A job, live. `job` is null while it is being read the first time; `failure` is why the last read failed. */
export function useJob(jobId: number | null): { job: Job | null } & LiveState {
  return { job: useStoredJob(jobId), ...liveJob.useLive(jobId) };
}

/** One page of the job list: which jobs, in which order. The rows are stored with the jobs. */
export type JobListPage = { readonly ids: readonly number[]; readonly totalCount: number };

/** The pages by query, serialised. */
const pages = keyed<string, JobListPage | null>(null);

export const setJobListPage = pages.set;
export const useJobListPage = pages.useValue;

/** Takes deleted jobs off every page; what follows them is read from the server. */
function removeFromJobLists(ids: readonly number[]): void {
  for (const key of pages.keys()) {
    const page = pages.get(key);
    const remainingIds = page?.ids.filter((id) => !ids.includes(id));
    if (page === null || remainingIds === undefined || remainingIds.length === page.ids.length) continue;
    pages.set(key, {
      ids: remainingIds,
      totalCount: page.totalCount - (page.ids.length - remainingIds.length),
    });
  }
}

/** The latest tick of each job's current step; null once the job itself has changed since. */
const progress = keyed<number, JobProgress | null>(null);

export const setProgress = (tick: JobProgress): void => progress.set(tick.job_id, tick);
export const getProgress = progress.get;
export const useProgressTick = progress.useValue;

function forgetProgress(jobId: number): void {
  if (progress.get(jobId) !== null) progress.set(jobId, null);
}

/** The latest progress of a job's current step. Follows ticks; needs `useJob` or a job list on the page. */
export function useJobProgress(jobId: number): { percentage: number | null; text: string | null } {
  const tick = progress.useValue(jobId);
  const job = jobs.useValue(jobId);
  const row = rows.useValue(jobId);
  if (tick !== null) return { percentage: tick.progress_percentage, text: tick.progress_text };
  return { percentage: row?.progress_percentage ?? null, text: job?.progress_text ?? null };
}

/** The latest simulation counts of a job, from the same tick as `useJobProgress`. */
export function useSimulationCounts({ id, simulation_counts }: Job): Job["simulation_counts"] {
  return progress.useValue(id)?.simulation_counts ?? simulation_counts;
}

/** The number of times that simulations of a job have changed their places in the queue of a cluster since the page was opened. */
const queueChanges = keyed<number, number>(0);

export const noteQueuePlaces = (jobId: number): void => queueChanges.set(jobId, queueChanges.get(jobId) + 1);
export const useQueueChanges = queueChanges.useValue;

/** The newest emulator known of each job; 0: none. */
const emulatorVersions = keyed<number, number>(0);

export const useEmulatorVersion = emulatorVersions.useValue;

export function setEmulatorVersion(jobId: number, version: number): void {
  if (version > emulatorVersions.get(jobId)) emulatorVersions.set(jobId, version);
}

const configs = keyed<number, JobConfig | null>(null);

export const getJobConfig = configs.get;
/** Takes what a save answered, or what was read. */
export const setJobConfig = configs.set;

export const liveJobConfig = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobConfig(jobId, await call("getJobConfig", { params: { job_id: jobId }, signal })),
});

/** A job's config, read again when anybody changes it; null without a job id. */
export function useJobConfig(jobId: number | null): { config: JobConfig | null } & LiveState {
  return { config: configs.useValue(jobId), ...liveJobConfig.useLive(jobId) };
}

const distributions = keyed<number, JobDistributions | null>(null);

export const useStoredDistributions = distributions.useValue;

/** Takes what a save answered, or what was read, unless something newer is known. */
export function setJobDistributions(jobId: number, read: JobDistributions): void {
  const { revision } = distributions.get(jobId) ?? { revision: 0 };
  if (read.revision >= revision) distributions.set(jobId, read);
}

export const liveJobDistributions = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobDistributions(jobId, await call("getJobDistributions", { params: { job_id: jobId }, signal })),
});

const points = keyed<number, JobPoints | null>(null);

export const useStoredPoints = points.useValue;

/** Takes what a save answered, or what was read, unless something newer is known. */
export function setJobPoints(jobId: number, read: JobPoints): void {
  const { revision } = points.get(jobId) ?? { revision: 0 };
  if (read.revision >= revision) points.set(jobId, read);
}

export const liveJobPoints = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobPoints(jobId, await call("getJobPoints", { params: { job_id: jobId }, signal })),
});

const curves = keyed<number, TrainingProgress | null>(null);

export const getTrainingCurve = curves.get;
export const setTrainingCurve = curves.set;

/**
 * Adds pushed points. A job that went on from a checkpoint sends an index it already sent: what followed is void.
 * @returns false when points in between are missing, so that the whole curve must be read again.
 */
export function addTrainingPoints(points: TrainingPoints): boolean {
  const stored = curves.get(points.job_id);
  if (stored === null || points.from > stored.loss.length) return false;
  curves.set(points.job_id, {
    coefficient_of_determination: stored.coefficient_of_determination
      .slice(0, points.from)
      .concat(points.coefficient_of_determination),
    loss: stored.loss.slice(0, points.from).concat(points.loss),
  });
  return true;
}

export const liveTrainingCurve = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setTrainingCurve(jobId, await call("getTrainingProgress", { params: { job_id: jobId }, signal })),
  pollMs: (jobId) => whileActive(jobId, HISTORY_POLL_MS),
});

/** A job's training curves, growing as points are pushed. */
export function useTrainingCurve(jobId: number | null): { curve: TrainingProgress | null } & LiveState {
  return { curve: curves.useValue(jobId), ...liveTrainingCurve.useLive(jobId) };
}
