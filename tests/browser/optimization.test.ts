/** The results of an optimization on its page. What the API answers is given here: the page alone is tested. */
import { readFile } from "node:fs/promises";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { EMULATOR_JOB, makeOptimization, storeOptimization } from "../support/browser/optimized.ts";
import { brushAxis } from "../support/browser/parallel-axes.ts";
import { addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, storeSimulations } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const platform = await openTestPlatform(config);
const job = await storeOptimization(platform, { creator: { id: ada.id, name: ada.name } });
const page = await newPage({ baseURL, as: ada });

const GRAPH_POINTS = {
  type: "scatter",
  mode: "markers",
  name: "W1",
  x: [1, 40, 900, 21_000],
  y: [2e-5, 3e-5, 5.5e-5, 6e-5],
} as const;
const READY_GRAPH = {
  status: "ready",
  title: "W1 by evaluation",
  figure: {
    data: [GRAPH_POINTS],
    layout: {
      xaxis: { title: { text: "Evaluation" }, type: "linear" },
      yaxis: { title: { text: "W1" }, type: "linear" },
      showlegend: false,
      meta: { units: {} },
    },
  },
} as const;
await page.route("**/graphs/iteration_values", (route) => route.fulfill({ json: { graphs: [READY_GRAPH] } }));

/** Opens the results as if the optimization had found this. */
async function show(fields: Partial<Optimization> = {}): Promise<void> {
  await page.unroute(`**/jobs/${job._id}/optimization`);
  await page.route(`**/jobs/${job._id}/optimization`, (route) =>
    route.fulfill({ json: makeOptimization(job._id, fields) }),
  );
  await page.goto(`/jobs/${job._id}?tab=progress`);
  await page.locator("#optimization-result").waitFor();
}
const best = () => page.getByRole("region", { name: "Best design", exact: true });
const optima = () => page.getByRole("table", { name: "Local optima" });

const DOUBLE_CLICK_MS = 300;

