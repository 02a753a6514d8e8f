/** The results of an Out of Spec job on its page. What the API answers is given here: the page alone is tested. */
import { readFile } from "node:fs/promises";
import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { chooseDrag, dragOver, findMiddle, type Stretch } from "../support/browser/drags.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { storeOptimization } from "../support/browser/optimized.ts";
import { makeOutOfSpec } from "../support/browser/out-of-spec.ts";
import { brushAxis, readAxes } from "../support/browser/parallel-axes.ts";
import { addPerson } from "../support/browser/people.ts";
import { settled } from "../support/browser/settled.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const platform = await openTestPlatform(config);
const creator = { id: ada.id, name: ada.name };
const job = await storeOptimization(platform, { creator, name: "Where it fails", objective: "Out of Spec" });
const page = await newPage({ baseURL, as: ada });

/** Opens the results as if the job had found this. */
async function show(fields: Partial<OutOfSpec> = {}): Promise<void> {
  await page.unroute(`**/jobs/${job._id}/out_of_spec`);
  await page.route(`**/jobs/${job._id}/out_of_spec`, (route) =>
    route.fulfill({ json: makeOutOfSpec(job._id, fields) }),
  );
  await page.goto(`/jobs/${job._id}?tab=progress`);
  await page.locator("#out-of-spec-result").waitFor();
}

