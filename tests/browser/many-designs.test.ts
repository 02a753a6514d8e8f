/** The overview of an Out of Spec job with more designs than a browser draws as vectors: the page paints them. */
import { readFile } from "node:fs/promises";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { chooseDrag, dragOver, findMiddle } from "../support/browser/drags.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { storeOptimization } from "../support/browser/optimized.ts";
import { makeOutOfSpec } from "../support/browser/out-of-spec.ts";
import { addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";

const DESIGN_COUNT = 4_000;
const CLOUD_LABEL = "The worst designs over two variables";

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const platform = await openTestPlatform(config);
const creator = { id: ada.id, name: ada.name };
const job = await storeOptimization(platform, { creator, name: "Very many", objective: "Out of Spec" });
const page = await newPage({ baseURL, as: ada });

const base = makeOutOfSpec(job._id);
const points = Array.from({ length: DESIGN_COUNT }, (_, at) => {
  const point = base.points[at % base.points.length];
  if (point === undefined) throw new Error("There is no design.");
  const [W1, L1] = [6e-5 * ((at * Math.SQRT2) % 1), 1e-6 * ((at * Math.sqrt(3)) % 1)];
  return { ...point, inputs: { ...point.inputs, W1, L1 } };
});
await page.route(`**/jobs/${job._id}/out_of_spec`, (route) => route.fulfill({ json: { ...base, points } }));

const space = page.getByRole("region", { name: "Parameter space" });
const plot = space.getByRole("region", { name: CLOUD_LABEL });
const picture = plot.locator(".plot-raster canvas");
const readout = plot.locator(".plot-readout");

/** The share of the picture's pixels that have any ink, and of those with nearly all of it. */
const measureInk = () =>
  picture.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error("There is no picture.");
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const count = (least: number) => {
      let pixels = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= least) pixels++;
      return pixels / (data.length / 4);
    };
    return { any: count(1), full: count(200) };
  });

/** The axes move by parts of a pixel when the page around the plot changes. */
const isNear = (share: number, other: number) => Math.abs(share - other) < 0.01 * other;

const it = suite("an overview of very many designs", { timeout: 300_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

it("is one picture, in which the pointer and the arrow keys read designs", async () => {
  await page.goto(`/jobs/${job._id}?tab=progress`);
  await plot.scrollIntoViewIfNeeded();
  await picture.waitFor();
  const { full } = await measureInk();
  assert.ok(full > 0.1, `${full} of the picture is covered`);
  const { left, top } = await findMiddle(page, CLOUD_LABEL);
  await page.mouse.move(left, top);
  await readout.getByText("Score").waitFor();
  await plot.locator(".plot-ring").waitFor();
  assert.is(await plot.locator(".plot-spike").count(), 2, "the crosshair");
  await plot.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Selected design" }).waitFor();
});

it("selects the designs in a box and in a lasso, and paints the others pale", async () => {
  const before = await measureInk();
  const status = page.getByRole("status").filter({ hasText: /selected$/ });
  const counts: number[] = [];
  for (const [shape, effect] of [
    ["box", "Select in a box"],
    ["lasso", "Select with a lasso"],
  ] as const) {
    await chooseDrag(page, CLOUD_LABEL, effect);
    await dragOver(page, shape, await findMiddle(page, CLOUD_LABEL));
    await status.waitFor({ state: "attached" });
    counts.push(Number((await status.textContent())?.replace(",", "").match(/^\d+/)?.[0]));
    await eventually("the others are pale", async () => {
      const ink = await measureInk();
      return ink.full < before.full / 2 && ink.any > before.any * 0.9;
    });
    // plotly.js reports a drag up to 50 ms after its end: the next selection begins from none, so that it cannot be taken for this one.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await status.waitFor({ state: "detached" });
    await eventually("all are painted alike", async () => isNear((await measureInk()).full, before.full));
  }
  // The middle half of both axes is a quarter of designs that fill their ranges evenly; the axes reach a little further.
  const [boxed = 0, lassoed = 0] = counts;
  assert.ok(boxed > DESIGN_COUNT / 5 && boxed < DESIGN_COUNT / 3, `${boxed} in the box`);
  assert.ok(Math.abs(lassoed - boxed) < DESIGN_COUNT / 100, `${lassoed} in the lasso, ${boxed} in the box`);
});

it("leaves out the designs of a class that the legend hides", async () => {
  const before = await measureInk();
  const item = space.getByRole("button", { name: "In spec", exact: true });
  await item.click();
  await eventually("less is covered", async () => (await measureInk()).any < before.any * 0.8);
  await item.click();
  await eventually("all are back", async () => isNear((await measureInk()).any, before.any));
});

it("moves with the axes, and comes back when the zoom is reset", async () => {
  const before = await measureInk();
  await chooseDrag(page, CLOUD_LABEL, "Move");
  const { left, right, top } = await findMiddle(page, CLOUD_LABEL);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(right, top, { steps: 8 });
  await page.mouse.up();
  await eventually("half of the axes is empty", async () => (await measureInk()).any < before.any * 0.8);
  await space.getByRole("button", { name: `Reset zoom: ${CLOUD_LABEL}` }).click();
  await eventually("all are back", async () => isNear((await measureInk()).any, before.any));
});

it("is a picture in its SVG file, with the legend", async () => {
  await space.getByRole("button", { name: `Download the plot: ${CLOUD_LABEL}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "SVG drawing" }).click(),
  ]);
  const svg = await readFile(await download.path(), "utf8");
  assert.match(svg, /<image[^>]*data:image\/png;base64,.{10000}/);
  assert.match(svg, "Out of spec, verified");
});

it("looks as it should on a desk and a phone, in both schemes", async () => {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await plot.scrollIntoViewIfNeeded();
    await checkLooks(page, "many-designs");
  }
  await page.setViewportSize(DESKTOP);
});
