import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("a field on a grid", { timeout: 180_000 });

const FIELD_SIDE = 8;
const along = Array.from({ length: FIELD_SIDE }, (_, at) => at / (FIELD_SIDE - 1));
/** A wave over a square, by its two inputs. */
function tables() {
  const points = Array.from({ length: 24 }, (_, at) => [(at * 0.618) % 1, (at * 0.382) % 1]);
  const fields = points.map(([a = 0, b = 0]) => along.flatMap((y) => along.map((x) => a * x + b * y)));
  return {
    parameters: ["a,b", ...points.map((point) => point.join(","))].join("\n"),
    outputs: ["u", ...fields.map((field) => `"${JSON.stringify(field)}"`)].join("\n"),
  };
}

let page: Page;
let id = 0;

it.before(async () => {
  const { url, config } = await startTestServer();
  const ada = await addPerson(config, "Ada Lovelace");
  const caller = await callerOf(url, ada);
  const runner = await startTestRunner(config);
  id = await trainedJob(caller, "Wave", tables());
  await runner.close();
  page = await newPage({ baseURL: url, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const map = (title: string) => page.getByRole("region", { name: `${title}: u as a map` });
/** Its picture as a text that changes with any of its cells. */
const picture = () =>
  map("Emulator")
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

it("is a map from the start where its values fill a square, a curve by choice, and a map again in one click", async () => {
  await page.goto(`/jobs/${id}?tab=display-config`);
  const saved = page.getByText(MESSAGES.configSaved);
  const grid = page.getByRole("combobox", { name: "Grid of u" });
  assert.is(await grid.inputValue(), "8");
  await grid.selectOption({ label: "Curve" });
  await saved.waitFor();
  await page.getByRole("button", { name: "Draw u as a map of 8 × 8" }).click();
  await eventually("a map again", async () => (await grid.inputValue()) === "8");
  await saved.waitFor();
});

it("is drawn as a map of its mean and of the width of its bounds, which say what is under the pointer", async () => {
  await page.goto(`/jobs/${id}?tab=emulator`);
  await map("Emulator").locator("canvas").waitFor();
  await page.getByRole("region", { name: "Width of the 95% bounds: Width as a map" }).waitFor();
  const drawing = map("Emulator").locator("svg.plot-canvas");
  await eventually("what is under the pointer", async () => {
    await drawing.hover({ position: { x: 66, y: 10 } });
    return await map("Emulator")
      .getByText(/^Row 1$/)
      .isVisible();
  });
  await map("Emulator")
    .getByText(/^Column 1$/)
    .waitFor();
  await map("Emulator")
    .getByText(/^Emulator \S.* \(\S.* to \S.*\)$/)
    .waitFor();
});

it("follows the sliders", async () => {
  const before = await picture();
  await page.getByRole("slider", { name: "a" }).focus();
  await page.keyboard.press("End");
  await eventually("another picture", async () => (await picture()) !== before);
});

it("is cut along the row and the column of a clicked cell, with its extremes and its integral below", async () => {
  await map("Emulator")
    .locator("svg.plot-canvas")
    .click({ position: { x: 66, y: 10 } });
  const cut = (name: string) => page.getByRole("region", { name }).locator(".plot-line").first();
  await cut("Along row 1: u over column").waitFor({ state: "attached" });
  await cut("Along column 1: u over row").waitFor({ state: "attached" });
  const figures = page.getByRole("table", { name: "Figures of u" });
  await figures.getByText(/^\S+ at row 8, column 8$/).waitFor();
  await figures.getByRole("row", { name: /^Integral/ }).waitFor();
  const rowBox = page.getByRole("textbox", { name: "Row of u drawn as a curve" });
  await rowBox.fill("5");
  await rowBox.press("Enter");
  await cut("Along row 5: u over column").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Cuts and figures" }).click();
  await figures.waitFor({ state: "detached" });
});

it("stands beside the row that it is compared with and the difference, all with one zoom", async () => {
  await page.getByText("Validation", { exact: true }).click();
  const data = page.getByRole("region", { name: /^Data, row \d+: u as a map$/ });
  await data.locator("canvas").waitFor();
  const difference = page.getByRole("region", {
    name: "Difference, emulator minus data: Difference as a map",
  });
  await difference.locator("canvas").waitFor();
  const columns = (on: typeof data) => on.locator(".plot-x-ticks text").allTextContents();
  const fullColumns = await columns(difference);
  const box = await data.locator("svg.plot-canvas").boundingBox();
  if (box === null) throw new Error("The map is not seen.");
  await page.mouse.move(box.x + 80, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + 140, { steps: 4 });
  await page.mouse.up();
  await eventually("the difference is zoomed too", async () => {
    const zoomed = await columns(difference);
    return String(zoomed) !== String(fullColumns) && String(zoomed) === String(await columns(data));
  });
  await page.getByRole("region", { name: "Accuracy of u as a map" }).locator("canvas").waitFor();
});

it("has figures of the difference until the sliders leave the row", async () => {
  const cuts = page.getByRole("button", { name: "Cuts and figures" });
  await cuts.click();
  const figures = page.getByRole("table", { name: "Figures of u" });
  const head = figures.getByRole("columnheader", { name: "Difference" });
  await head.waitFor();
  await page.getByRole("slider", { name: "b" }).press("End");
  await head.waitFor({ state: "detached" });
  await figures.getByRole("columnheader", { name: /^Data, row/ }).waitFor();
  await cuts.click();
});

it("shows the spread of the training rows at each pixel beside its accuracy, by choice", async () => {
  const measure = page.getByRole("radiogroup", { name: "Measure of each pixel of u" });
  await measure.getByText("Spread").click();
  const spread = page.getByRole("region", { name: "Spread of u as a map" });
  await spread.locator("canvas").waitFor();
  await eventually("the standard deviation under the pointer", async () => {
    await spread.locator("svg.plot-canvas").hover({ position: { x: 66, y: 10 } });
    return await spread.getByText(/^Standard deviation \S/).isVisible();
  });
  await measure.getByText("Accuracy").click();
  await page.getByRole("region", { name: "Accuracy of u as a map" }).locator("canvas").waitFor();
});

it("is a curve by choice, which its address keeps", async () => {
  await page.getByRole("radiogroup", { name: "Fields are drawn as" }).getByText("Curve").click();
  await page.locator(".plot .plot-line").first().waitFor({ state: "attached" });
  await page.waitForURL(/fields=curve/);
  assert.is(await map("Emulator").count(), 0);
});
