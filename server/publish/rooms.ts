import { assertNever } from "@understudy/shared/assert-never.ts";
import { draftPage, jobPage, type SharedPage } from "@understudy/shared/live/presence.ts";
import type { JobSummary } from "../models/job.ts";
import { JOB_ACCESS_LEVELS, type JobAccess, jobAccess, type Person } from "../policies/job.ts";

/** Socket.IO rooms. A socket is in rooms of what it watches, one for each way its person stands to it. */
export const jobRoom = (jobId: number, access: JobAccess): string => `job:${jobId}:${access}`;
export const jobRooms = (jobId: number, levels: readonly JobAccess[] = JOB_ACCESS_LEVELS): string[] =>
  levels.map((access) => jobRoom(jobId, access));

const ADMIN_ROOM = "jobs:admin";
const MEMBER_ROOM = "jobs:member";
const ownList = (userId: number) => `jobs:user:${userId}`;
const listOfRestricted = (jobId: number) => `jobs:job:${jobId}`;

/** The spec list, which full users share. */
export const SPEC_LIST = "specs";

/** The pages of the full users who fill in one form together. */
export const draftRoom = (draftId: number): string => `job-draft:${draftId}`;

/** The list of the forms that people fill in together. */
export const DRAFT_LIST = "job-drafts";

/** The lists of all full users. */
export const FULL_LISTS = [ADMIN_ROOM, MEMBER_ROOM];
export const restrictedLists = (jobIds: readonly number[]): string[] => jobIds.map(listOfRestricted);

/** The rooms of the job list, for somebody who watches it. */
export function roomsOfList(person: Person): string[] {
  if (person.restricted) return restrictedLists(person.accessible_job_ids);
  return [person.roles.includes("admin") ? ADMIN_ROOM : MEMBER_ROOM, ownList(person._id)];
}

/** The rooms that get a list row for each access; `except`: the creator's own list is among the members' rooms. */
export function listRooms(
  job: Pick<JobSummary, "_id" | "creator">,
): Record<JobAccess, { to: string[]; except: string[] }> {
  const creatorRoom = ownList(job.creator.id);
  return {
    manager: { to: [ADMIN_ROOM, creatorRoom], except: [] },
    member: { to: [MEMBER_ROOM], except: [creatorRoom] },
    restricted: { to: [listOfRestricted(job._id)], except: [] },
  };
}

/** Somebody's own connected servers, as their pages show them. */
export const resourceList = (userId: number): string => `resources:user:${userId}`;

/** The servers that people share, on the pages of all full users. */
export const SHARED_RESOURCES = "resources:shared";

/** Somebody's own notifications, in all of their open pages. */
export const notificationList = (userId: number): string => `notifications:user:${userId}`;

/** The room of a job for somebody who watches it; null: they may not. */
export function roomOfJob(person: Person, job: Pick<JobSummary, "_id" | "creator">): string | null {
  const access = jobAccess(person, job);
  return access === null ? null : jobRoom(job._id, access);
}

/** Every socket of a session, and of a person: by which they are disconnected. */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const userRoom = (userId: number): string => `user:${userId}`;

/** Every socket that has a page of this kind open. */
export const onPages = (kind: SharedPage["kind"]): string => `on-pages:${kind}`;
/** The lists of full users that show who has a page of this kind open. */
export const LISTS_OF_PAGES: Readonly<Record<SharedPage["kind"], readonly string[]>> = {
  job: FULL_LISTS,
  "job-draft": [DRAFT_LIST],
};
/** Those who follow a person on a job's page; restricted users stand apart, because only people who present are shown to them. */
export const followersRoom = (jobId: number, userId: number, isRestricted: boolean): string =>
  `followers:${jobId}:${userId}${isRestricted ? ":restricted" : ""}`;

/** The pages of a person on a job's page, and those of them that restricted users are shown. */
export const viewerRoom = (jobId: number, userId: number, isShownToRestricted = false): string =>
  `viewer:${jobId}:${userId}${isShownToRestricted ? ":shown" : ""}`;

/** The rooms of everybody who has a page open. */
export function pageRooms(page: SharedPage): string[] {
  switch (page.kind) {
    case "job":
      return jobRooms(page.job_id);
    case "job-draft":
      return [draftRoom(page.draft_id)];
    default:
      return assertNever(page);
  }
}

/** The rooms of the full users who have a page open. Nobody else opens forms. */
export function fullUserRooms(page: SharedPage): string[] {
  switch (page.kind) {
    case "job":
      return jobRooms(page.job_id, ["manager", "member"]);
    case "job-draft":
      return pageRooms(page);
    default:
      return assertNever(page);
  }
}

/** The page that a room belongs to; null: it is another kind of room. */
export function pageOfRoom(room: string): SharedPage | null {
  const [, kind, id] = /^(job|job-draft):(\d+)(?::|$)/.exec(room) ?? [];
  if (kind === undefined || id === undefined) return null;
  return kind === "job" ? jobPage(Number(id)) : draftPage(Number(id));
}
