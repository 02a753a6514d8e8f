import { readFileSync } from "node:fs";
import { emulatorAnswer } from "@understudy/shared/api/emulator.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import type { Account } from "../support/browser/people.ts";
import { startWithTrainedJobs } from "../support/browser/trained-jobs.ts";

const it = suite("the plots of an emulator", { timeout: 180_000 });

let baseURL = "";
let ada: Account;
let page: Page;
/** Two scalar outputs. */
let heartId = 0;
/** One curve over four decades. */
let transistorId = 0;

it.before(async () => {
  ({ baseURL, ada, heartId, transistorId } = await startWithTrainedJobs());
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const firstPlot = (on: Page) => on.locator(".plot").first();
const firstLine = (on: Page) => firstPlot(on).locator(".plot-line").first();
async function open(on: Page, id: number, query = ""): Promise<void> {
  await on.goto(`/jobs/${id}?tab=emulator${query}`);
  await firstLine(on).waitFor({ state: "attached" });
}
const readBox = async (of: ReturnType<Page["locator"]>) => {
  const box = await of.boundingBox();
  if (box === null) throw new Error("It is not seen.");
  return box;
};

it("have a placeholder instead of axes while their data are awaited", async () => {
  const answer = Promise.withResolvers<void>();
  await page.route("**/emulator/outputs", async (route) => {
    await answer.promise;
    await route.fallback();
  });
  await page.goto(`/jobs/${transistorId}?tab=emulator`);
  await firstPlot(page).locator(".plot-cover").waitFor();
  const axes = await firstPlot(page).locator(".plot-x-ticks").count();
  answer.resolve();
  assert.is(axes, 0);
  await firstLine(page).waitFor({ state: "attached" });
  await page.unrouteAll({ behavior: "wait" });
});

it("have a corner at each of their points", async () => {
  const path = (await firstLine(page).getAttribute("d")) ?? "";
  // A plot of up to 1,000 pixels has 1,000 points.
  assert.is(path.split(/[ML]/).length - 1, 1_000);
});

it("say value and bounds at the pointer, above the axes", async () => {
  const canvas = firstPlot(page).locator("svg.plot-canvas");
  const { x, y, width } = await readBox(canvas);
  await page.mouse.move(x + width / 2, y + 60);
  const words = firstPlot(page).locator(".plot-readout");
  await words.getByText(/^Emulator \S.* \(\S.* to \S.*\)$/).waitFor();
  const above = await readBox(words);
  assert.ok(above.y + above.height <= y, "the words stand above the axes");
  await page.mouse.move(0, 0);
  await eventually("nothing is said", async () => (await words.textContent()) === "");
});

it("are saved as PNG, SVG and CSV", async () => {
  const save = async (item: string): Promise<Buffer> => {
    await firstPlot(page).hover();
    await firstPlot(page)
      .getByRole("button", { name: /^Download the plot/ })
      .click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    return readFileSync(await (await download).path());
  };
  assert.is((await save("PNG image")).subarray(1, 4).toString(), "PNG");
  assert.match((await save("SVG drawing")).toString(), /^<svg [\s\S]*<\/svg>$/);
  const [header, ...rows] = (await save("CSV of its numbers")).toString().trim().split("\r\n");
  assert.is(header, "Vgs,Id,Lower bound,Upper bound");
  assert.is(rows.length, 1_000);
});

it("a logarithmic axis fits its curve again once a slider rests", async () => {
  await open(page, transistorId, "&scale=log");
  const drain = page.getByRole("slider", { name: "Vds" });
  const share = () =>
    firstPlot(page).evaluate((plot) => {
      const line = plot.querySelector<SVGPathElement>(".plot-line")?.getBBox().height ?? 0;
      return line / (plot.querySelector("clipPath rect")?.getBoundingClientRect().height || 1);
    });
  const marks = () => firstPlot(page).locator(".plot-y-ticks text").allTextContents();
  await drain.focus();
  // With nothing between drain and source hardly any current flows, over many decades.
  await page.keyboard.press("Home");
  const drawn = await firstLine(page).getAttribute("d");
  await page.keyboard.press("End");
  await eventually("another curve", async () => (await firstLine(page).getAttribute("d")) !== drawn);
  await eventually("the curve fills the plot", async () => (await share()) > 0.5);
  assert.ok((await marks()).length >= 2);
});

it("a scalar plot opens over the parameter that the output depends on most", async () => {
  await open(page, heartId);
  const over = page.getByRole("combobox", { name: "Parameter of the scalar plot" });
  assert.is(await over.inputValue(), "CVf,a");
});

it("are faded where the training data end, and the table says so at the value", async () => {
  assert.is(await page.locator(".plot-pale").count(), 0);
  // An emulator of so few rows is trained on all of them, so that no slider leads out of its data.
  await page.route("**/emulator/outputs", async (route) => {
    const response = await route.fetch();
    const answer = emulatorAnswer.parse(await response.json());
    const far = { inputs: [], is_far: true };
    const outside_list = answer.outside_list?.map(() => far) ?? null;
    await route.fulfill({ response, json: { ...answer, outside: answer.outside && far, outside_list } });
  });
  await page.getByRole("slider").first().press("ArrowRight");
  await page.locator(".plot-pale .plot-line").first().waitFor({ state: "attached" });
  await page.getByText("Faded: far from the training data").waitFor();
  const row = page.getByRole("table", { name: "Scalar outputs" }).getByRole("row").nth(1);
  await row.getByRole("img", { name: "Far from the training data" }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
});

it("logarithmic by choice along x, where all values lie above 0", async () => {
  await open(page, heartId);
  const marks = () => firstPlot(page).locator(".plot-x-ticks text").allTextContents();
  const before = await marks();
  await page.getByRole("switch", { name: "Log x" }).click({ force: true });
  await eventually("other marks", async () => JSON.stringify(await marks()) !== JSON.stringify(before));
  await page.waitForURL(/overscale=log/);
});

/** Placeholders, and plots that plotly.js has still to draw. */
const UNDRAWN_SELECTOR = ".mantine-Skeleton-root, div[data-plot]:empty";

it("are all drawn before Ctrl+P prints the page, also those that were never in view", async () => {
  await open(page, heartId);
  assert.ok((await page.locator(UNDRAWN_SELECTOR).count()) > 0, "plots below the window are placeholders");
  const printed = page.evaluate(
    (undrawn) =>
      new Promise<{ undrawn: number; drawn: number }>((resolve) => {
        window.print = () =>
          resolve({
            undrawn: document.querySelectorAll(undrawn).length,
            drawn: document.querySelectorAll(".js-plotly-plot .main-svg:first-child").length,
          });
      }),
    UNDRAWN_SELECTOR,
  );
  await page.keyboard.press("Control+p");
  const { undrawn, drawn } = await printed;
  assert.is(undrawn, 0);
  // The response surface, predictions against actual values, the distribution and the pairs.
  assert.ok(drawn >= 3, `${drawn} plots of plotly.js`);
});

it("are drawn as wide as the paper", async () => {
  await open(page, heartId);
  // As wide as A4 between the page's margins.
  await page.setViewportSize({ width: 688, height: 900 });
  await page.emulateMedia({ media: "print" });
  await eventually("all are drawn", async () => (await page.locator(UNDRAWN_SELECTOR).count()) === 0);
  await eventually("none is wider than its frame", () =>
    page
      .locator("[data-plot], #profiler canvas")
      .evaluateAll((plots) =>
        plots.every((plot) => plot.getBoundingClientRect().right <= document.documentElement.clientWidth),
      ),
  );
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize(DESKTOP);
});

it("stay in view on a phone while a slider is moved", async () => {
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await open(phone, transistorId);
  await phone.getByRole("slider").last().focus();
  await phone.getByRole("slider").last().scrollIntoViewIfNeeded();
  const { y, height } = await readBox(firstPlot(phone).locator("svg.plot-canvas"));
  assert.ok(y >= 0 && y + height <= PHONE.height, `${y} to ${y + height}`);
  const slider = await readBox(phone.getByRole("slider").last());
  assert.ok(slider.y > y + height, "the slider stands below it");
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
