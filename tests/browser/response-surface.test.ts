/** The response surface of the emulator page: one output over two inputs, as contours and in three dimensions. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { z } from "zod";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the response surface", { timeout: 240_000 });

const ROW_COUNT = 90;
/** A mass that is a product of two inputs, plus a third one; and a waveform that rises with the first input. */
function tables() {
  const share = (row: number, step: number) => (row * step) % 1;
  const rows = Array.from({ length: ROW_COUNT }, (_, row) => {
    const [width, height, load] = [
      share(row, Math.SQRT2),
      share(row, Math.sqrt(3)),
      share(row, Math.sqrt(5)),
    ];
    const wave = [0, 1, 2, 3].map((time) => width * time);
    return { inputs: [width, height, load], mass: computeMass(width, height, load), wave };
  });
  return {
    parameters: ["Width (m),Height (m),Load", ...rows.map(({ inputs }) => inputs.join(","))].join("\n"),
    outputs: ["Mass (kg),Wave", ...rows.map(({ mass, wave }) => `${mass},"${JSON.stringify(wave)}"`)].join(
      "\n",
    ),
  };
}
const computeMass = (width: number, height: number, load: number) => 2 * width * height + load;

let baseURL = "";
let ada: Account;
let page: Page;
let id = 0;

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  const caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(server.config);
  id = await trainedJob(caller, "Plate", tables());
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const card = (on: Page) => on.getByRole("region", { name: "Response surface", exact: true });
const drawnTrace = z.object({
  type: z.string(),
  name: z.string(),
  x: z.array(z.number()),
  y: z.array(z.number()),
  z: z.array(z.array(z.number().nullable())).optional(),
});
/** The traces that plotly.js has drawn; null: it has drawn none. */
const readTraces = async (on: Page) => {
  const traces = await card(on)
    .locator(".js-plotly-plot")
    .evaluateAll(([plot]) =>
      plot !== undefined && "data" in plot && Array.isArray(plot.data)
        ? plot.data.map(({ type, name, x, y, z: heights }) => ({
            ...{ type, name, x, y },
            // Points in a scene have a list of numbers.
            ...(Array.isArray(heights?.[0]) && { z: heights }),
          }))
        : [],
    );
  return traces.length === 0 ? null : z.array(drawnTrace).parse(traces);
};
/** Plots above the card move it while they appear; what is not seen asks for nothing. */
const isDrawn = (on: Page, type: string, side = 60) =>
  eventually(`${type} with ${side} rows`, async () => {
    await card(on).scrollIntoViewIfNeeded();
    const [first] = (await readTraces(on)) ?? [];
    return first?.type === type && first.z?.length === side ? first : null;
  });
const open = (on: Page, query = "") => on.goto(`/jobs/${id}${query}`);
const setLoad = async (value: string) => {
  const box = page.getByRole("textbox", { name: "Load, value" });
  await box.fill(value);
  await box.press("Enter");
};

it("is drawn as contours of the emulator's predictions, which are those of the function that was simulated", async () => {
  await open(page, "?surfacex=Width&surfacey=Height");
  await setLoad("0.5");
  await eventually("the values of the function", async () => {
    const { x, y, z: heights = [] } = (await isDrawn(page, "contour")) ?? { x: [], y: [] };
    const errors = heights.flatMap((row, up) =>
      row.map((value, along) =>
        Math.abs((value ?? Number.NaN) - computeMass(x[along] ?? 0, y[up] ?? 0, 0.5)),
      ),
    );
    return Math.max(...errors) < 0.05;
  });
});

it("follows the sliders of the other inputs, while its axes stay", async () => {
  const before = await isDrawn(page, "contour");
  // Until the sliders rest a picture covers the contours.
  const pictured = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector("#surface .plot-picture") === null) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true });
      }),
  );
  await setLoad("0.9");
  await pictured;
  await eventually("higher values", async () => {
    const after = await isDrawn(page, "contour");
    const rise = (after?.z?.[30]?.[30] ?? 0) - (before?.z?.[30]?.[30] ?? 0);
    return Math.abs(rise - 0.4) < 0.05 && String(after?.x) === String(before?.x);
  });
  await eventually("the contours alone", async () => (await page.locator(".plot-picture").count()) === 0);
});

