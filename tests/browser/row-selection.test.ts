/** Rows that are selected in one plot of an emulator's page, as a person sees them in the others. */
import { readFile } from "node:fs/promises";
import { inputPairPlots } from "@understudy/shared/api/data-distribution.ts";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, PHONE } from "../support/browser/browser.ts";
import { chooseDrag, dragOver, findMiddle } from "../support/browser/drags.ts";
import { caller, heartId, open, page } from "../support/browser/emulator-page.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { eventually } from "../support/waiting.ts";

const PAIRS_LABEL = "Training rows over pairs of parameters";

const it = suite("the rows that are selected on an emulator's page", { timeout: 240_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

const bar = page.getByRole("region", { name: "Selection", exact: true });
const actual = page.getByRole("region", { name: /^Prediction vs actual \S+ on the validation set$/ });
const pairs = page.getByRole("region", { name: PAIRS_LABEL });
const announced = page.getByRole("status").filter({ hasText: /selected$/ });
const countPale = (plot: typeof actual) =>
  plot
    .locator(".point")
    .evaluateAll((points) => points.filter(({ style }) => Number(style.opacity || 1) < 0.5).length);
/** The row that the page compares with. */
const readRow = () => page.getByRole("spinbutton", { name: "Row number" }).inputValue();
const readComparison = () =>
  page
    .getByRole("radiogroup", { name: "Data comparison" })
    .getByRole("radio", { checked: true })
    .inputValue();

/** Selects the training rows of the whole first panel. */
async function selectAll(shape: "box" | "lasso" = "box"): Promise<void> {
  await chooseDrag(page, PAIRS_LABEL, shape === "box" ? "Select in a box" : "Select with a lasso");
  const panel = pairs.locator(".nsewdrag").first();
  await panel.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await eventually("the panel is drawn", () => panel.boundingBox());
  await dragOver(page, shape, { left: x + 1, right: x + width - 1, top: y + 1, bottom: y + height - 1 });
  await announced
    .filter({ hasText: /^1[34]\d of 144 training rows selected$/ })
    .waitFor({ state: "attached" });
}

it("are those of a box, which a live region counts, and which the pair plots mark beside training rows", async () => {
  await open(page, heartId);
  await actual.scrollIntoViewIfNeeded();
  const label = (await actual.getAttribute("aria-label")) ?? "";
  await chooseDrag(page, label, "Select in a box");
  await dragOver(page, "box", await findMiddle(page, label));
  await announced.filter({ hasText: /^\d+ of 36 validation rows selected$/ }).waitFor({ state: "attached" });
  await eventually("the others are pale", async () => (await countPale(actual)) > 0);
  const count = Number((await announced.textContent())?.match(/^\d+/)?.[0]);
  assert.ok(count > 0 && count < 36, `${count} rows`);
  // Its rows are read once its card comes into view.
  await page.getByRole("region", { name: "Parameter pair plots" }).scrollIntoViewIfNeeded();
  await pairs.locator(".point").first().waitFor({ state: "attached" });
  await bar.waitFor();
  assert.is(await countPale(pairs), 0, "none of its own rows is selected");
  await page.getByText("Rings are the selected validation rows.").waitFor();
});

it("are compared with one after the other", async () => {
  await bar.getByRole("button", { name: "Compare" }).click();
  await eventually("the first is compared with", async () => (await readRow()) !== "");
  assert.is(await readComparison(), "Validation");
  const first = Number(await readRow());
  await bar.getByRole("button", { name: "Compare the next" }).click();
  await eventually("the next is", async () => Number(await readRow()) > first);
});

it("are saved with their inputs and scalar outputs", async () => {
  const started = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile(await (await started).path(), "utf8");
  const [header = "", ...lines] = csv.trim().split("\r\n");
  assert.match(header, /^set,row,/);
  assert.ok(lines.length > 0 && lines.every((line) => /^validation,\d+,/.test(line)), lines.join("\n"));
  const count = Number((await announced.textContent())?.match(/^\d+/)?.[0]);
  assert.is(lines.length, count);
});

it("are added and taken away by the space bar, and given up by Escape", async () => {
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await eventually("all are drawn alike", async () => (await countPale(actual)) === 0);
  await pairs.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await announced.filter({ hasText: /^1 of 144 training rows selected$/ }).waitFor({ state: "attached" });
  await eventually("the others are pale", async () => (await countPale(pairs)) > 0);
  assert.is(await countPale(actual), 0);
  await selectAll();
  await page.locator("#surface").scrollIntoViewIfNeeded();
  await page
    .locator("#surface")
    .getByRole("button", { name: "Selected rows nearby" })
    .waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await pairs.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await bar.waitFor();
  await page.keyboard.press(" ");
  await bar.waitFor({ state: "detached" });
});

it("stay in pair plots whose axes a double click shows as they were at first, as the reset does", async () => {
  const readTicks = () => pairs.locator(".xtick text, .ytick text").allTextContents();
  const panel = pairs.locator(".nsewdrag").first();
  const readFigure = async () => [...(await readTicks()), JSON.stringify(await panel.boundingBox())].join();
  await chooseDrag(page, PAIRS_LABEL, "Zoom");
  await panel.scrollIntoViewIfNeeded();
  const initial = await readFigure();
  for (const reset of [
    async () => page.getByRole("button", { name: `Reset zoom: ${PAIRS_LABEL}` }).click(),
    async () => panel.dblclick(),
  ]) {
    const { x, y, width, height } = await eventually("the panel is drawn", () => panel.boundingBox());
    const [right, bottom] = [x + (3 * width) / 4, y + (3 * height) / 4];
    await dragOver(page, "box", { left: x + width / 4, right, top: y + height / 4, bottom });
    await eventually("the panel is zoomed", async () => (await readFigure()) !== initial);
    await reset();
    await eventually("the first axes are back", async () => (await readFigure()) === initial);
  }
});

it("are given up when the rows of the job are divided otherwise", async () => {
  await pairs.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await bar.waitFor();
  const address = `**/jobs/${heartId}/config`;
  const sizes = { combined: 200, training: 150, validation: 50 };
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), data_set_sizes: sizes } });
  });
  // The page reads the configuration again when somebody changes it.
  const inputs = [{ name: "kBB", display: "Bundle branch" }];
  await caller.call("updateJobConfig", { params: { job_id: heartId }, body: { inputs } });
  await bar.waitFor({ state: "detached" });
  await page.unroute(address);
});