const it = suite("the results of an Out of Spec job", { timeout: 300_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

it("say what the designs of each region have in common, with units and prefixes", async () => {
  await show();
  const table = page.getByRole("table", { name: "Failing regions" });
  await table
    .getByText(
      "Lies where W1 < 21.8 µm and corner is ss: 40% of the designs there fail. 61% of it lies where W1 < 13 µm and Ibias > 40 µA: 93% fail there.",
    )
    .waitFor();
  await table.getByText("Fails where W1 > 48 µm and 0.12 µm < L1 < 0.44 µm.").waitFor();
  await table.getByText("1 false alarm", { exact: true }).waitFor();
  await page
    .getByRole("region", { name: /worst design/ })
    .getByText("1.2100 mW", { exact: true })
    .waitFor();
});

it("tell false alarms and misses, and colour designs by their class", async () => {
  const alarms = page.getByRole("region", { name: "Predictions verified" });
  await alarms.getByText("Of 27 designs predicted out of spec, 24 are", { exact: false }).waitFor();
  await alarms.getByText("1 simulation failed or gave no score.", { exact: false }).waitFor();
  const space = page.getByRole("region", { name: "Parameter space" });
  for (const text of ["In spec", "Out of spec, verified", "Out of spec, unverified"])
    await space.getByRole("listitem").getByText(text, { exact: true }).waitFor();
});

it("show a design that is chosen in the overview", async () => {
  await page.getByRole("region", { name: "The worst designs over two variables" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("region", { name: "Selected design" });
  await chosen.getByText(/^(In spec|Out of spec, (un)?verified)$/).waitFor();
  await chosen.getByRole("link", { name: "Open in emulator" }).waitFor();
});

const CLOUD_LABEL = "The worst designs over two variables";
const LINES_LABEL = "The worst designs, parallel coordinates";
const space = () => page.getByRole("region", { name: "Parameter space" });
/** The bar with what is selected, and the live region that counts it. */
const bar = () => page.getByRole("region", { name: "Selection", exact: true });
const announced = () => page.getByRole("status").filter({ hasText: /designs selected$/ });
const countShown = async () => Number((await announced().textContent())?.match(/^\d+/)?.[0] ?? Number.NaN);

it("select in one plot what both then show, also after the colour scheme changes", async () => {
  await brushAxis(page, LINES_LABEL, "L1");
  await bar().waitFor();
  const brushed = await countShown();
  assert.ok(brushed < 600);
  const plot = space().getByRole("region", { name: CLOUD_LABEL });
  await plot.scrollIntoViewIfNeeded();
  const countPale = () =>
    plot
      .locator(".point")
      .evaluateAll((points) => points.filter(({ style }) => Number(style.opacity) < 0.5).length);
  await eventually("the others are pale", async () => (await countPale()) === 600 - brushed);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await eventually("they stay pale", async () => (await countPale()) === 600 - brushed);
    assert.is(await countShown(), brushed, colorScheme);
  }
  await bar().getByRole("button", { name: "Clear", exact: true }).click();
  await eventually("all are drawn alike", async () => (await countPale()) === 0);
});

it("are brushed as dragged when the plot changes before the button is released", async () => {
  await brushAxis(page, LINES_LABEL, "L1");
  await bar().waitFor();
  const expected = await countShown();
  await bar().getByRole("button", { name: "Clear", exact: true }).click();
  await bar().waitFor({ state: "detached" });
  await brushAxis(page, LINES_LABEL, "L1", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await settled(page);
  });
  await bar().waitFor();
  assert.is(await countShown(), expected);
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Escape");
  await bar().waitFor({ state: "detached" });
});

it("are drawn anew while a menu at the pointer keeps the release of the button from the page", async () => {
  const plot = page.getByRole("region", { name: LINES_LABEL });
  const title = plot.locator(".axis-title").first();
  const readColor = () => title.evaluate((element) => getComputedStyle(element).fill);
  const color = await readColor();
  await plot.locator("[data-plot]").hover();
  await page.mouse.down({ button: "right" });
  await page.emulateMedia({ colorScheme: "dark" });
  await eventually("the plot has dark colours", async () => (await readColor()) !== color);
  await page.mouse.up({ button: "right" });
  await page.emulateMedia({ colorScheme: "light" });
  await eventually("the plot has light colours", async () => (await readColor()) === color);
});

it("select the designs in a box or a lasso among those that the brushes leave, and each anew", async () => {
  await show();
  await brushAxis(page, LINES_LABEL, "L1");
  const plot = space().getByRole("region", { name: CLOUD_LABEL });
  /** The number of points that are drawn in full within a part of the window; without a part, of all of them. */
  const countFull = (within?: Stretch) =>
    plot.locator(".point").evaluateAll((points, area) => {
      const full = points.filter(({ style }) => !(Number(style.opacity || 1) < 0.5));
      const middles = full.map((point) => {
        const { left, right, top, bottom } = point.getBoundingClientRect();
        return { x: (left + right) / 2, y: (top + bottom) / 2 };
      });
      return middles.filter(
        ({ x, y }) =>
          area === undefined || (x > area.left && x < area.right && y > area.top && y < area.bottom),
      ).length;
    }, within);
  await bar().waitFor();
  const brushed = await countShown();
  await eventually("the brush is drawn", async () => (await countFull()) === brushed);
  // The menu scrolls its button out from under the sticky header: the plot is measured after that.
  await chooseDrag(page, CLOUD_LABEL, "Select in a box");
  const area = await findMiddle(page, CLOUD_LABEL);
  const expected = await countFull(area);
  assert.ok(expected > 0 && expected < brushed);
  const left = { ...area, right: (area.left + area.right) / 2 };
  const expectedLeft = await countFull(left);
  for (const [shape, stretch, count] of [
    ["box", area, expected],
    ["lasso", left, expectedLeft],
    ["box", area, expected],
    ["box", left, expectedLeft],
  ] as const) {
    await chooseDrag(page, CLOUD_LABEL, shape === "box" ? "Select in a box" : "Select with a lasso");
    await dragOver(page, shape, stretch);
    // The outline of a drag may take in a point that it touches.
    await eventually(`the ${shape} selects`, async () => Math.abs((await countShown()) - count) <= 2);
    const shown = await countShown();
    await eventually("the others are pale", async () => (await countFull()) === shown);
    assert.is(await countShown(), shown, shape);
  }
  await bar().getByRole("button", { name: "Clear", exact: true }).click();
  await eventually("all are drawn alike", async () => (await countFull()) === 600);
});

it("reverse and move the axes of the lines by a menu, which the keyboard opens too", async () => {
  const names = await readAxes(page, LINES_LABEL);
  assert.equal(names, ["W1 (µm)", "L1 (µm)", "Ibias (µA)", "corner", "Score"]);
  await space()
    .getByRole("button", { name: `Arrange the axes: ${LINES_LABEL}` })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Reverse W1" }).click();
  await page.getByRole("menuitem", { name: "Move Score to the left" }).click();
  await page.keyboard.press("Escape");
  const expected = ["W1 (µm) ↓", "L1 (µm)", "Ibias (µA)", "Score", "corner"];
  await eventually(
    "the axes are moved",
    async () => (await readAxes(page, LINES_LABEL)).join() === expected.join(),
  );
});

it("draw the line that is read and the chosen one above the others, and files in the page's colours", async () => {
  const lines = page.getByRole("region", { name: LINES_LABEL });
  await lines.focus();
  await page.keyboard.press("Home");
  const drawn = lines.locator(".plot-lines polyline:not([data-outline])");
  await eventually("one line", async () => (await drawn.count()) === 1);
  const read = await drawn.getAttribute("points");
  assert.is(read?.split(" ").length, 5, "a corner at each axis");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await eventually("two lines", async () => (await drawn.count()) === 2);
  assert.is(await drawn.first().getAttribute("points"), read);
  await brushAxis(page, LINES_LABEL, "L1");
  await space()
    .getByRole("button", { name: `Download the plot: ${LINES_LABEL}` })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "SVG drawing" }).click(),
  ]);
  const svg = await readFile(await download.path(), "utf8");
  assert.match(svg, 'class="highlight"');
  assert.not.match(svg, /stroke="(magenta|black)"/);
  await page.keyboard.press("Escape");
});

