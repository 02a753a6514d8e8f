import type { ServerToBrowser } from "@understudy/shared/live/live.ts";
import {
  type ListedPresence,
  MAX_LISTED_VIEWERS,
  type PageViewer,
} from "@understudy/shared/live/presence.ts";
import type { RemoteSocket } from "socket.io";
import { log } from "../core/log.ts";
import { FULL_LISTS, jobOfRoom, jobRooms, ON_JOB_PAGES } from "../publish/rooms.ts";
import type { LiveServer, LiveSocket, SocketData } from "./types.ts";

/** Somebody who opens three tabs at once is announced once. */
const SETTLE_MS = 100;
/** A list of many people is long and goes to many: it is sent less often, by this much later for each of them. */
const SETTLE_MS_PER_VIEWER = 4;
/** The shortest time between two lists of one job: each goes to everybody on its page. */
const LIST_GAP_MS = 500;
/** The time after which viewers are read again: a web process that died does not report that its people are gone. */
const LOOK_AGAIN_MS = 30_000;

/** The people who have a job's page open. Nothing is stored: the sockets of all web processes are the truth. */
export type Presence = ReturnType<typeof createPresence>;

type AnySocket = RemoteSocket<ServerToBrowser, SocketData>;

export function createPresence(io: LiveServer) {
  const settling = new Map<number, NodeJS.Timeout>();
  const sent = new Map<number, Sent>();

  const send = async (jobId: number) => {
    const viewers = listViewers(await io.in(jobRooms(jobId)).fetchSockets(), jobId);
    const before = sent.get(jobId);
    const next = describe(viewers);
    if (viewers.length === 0) sent.delete(jobId);
    else sent.set(jobId, next);
    if (before?.people !== next.people) {
      const jobs = [presentListed(jobId, viewers)];
      io.to(FULL_LISTS).emit("event", { type: "list-presence", is_all: false, jobs });
    }
    if (before?.all === next.all) return;
    io.to(jobRooms(jobId, ["manager", "member"])).emit("event", { type: "presence", job_id: jobId, viewers });
    // Restricted users are shown those who ask everyone to follow them, and nobody else.
    if (
      next.presenters !== before?.presenters &&
      (before !== undefined || next.presenters !== NO_PRESENTERS)
    ) {
      const presenters = listPresenters(viewers);
      io.to(jobRooms(jobId, ["restricted"])).emit("event", {
        type: "presence",
        job_id: jobId,
        viewers: presenters,
      });
    }
  };
  const sendSoon = (jobId: number) => {
    if (settling.has(jobId)) return;
    const sendViewers = () => {
      settling.delete(jobId);
      send(jobId).catch((err: unknown) => log.warn({ err, jobId }, "the viewers of a job could not be sent"));
    };
    const { count = 0, time = Number.NEGATIVE_INFINITY } = sent.get(jobId) ?? {};
    const gap = time + LIST_GAP_MS - performance.now();
    const wait = Math.max(gap, SETTLE_MS + SETTLE_MS_PER_VIEWER * count);
    settling.set(jobId, setTimeout(sendViewers, wait));
  };
  const again = setInterval(() => {
    for (const jobId of sent.keys()) sendSoon(jobId);
  }, LOOK_AGAIN_MS);

  return {
    /** Somebody opened a job's page, left it or does something else there: everybody on it gets the new list of viewers. */
    changed(jobId: number): void {
      const before = sent.get(jobId);
      // A newcomer knows nobody yet, so that the list is sent although it may be the same.
      if (before !== undefined) {
        const presenters = before.presenters === NO_PRESENTERS ? NO_PRESENTERS : "";
        sent.set(jobId, { ...before, all: "", presenters });
      }
      sendSoon(jobId);
    },
    roomLeft(room: string): void {
      const jobId = jobOfRoom(room);
      if (jobId !== null) sendSoon(jobId);
    },
    /** Sends who is on which job's page, for a job list that was just opened. */
    sendList(socket: LiveSocket): void {
      listJobs(io).then(
        (jobs) => socket.emit("event", { type: "list-presence", is_all: true, jobs }),
        (err: unknown) => log.warn({ err }, "the viewers of all jobs could not be read"),
      );
    },
    close(): void {
      clearInterval(again);
      for (const timer of settling.values()) clearTimeout(timer);
    },
  };
}

/** The viewers of a job as they were last sent, each as text that can be compared. */
type Sent = {
  /** When they were sent (`performance.now()`). */
  readonly time: number;
  readonly count: number;
  readonly all: string;
  readonly people: string;
  readonly presenters: string;
};

const isPresenting = ({ state }: PageViewer): boolean => state?.is_presenting === true;
const toIds = (viewers: readonly PageViewer[]): string =>
  viewers.map(({ user_id, name }) => `${user_id} ${name}`).join("\n");
/** The people who present, with what restricted users may know of them: their place on the emulator's tab alone. */
const listPresenters = (viewers: readonly PageViewer[]): PageViewer[] =>
  viewers.filter(isPresenting).map(({ state, ...viewer }) => ({
    ...viewer,
    state: state && {
      ...state,
      ...(state.tab === "emulator" ? {} : { tab: null, part: null }),
      following: null,
    },
  }));
const describePresenters = (viewers: readonly PageViewer[]): string =>
  JSON.stringify(listPresenters(viewers));
const NO_PRESENTERS = describePresenters([]);

const describe = (viewers: readonly PageViewer[]): Sent => ({
  time: performance.now(),
  count: viewers.length,
  all: JSON.stringify(viewers),
  people: toIds(viewers),
  presenters: describePresenters(viewers),
});

/** Each person once. Of several tabs, the one that is used counts, and among those the one that said something last. */
function listViewers(sockets: readonly AnySocket[], jobId: number): PageViewer[] {
  const people = new Map<number, { rank: number; viewer: PageViewer }>();
  for (const { data } of sockets) {
    const presence = data.presence?.jobId === jobId ? data.presence : null;
    const state = presence?.state ?? null;
    const isUsed = state !== null && !state.is_idle;
    const rank = (isUsed ? 1e15 : 0) + (presence?.at ?? 0);
    const { user_id } = data.viewer;
    if (rank >= (people.get(user_id)?.rank ?? 0))
      people.set(user_id, { rank, viewer: { ...data.viewer, state } });
  }
  return Array.from(people.values(), ({ viewer }) => viewer).sort((a, b) => a.user_id - b.user_id);
}

const presentListed = (jobId: number, viewers: readonly PageViewer[]): ListedPresence => ({
  job_id: jobId,
  viewers: viewers.slice(0, MAX_LISTED_VIEWERS).map(({ state: _, ...viewer }) => viewer),
  count: viewers.length,
});

async function listJobs(io: LiveServer): Promise<ListedPresence[]> {
  const byJob = new Map<number, AnySocket[]>();
  for (const socket of await io.in(ON_JOB_PAGES).fetchSockets()) {
    for (const room of socket.rooms) {
      const jobId = jobOfRoom(room);
      if (jobId !== null) byJob.set(jobId, [...(byJob.get(jobId) ?? []), socket]);
    }
  }
  return Array.from(byJob, ([jobId, sockets]) => presentListed(jobId, listViewers(sockets, jobId)));
}
