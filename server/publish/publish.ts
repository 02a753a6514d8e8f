import { Emitter } from "@socket.io/redis-emitter";
import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import type {
  JobProgress,
  LiveEvent,
  ServerToBrowser,
  TrainingPoints,
} from "@understudy/shared/live/live.ts";
import type { PlatformToWorker } from "@understudy/shared/worker/worker-protocol.ts";
import type { Redis } from "ioredis";
import type { Changes } from "../core/changes.ts";
import { log } from "../core/log.ts";
import { recordPush } from "../metrics/metrics.ts";
import type { CommentRecord } from "../models/comment.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { JobDraftRecord } from "../models/job-draft.ts";
import type { NotesRecord } from "../models/notes.ts";
import type { ResourceRecord } from "../models/resource.ts";
import { JOB_ACCESS_LEVELS } from "../policies/job.ts";
import { presentComment } from "../presenters/comment.ts";
import { presentExport } from "../presenters/emulator-export.ts";
import { presentJob, presentJobListItem } from "../presenters/job.ts";
import { presentDraftChange, presentListedChange } from "../presenters/job-draft.ts";
import { presentResource, presentSharedResource } from "../presenters/resource.ts";
import {
  DRAFT_LIST,
  draftRoom,
  FULL_LISTS,
  jobRoom,
  jobRooms,
  listRooms,
  notificationList,
  resourceList,
  restrictedLists,
  SHARED_RESOURCES,
  SPEC_LIST,
  sessionRoom,
  userRoom,
} from "./rooms.ts";
import { machinesRoom, ownerRoom, workersKey } from "./server-rooms.ts";

/** The key under which every process of an installation meets in Redis. */
export const liveKey = (redisPrefix: string): string => `${redisPrefix}:live`;

const FULL_ACCESS = ["manager", "member"] as const;

/** Creates the function that pushes an event to rooms, and counts it. */
const createSender =
  (emitter: Emitter<ServerToBrowser>) =>
  (to: string[], event: LiveEvent, except: string[] = []): void => {
    if (to.length === 0) return;
    recordPush(event.type);
    emitter.to(to).except(except).emit("event", event);
  };

/** The pushes to all pages of one person that concern their notifications. */
const createNotificationPushes = (send: ReturnType<typeof createSender>) => ({
  /** Sends a notification about a job. */
  notification(userId: number, content: Omit<Extract<LiveEvent, { type: "notification" }>, "type">): void {
    send([notificationList(userId)], { type: "notification", ...content });
  },
  notificationsChanged(userId: number): void {
    send([notificationList(userId)], { type: "notifications" });
  },
  notificationSettingsChanged(userId: number): void {
    send([notificationList(userId)], { type: "notification-settings" });
  },
});

/** The pushes of what a job holds beside its record, to its page. */
const createJobPagePushes = (send: ReturnType<typeof createSender>) => ({
  config({ _id: job_id, revision }: JobRecord): void {
    send(jobRooms(job_id), { type: "job-config", job_id, revision });
  },
  distributions({ _id: job_id, revision }: JobRecord): void {
    send(jobRooms(job_id, FULL_ACCESS), { type: "job-distributions", job_id, revision });
  },
  points({ _id: job_id, revision }: JobRecord): void {
    send(jobRooms(job_id), { type: "job-points", job_id, revision });
  },
  /** An edit of the notes, to full users. */
  notes({ _id: job_id, revision }: NotesRecord, update: string, has_notes: boolean): void {
    send(jobRooms(job_id, FULL_ACCESS), { type: "notes", job_id, update, revision, has_notes });
  },
});

/** The pushes of forms that several people fill in together. */
const createDraftPushes = (send: ReturnType<typeof createSender>) => ({
  /** @param since the revision before the change */
  draft(record: JobDraftRecord, since: number): void {
    send([draftRoom(record._id)], { type: "job-draft", change: presentDraftChange(record, since) });
    send([DRAFT_LIST], { type: "listed-draft", draft: presentListedChange(record) });
  },
  /** A form was begun, completed or deleted. */
  draftsChanged(): void {
    send([DRAFT_LIST], { type: "listed-drafts" });
  },
  draftDeleted(record: JobDraftRecord): void {
    const change = { ...presentDraftChange(record, record.revision), is_deleted: true };
    send([draftRoom(record._id)], { type: "job-draft", change });
    send([DRAFT_LIST], { type: "listed-drafts" });
  },
});

/** The pushes to every page of everybody. */
const createAnnouncements = (emitter: Emitter<ServerToBrowser>) => ({
  maintenance(banner: MaintenanceBanner | null, time: string): void {
    recordPush("maintenance");
    emitter.emit("event", { type: "maintenance", banner, time });
  },
});

/**
 * Pushes changes to every browser, through Redis and whichever web process holds its socket. Call it after the change is stored.
 * Facts wait for Redis to come back; ticks are dropped while it is away. Web processes remove from their caches what a fact has changed.
 */
export type Publisher = ReturnType<typeof createPublisher>;

