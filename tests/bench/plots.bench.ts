/** Measures what the analysis plots cost: an overview of many designs, and the scripts of the emulator page. */
import type { Page } from "playwright";
import { newPage } from "../support/browser/browser.ts";
import { chooseDrag, findMiddle } from "../support/browser/drags.ts";
import { storeOptimization } from "../support/browser/optimized.ts";
import { makeOutOfSpec } from "../support/browser/out-of-spec.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, fixture, trainedJob } from "../support/browser/real-jobs.ts";
import { ensureChromium } from "../support/processes/chromium.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { bench } from "./bench.ts";
import { spread } from "./page-times.ts";

process.env.CHROMIUM ??= ensureChromium();

const DESIGN_COUNT = 100_000;
/** The promise for the first drawing, plotly.js and its trace included, and for a frame while the drawing is moved (ms). */
const [FIRST_DRAWN_MS, PAN_FRAME_MS] = [1_000, 33];
const MOVE_COUNT = 60;
const OVERVIEW_LABEL = "The worst designs over two variables";

/** Designs that fill their ranges evenly: the shares of the k-th are multiples of irrational numbers. */
function makeDesigns(jobId: number) {
  const { points } = makeOutOfSpec(jobId);
  return Array.from({ length: DESIGN_COUNT }, (_, at) => {
    const point = points[at % points.length];
    if (point === undefined) throw new Error("There is no design.");
    const inputs = {
      ...point.inputs,
      W1: 6e-5 * ((at * Math.SQRT2) % 1),
      L1: 1e-6 * ((at * Math.sqrt(3)) % 1),
    };
    return { ...point, inputs };
  });
}

/** The time from bringing the overview into view to the frame with its points. */
const measureFirstDrawing = (page: Page): Promise<number> =>
  page.evaluate(async (label) => {
    const plot = document.querySelector(`[aria-label="${label}"]`);
    if (plot === null) throw new Error("There is no overview.");
    const start = performance.now();
    const drawn = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (plot.querySelector(".plot-raster canvas") === null) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      });
      observer.observe(plot, { subtree: true, childList: true });
    });
    plot.scrollIntoView({ block: "center" });
    await drawn;
    return performance.now() - start;
  }, OVERVIEW_LABEL);

/** The times between the frames while the drawing is moved. */
async function measurePan(page: Page): Promise<number[]> {
  await chooseDrag(page, OVERVIEW_LABEL, "Move");
  const { left, right, top, bottom } = await findMiddle(page, OVERVIEW_LABEL);
  await page.mouse.move(left, top);
  await page.mouse.down();
  const frames = await page.evaluateHandle(() => {
    const times: number[] = [];
    const note = (time: number) => {
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return times;
  });
  for (let move = 0; move < MOVE_COUNT; move++) {
    const share = Math.abs(((move / 10) % 2) - 1);
    await page.mouse.move(left + share * (right - left), top + share * (bottom - top));
  }
  const times = await frames.jsonValue();
  await page.mouse.up();
  return times.slice(1).map((time, at) => time - (times[at] ?? time));
}

bench(
  `The overview of ${DESIGN_COUNT} designs (ms); promised: ${FIRST_DRAWN_MS} until it is drawn, ${PAN_FRAME_MS} a frame`,
  async () => {
    const { url, config } = await startTestServer();
    const ada = await addPerson(config, "Ada Lovelace");
    const creator = { id: ada.id, name: ada.name };
    const platform = await openTestPlatform(config);
    const job = await storeOptimization(platform, { creator, name: "Overview", objective: "Out of Spec" });
    const page = await newPage({ baseURL: url, as: ada });
    const json = makeOutOfSpec(job._id, { points: makeDesigns(job._id) });
    await page.route(`**/jobs/${job._id}/out_of_spec`, (route) => route.fulfill({ json }));
    await page.goto(`/jobs/${job._id}?tab=progress`);
    await page.getByRole("region", { name: OVERVIEW_LABEL }).waitFor({ state: "attached" });
    const firstDrawn = await measureFirstDrawing(page);
    const frames = await measurePan(page);
    await page.context().close();
    return [
      { step: "first drawn", ...spread([firstDrawn]) },
      { step: "frame while it is moved", ...spread(frames) },
    ];
  },
);

/** The compressed size of the scripts that the page has loaded, in kB. */
const measureScripts = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith(".js"))
      .reduce(
        (sum, entry) =>
          sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0) / 1_000,
        0,
      ),
  );

bench(
  "Compressed scripts of the emulator page (kB); promised: 893 before the first plot of plotly.js, 700 more with it",
  async () => {
    const { url, config } = await startTestServer();
    const ada = await addPerson(config, "Ada Lovelace");
    const caller = await callerOf(url, ada);
    const runner = await startTestRunner(config);
    const id = await trainedJob(caller, "Scripts", fixture("cardiac6"));
    await runner.close();
    const page = await newPage({ baseURL: url, as: ada });
    await page.goto(`/jobs/${id}?tab=emulator`);
    await page.locator(".plot-line").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    const first = await measureScripts(page);
    await page.locator("#surface").scrollIntoViewIfNeeded();
    await page.locator("#surface .js-plotly-plot .main-svg").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    const withPlotly = await measureScripts(page);
    await page.context().close();
    return [
      { scripts: "before the first plot of plotly.js", kB: first },
      { scripts: "more with it and contours", kB: withPlotly - first },
    ];
  },
);
