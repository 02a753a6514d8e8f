/** Measures how long a person waits for the profiler and for the response surface of the emulator page. */
import type { Page } from "playwright";
import { logIn, newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, fixture, type Tables, trainedJob } from "../support/browser/real-jobs.ts";
import { ensureChromium } from "../support/processes/chromium.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { mainThread, spread } from "./page-times.ts";

process.env.CHROMIUM ??= ensureChromium();

const MOVE_COUNT = 60;
/** Moves before those: code that has just been loaded is interpreted first. */
const FIRST_MOVES = 20;
const PROFILER_SIZE = { inputs: 12, outputs: 6, rows: 150 };
/** The promise for the profiler's redraw, in milliseconds. */
const PROFILER_MS = 100;

/** Smooth outputs, each of which depends on all inputs and on the product of two. */
function profilerTables(): Tables {
  const rows = Array.from({ length: PROFILER_SIZE.rows }, (_, row) =>
    Array.from({ length: PROFILER_SIZE.inputs }, (__, column) => (row * Math.sqrt(column + 2.7)) % 1),
  );
  const outputs = rows.map((row) =>
    Array.from({ length: PROFILER_SIZE.outputs }, (_, output) =>
      row.reduce(
        (sum, value, at) => sum + Math.sin(value * (1 + ((at + output) % 3))),
        (row[output] ?? 0) * (row[output + 1] ?? 0),
      ),
    ),
  );
  const header = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name}${at + 1}`);
  return {
    parameters: [header("in", PROFILER_SIZE.inputs), ...rows].map(String).join("\n"),
    outputs: [header("out", PROFILER_SIZE.outputs), ...outputs].map(String).join("\n"),
  };
}

/** Moves an input from one of its cells again and again: the time from the key to the frame with the new curves. */
const profilerTimes = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (moves) => {
    const cells = [...document.querySelectorAll<HTMLElement>("[data-column=in3]")];
    const grid = document.querySelector("[data-answers]");
    const cell = cells[0];
    if (cell === undefined || grid === null) throw new Error("There is no profiler.");
    const times: number[] = [];
    for (let move = 0; move < moves; move++) {
      const drawn = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => resolve());
        });
        observer.observe(grid, { attributes: true, attributeFilter: ["data-answers"] });
      });
      const start = performance.now();
      const key = move % 40 < 20 ? "ArrowRight" : "ArrowLeft";
      cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await drawn;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return times;
  }, count);

bench(
  `From a moved input to the ${PROFILER_SIZE.inputs} x ${PROFILER_SIZE.outputs} curves of the profiler (ms); promised: ${PROFILER_MS} at the 95th percentile`,
  async () => {
    const { url, config } = await startTestServer();
    const ada = await addPerson(config, "Ada Lovelace");
    const caller = await callerOf(url, ada);
    const runner = await startTestRunner(config);
    const id = await trainedJob(caller, "Profiler", profilerTables());
    await runner.close();
    const page = await newPage({ baseURL: url });
    await logIn(page, ada);
    await page.goto(`/jobs/${id}`);
    // Plots above it move it while they appear; what is not seen asks for nothing.
    await eventually("the profiler is drawn", async () => {
      await page.locator("#profiler").scrollIntoViewIfNeeded();
      return (await page.locator("[data-answers]").count()) === 1;
    });
    await page.waitForTimeout(2_000);
    await profilerTimes(page, FIRST_MOVES);
    const cpu = await mainThread(page);
    const before = await cpu();
    const times = await profilerTimes(page, MOVE_COUNT);
    const row: Row = {
      ...spread(times),
      "CPU a step": ((await cpu()) - before) / times.length,
      "within the promise": times.filter((time) => time <= PROFILER_MS).length / times.length,
    };
    await page.context().close();
    return [row];
  },
);

const SURFACE_MOVE_COUNT = 40;
/** Moves before those: code that has just been loaded is interpreted first. */
const FIRST_SURFACE_MOVES = 10;
/** Rows and columns of the grid that is drawn while the sliders rest. */
const GRID_SIDE = 60;
/** The promise for the redraw, in milliseconds. */
const SURFACE_MS = 150;

/** Moves the last input, over which the surface does not lie, again and again: the time to the next drawn figure. */
const surfaceTimes = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (moves) => {
    const slider = [...document.querySelectorAll<HTMLInputElement>("input[type=range]")].at(-1);
    const surface = document.querySelector("#surface");
    if (slider === undefined || surface === null) throw new Error("There is no slider or no surface.");
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    /** The sum of the picture's pixels; null while there is none. */
    const readPicture = () => {
      const canvas = surface.querySelector<HTMLCanvasElement>(".plot-picture");
      const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels === undefined
        ? null
        : new Uint32Array(pixels.buffer).reduce((sum, word) => sum + word, 0);
    };
    const times: number[] = [];
    for (let move = 0; move < moves; move++) {
      const drawn = new Promise<void>((resolve) => {
        const before = readPicture();
        const observer = new MutationObserver(() => {
          // It is painted anew for a mark alone, too.
          if (readPicture() === before) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve());
        });
        observer.observe(surface, { subtree: true, attributes: true, attributeFilter: ["width"] });
      });
      const start = performance.now();
      const share = (move % 20) / 20;
      // React reads a value only when it is set past its own setter.
      setter?.call(slider, String(Number(slider.min) + share * (Number(slider.max) - Number(slider.min))));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await drawn;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    return times;
  }, count);

bench(
  `From a moved slider to ${GRID_SIDE} x ${GRID_SIDE} contours (ms); promised: ${SURFACE_MS} at the 95th percentile`,
  async () => {
    const { url, config } = await startTestServer();
    const ada = await addPerson(config, "Ada Lovelace");
    const caller = await callerOf(url, ada);
    const runner = await startTestRunner(config);
    const id = await trainedJob(caller, "Surface", fixture("cardiac6"));
    await runner.close();
    const page = await newPage({ baseURL: url });
    await logIn(page, ada);
    await page.goto(`/jobs/${id}`);
    // Plots above it move it while they appear; what is not seen asks for nothing.
    await eventually("the surface is drawn", async () => {
      await page.locator("#surface").scrollIntoViewIfNeeded();
      return (
        (await page
          .locator("#surface .js-plotly-plot .contourlayer, #surface .js-plotly-plot .heatmaplayer image")
          .count()) > 0
      );
    });
    await page.waitForTimeout(2_000);
    await surfaceTimes(page, FIRST_SURFACE_MOVES);
    const cpu = await mainThread(page);
    const before = await cpu();
    const times = await surfaceTimes(page, SURFACE_MOVE_COUNT);
    const row: Row = {
      ...spread(times),
      "CPU a step": ((await cpu()) - before) / times.length,
      "within the promise": times.filter((time) => time <= SURFACE_MS).length / times.length,
    };
    await page.context().close();
    return [row];
  },
);