it("look as they should on a desk and a phone, in both schemes", async () => {
  await pairs.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await bar.waitFor();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await pairs.scrollIntoViewIfNeeded();
    await checkLooks(page, "selected-rows");
  }
  await page.setViewportSize(DESKTOP);
});

it("are read on a phone beside the buttons of a plot, which cover none of the words", async () => {
  await page.setViewportSize(PHONE);
  await actual.focus();
  await page.keyboard.press("End");
  const words = await eventually("a row is read", () => actual.locator(".plot-readout > div").boundingBox());
  const buttons = await actual.locator("xpath=..").locator(".plot-tools").boundingBox();
  assert.ok(words.x + words.width <= (buttons?.x ?? 0), JSON.stringify([words, buttons]));
  await page.setViewportSize(DESKTOP);
});

it("are those of a box and of a lasso too where the pair plots have very many points", async () => {
  const address = `**/jobs/${heartId}/input_pair_plots?*`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { rows, parameters, ...counts } = inputPairPlots.parse(await response.json());
    const repeat = <Item>(items: readonly Item[]) => Array.from({ length: 4 }, () => items).flat();
    const repeated = parameters.map((parameter) => ({ ...parameter, values: repeat(parameter.values) }));
    await route.fulfill({ response, json: { ...counts, rows: repeat(rows), parameters: repeated } });
  });
  await open(page, heartId);
  await page.getByRole("region", { name: "Parameter pair plots" }).scrollIntoViewIfNeeded();
  await pairs.locator(".gl-container canvas").first().waitFor({ state: "attached" });
  await selectAll("box");
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await selectAll("lasso");
  await page.keyboard.press("Escape");
  await page.unroute(address);
});
