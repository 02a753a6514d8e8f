/**
 * Measures how soon the open pages of a job are up to date again after the web process that all of them are connected to was killed. The
 * sockets of all of them are in one process beside the web processes, on this machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveEvent, watchAnswer } from "@understudy/shared/live/live.ts";
import { jobPage } from "@understudy/shared/live/presence.ts";
import type { Socket } from "socket.io-client";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { inGroups, openFurtherSession, openLiveSocket, postComment, startRoom } from "./room.ts";
import { startSlowNetwork } from "./slow-network.ts";
import { spread } from "./spread.ts";

const PERSON_COUNT = 10;
const PROCESS_KILLS = 3;
const PAGE_COUNT = 500;
/** Routes of what a job's page reads again. */
const PAGE_ROUTES = ["getJob", "getJobConfig", "listComments"] as const;
/** Stands for a request whose connection ended before the answer. */
const CUT_OFF_STATUS = 0;
const WATCH_TIMEOUT_MS = 5_000;
const WATCH_RETRY_MS = 500;

type OpenPage = { readonly socket: Socket; readonly statuses: number[]; upToDateAt: number | null };

/**
 * Reads everything anew whenever its socket is back, as a job's page does. It is up to date as soon as it has the last comment, which it
 * has read or was sent.
 */
function openPage(
  person: Caller,
  url: string,
  { job_id, lastText }: { job_id: number; lastText: string },
): OpenPage {
  const caller = createCaller(url, person.cookie());
  const socket = openLiveSocket(person, url);
  const page: OpenPage = { socket, statuses: [], upToDateAt: null };
  const take = (texts: string) => {
    if (texts.includes(lastText)) page.upToDateAt ??= performance.now();
  };
  const watch = async (): Promise<void> => {
    const answer = await socket
      .timeout(WATCH_TIMEOUT_MS)
      .emitWithAck("watch", jobPage(job_id))
      .catch(() => ({ ok: false, retry: true }));
    if (!socket.connected) return;
    if (!watchAnswer.parse(answer).ok) {
      await sleep(WATCH_RETRY_MS);
      return watch();
    }
    await Promise.all(
      PAGE_ROUTES.map(async (route) => {
        const response = await caller.attempt(route, { params: { job_id } }).catch(() => null);
        page.statuses.push(response?.status ?? CUT_OFF_STATUS);
        if (response !== null) take(await response.text().catch(() => ""));
      }),
    );
  };
  socket.on("connect", () => void watch());
  socket.on("event", (event: LiveEvent) => {
    if (event.type === "comment") take(event.comment.text);
  });
  return page;
}

/** A web process with 500 open pages, each of a session of its own, is killed, and all of them come to the other one. */
async function measureReconnects(): Promise<Row> {
  const { processes, urls, store, people, leader, job_id } = await startRoom(PERSON_COUNT);
  const address = await startSlowNetwork(urls);
  const lastText = "Posted while nobody is connected";
  const pages = await inGroups(PAGE_COUNT, async (at) => {
    const visitor = await openFurtherSession(store, people[at % people.length] ?? leader);
    const page = openPage(visitor, address, { job_id, lastText });
    await eventually("a page is read", () => page.statuses.length === PAGE_ROUTES.length);
    return page;
  });
  await sleep(1_000);
  for (const { statuses } of pages) statuses.length = 0;
  const killed = performance.now();
  processes[0]?.kill("SIGKILL");
  await postComment(createCaller(urls[1] ?? "", leader.cookie()), job_id, lastText);
  await eventually(
    "all pages are up to date",
    () => pages.every(({ upToDateAt }) => upToDateAt !== null),
    60_000,
  );
  await eventually("all pages are read", () =>
    pages.every(({ statuses }) => statuses.length >= PAGE_ROUTES.length),
  );
  const statuses = pages.flatMap((page) => page.statuses);
  const seconds = pages.map(({ upToDateAt }) => ((upToDateAt ?? Number.NaN) - killed) / 1_000);
  for (const { socket } of pages) socket.disconnect();
  for (const child of processes) child.kill();
  const count = (isCounted: (status: number) => boolean) => statuses.filter(isCounted).length;
  return {
    pages: PAGE_COUNT,
    ...spread(seconds),
    requests: statuses.length,
    "answered 2xx": count((status) => status >= 200 && status < 300),
    "answered 5xx": count((status) => status >= 500),
    "cut off": count((status) => status === CUT_OFF_STATUS),
  };
}

bench(
  "A web process is killed that all pages are connected to: seconds until they are up to date at another one; promised: 5, no answer 5xx",
  async () => {
    const rows: Row[] = [];
    for (let round = 0; round < PROCESS_KILLS; round++)
      rows.push({ round: round + 1, ...(await measureReconnects()) });
    return rows;
  },
);
