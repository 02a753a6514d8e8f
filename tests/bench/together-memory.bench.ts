/**
 * The memory that ten people with fifty open pages cost who stay together for long: of two web processes, and of two pages in a browser, one of which follows the
 * other. Everything is measured after a garbage collection, so that what grows is held by something.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright";
import { z } from "zod";
import { freePort } from "../../server/boot/store-process.ts";
import type { Caller } from "../support/api/caller.ts";
import { fixture, trainedJob } from "../support/browser/real-jobs.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { bench, type Row } from "./bench.ts";
import { options } from "./options.ts";
import { readMemory } from "./processes.ts";
import { addPeople, INITIAL_STATE, moveSliders, startTwoWebProcesses, type Visitor, visit } from "./room.ts";
import { openPage } from "./room-pages.ts";

const PERSON_COUNT = 10;
const SOCKET_COUNT = 48;
/** The pages and processes are measured so often, at most. */
const SAMPLE_MS = 15_000;
/** One of the sockets leaves and comes back so often, as pages that are reloaded do. */
const RELOAD_MS = 1_000;
const COMMENT_MS = 5_000;
/** Keys are pressed so often on a slider of the page that is followed. */
const KEY_MS = 200;
const BYTES_PER_MB = 1e6;

/** Collects the garbage of what it is connected to, and answers how much memory is in use (MB). */
type ReadHeap = () => Promise<number>;

const heapUsage = z.object({ usedSize: z.number() });
const inspectorAnswer = z.object({ id: z.number(), result: z.unknown() });
const inspectorTargets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));

/** Speaks the inspector's protocol with a process of Node. */
async function inspectProcess(port: number): Promise<ReadHeap> {
  const targets = inspectorTargets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? "");
  atEnd("an inspector", () => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = inspectorAnswer.safeParse(JSON.parse(String(data))).data;
    if (answer !== undefined) waiting.get(answer.id)?.(answer.result);
  });
  let lastId = 0;
  const send = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId;
      waiting.set(id, (result) => {
        waiting.delete(id);
        resolve(result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  return async () => {
    await send("HeapProfiler.collectGarbage");
    return heapUsage.parse(await send("Runtime.getHeapUsage")).usedSize / BYTES_PER_MB;
  };
}

function inspectPage(session: CDPSession): ReadHeap {
  return async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / BYTES_PER_MB;
  };
}

/** Does a thing again and again until it is ended. @returns a function that ends it and resolves once it has ended */
function repeat(everyMs: number, work: (count: number) => Promise<unknown>): () => Promise<void> {
  const ending = new AbortController();
  const run = async () => {
    for (let count = 0; !ending.signal.aborted; count++) {
      await work(count);
      await sleep(everyMs);
    }
  };
  const running = run();
  running.catch(() => {});
  return async () => {
    ending.abort();
    await running;
  };
}

/** MB an hour, by least squares. */
function fitGrowth(samples: readonly { readonly hours: number; readonly mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [hours, mb] = [mean(samples.map((s) => s.hours)), mean(samples.map((s) => s.mb))];
  const covariance = samples.reduce((sum, s) => sum + (s.hours - hours) * (s.mb - mb), 0);
  return covariance / samples.reduce((sum, s) => sum + (s.hours - hours) ** 2, 0);
}

async function openTogether() {
  const ports = [await freePort(), await freePort()];
  const { config, processes, urls } = await startTwoWebProcesses((index) => [
    `--inspect=127.0.0.1:${ports[index]}`,
  ]);
  const people = await addPeople(urls[0] ?? "", PERSON_COUNT);
  const [ada, bob] = people;
  if (ada === undefined || bob === undefined) throw new Error("nobody is there");
  const runner = await startTestRunner(config);
  const job_id = await trainedJob(ada, "Heart", fixture("cardiac6"));
  await runner.close();
  const open = (at: number) => {
    const person = people[at % people.length] ?? ada;
    const state = { ...INITIAL_STATE, following: person === ada ? null : ada.id };
    return visit(person, urls[at % 2] ?? "", { job_id, state });
  };
  const visitors: Visitor[] = [];
  for (let at = 0; at < SOCKET_COUNT; at++) visitors.push(await open(at));
  const openEmulator = async (person: Caller) => {
    const page = await openPage(person, urls[0] ?? "", `/jobs/${job_id}`);
    await page.getByRole("complementary", { name: "Parameters" }).waitFor();
    return page;
  };
  const [leading, following] = [await openEmulator(ada), await openEmulator(bob)];
  await following.getByRole("button", { name: `Follow ${ada.name}`, exact: true }).click();
  const reads: { readonly name: string; readonly read: () => Promise<number> }[] = [];
  for (const [index, port] of ports.entries()) {
    reads.push({ name: `web process ${index + 1}, heap`, read: await inspectProcess(port) });
    const pid = processes[index]?.pid ?? 0;
    reads.push({ name: `web process ${index + 1}, resident`, read: async () => readMemory(pid) });
  }
  for (const [page, name] of [
    [leading, "the page that moves"],
    [following, "the page that follows"],
  ] as const)
    reads.push({ name, read: inspectPage(await page.context().newCDPSession(page)) });
  return { ada, job_id, visitors, open, leading, reads, processes };
}

async function measureTogether(durationMs: number): Promise<Row[]> {
  const { ada, job_id, visitors, open, leading, reads, processes } = await openTogether();
  const movements = visitors
    .slice(0, PERSON_COUNT)
    .map((visitor) => moveSliders(job_id, visitor, SOCKET_COUNT + 2));
  const slider = leading.getByRole("slider").first();
  const params = { job_id };
  const endings = [
    repeat(RELOAD_MS, async (count) => {
      const at = PERSON_COUNT + (count % (SOCKET_COUNT - PERSON_COUNT));
      visitors[at]?.socket.disconnect();
      visitors[at] = await open(at);
    }),
    repeat(COMMENT_MS, async (count) => {
      const key = crypto.randomUUID();
      const body = { text: `The curve number ${count}`, key };
      const { id } = await ada.call("createComment", { params, body });
      await ada.call("deleteComment", { params: { ...params, comment_id: id } });
    }),
    repeat(KEY_MS, (count) => slider.press(count % 40 < 20 ? "ArrowRight" : "ArrowLeft")),
  ];
  const samples = new Map(reads.map(({ name }) => [name, [] as { hours: number; mb: number }[]]));
  const begun = performance.now();
  const everyMs = Math.min(SAMPLE_MS, durationMs / 12);
  while (performance.now() - begun < durationMs) {
    await sleep(everyMs);
    const values: string[] = [];
    for (const { name, read } of reads) {
      const hours = (performance.now() - begun) / 3_600_000;
      const mb = await read();
      samples.get(name)?.push({ hours, mb });
      values.push(mb.toFixed(1));
    }
    console.log(`  ${values.join("  ")}`);
  }
  for (const end of movements) end();
  await Promise.all(endings.map((end) => end()));
  for (const { socket } of visitors) socket.disconnect();
  for (const child of processes) child.kill();
  return [...samples].map(([measured, all]) => {
    const later = all.slice(Math.floor(all.length / 4));
    return {
      measured,
      samples: all.length,
      "first (MB)": all[0]?.mb ?? null,
      "second quarter (MB)": later[0]?.mb ?? null,
      "last (MB)": all.at(-1)?.mb ?? null,
      "growth (MB an hour)": fitGrowth(later),
    };
  });
}

bench(
  `Ten people with fifty open pages together for ${options.minutes} minutes: memory in use after a collection (MB), and its growth from the second quarter on`,
  () => measureTogether(options.minutes * 60_000),
);
