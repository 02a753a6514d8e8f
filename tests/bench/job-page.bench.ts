/**
 * Measures how long a person waits for the job page: from a moved slider to the new curve, from a pushed point to the
 * longer one.
 */

import type { Page } from "playwright";
import { logIn, newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import {
  callerOf,
  createJob,
  fixture,
  type Tables,
  trainedJob,
  untilStatus,
} from "../support/browser/real-jobs.ts";
import { ensureChromium } from "../support/processes/chromium.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { bench, type Row } from "./bench.ts";
import { mainThread, spread } from "./page-times.ts";

process.env.CHROMIUM ??= ensureChromium();

/** The promise for a moved slider, in milliseconds. */
const SLIDER_MS = 50;
/** The promise for the time of the page's main thread. */
const STEP_CPU_MS = 16;
const POINT_MS = 250;
const MOVE_COUNT = 60;
/** Moves before those: code that has just been loaded is interpreted first. */
const FIRST_MOVES = 20;

/** Moves the second slider again and again: the time from the input event to the frame in which the first plot has changed. */
const sliderTimes = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (moves) => {
    const slider = document.querySelectorAll<HTMLInputElement>("input[type=range]")[1];
    const plot = document.querySelector(".plot");
    if (slider === undefined || plot === null) throw new Error("There is no slider or no plot.");
    const changed = () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver((mutations) => {
          const isLine = ({ target }: MutationRecord) =>
            target instanceof Element && target.matches(".plot-line, .plot-map");
          if (!mutations.some(isLine)) return;
          observer.disconnect();
          // Tells of the frame in which it begins, also where that frame's callbacks made the change.
          const drawn = new IntersectionObserver(() => {
            drawn.disconnect();
            resolve();
          });
          drawn.observe(plot);
        });
        observer.observe(plot, { subtree: true, attributes: true, attributeFilter: ["d", "width"] });
      });
    const times: number[] = [];
    for (let move = 0; move < moves; move++) {
      // React hears of a value only when it is set past its own setter.
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const drawn = changed();
      const start = performance.now();
      setter?.call(slider, String(20 + ((move * 7) % 60)));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await drawn;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return times;
  }, count);

const FIELD_SIZE = { side: 50, rows: 40 };

/** A bump on a square grid, whose width and place are the inputs: 2,500 values a row. */
function fieldTables(): Tables {
  const along = Array.from({ length: FIELD_SIZE.side }, (_, at) => at / (FIELD_SIZE.side - 1));
  const points = Array.from({ length: FIELD_SIZE.rows }, (_, at) => [
    0.1 + 0.3 * ((at * 0.618) % 1),
    (at + 0.5) / FIELD_SIZE.rows,
  ]);
  const fields = points.map(([width = 0, place = 0]) =>
    along.flatMap((y) =>
      along.map((x) => Number(Math.exp(-((x - place) ** 2 + (y - 0.5) ** 2) / width ** 2).toFixed(6))),
    ),
  );
  return {
    parameters: ["width,place", ...points.map((point) => point.join(","))].join("\n"),
    outputs: ["field", ...fields.map((field) => JSON.stringify(JSON.stringify(field)))].join("\n"),
  };
}

const promised = `From a moved slider to its curve (ms); promised: ${SLIDER_MS} at the 95th percentile, ${STEP_CPU_MS} of the main thread's CPU time`;
bench(promised, async () => {
  const { url, config } = await startTestServer();
  const ada = await addPerson(config, "Ada Lovelace");
  const caller = await callerOf(url, ada);
  const runner = await startTestRunner(config);
  const jobs = [];
  for (const name of ["engineering1", "ingaas_idvg"])
    jobs.push({ name, path: String(await trainedJob(caller, name, fixture(name))) });
  const field = await trainedJob(caller, "Field", fieldTables());
  const outputs = [{ name: "field", grid_columns: FIELD_SIZE.side }];
  await caller.call("updateJobConfig", { params: { job_id: field }, body: { outputs } });
  for (const [name, query] of [
    ["2,500 values as maps", ""],
    ["2,500 values as a curve", "?fields=curve"],
  ] as const)
    jobs.push({ name, path: `${field}${query}` });
  await runner.close();
  const page = await newPage({ baseURL: url });
  await logIn(page, ada);
  const rows: Row[] = [];
  for (const { name, path } of jobs) {
    await page.goto(`/jobs/${path}`);
    await page.locator(".plot .plot-line, .plot .plot-map").first().waitFor({ state: "attached" });
    await page.waitForTimeout(2_000);
    await sliderTimes(page, FIRST_MOVES);
    const cpu = await mainThread(page);
    const before = await cpu();
    const times = await sliderTimes(page, MOVE_COUNT);
    rows.push({
      job: name,
      ...spread(times),
      "CPU a step": ((await cpu()) - before) / times.length,
      kept: times.filter((time) => time <= SLIDER_MS).length / times.length,
    });
  }
  await page.context().close();
  return rows;
});

bench(
  `From a training point on the socket to its curve (ms); promised from computing it: ${POINT_MS}`,
  async () => {
    const { url, config } = await startTestServer();
    const ada = await addPerson(config, "Ada Lovelace");
    const caller = await callerOf(url, ada);
    await startTestRunner(config);
    const id = await createJob(caller, "Live", fixture("engineering1"));
    await untilStatus(caller, id, "Awaiting Configuration");
    const page = await newPage({ baseURL: url });
    await page.addInitScript(() => {
      const arrivals: number[] = [];
      const times: number[] = [];
      Object.assign(window, { pointTimes: times });
      const Socket = window.WebSocket;
      window.WebSocket = class extends Socket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols);
          this.addEventListener("message", ({ data }) => {
            if (String(data).includes("training-points")) arrivals.push(performance.now());
          });
        }
      };
      new MutationObserver((mutations) => {
        const isCurve = ({ target }: MutationRecord) =>
          target instanceof Element && target.matches(".plot-line");
        if (arrivals.length === 0 || !mutations.some(isCurve)) return;
        const first = arrivals.splice(0)[0] ?? Number.NaN;
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - first)));
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ["d"] });
    });
    await logIn(page, ada);
    await page.goto(`/jobs/${id}`);
    await page.getByRole("button", { name: "Start Training" }).click();
    await untilStatus(caller, id, "Complete");
    const times = await page.evaluate(() => ("pointTimes" in window ? window.pointTimes : []));
    // A short training may end before the page has drawn a curve of it.
    return Array.isArray(times) && times.length > 0 ? [spread(times.map(Number))] : [];
  },
);
