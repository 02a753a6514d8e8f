/**
 * Measures what ten people who point at the plots of a job's page cost the page of an eleventh, and lets two people write in one note whose
 * networks are cut meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import { type Activity, jobPage } from "@understudy/shared/live/presence.ts";
import type { Page } from "playwright";
import type { Caller } from "../support/api/caller.ts";
import { fixture, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { eventually } from "../support/waiting.ts";
import { bench } from "./bench.ts";
import { mainThread } from "./page-times.ts";
import { addPeople, INITIAL_STATE, startRoom, startTwoWebProcesses, visit } from "./room.ts";
import { openPage } from "./room-pages.ts";
import { SLOW_NETWORK, startSlowNetwork } from "./slow-network.ts";

type PlotPointer = NonNullable<Activity["pointer"]>;

const POINTING_COUNT = 10;
const POINTERS_PER_SECOND = 30;
const MEASURED_MS = 10_000;

const WRITING_MS = 60_000;
/** The networks are cut so long after the writing has begun. */
const CUT_AFTER_MS = 20_000;
const CUT_MS = 10_000;
const KEY_MS = 120;

/** Points at two places of the first plot. @returns both as other people get them */
async function readPlotPlaces(page: Page, pointers: readonly PlotPointer[]) {
  const plot = page.locator("svg.plot-canvas").first();
  const point = async (share: number): Promise<PlotPointer> => {
    const before = pointers.length;
    // The page moves while parts of it are still read.
    await eventually("others get the pointer", async () => {
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      if (box === null) return false;
      await page.mouse.move(box.x + share * box.width, box.y + share * box.height, { steps: 3 });
      await sleep(500);
      return pointers.length > before;
    });
    const last = pointers.at(-1);
    if (last === undefined) throw new Error("nobody got the pointer");
    return last;
  };
  const places = { first: await point(0.4), last: await point(0.7) };
  await page.mouse.move(0, 0);
  return places;
}

/** Milliseconds of the main thread in each drawn frame, and the number of frames a second. */
type Frames = { readonly busyMs: number; readonly framesPerSecond: number };

const toCells = ({ busyMs, framesPerSecond }: Frames) => ({
  "main thread, ms a frame": busyMs,
  "frames a second": framesPerSecond,
});

async function measureFrames(page: Page): Promise<Frames> {
  const readCpu = await mainThread(page);
  const before = await readCpu();
  const frames = await page.evaluate(
    (durationMs) =>
      new Promise<number>((resolve) => {
        const end = performance.now() + durationMs;
        let count = 0;
        const next = () => {
          count += 1;
          if (performance.now() < end) requestAnimationFrame(next);
          else resolve(count);
        };
        requestAnimationFrame(next);
      }),
    MEASURED_MS,
  );
  return { busyMs: ((await readCpu()) - before) / frames, framesPerSecond: (1_000 * frames) / MEASURED_MS };
}