export function createPublisher(redis: Redis, redisPrefix: string, changes: Changes) {
  const publish = async (channel: string, message: Buffer) => {
    await redis
      .publish(channel, message)
      .catch((err: unknown) => log.warn({ err, channel }, "live push failed"));
  };
  const emitter = new Emitter<ServerToBrowser>({ publish }, { key: liveKey(redisPrefix) });
  const servers = new Emitter<PlatformToWorker>({ publish }, { key: workersKey(redisPrefix) });
  const send = createSender(emitter);
  const tick = (to: string[], event: LiveEvent) => {
    if (redis.status === "ready") send(to, event);
  };

  return {
    /** The job as it now is, to its page and to every list it is in. */
    job(job: JobRecord): void {
      changes.publish({ kind: "jobs", ids: [job._id] });
      const lists = listRooms(job);
      for (const access of JOB_ACCESS_LEVELS) {
        send([jobRoom(job._id, access)], { type: "job", job: presentJob(job, access) });
        const { to, except } = lists[access];
        send(to, { type: "job-list-item", item: presentJobListItem(job, access) }, except);
      }
    },
    jobsDeleted(ids: number[]): void {
      changes.publish({ kind: "jobs", ids });
      send([...FULL_LISTS, ...ids.flatMap((id) => jobRooms(id, FULL_ACCESS))], { type: "job-deleted", ids });
      for (const id of ids) {
        send([...restrictedLists([id]), jobRoom(id, "restricted")], { type: "job-deleted", ids: [id] });
      }
    },
    /** A comment as it now is. Restricted people see some threads alone: they read theirs again. @param start of its thread */
    comment(record: CommentRecord, { thread, is_by_restricted }: CommentRecord): void {
      const { job_id } = record;
      send(jobRooms(job_id, FULL_ACCESS), { type: "comment", job_id, comment: presentComment(record) });
      if (thread?.is_shown_to_restricted === true || is_by_restricted)
        send([jobRoom(job_id, "restricted")], { type: "comments", job_id });
    },
    /** The number of open threads, to the job's page and to the lists of full users: restricted people get none. */
    openComments({ _id, open_comments: count, open_comments_revision: revision }: JobRecord): void {
      changes.publish({ kind: "jobs", ids: [_id] });
      const rooms = [...FULL_LISTS, ...jobRooms(_id, FULL_ACCESS)];
      send(rooms, { type: "open-comments", job_id: _id, count, revision });
    },
    queuePlaces(job_id: number): void {
      tick(jobRooms(job_id, FULL_ACCESS), { type: "queue-places", job_id });
    },
    emulator({ _id, emulator_version }: JobRecord): void {
      send(jobRooms(_id), { type: "emulator", job_id: _id, emulator_version });
    },
    /** To full users; those restricted people who may download models ask for it. */
    export(record: EmulatorExportRecord): void {
      send(jobRooms(record.job_id, FULL_ACCESS), { type: "export", export: presentExport(record) });
    },
    exportProgress(record: EmulatorExportRecord): void {
      tick(jobRooms(record.job_id, FULL_ACCESS), { type: "export", export: presentExport(record) });
    },
    exportRemoved(jobId: number, id: string): void {
      send(jobRooms(jobId, FULL_ACCESS), { type: "export-removed", job_id: jobId, id });
    },
    /** Somebody else's spec list shows it at once. */
    specsChanged(): void {
      send([SPEC_LIST], { type: "specs" });
    },
    progress(progress: JobProgress): void {
      tick([...FULL_LISTS, ...jobRooms(progress.job_id, FULL_ACCESS)], { type: "job-progress", progress });
    },
    trainingPoints(points: TrainingPoints): void {
      tick(jobRooms(points.job_id, FULL_ACCESS), { type: "training-points", points });
    },
    /** Ends every socket of a session that is over, or of a person whose rights changed (it may come back with the new ones). */
    endSession(sessionId: string): void {
      changes.publish({ kind: "session", id: sessionId });
      emitter.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    endApiToken(hash: string): void {
      changes.publish({ kind: "api-token", hash });
    },
    /** @param lostJobIds jobs that the person saw until now, and no longer does */
    endUser(userId: number, lostJobIds: readonly number[] = []): void {
      changes.publish({ kind: "people" });
      const ownRooms = [userRoom(userId)];
      if (lostJobIds.length > 0) send(ownRooms, { type: "job-deleted", ids: [...lostJobIds] });
      send(ownRooms, { type: "user" });
      emitter.in(userRoom(userId)).disconnectSockets(true);
      servers.in([ownerRoom(userId), machinesRoom(userId)]).disconnectSockets(true);
    },
    /** Their pages show the new name. */
    renamed(userId: number): void {
      changes.publish({ kind: "people" });
      send([userRoom(userId)], { type: "user" });
    },
    /** Disconnects a person's servers, with a reason, so that they do not come back by themselves. */
    endServers(userId: number, reason: string): void {
      servers.to(ownerRoom(userId)).emit("message", { type: "refused", reason, retry_ms: null });
      servers.in(ownerRoom(userId)).disconnectSockets(true);
    },
    /** A connected server as it now is, to its owner's pages, and while it is shared to everybody's. */
    resource(record: ResourceRecord): void {
      const owner = resourceList(record.user_id);
      send([owner], { type: "resource", resource: presentResource(record) });
      if (record.sharing === null) return;
      send([SHARED_RESOURCES], { type: "resource", resource: presentSharedResource(record) }, [owner]);
    },
    /** A server that is no longer shared leaves the pages of everybody but its owner. */
    resourceUnshared({ _id, user_id }: ResourceRecord): void {
      send([SHARED_RESOURCES], { type: "resource-left", id: _id }, [resourceList(user_id)]);
    },
    resourceLeft({ _id, user_id, sharing }: ResourceRecord): void {
      const to = [resourceList(user_id), ...(sharing === null ? [] : [SHARED_RESOURCES])];
      send(to, { type: "resource-left", id: _id });
    },
    ...createJobPagePushes(send),
    ...createDraftPushes(send),
    ...createNotificationPushes(send),
    ...createAnnouncements(emitter),
    /** Something about people was written that their sockets need not know. */
    peopleChanged(): void {
      changes.publish({ kind: "people" });
    },
  };
}
