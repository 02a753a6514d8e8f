import { type Subject, subject as subjectSchema } from "@understudy/shared/live.ts";
import { log } from "../log.ts";
import { jobSummary } from "../models/job.ts";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform.ts";
import { canSeeSpecs } from "../policies/spec.ts";
import type { Presence } from "./presence.ts";
import { jobRooms, resourceList, roomOfJob, roomsOfList, SPEC_LIST } from "./rooms.ts";
import type { LiveSocket } from "./types.ts";

/**
 * Lets a socket watch what its person may see. Rights are those of the moment it connected: when they change, the
 * socket is ended (see `endUser`) and comes back with the new ones.
 */
export function watchSubjects(platform: Platform, presence: Presence, socket: LiveSocket, user: User): void {
  socket.on("watch", (wanted: unknown, answer: unknown) => {
    watch(platform, socket, user, wanted)
      .catch((err: unknown) => {
        log.error({ err }, "watch failed");
        return null;
      })
      .then((watched) => {
        if (typeof answer === "function") answer({ ok: watched !== null });
        if (watched?.kind === "job") presence.changed(watched.job_id);
      });
  });

  socket.on("unwatch", (wanted: unknown) => {
    const parsed = subjectSchema.safeParse(wanted);
    if (!parsed.success) return;
    for (const room of roomsToLeave(parsed.data, user)) socket.leave(room);
    if (parsed.data.kind === "job") presence.changed(parsed.data.job_id);
  });

  socket.on("disconnecting", () => {
    for (const room of socket.rooms) presence.roomLeft(room);
  });
}

async function watch(
  { store }: Platform,
  socket: LiveSocket,
  user: User,
  wanted: unknown,
): Promise<Subject | null> {
  const parsed = subjectSchema.safeParse(wanted);
  if (!parsed.success) return null;
  const { data } = parsed;
  if (data.kind === "resources") {
    if (user.restricted) return null;
    await socket.join(resourceList(user._id));
    return data;
  }
  if (data.kind === "specs") {
    if (!canSeeSpecs(user)) return null;
    await socket.join(SPEC_LIST);
    return data;
  }
  if (data.kind === "jobs") {
    await socket.join(roomsOfList(user));
    return data;
  }
  const [job] = await store.jobs.find({ _id: data.job_id }, {}, jobSummary);
  const room = job === undefined ? null : roomOfJob(user, job);
  if (room === null) return null;
  await socket.join(room);
  return data;
}

function roomsToLeave(subject: Subject, user: User): string[] {
  if (subject.kind === "specs") return [SPEC_LIST];
  if (subject.kind === "resources") return [resourceList(user._id)];
  return subject.kind === "jobs" ? roomsOfList(user) : jobRooms(subject.job_id);
}
