import { type Subject, subject as subjectSchema, type WatchAnswer } from "@understudy/shared/live/live.ts";
import pLimit from "p-limit";
import type { JobOwners } from "../cache/jobs.ts";
import { log } from "../core/log.ts";
import { beginWork } from "../http/stall-watch.ts";
import type { User } from "../models/user.ts";
import { canSeeSpecs } from "../policies/spec.ts";
import {
  jobRooms,
  notificationList,
  ON_JOB_PAGES,
  resourceList,
  roomOfJob,
  roomsOfList,
  SHARED_RESOURCES,
  SPEC_LIST,
  viewerRoom,
} from "../publish/rooms.ts";
import { isRefused } from "./limit-messages.ts";
import type { Presence } from "./presence.ts";
import { forgetPresence } from "./share-presence.ts";
import type { LiveSocket } from "./types.ts";

/** Messages of one socket that are handled or wait; a page that opens sends a few. */
const MAX_QUEUED = 50;
/** Subjects that one socket watches. */
const MAX_WATCHED = 100;

type Watching = { jobs: JobOwners; presence: Presence };

/**
 * Lets a socket watch what its person may see, one look-up at a time; what waits when the socket closes is dropped. Rights
 * are those of the moment it connected: when they change, the socket is ended (see `endUser`) and connects anew.
 */
export function watchSubjects({ jobs, presence }: Watching, socket: LiveSocket, user: User): void {
  const queue = pLimit({ concurrency: 1, rejectOnClear: true });
  const queued = () => queue.activeCount + queue.pendingCount;
  /** Subjects, as JSON. */
  const watched = new Set<string>();
  const isListening = () => socket.connected && !isRefused(socket.conn);

  const watch = async (requested: unknown): Promise<WatchAnswer> => {
    const parsed = subjectSchema.safeParse(requested);
    if (!parsed.success || watched.size >= MAX_WATCHED) return { ok: false, retry: false };
    const rooms = await findRooms(jobs, user, parsed.data);
    if (rooms === null) return { ok: false, retry: false };
    await socket.join(rooms);
    watched.add(JSON.stringify(parsed.data));
    if (parsed.data.kind === "job") {
      await socket.join([ON_JOB_PAGES, viewerRoom(parsed.data.job_id, user._id)]);
      presence.changed(parsed.data.job_id);
    }
    if (parsed.data.kind === "jobs" && !user.restricted) presence.sendList(socket);
    return { ok: true, retry: false };
  };

  const unwatch = (requested: unknown): void => {
    const parsed = subjectSchema.safeParse(requested);
    if (!parsed.success) return;
    watched.delete(JSON.stringify(parsed.data));
    for (const room of roomsToLeave(parsed.data, user)) socket.leave(room);
    if (parsed.data.kind !== "job") return;
    socket.leave(viewerRoom(parsed.data.job_id, user._id));
    forgetPresence(socket, parsed.data.job_id);
    presence.changed(parsed.data.job_id);
  };

  socket.on("watch", (requested: unknown, acknowledge: unknown) => {
    if (!isListening()) return;
    const answer = (watched: WatchAnswer) => {
      if (typeof acknowledge === "function" && isListening()) acknowledge(watched);
    };
    if (queued() >= MAX_QUEUED) return answer({ ok: false, retry: true });
    const end = beginWork("socket: watch");
    queue(() => watch(requested))
      .finally(end)
      .then(answer, (err: unknown) => {
        // The socket was closed before its turn came.
        if (err instanceof DOMException && err.name === "AbortError") return;
        log.error({ err }, "watch failed");
        answer({ ok: false, retry: true });
      });
  });

  // In the same queue: it must not overtake the watch that it takes back.
  socket.on("unwatch", (requested: unknown) => {
    if (!isListening() || queued() >= 2 * MAX_QUEUED) return;
    queue(async () => unwatch(requested)).catch(() => {});
  });

  socket.on("disconnecting", () => {
    queue.clearQueue();
    for (const room of socket.rooms) presence.roomLeft(room);
  });
}

/** The rooms of a subject for this person; null: they may not watch it. */
async function findRooms(jobs: JobOwners, user: User, subject: Subject): Promise<string[] | null> {
  switch (subject.kind) {
    case "resources":
      return user.restricted ? null : [resourceList(user._id), SHARED_RESOURCES];
    case "notifications":
      return user.restricted ? null : [notificationList(user._id)];
    case "specs":
      return canSeeSpecs(user) ? [SPEC_LIST] : null;
    case "jobs":
      return roomsOfList(user);
    case "job": {
      const job = await jobs.find(subject.job_id);
      const room = job === null ? null : roomOfJob(user, job);
      return room === null ? null : [room];
    }
  }
}

function roomsToLeave(subject: Subject, user: User): string[] {
  if (subject.kind === "specs") return [SPEC_LIST];
  if (subject.kind === "resources") return [resourceList(user._id), SHARED_RESOURCES];
  if (subject.kind === "notifications") return [notificationList(user._id)];
  return subject.kind === "jobs" ? roomsOfList(user) : jobRooms(subject.job_id);
}
