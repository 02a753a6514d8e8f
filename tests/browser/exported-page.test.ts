/** A person takes an emulator away as a web page, and opens it from disk with the network cut. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, fixture, type Tables, trainedJob } from "../support/browser/real-jobs.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const caller = await callerOf(baseURL, ada);
const runner = await startTestRunner(config);
const folder = temporaryFolder("exported-page");

/** A scalar, one over decades, a curve, and an input with levels, under names that try to become HTML. */
const HOSTILE_NAME = "</script><b>gain";
const rows = Array.from({ length: 48 }, (_, i) => ({ v: i / 47, w: ((i * 17) % 48) / 47, kind: i % 2 }));
const tables: Tables = {
  parameters: `v,w,kind\n${rows.map(({ v, w, kind }) => `${v},${w},${kind === 0 ? "<i>n" : "p&"}`).join("\n")}\n`,
  outputs: `${HOSTILE_NAME},leak,id\n${rows
    .map(({ v, w, kind }) => {
      const curve = Array.from({ length: 9 }, (_, k) => v * k + w * (k - 4) ** 2 + kind);
      return `${Math.sin(3 * v) + w * kind},${10 ** (6 * v - 9 + w)},"[${curve.join(", ")}]"`;
    })
    .join("\n")}\n`,
};
const mixed = await trainedJob(caller, "Mixed </title> & outputs", tables);
const truss = await trainedJob(caller, "Cantilever truss", fixture("engineering1"));
await runner.close();

const it = suite("an exported web page", { timeout: 120_000 });

/** Exports in the dialog. @returns the file's path */
async function exportPage(jobId: number, withRows: boolean): Promise<string> {
  const page = await newPage({ baseURL, as: ada });
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole("button", { name: "Download model" }).click();
  const dialog = page.getByRole("dialog", { name: "Download model" });
  await dialog.getByRole("radio", { name: "Web page" }).check();
  if (withRows) await dialog.getByRole("switch", { name: "With training rows" }).check();
  await dialog.getByRole("button", { name: "Export as Web page" }).click();
  const begins = page.waitForEvent("download");
  await dialog.getByRole("link", { name: /\.html/ }).click();
  const download = await begins;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  assert.equal(complaints(page), []);
  await page.context().close();
  return path;
}

/** Opens a file with the network cut; every request that it makes is kept. */
async function openOffline(path: string, size?: typeof PHONE) {
  const page = await newPage({ baseURL, ...(size !== undefined && { size }) });
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const address = pathToFileURL(path).href;
  await page.goto(address);
  await page.getByRole("slider").first().waitFor();
  return { page, requests: () => requests.filter((url) => url !== address) };
}

/**
 * The largest differences as shares of an output's range. A bound is the root of a variance in which digits cancel: near a row, rounding
 * alone moves it by 1e-9 of the range.
 */
const MAX_SHARE = { means: 1e-9, bounds: 1e-7 } as const;

type Inputs = Record<string, string | number>;
type Values = Record<string, number | Float64Array>;
/** The page offers its model to scripts. */
declare const emulator: { predict: (point: Inputs) => { mean: Values; lower: Values; upper: Values } };
/** The values of all outputs by the page's model, as the platform answers them. */
const predictOffline = (page: Page, points: readonly Inputs[]): Promise<Record<string, number[][]>[]> =>
  page.evaluate(
    (all) =>
      all.map((point) => {
        const { mean, lower, upper } = emulator.predict(point);
        const list = (value: number | Float64Array = Number.NaN) =>
          typeof value === "number" ? [value] : [...value];
        return Object.fromEntries(
          Object.keys(mean).map((name) => [name, [mean, lower, upper].map((part) => list(part[name]))]),
        );
      }),
    points,
  );

/**
 * Compares the page's values with the platform's. Means differ by no more than 1e-9 of the output's range or, where rounding alone
 * moves the emulator by more, than the export states.
 */
