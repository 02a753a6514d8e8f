/**
 * Measures how soon people on a job's page see a job's progress and a new comment, and how soon their pages are up to date again after the web process
 * that all of them are connected to was killed. The sockets of all of them are in one process beside the web processes, on this machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { type LiveEvent, watchAnswer } from "@understudy/shared/live/live.ts";
import { jobPage } from "@understudy/shared/live/presence.ts";
import type { Socket } from "socket.io-client";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { atEnd } from "../support/cleanup.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { INITIAL_STATE, inGroups, openLiveSocket, startRoom, visit } from "./room.ts";
import { SLOW_NETWORK, startSlowNetwork } from "./slow-network.ts";
import { spread } from "./spread.ts";

const PERSON_COUNT = 10;
const FACT_COUNT = 100;
const FACT_PAUSE_MS = 100;
const VIEWER_COUNTS = [1, 100, 500];
const COMMENT_COUNT = 60;
/** The first ones are not counted: code that has just been loaded is interpreted. */
const FIRST_COMMENTS = 10;
const COMMENT_PAUSE_MS = 150;
const PROCESS_KILLS = 3;
const PAGE_COUNT = 500;
/** Routes of what a job's page reads again. */
const PAGE_ROUTES = ["getJob", "getJobConfig", "listComments"] as const;
/** Stands for a request whose connection ended before the answer. */
const CUT_OFF_STATUS = 0;
const WATCH_TIMEOUT_MS = 5_000;
const WATCH_RETRY_MS = 500;

const postComment = (author: Caller, job_id: number, text: string) =>
  author.call("createComment", { params: { job_id }, body: { text, key: crypto.randomUUID() } });

/** The whole percentage of a progress tells which fact it is. */
async function measureFacts(viewerCount: number): Promise<Row> {
  const { config, processes, urls, people, leader, job_id } = await startRoom(PERSON_COUNT);
  const platform = await openPlatform(config);
  atEnd("the platform of a runner", platform.close);
  const viewers = await inGroups(viewerCount, (at) =>
    visit(people[at % people.length] ?? leader, urls[at % 2] ?? "", { job_id, state: INITIAL_STATE }),
  );
  const begun: number[] = [];
  const times: number[] = [];
  for (const { socket } of viewers)
    socket.on("event", (event: LiveEvent) => {
      const start = event.type === "job-progress" ? begun[event.progress.progress_percentage] : undefined;
      if (start !== undefined) times.push(performance.now() - start);
    });
  const rest = { progress_text: null, simulation_counts: null, best_score: null };
  for (let count = 0; count < FACT_COUNT; count++) {
    begun.push(performance.now());
    platform.publish.progress({ job_id, progress_percentage: count, ...rest });
    await sleep(FACT_PAUSE_MS);
  }
  await eventually("all have all facts", () => times.length >= FACT_COUNT * viewerCount);
  for (const { socket } of viewers) socket.disconnect();
  for (const child of processes) child.kill();
  return { viewers: viewerCount, facts: FACT_COUNT, ...spread(times) };
}

/** @param through the addresses at which the people find the two web processes */
async function measureComments(
  viewerCount: number,
  through: (urls: readonly string[]) => Promise<readonly string[]>,
): Promise<Row> {
  const { processes, urls, people, leader, job_id } = await startRoom(PERSON_COUNT);
  const addresses = await through(urls);
  const viewers = await inGroups(viewerCount, (at) =>
    visit(people[at % people.length] ?? leader, addresses[at % 2] ?? "", { job_id, state: INITIAL_STATE }),
  );
  const begun = new Map<string, number>();
  let times: number[] = [];
  for (const { socket } of viewers)
    socket.on("event", (event: LiveEvent) => {
      const start = event.type === "comment" ? begun.get(event.comment.text) : undefined;
      if (start !== undefined) times.push(performance.now() - start);
    });
  // In turns: nobody may write many comments in a minute.
  const authors = people.map((person) => createCaller(addresses[0] ?? "", person.cookie()));
  for (let count = 0; count < COMMENT_COUNT; count++) {
    if (count === FIRST_COMMENTS) {
      await eventually("all see the first comments", () => times.length === FIRST_COMMENTS * viewerCount);
      times = [];
    }
    const text = `The curve number ${count}`;
    begun.set(text, performance.now());
    const author = authors[count % authors.length] ?? leader;
    const { id } = await postComment(author, job_id, text);
    await sleep(COMMENT_PAUSE_MS);
    await author.call("deleteComment", { params: { job_id, comment_id: id } });
  }
  const expected = (COMMENT_COUNT - FIRST_COMMENTS) * viewerCount;
  await eventually("all see all comments", () => times.length >= expected);
  for (const { socket } of viewers) socket.disconnect();
  for (const child of processes) child.kill();
  return {
    viewers: viewerCount,
    comments: COMMENT_COUNT - FIRST_COMMENTS,
    ...spread(times),
    "not seen": expected - times.length,
  };
}

bench(
  "From a fact that a runner publishes until viewers have it (ms); promised: p95 10, 20, 50",
  async () => {
    const rows: Row[] = [];
    for (const count of VIEWER_COUNTS) rows.push(await measureFacts(count));
    return rows;
  },
);

bench("From the call that posts a comment until viewers have it (ms), without a network", async () => {
  const rows: Row[] = [];
  for (const count of VIEWER_COUNTS) rows.push(await measureComments(count, async (urls) => urls));
  return rows;
});

bench(
  `The same through a network that takes ${2 * SLOW_NETWORK.delayMs} of these, and loses ${100 * SLOW_NETWORK.lossShare}%; promised: p95 150 beside them`,
  async () => {
    const rows: Row[] = [];
    for (const count of VIEWER_COUNTS)
      rows.push(
        await measureComments(count, (urls) => Promise.all(urls.map((url) => startSlowNetwork([url])))),
      );
    return rows;
  },
);

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

/** A web process with 500 open pages is killed, and all of them come to the other one. */
async function measureReconnects(): Promise<Row> {
  const { processes, urls, people, leader, job_id } = await startRoom(PERSON_COUNT);
  const address = await startSlowNetwork(urls);
  const lastText = "Posted while nobody is connected";
  const pages = await inGroups(PAGE_COUNT, async (at) => {
    const page = openPage(people[at % people.length] ?? leader, address, { job_id, lastText });
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