it("have their legend on paper too", async () => {
  await page.emulateMedia({ media: "print" });
  await space().getByRole("button", { name: "Out of spec, verified" }).waitFor();
  await page.emulateMedia({ media: "screen" });
});

it("draw three variables as a scene, which the arrow keys go through", async () => {
  await space().getByRole("combobox", { name: "Third axis" }).selectOption({ label: "L1" });
  const scene = space().getByRole("region", { name: "The worst designs over three variables" });
  await scene.locator(".gl-container canvas").first().waitFor({ state: "attached" });
  await scene.focus();
  await page.keyboard.press("Home");
  await scene
    .locator(".plot-readout")
    .getByText(/^L1 [\d.]+ µm$/)
    .waitFor();
  await space().getByRole("combobox", { name: "Third axis" }).selectOption({ label: "No third axis" });
});

it("look as they should on a desk, a small window and a phone, in both schemes", async () => {
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "out-of-spec-verified");
    await page.getByRole("heading", { name: "Predictions verified" }).scrollIntoViewIfNeeded();
    await checkLooks(page, "out-of-spec-alarms");
  }
  await page.setViewportSize(DESKTOP);
});

it("say so when nothing is out of spec, or nothing has been found yet", async () => {
  const none = { value: 0, lower: 0, upper: 2e-4 };
  const shares = { predicted: none, surely: none, possibly: none, probability: none, unrated: none };
  await show({ shares, regions: [], points: [], false_alarms: null, is_verified: false });
  await page
    .getByRole("heading", { name: "No design within these ranges is predicted to be out of spec." })
    .waitFor();
  await page.getByText("By the 95% bounds of the score, all are in spec.").waitFor();
  await show({
    shares: null,
    regions: [],
    points: [],
    false_alarms: null,
    stop_reason: null,
    emulator: null,
  });
  await page.getByRole("heading", { name: "Looking for designs that are out of spec" }).waitFor();
  await page.getByText("has been deleted", { exact: false }).waitFor();
});
