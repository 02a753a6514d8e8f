import type { JobSummary } from "../models/job.ts";
import type { User } from "../models/user.ts";

/** The part of a person that decides what they may do. */
export type Person = Pick<User, "_id" | "restricted" | "roles" | "accessible_job_ids">;
type Owned = Pick<JobSummary, "_id" | "creator">;

/**
 * The access of a person to a job: `manager` may change it (its creator, and admins), `member` may see all of it (every
 * other full user), `restricted` may see its emulator only. Null: to this person the job does not exist.
 */
export type JobAccess = "manager" | "member" | "restricted";
export const JOB_ACCESS_LEVELS: readonly JobAccess[] = ["manager", "member", "restricted"];

export function jobAccess(person: Person, job: Owned): JobAccess | null {
  if (person.restricted) return person.accessible_job_ids.includes(job._id) ? "restricted" : null;
  const manages = person.roles.includes("admin") || person._id === job.creator.id;
  return manages ? "manager" : "member";
}

export const canSeeJob = (person: Person, job: Owned): boolean => jobAccess(person, job) !== null;
export const canChangeJob = (person: Person, job: Owned): boolean => jobAccess(person, job) === "manager";
/** An emulator as a file: those restricted people alone to whom an admin has allowed it. */
export const canDownloadModels = (person: Person & Pick<User, "may_download_models">): boolean =>
  !person.restricted || person.may_download_models;
/** All rows with all columns, as a file: more than the emulator's view shows. */
export const canDownloadData = (person: Person): boolean => !person.restricted;
/** An export that holds training rows is for those alone who may download rows. */
export const canHaveExport = (person: Person, { with_rows }: { readonly with_rows: boolean }): boolean =>
  !with_rows || canDownloadData(person);
/** A point with a name: whoever may change the job, and the full user who saved it. */
export const canChangePoint = (person: Person, job: Owned, point: { readonly creator_id: number }): boolean =>
  !person.restricted && (canChangeJob(person, job) || point.creator_id === person._id);
