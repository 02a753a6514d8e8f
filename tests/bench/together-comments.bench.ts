/**
 * Measures how soon people on a job's page see the job's progress and a new comment. The sockets of all of them are in one process beside the
 * web processes, on this machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import { createCaller } from "../support/api/caller.ts";
import { atEnd } from "../support/cleanup.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { INITIAL_STATE, inGroups, postComment, startRoom, visit } from "./room.ts";
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