it("begins anew on another scale, whose numbers the colours of the earlier one do not fit", async () => {
  const readHighestColor = () =>
    card(page)
      .locator(".js-plotly-plot")
      .evaluateAll(([plot]) =>
        plot !== undefined && "data" in plot && Array.isArray(plot.data) ? Number(plot.data[0]?.zmax) : null,
      );
  const linear = (await readHighestColor()) ?? 0;
  assert.ok(linear > 1.5, String(linear));
  // A picture would be painted in the colours of the map below it.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("#surface .plot-picture") !== null) document.body.dataset.pictured = "yes";
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  const scale = page.getByRole("switch", { name: "Log y" }).last();
  await scale.setChecked(true, { force: true });
  await eventually("exponents of ten", async () => {
    const highest = await readHighestColor();
    return highest !== null && Math.abs(highest - Math.log10(linear)) < 0.1;
  });
  await scale.setChecked(false, { force: true });
  await eventually("numbers", async () => Math.abs(((await readHighestColor()) ?? 0) - linear) < 0.1);
  assert.is(await page.evaluate(() => document.body.dataset.pictured), undefined);
});

it("has the training rows near the slice and the sliders on it", async () => {
  const traces = await eventually("both", async () => {
    const drawn = (await readTraces(page)) ?? [];
    return drawn.some(({ name }) => name === "Training rows nearby") ? drawn : null;
  });
  const rows = traces?.find(({ name }) => name === "Training rows nearby");
  assert.ok((rows?.x.length ?? 0) > 5 && (rows?.x.length ?? 0) < ROW_COUNT, String(rows?.x.length));
  assert.is(traces?.find(({ name }) => name === "Sliders")?.x.length, 1);
});

it("is read with the keyboard and in words, and saved as CSV", async () => {
  const plot = card(page).getByRole("region", { name: "Mass over Width and Height" });
  await plot.focus();
  await page.keyboard.press("Home");
  await eventually("a cell", async () => /Mass \S+ k?g/.test((await card(page).textContent()) ?? ""));
  await card(page)
    .getByText(/60 by 60 values: lowest \S+ k?g at Width/)
    .waitFor({ state: "attached" });
  await card(page).getByRole("button", { name: "Download the plot" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
  assert.is(lines.length, 1 + 60 * 60);
  assert.match(lines[0] ?? "", /^"?Width/);
});

it("turns in three dimensions with its bounds as sheets and the limits of the output's goal as planes", async () => {
  const goals = { Mass: { kind: "limits", low: null, high: 1.5 } };
  await open(page, `?surfaceas=scene&profiler=${encodeURIComponent(JSON.stringify({ goals }))}`);
  await isDrawn(page, "surface");
  const surfaces = ((await readTraces(page)) ?? []).filter(({ type }) => type === "surface");
  assert.equal(surfaces.map(({ name, z: heights }) => [name, heights?.length]).slice(1, 3), [
    ["Upper bound", 60],
    ["Lower bound", 60],
  ]);
  const plane = surfaces[3];
  assert.match(plane?.name ?? "", /^Upper limit 1\.5/);
  assert.equal(new Set(plane?.z?.flat()).size, 1);
  const [mean, upper, lower] = surfaces.map(({ z: heights }) => heights?.[30]?.[30] ?? Number.NaN);
  assert.ok(mean !== undefined && upper !== undefined && lower !== undefined && lower < mean && mean < upper);
  await checkLooks(page, "response-surface");
});

it("draws a curve at one place along its coordinate", async () => {
  await open(page, "?surface=Wave&surfacex=Width&surfacey=Load&surfaceat=3");
  await eventually("three times the width", async () => {
    const { x, z: heights } = (await isDrawn(page, "contour")) ?? { x: [] };
    return x.every((width, along) => Math.abs((heights?.[10]?.[along] ?? Number.NaN) - 3 * width) < 0.1);
  });
});

it("costs the first view of the page nothing: plotly.js is loaded when the surface comes into view", async () => {
  const other = await newPage({ baseURL, as: ada });
  const scripts: string[] = [];
  other.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.url());
  });
  await open(other);
  await other.getByRole("table", { name: "Scalar outputs" }).waitFor();
  await other.waitForLoadState("networkidle");
  assert.equal(
    scripts.filter((url) => /plotly/i.test(url)),
    [],
  );
  await isDrawn(other, "contour");
  assert.ok(scripts.some((url) => /plotly/i.test(url)));
  await other.context().close();
});

it("fits a phone", async () => {
  const phone = await newPage({ baseURL, as: ada, size: PHONE, hasTouch: true });
  await open(phone);
  await isDrawn(phone, "contour");
  /** Null: the plot is being drawn again. */
  const readBox = (part: string) => card(phone).locator(part).first().boundingBox();
  await eventually("the title of the axis stands below its ticks", async () => {
    const [title, tick] = [await readBox(".xtitle"), await readBox(".xtick text")];
    return title !== null && tick !== null && title.y >= tick.y + tick.height;
  });
  await eventually("the bar of colours stands above the axes", async () => {
    const [bar, axes] = [await readBox(".cbfills"), await readBox(".nsewdrag")];
    return bar !== null && axes !== null && bar.y + bar.height < axes.y;
  });
  await checkLooks(phone, "response-surface");
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