bench(
  `${POINTING_COUNT} people point at a plot ${POINTERS_PER_SECOND} times a second each: the main thread of a page that shows them, in milliseconds a frame; promised: 2 more`,
  async () => {
    const { config, urls } = await startTwoWebProcesses();
    const [ada, ...colleagues] = await addPeople(urls[0] ?? "", POINTING_COUNT + 1);
    if (ada === undefined) throw new Error("nobody is there");
    const runner = await startTestRunner(config);
    const job_id = await trainedJob(ada, "Heart", fixture("cardiac6"));
    await runner.close();
    const visitors = await Promise.all(
      colleagues.map((person, at) => visit(person, urls[at % 2] ?? "", { job_id, state: INITIAL_STATE })),
    );
    const received: PlotPointer[] = [];
    visitors[0]?.socket.on("event", (event: LiveEvent) => {
      if (event.type === "activity" && event.activity.pointer !== null) received.push(event.activity.pointer);
    });
    const page = await openPage(ada, urls[0] ?? "", `/jobs/${job_id}`);
    await page.getByRole("group", { name: /^Viewing now/ }).waitFor();
    await page.locator(".plot-line").first().waitFor({ state: "attached" });
    const { first, last } = await readPlotPlaces(page, received);
    await sleep(2_000);
    const still = await measureFrames(page);
    let step = 0;
    const pointing = setInterval(() => {
      step += 1;
      for (const [index, { say }] of visitors.entries()) {
        const share = 0.5 + 0.5 * Math.sin(step / 10 + index);
        const between = (from: number, to: number) => from + share * (to - from);
        const pointer = { plot: first.plot, x: between(first.x, last.x), y: between(first.y, last.y) };
        say({ type: "activity", page: jobPage(job_id), activity: { touched: null, pointer, cursor: null } });
      }
    }, 1_000 / POINTERS_PER_SECOND);
    await sleep(2_000);
    const shown = await page.locator(".plot-person").count();
    const pointed = await measureFrames(page);
    clearInterval(pointing);
    return [
      { page: "nobody points", ...toCells(still) },
      { page: "ten people point", "pointers shown": shown, ...toCells(pointed) },
      { page: "difference", "main thread, ms a frame": pointed.busyMs - still.busyMs },
    ];
  },
);

const WRITTEN_LETTERS = ["abcdefghijklmnopqrstuvwxyz", "0123456789"];

async function openNotes(person: Caller, url: string, job_id: number) {
  const page = await openPage(person, url, `/jobs/${job_id}`);
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  const box = page.getByRole("textbox", { name: "Notes of the job" });
  await box.click();
  return { page, read: () => box.inputValue() };
}

/** Presses the keys of an alphabet in turn. @param end as performance.now() tells it @returns what was typed */
async function write(page: Page, alphabet: string, end: number): Promise<string> {
  let typed = "";
  while (performance.now() < end) {
    const letter = alphabet[typed.length % alphabet.length] ?? "";
    await page.keyboard.press(letter);
    typed += letter;
    await sleep(KEY_MS);
  }
  return typed;
}

const setOffline = (pages: readonly Page[], isOffline: boolean) =>
  Promise.all(pages.map((page) => page.context().setOffline(isOffline)));

bench(
  `Two people write in one note for ${WRITING_MS / 1_000} s, over a network that takes ${2 * SLOW_NETWORK.delayMs} ms from one to the other and is cut for ${CUT_MS / 1_000} s; promised: the same text, no letter lost`,
  async () => {
    const { urls, leader, admin, job_id, processes } = await startRoom(1);
    // Only they may write the notes.
    const people = [leader, admin];
    const networks = await Promise.all(urls.map((url) => startSlowNetwork([url])));
    const editors = await Promise.all(
      people.map((person, at) => openNotes(person, networks[at] ?? "", job_id)),
    );
    const pages = editors.map(({ page }) => page);
    const end = performance.now() + WRITING_MS;
    const writing = Promise.all(pages.map((page, at) => write(page, WRITTEN_LETTERS[at] ?? "", end)));
    await sleep(CUT_AFTER_MS);
    await setOffline(pages, true);
    await sleep(CUT_MS);
    await setOffline(pages, false);
    const typed = await writing;
    const letterCount = typed.join("").length;
    const written = performance.now();
    const texts = await eventually("both have the same text", async () => {
      const read = await Promise.all(editors.map((editor) => editor.read()));
      return new Set(read).size === 1 ? read : null;
    });
    const seconds = (performance.now() - written) / 1_000;
    // Both write at one place: what each has typed stands in its order, with the other's letters in between.
    const isKept = typed.every((letters, at) => {
      const alphabet = WRITTEN_LETTERS[at] ?? "";
      return [...(texts[0] ?? "")].filter((letter) => alphabet.includes(letter)).join("") === letters;
    });
    for (const page of pages) await page.context().close();
    for (const child of processes) child.kill();
    return [
      {
        "letters typed": letterCount,
        "letters of the text": texts[0]?.length ?? 0,
        "each one's letters in order": isKept ? "yes" : "no",
        "seconds from the last key to the same text": seconds,
      },
    ];
  },
);