async function compareWithPlatform(page: Page, jobId: number, points: readonly Inputs[]): Promise<void> {
  const body = { inputs_list: [...points] };
  const answer = await eventually("the emulator is read", async () => {
    const { outputs_list } = await caller.call("predict", { params: { job_id: jobId }, body });
    return outputs_list;
  });
  const { items } = await caller.call("listExports", { params: { job_id: jobId } });
  const stated = items.find(({ format }) => format === "page")?.result?.outputs ?? [];
  const offline = await predictOffline(page, points);
  assert.is(answer.length, points.length);
  for (const { name, largest_difference } of stated) {
    const parts = answer.map((outputs) => {
      const { values = [], lower_bounds = [], upper_bounds = [] } = outputs[name] ?? {};
      return [values, lower_bounds, upper_bounds];
    });
    const means = parts.flatMap(([values = []]) => values);
    const range = Math.max(...means) - Math.min(...means);
    const most = Math.max(MAX_SHARE.means * range, largest_difference);
    parts.forEach((expected, at) => {
      expected.forEach((values, place) => {
        const actual = offline[at]?.[name]?.[place] ?? [];
        assert.is(actual.length, values.length, name);
        const allowed = place === 0 ? most : Math.max(MAX_SHARE.bounds * range, most);
        values.forEach((value, k) => {
          const difference = Math.abs(value - (actual[k] ?? Number.NaN));
          assert.ok(difference <= allowed, `${name} ${place} differs by ${difference / range} of its range`);
        });
      });
    });
  }
}

/** Points all over the ranges, and a step beyond them. */
const spread = (low: number, high: number, at: number, step: number): number =>
  low + (high - low) * (1.2 * ((at * step) % 1) - 0.1);

let mixedPath = "";
it("opens from disk without a request, at once, and computes as the platform does", async () => {
  mixedPath = await exportPage(mixed, true);
  const { page, requests } = await openOffline(mixedPath);
  assert.is(await page.title(), "Mixed </title> & outputs");
  assert.is(
    await page
      .locator("b")
      .filter({ hasText: /^gain$/ })
      .count(),
    0,
    "a name became HTML",
  );
  const points = Array.from({ length: 40 }, (_, i) => ({
    v: spread(0, 1, i, 0.618),
    w: spread(0, 1, i, 0.414),
    kind: i % 2 === 0 ? "<i>n" : "p&",
  }));
  await compareWithPlatform(page, mixed, points);
  assert.equal(requests(), []);
  assert.equal(complaints(page), []);
  await page.context().close();
});

it("computes as the platform does for an emulator of many inputs", async () => {
  const { page } = await openOffline(await exportPage(truss, false));
  const { inputs } = await caller.call("getJobConfig", { params: { job_id: truss } });
  const points = Array.from({ length: 20 }, (_, i) =>
    Object.fromEntries(
      inputs.flatMap(({ name, min, max }, at) =>
        min === null || max === null ? [] : [[name, spread(min, max, i + 1, Math.sqrt(at + 2) % 1)]],
      ),
    ),
  );
  await compareWithPlatform(page, truss, points);
  await page.context().close();
});

it("moves by slider, box, list and profiler, and says where it is far from the data", async () => {
  const { page } = await openOffline(mixedPath);
  const table = page.getByRole("table", { name: "Predictions" });
  const before = await table.textContent();
  const box = page.getByRole("textbox", { name: "v" });
  await box.fill("2");
  await box.press("Enter");
  await page.getByText("1 is the largest value that can be set here.").waitFor();
  assert.is(await box.inputValue(), "1");
  await page.waitForFunction((text) => document.querySelector("table")?.textContent !== text, before);
  await box.fill("nonsense");
  await box.press("Enter");
  assert.is(await box.getAttribute("aria-invalid"), "true");
  await page.getByRole("combobox", { name: "kind" }).selectOption({ label: "p&" });
  const cell = page.getByRole("slider", { name: `${HOSTILE_NAME} over v` });
  await cell.focus();
  await cell.press("Home");
  await page.waitForFunction(() => location.hash.includes("kind"));
  assert.match(decodeURIComponent(page.url()), '"kind":"p&"');
  await page.reload();
  assert.is(await page.getByRole("combobox", { name: "kind" }).inputValue(), "1");
  await page.getByRole("button", { name: "Reset" }).click();
  assert.is(await page.getByRole("combobox", { name: "kind" }).inputValue(), "0");
  assert.equal(complaints(page), []);
  await page.context().close();
});

it("fits a phone", async () => {
  const { page } = await openOffline(mixedPath, PHONE);
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0);
  await page.context().close();
});
