import type { Job, JobListItem } from "@understudy/shared/api/job.ts";
import { setEmulatorVersion } from "./emulator-versions.ts";
import { removeFromJobLists } from "./job-lists.ts";
import { forgetProgress } from "./job-progress.ts";
import { keyed } from "./keyed.ts";

/** Jobs by id, whole and as list rows. HTTP answers and pushes enter through the same two functions. */
const jobs = keyed<number, Job | null>(null);
const rows = keyed<number, JobListItem | null>(null);

export const getJob = jobs.get;
export const useStoredJob = jobs.useValue;
export const getJobRow = rows.get;
export const useJobRow = rows.useValue;

/** Stores a row unless a newer one is known; returns whether it was new. */
export function upsertJobRow(row: JobListItem): boolean {
  const storedRevision = rows.get(row.id)?.revision ?? -1;
  if (storedRevision > row.revision) return false;
  rows.set(row.id, row);
  // A tick belongs to the state the job was in; the stored state is newer.
  if (storedRevision < row.revision) forgetProgress(row.id);
  return storedRevision < row.revision;
}

/** Takes a job unless a newer one is known; its list row follows. */
export function upsertJob(job: Job): void {
  upsertJobRow(job);
  const storedJob = jobs.get(job.id);
  if (storedJob !== null && storedJob.revision > job.revision) return;
  jobs.set(job.id, job);
  setEmulatorVersion(job.id, job.emulator_version);
}

export function removeJobs(ids: readonly number[]): void {
  removeFromJobLists(ids);
  for (const id of ids) {
    jobs.set(id, null);
    rows.set(id, null);
    forgetProgress(id);
  }
}
