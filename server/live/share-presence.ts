import type { JobView } from "@understudy/shared/api/job-view.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import {
  type Activity,
  jobPage,
  type PersonState,
  PRESENCE_MESSAGES_PER_SECOND,
  type PresenceMessage,
  presenceMessage,
  type SharedPage,
} from "@understudy/shared/live/presence.ts";
import { JOB_ACCESS_LEVELS, type JobAccess } from "../policies/job.ts";
import { draftRoom, followersRoom, fullUserRooms, jobRoom, pageRooms, viewerRoom } from "../publish/rooms.ts";
import { createTokenBucket } from "../sockets/token-bucket.ts";
import { isRefused } from "./limit-messages.ts";
import { isAbout, type Presence } from "./presence.ts";
import type { LiveServer, LiveSocket } from "./types.ts";

/** A page that was in the background sends what it held back at once. */
const MAX_BURST = 2 * PRESENCE_MESSAGES_PER_SECOND;

/** The shortest times between two requests of one page for the view of a person, and between two new lists of viewers due to it. */
const VIEW_REQUEST_GAP_MS = 1_000;
const LIST_GAP_MS = 500;

/**
 * Passes on what a page says of its person to the others on the same page. Messages are volatile: a reader that
 * does not keep up misses some, and holds up nobody. Messages that are no message, come too fast, or are about a page
 * that the socket does not watch are dropped.
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
  const roomsOfOthers = (page: SharedPage): string[] =>
    isShownToRestricted(socket, page) ? pageRooms(page) : fullUserRooms(page);

  const roomsOfFollowers = (jobId: number, { tab }: JobView): string[] => {
    const full = followersRoom(jobId, user_id, false);
    const isShown = tab === "emulator" && isShownToRestricted(socket, jobPage(jobId));
    return isShown ? [full, followersRoom(jobId, user_id, true)] : [full];
  };

  /** People on a job's page follow each other, and present. */
  const joinJobRooms = (jobId: number, { following }: PersonState, access: JobAccess): void => {
    const shownRoom = viewerRoom(jobId, user_id, true);
    if (isShownToRestricted(socket, jobPage(jobId))) socket.join(shownRoom);
    else socket.leave(shownRoom);
    const followed = { jobId, userId: following, isRestricted: access === "restricted" };
    follow(io, socket, followed, limitViewRequests);
  };

  const takeState = (page: SharedPage, state: PersonState, access: JobAccess): void => {
    const before = getState(socket, page);
    const next = limitState(page, state, access);
    socket.data.presence = { page, state: next, at: Date.now() };
    if (page.kind === "job") joinJobRooms(page.job_id, next, access);
    const isNewToAll =
      before === null || before.is_presenting !== next.is_presenting || before.following !== next.following;
    if (isNewToAll) limitLists(() => presence.changed(page));
    else send(roomsOfOthers(page), { type: "person-state", page, user_id, state: next });
  };

  const takeActivity = (page: SharedPage, sent: Activity): void => {
    const activity = limitActivity(page, sent);
    send(roomsOfOthers(page), { type: "activity", page, user_id, activity });
  };

  const handle = (message: PresenceMessage, access: JobAccess): void => {
    switch (message.type) {
      case "state":
        takeState(message.page, message.state, access);
        break;
      case "activity":
        takeActivity(message.page, message.activity);
        break;
      case "view": {
        const { job_id, view } = message;
        send(roomsOfFollowers(job_id, view), { type: "view", job_id, user_id, view });
        break;
      }
      default:
        assertNever(message);
    }
  };

  socket.on("presence", (sent: unknown) => {
    if (!socket.connected || isRefused(socket.conn)) return;
    if (bucket.debtMs() > 0) return;
    bucket.take(1);
    const { data: message } = presenceMessage.safeParse(sent);
    const access = message === undefined ? null : watchedAccess(socket, pageOfMessage(message));
    if (message !== undefined && access !== null) handle(message, access);
  });
}

/** Forgets what a page said of its person when it is left. */
export function forgetPresence(socket: LiveSocket, page: SharedPage): void {
  if (!isAbout(socket.data.presence, page)) return;
  socket.data.presence = null;
  if (page.kind === "job") socket.leave(viewerRoom(page.job_id, socket.data.viewer.user_id, true));
  for (const room of socket.rooms) if (isFollowersRoom(room)) socket.leave(room);
}

const isFollowersRoom = (room: string): boolean => room.startsWith("followers:");

const pageOfMessage = (message: PresenceMessage): SharedPage =>
  message.type === "view" ? jobPage(message.job_id) : message.page;

/** Leaves in a state what a page may say of its person. Only full users show themselves to restricted ones, and nobody is followed on a form. */
function limitState(page: SharedPage, state: PersonState, access: JobAccess): PersonState {
  switch (page.kind) {
    case "job":
      return { ...state, is_presenting: state.is_presenting && access !== "restricted" };
    case "job-draft":
      return { tab: null, part: null, is_idle: state.is_idle, is_presenting: false, following: null };
    default:
      return assertNever(page);
  }
}

/** Leaves in an activity what the page has places for: a form has neither plots nor notes. */
function limitActivity(page: SharedPage, activity: Activity): Activity {
  switch (page.kind) {
    case "job":
      return activity;
    case "job-draft":
      return { touched: activity.touched, pointer: null, cursor: null };
    default:
      return assertNever(page);
  }
}

function getState({ data: { presence } }: LiveSocket, page: SharedPage): PersonState | null {
  return isAbout(presence, page) ? presence.state : null;
}

/** The access with which a socket watches a page; null: it does not. All full users have the same access to a form. */
function watchedAccess({ rooms }: LiveSocket, page: SharedPage): JobAccess | null {
  switch (page.kind) {
    case "job":
      return JOB_ACCESS_LEVELS.find((access) => rooms.has(jobRoom(page.job_id, access))) ?? null;
    case "job-draft":
      return rooms.has(draftRoom(page.draft_id)) ? "member" : null;
    default:
      return assertNever(page);
  }
}

function isShownToRestricted(socket: LiveSocket, page: SharedPage): boolean {
  const state = getState(socket, page);
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
