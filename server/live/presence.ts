import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ServerToBrowser } from "@understudy/shared/live/live.ts";
import {
  formatPage,
  type ListedPresence,
  MAX_LISTED_VIEWERS,
  type PageViewer,
  type SharedPage,
} from "@understudy/shared/live/presence.ts";
import type { RemoteSocket } from "socket.io";
import { log } from "../core/log.ts";
import { fullUserRooms, jobRooms, LISTS_OF_PAGES, onPages, pageOfRoom, pageRooms } from "../publish/rooms.ts";
import type { LiveServer, LiveSocket, SocketData } from "./types.ts";

/** Somebody who opens three tabs at once is announced once. */
const SETTLE_MS = 100;
/** A list of many people is long and goes to many: it is sent less often, by this much later for each of them. */
const SETTLE_MS_PER_VIEWER = 4;
/** The shortest time between two lists of one page: each goes to everybody who has it open. */
const LIST_GAP_MS = 500;
/** The time after which viewers are read again: a web process that died does not report that its people are gone. */
const LOOK_AGAIN_MS = 30_000;

/** The people who have the page of a job, or a form, open. Nothing is stored: the sockets of all web processes are the truth. */
export type Presence = ReturnType<typeof createPresence>;

type AnySocket = RemoteSocket<ServerToBrowser, SocketData>;

export function createPresence(io: LiveServer) {
  /** The keys are pages, as `formatPage` writes them. */
  const settling = new Map<string, NodeJS.Timeout>();
  const sent = new Map<string, Sent>();

  /** Sends what only pages of jobs have: presenters, to restricted users. */
  const sendPresenters = (jobId: number, viewers: readonly PageViewer[], { before, next }: SentChange) => {
    if (before?.all === next.all || next.presenters === before?.presenters) return;
    if (before === undefined && next.presenters === NO_PRESENTERS) return;
    // Restricted users are shown those who ask everyone to follow them, and nobody else.
    const presenters = { type: "presence", page: next.page, viewers: listPresenters(viewers) } as const;
    io.to(jobRooms(jobId, ["restricted"])).emit("event", presenters);
  };
  const send = async (page: SharedPage) => {
    const key = formatPage(page);
    const viewers = listViewers(await io.in(pageRooms(page)).fetchSockets(), page);
    const before = sent.get(key);
    const next = describe(page, viewers);
    if (viewers.length === 0) sent.delete(key);
    else sent.set(key, next);
    if (before?.all !== next.all)
      io.to(fullUserRooms(page)).emit("event", { type: "presence", page, viewers });
    const { kind } = page;
    if (before?.people !== next.people) {
      const pages = [presentListed(page, viewers)];
      io.to([...LISTS_OF_PAGES[kind]]).emit("event", { type: "list-presence", kind, is_all: false, pages });
    }
    switch (page.kind) {
      case "job":
        return sendPresenters(page.job_id, viewers, { before, next });
      case "job-draft":
        return;
      default:
        return assertNever(page);
    }
  };
  const sendSoon = (page: SharedPage) => {
    const key = formatPage(page);
    if (settling.has(key)) return;
    const sendViewers = () => {
      settling.delete(key);
      send(page).catch((err: unknown) =>
        log.warn({ err, page: key }, "the viewers of a page could not be sent"),
      );
    };
    const { count = 0, time = Number.NEGATIVE_INFINITY } = sent.get(key) ?? {};
    const gap = time + LIST_GAP_MS - performance.now();
    const wait = Math.max(gap, SETTLE_MS + SETTLE_MS_PER_VIEWER * count);
    settling.set(key, setTimeout(sendViewers, wait));
  };
  const again = setInterval(() => {
    for (const { page } of sent.values()) sendSoon(page);
  }, LOOK_AGAIN_MS);

  return {
    /** Somebody opened a page, left it or does something else there: everybody on it gets the new list of viewers. */
    changed(page: SharedPage): void {
      const before = sent.get(formatPage(page));
      // A newcomer knows nobody yet, so that the list is sent although it may be the same.
      if (before !== undefined) {
        const presenters = before.presenters === NO_PRESENTERS ? NO_PRESENTERS : "";
        sent.set(formatPage(page), { ...before, all: "", presenters });
      }
      sendSoon(page);
    },
    roomLeft(room: string): void {
      const page = pageOfRoom(room);
      if (page !== null) sendSoon(page);
    },
    /** Sends who is on which page of a kind, for a list of these that was just opened. */
    sendList(socket: LiveSocket, kind: SharedPage["kind"]): void {
      listPages(io, kind).then(
        (pages) => socket.emit("event", { type: "list-presence", kind, is_all: true, pages }),
        (err: unknown) => log.warn({ err, kind }, "the viewers of all pages could not be read"),
      );
    },
    close(): void {
      clearInterval(again);
      for (const timer of settling.values()) clearTimeout(timer);
    },
  };
}

/** The viewers of a page as they were last sent, each as text that can be compared. */
type Sent = {
  readonly page: SharedPage;
  /** When they were sent (`performance.now()`). */
  readonly time: number;
  readonly count: number;
  readonly all: string;
  readonly people: string;
  readonly presenters: string;
};
type SentChange = { readonly before: Sent | undefined; readonly next: Sent };

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

const describe = (page: SharedPage, viewers: readonly PageViewer[]): Sent => ({
  page,
  time: performance.now(),
  count: viewers.length,
  all: JSON.stringify(viewers),
  people: toIds(viewers),
  presenters: describePresenters(viewers),
});

/** Tells whether what a socket said last is about a page. */
export const isAbout = (
  presence: SocketData["presence"],
  page: SharedPage,
): presence is NonNullable<SocketData["presence"]> =>
  presence !== null && formatPage(presence.page) === formatPage(page);

/** Each person once. Of several tabs, the one that is used counts, and among those the one that said something last. */
function listViewers(sockets: readonly AnySocket[], page: SharedPage): PageViewer[] {
  const people = new Map<number, { rank: number; viewer: PageViewer }>();
  for (const { data } of sockets) {
    const presence = isAbout(data.presence, page) ? data.presence : null;
    const state = presence?.state ?? null;
    const isUsed = state !== null && !state.is_idle;
    const rank = (isUsed ? 1e15 : 0) + (presence?.at ?? 0);
    const { user_id } = data.viewer;
    if (rank >= (people.get(user_id)?.rank ?? 0))
      people.set(user_id, { rank, viewer: { ...data.viewer, state } });
  }
  return Array.from(people.values(), ({ viewer }) => viewer).sort((a, b) => a.user_id - b.user_id);
}

const presentListed = (page: SharedPage, viewers: readonly PageViewer[]): ListedPresence => ({
  page,
  viewers: viewers.slice(0, MAX_LISTED_VIEWERS).map(({ state: _, ...viewer }) => viewer),
  count: viewers.length,
});

async function listPages(io: LiveServer, kind: SharedPage["kind"]): Promise<ListedPresence[]> {
  const pages = new Map<string, { page: SharedPage; sockets: AnySocket[] }>();
  for (const socket of await io.in(onPages(kind)).fetchSockets()) {
    for (const room of socket.rooms) {
      const page = pageOfRoom(room);
      if (page?.kind !== kind) continue;
      const key = formatPage(page);
      pages.set(key, { page, sockets: [...(pages.get(key)?.sockets ?? []), socket] });
    }
  }
  return Array.from(pages.values(), ({ page, sockets }) => presentListed(page, listViewers(sockets, page)));
}
