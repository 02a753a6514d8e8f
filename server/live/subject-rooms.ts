/** A socket that watches a subject joins the rooms to which its changes are sent; people who watch the same page see each other. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Subject } from "@understudy/shared/live/live.ts";
import type { SharedPage } from "@understudy/shared/live/presence.ts";
import type { JobOwners } from "../cache/jobs.ts";
import type { User } from "../models/user.ts";
import { canSeeSpecs } from "../policies/spec.ts";
import {
  DRAFT_LIST,
  draftRoom,
  notificationList,
  pageRooms,
  resourceList,
  roomOfJob,
  roomsOfList,
  SHARED_RESOURCES,
  SPEC_LIST,
} from "../publish/rooms.ts";

/** The page that a subject is; null: its people do not see each other. */
export function findPage(subject: Subject): SharedPage | null {
  switch (subject.kind) {
    case "job":
    case "job-draft":
      return subject;
    case "jobs":
    case "job-drafts":
    case "specs":
    case "resources":
    case "notifications":
      return null;
    default:
      return assertNever(subject);
  }
}

/** The rooms of a subject for this person; null: they may not watch it. */
export async function findRooms(jobs: JobOwners, user: User, subject: Subject): Promise<string[] | null> {
  switch (subject.kind) {
    case "resources":
      return user.restricted ? null : [resourceList(user._id), SHARED_RESOURCES];
    case "notifications":
      return user.restricted ? null : [notificationList(user._id)];
    case "specs":
      return canSeeSpecs(user) ? [SPEC_LIST] : null;
    case "jobs":
      return roomsOfList(user);
    case "job-drafts":
      return canSeeSpecs(user) ? [DRAFT_LIST] : null;
    case "job-draft":
      return canSeeSpecs(user) ? [draftRoom(subject.draft_id)] : null;
    case "job": {
      const job = await jobs.find(subject.job_id);
      const room = job === null ? null : roomOfJob(user, job);
      return room === null ? null : [room];
    }
    default:
      return assertNever(subject);
  }
}

/** The rooms that this person no longer needs once nobody on the page watches the subject. */
export function roomsToLeave(subject: Subject, user: User): string[] {
  switch (subject.kind) {
    case "job-drafts":
      return [DRAFT_LIST];
    case "specs":
      return [SPEC_LIST];
    case "resources":
      return [resourceList(user._id), SHARED_RESOURCES];
    case "notifications":
      return [notificationList(user._id)];
    case "jobs":
      return roomsOfList(user);
    case "job":
    case "job-draft":
      return pageRooms(subject);
    default:
      return assertNever(subject);
  }
}