const it = suite("the results of an optimization", { timeout: 300_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

it("begin with the best design in words and numbers, and the robust one beside it", async () => {
  await show();
  await page.getByText("The best design found is predicted in spec, and so are its 95% bounds.").waitFor();
  await best().getByText("W1 lies on its upper limit: a wider range may give more.").waitFor();
  // The units are read after the results.
  await best().getByText("60.000 µm", { exact: true }).waitFor();
  const text = (await best().textContent()) ?? "";
  for (const part of ["0.41200", "0.18000 to 0.64000", "60.000 µm", "62.400 dB", "61.200 to 63.600 dB"])
    assert.ok(text.includes(part), `${part} in ${text}`);
  await page
    .getByRole("region", { name: "Robust design", exact: true })
    .getByText("It costs 0.082")
    .waitFor();
});

it("lead on: to the sliders, and to a simulation that begins at the design", async () => {
  const inEmulator = await best().getByRole("link", { name: "Open in emulator" }).getAttribute("href");
  const search = new URL(inEmulator ?? "", baseURL).searchParams;
  assert.is(search.get("tab"), "emulator");
  assert.equal(JSON.parse(search.get("at") ?? "{}"), { W1: 6e-5, L1: 1.8e-7, Ibias: 2.2e-5, corner: "tt" });
  const onServer = await best().getByRole("link", { name: "Run on a server" }).getAttribute("href");
  const expectedPath = `/spec_versions/${job.spec_version_id}/jobs/new?objective=Single+Run`;
  assert.ok(onServer?.startsWith(expectedPath), onServer ?? "no link");
});

it("show the design of a row that is clicked, and of a point of the Pareto front", async () => {
  await optima().getByText("ss", { exact: true }).first().click();
  await page.getByRole("region", { name: "Local optimum 2", exact: true }).waitFor();
  await page.getByRole("region", { name: "Goals of the designs of the Pareto front" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Design 1 of the Pareto front", exact: true }).waitFor();
  await page.getByRole("button", { name: "Back to the best" }).click();
  await best().waitFor();
});

it("choose a design of the Pareto front by a click or a tap near its point, and none by a click beside all", async () => {
  const phone = await newPage({ baseURL, as: ada, size: PHONE, hasTouch: true });
  for (const on of [page, phone]) {
    await on.route(`**/jobs/${job._id}/optimization`, (route) =>
      route.fulfill({ json: makeOptimization(job._id, {}) }),
    );
    await on.goto(`/jobs/${job._id}?tab=progress`);
    const plot = on.getByRole("region", { name: "Goals of the designs of the Pareto front" });
    // A plot is drawn once it comes near the window.
    await plot.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await plot.locator(".point").first().waitFor({ state: "attached" });
    await plot.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const press = (x: number, y: number) => (on === page ? on.mouse.click(x, y) : on.touchscreen.tap(x, y));
    const { axes, middles, first } = await eventually("the front is drawn", async () => {
      const middles = await plot.locator(".point").evaluateAll((points) =>
        points.map((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { x: (left + right) / 2, y: (top + bottom) / 2 };
        }),
      );
      const axes = await plot.locator(".nsewdrag").boundingBox();
      const [first] = middles;
      return axes === null || first === undefined ? null : { axes, middles, first };
    });
    const corners = [axes.x + 5, axes.x + axes.width - 5].flatMap((x) =>
      [axes.y + 5, axes.y + axes.height - 5].map((y) => ({ x, y })),
    );
    const free = corners.find(({ x, y }) =>
      middles.every((middle) => Math.hypot(middle.x - x, middle.y - y) > 40),
    );
    if (free === undefined) throw new Error("There is a point in every corner.");
    const design = on.getByRole("region", { name: /^Design \d+ of the Pareto front$/ });
    await press(free.x, free.y);
    // plotly.js takes two presses within 300 ms for a double click, wherever they are, which chooses nothing.
    await on.waitForTimeout(DOUBLE_CLICK_MS + 100);
    assert.is(await design.count(), 0, "a press beside all points");
    await press(first.x + 3, first.y);
    await design.waitFor();
  }
  assert.equal(complaints(phone), []);
  await phone.context().close();
});

it("are selected in the table where they pass a brushed stretch of an axis", async () => {
  const checked = optima().getByRole("checkbox", { name: /^Select design/, checked: true });
  assert.is(await checked.count(), 0);
  // The first axis is W1, whose largest value is at the top.
  await brushAxis(page, "Local optima, parallel coordinates", "W1");
  await eventually("the table has some of them", async () => (await checked.count()) > 0);
  const brushed = await checked.count();
  assert.ok(brushed < 6);
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  const announced = page.getByRole("status").filter({ hasText: /^\d of 6 designs selected$/ });
  assert.match((await announced.textContent()) ?? "", new RegExp(`^${brushed} `));
  await bar.getByRole("button", { name: "Compare" }).click();
  await bar.getByRole("link", { name: "Open in emulator" }).waitFor();
  await bar.getByRole("button", { name: "Compare the next" }).waitFor();
  const started = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile(await (await started).path(), "utf8");
  assert.is(csv.trim().split("\r\n").length, brushed + 1);
  await page.keyboard.press("Escape");
  await eventually("none is", async () => (await checked.count()) === 0);
  await bar.waitFor({ state: "detached" });
  await optima().getByRole("checkbox", { name: "Select design 2" }).check();
  await announced.filter({ hasText: /^1 / }).waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
});

it("are given up by Escape too where they are points of a graph that stand for no simulation", async () => {
  const graph = page.getByRole("region", { name: "Graph: W1 by evaluation" });
  await graph.scrollIntoViewIfNeeded();
  const points = graph.locator(".point");
  await points.first().waitFor({ state: "attached" });
  const countPale = () =>
    points.evaluateAll((all) => all.filter(({ style }) => Number(style.opacity || 1) < 0.5).length);
  await graph.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await eventually("the others are pale", async () => (await countPale()) === 3);
  await page.keyboard.press("Escape");
  await eventually("all are drawn alike", async () => (await countPale()) === 0);
});

it("look as they should on a desk, a small window and a phone, in both schemes", async () => {
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "optimization");
  }
  await page.setViewportSize(DESKTOP);
});

it("say that nothing is in spec and by how much, and what became of the emulator", async () => {
  const [first] = makeOptimization(1).maxima;
  if (first === undefined) throw new Error("There is no design.");
  const out = { ...first, score: -0.3, lower_bound: -0.5, upper_bound: -0.1, in_spec: false };
  await show({ maxima: [out], robust: null, front: [], emulator: null });
  await page
    .getByText("No design found within these ranges is in spec; the closest misses by 0.30000 in score.")
    .waitFor();
  await page.getByText("has been deleted", { exact: false }).waitFor();
  assert.is(await page.getByRole("link", { name: "Open in emulator" }).count(), 0);
  await show({ emulator: { job_id: job._id, name: "Trained amplifier", is_current: false } });
  await page.getByText("has been trained again since", { exact: false }).waitFor();
});

it("are rows of the simulations too: the best first, predicted rather than run, each a way to the sliders", async () => {
  const predicted = { origin: "search", status: "Complete", outputs: { gain: 60 }, in_spec: true } as const;
  for (const [index, score] of [0.1, 0.4].entries()) {
    const inputs = { W1: score };
    await storeSimulations(platform, job._id, 1, { ...predicted, index, score, inputs });
  }
  await page.goto(`/jobs/${job._id}?tab=simulations`);
  const rows = page.getByRole("table", { name: "Simulations" }).locator("tbody tr");
  await rows.nth(1).waitFor();
  const [first = "", second = ""] = await rows.allTextContents();
  assert.match(first, /0\.40000Yes.*Predicted/);
  assert.match(second, /0\.10000Yes.*Predicted/);
  const link = await rows.first().getByRole("link", { name: "Open in emulator" }).getAttribute("href");
  const { pathname, searchParams } = new URL(link ?? "", baseURL);
  assert.is(pathname, `/jobs/${EMULATOR_JOB}`);
  assert.equal(JSON.parse(searchParams.get("at") ?? "{}"), { W1: 0.4 });
  await rows.first().getByRole("button").click();
  await page.getByRole("dialog").getByText("Predicted", { exact: true }).waitFor();
  assert.is(await page.getByRole("dialog").getByRole("region", { name: "Log" }).count(), 0);
  assert.is(await page.getByRole("dialog").getByRole("region", { name: "Files" }).count(), 0);
});
