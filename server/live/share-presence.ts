import type { JobView } from "@understudy/shared/api/job-view.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import {
  type PersonState,
  PRESENCE_MESSAGES_PER_SECOND,
  type PresenceMessage,
  presenceMessage,
} from "@understudy/shared/live/presence.ts";
import type { JobAccess } from "../policies/job.ts";
import { followersRoom, jobRoom, jobRooms, viewerRoom } from "../publish/rooms.ts";
import { createTokenBucket } from "../sockets/token-bucket.ts";
import { isRefused } from "./limit-messages.ts";
import type { Presence } from "./presence.ts";
import type { LiveServer, LiveSocket } from "./types.ts";

/** A page that was in the background sends what it held back at once. */
const MAX_BURST = 2 * PRESENCE_MESSAGES_PER_SECOND;

/** The shortest times between two requests of one page for the view of a person, and between two new lists of viewers due to it. */
const VIEW_REQUEST_GAP_MS = 1_000;
const LIST_GAP_MS = 500;

const FULL_ACCESS = ["manager", "member"] as const;

/**
 * Passes on what a page says of its person to the others on the same job's page. Messages are volatile: a reader that
 * does not keep up misses some, and holds up nobody. Messages that are no message, come too fast, or are about a job that
 * the socket does not watch are dropped.
 *
 * Restricted users get the messages of people who present, and only from the emulator's tab.
 */
export function sharePresence(io: LiveServer, socket: LiveSocket, presence: Presence): void {
  const bucket = createTokenBucket(PRESENCE_MESSAGES_PER_SECOND, MAX_BURST, () => performance.now());
  const { user_id } = socket.data.viewer;
  const limitViewRequests = limitRate(VIEW_REQUEST_GAP_MS);
  const limitLists = limitRate(LIST_GAP_MS);

  const send = (rooms: string[], event: LiveEvent) => {
    socket.to(rooms).volatile.emit("event", event);
  };
  const roomsOfOthers = (jobId: number): string[] =>
    jobRooms(jobId, isShownToRestricted(socket, jobId) ? undefined : FULL_ACCESS);

  const roomsOfFollowers = (jobId: number, { tab }: JobView): string[] => {
    const full = followersRoom(jobId, user_id, false);
    const isShown = tab === "emulator" && isShownToRestricted(socket, jobId);
    return isShown ? [full, followersRoom(jobId, user_id, true)] : [full];
  };

  const takeState = (jobId: number, state: PersonState, access: JobAccess): void => {
    const before = getState(socket, jobId);
    // Only full users may show themselves to restricted ones.
    const next = { ...state, is_presenting: state.is_presenting && access !== "restricted" };
    socket.data.presence = { jobId, state: next, at: Date.now() };
    const shownRoom = viewerRoom(jobId, user_id, true);
    if (isShownToRestricted(socket, jobId)) socket.join(shownRoom);
    else socket.leave(shownRoom);
    const followed = { jobId, userId: next.following, isRestricted: access === "restricted" };
    follow(io, socket, followed, limitViewRequests);
    const isNewToAll =
      before === null || before.is_presenting !== next.is_presenting || before.following !== next.following;
    if (isNewToAll) limitLists(() => presence.changed(jobId));
    else send(roomsOfOthers(jobId), { type: "person-state", job_id: jobId, user_id, state: next });
  };

  const handle = (message: PresenceMessage, access: JobAccess): void => {
    const { job_id } = message;
    switch (message.type) {
      case "state":
        takeState(job_id, message.state, access);
        break;
      case "activity":
        send(roomsOfOthers(job_id), { type: "activity", job_id, user_id, activity: message.activity });
        break;
      case "view":
        send(roomsOfFollowers(job_id, message.view), { type: "view", job_id, user_id, view: message.view });
        break;
      default:
        assertNever(message);
    }
  };

  socket.on("presence", (sent: unknown) => {
    if (!socket.connected || isRefused(socket.conn)) return;
    if (bucket.debtMs() > 0) return;
    bucket.take(1);
    const { data: message } = presenceMessage.safeParse(sent);
    const access = message === undefined ? null : watchedAccess(socket, message.job_id);
    if (message !== undefined && access !== null) handle(message, access);
  });
}

/** Forgets what a page said of its person when it leaves a job. */
export function forgetPresence(socket: LiveSocket, jobId: number): void {
  if (socket.data.presence?.jobId !== jobId) return;
  socket.data.presence = null;
  socket.leave(viewerRoom(jobId, socket.data.viewer.user_id, true));
  for (const room of socket.rooms) if (isFollowersRoom(room)) socket.leave(room);
}

const isFollowersRoom = (room: string): boolean => room.startsWith("followers:");

function getState({ data: { presence } }: LiveSocket, jobId: number): PersonState | null {
  return presence?.jobId === jobId ? presence.state : null;
}

/** The access with which a socket watches a job; null: it does not. */
function watchedAccess({ rooms }: LiveSocket, jobId: number): JobAccess | null {
  const levels: JobAccess[] = ["manager", "member", "restricted"];
  return levels.find((access) => rooms.has(jobRoom(jobId, access))) ?? null;
}

function isShownToRestricted(socket: LiveSocket, jobId: number): boolean {
  const state = getState(socket, jobId);
  return state?.is_presenting === true && state.tab === "emulator";
}

type Followed = { jobId: number; userId: number | null; isRestricted: boolean };

/** Follows a person, and asks that person's pages on the job for their view. A repeated call asks again. */
function follow(
  io: LiveServer,
  socket: LiveSocket,
  { jobId, userId, isRestricted }: Followed,
  limitRequests: (request: () => void) => void,
): void {
  const room = userId === null ? null : followersRoom(jobId, userId, isRestricted);
  for (const other of socket.rooms) if (isFollowersRoom(other) && other !== room) socket.leave(other);
  if (room === null || userId === null) return;
  socket.join(room);
  limitRequests(() => {
    if (!socket.rooms.has(room)) return;
    const pages = viewerRoom(jobId, userId, isRestricted);
    io.to(pages).volatile.emit("event", { type: "view-wanted", job_id: jobId });
  });
}

/**
 * Limits how often something is done: at once where the last time is long enough ago, otherwise once at the end of the gap, with the
 * action that was requested last.
 *
 * @param gapMs the shortest time between two actions
 */
function limitRate(gapMs: number): (action: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  let next: (() => void) | null = null;
  const act = (action: () => void): void => {
    last = performance.now();
    action();
  };
  return (action) => {
    const isWaiting = next !== null;
    const wait = last + gapMs - performance.now();
    if (!isWaiting && wait <= 0) return act(action);
    next = action;
    if (isWaiting) return;
    setTimeout(() => {
      const latest = next;
      next = null;
      if (latest !== null) act(latest);
    }, wait).unref();
  };
}
