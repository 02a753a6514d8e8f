import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { createRandom } from "../../engine/math/random.ts";
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the sensitivity tab", { timeout: 180_000 });

const random = createRandom(1);
const rows = Array.from(
  { length: 60 },
  () => [random.uniform(), random.uniform(), random.uniform()] as const,
);
const CURVE_PLACES = [0, 1, 2, 3, 4];
const list = (values: number[]) => `"[${values.join(", ")}]"`;
const tables = {
  parameters: `strong,weak,idle\n${rows.map((row) => row.join(",")).join("\n")}\n`,
  outputs: `gain,place,curve\n${rows
    .map(([strong, weak]) =>
      [
        4 * strong + weak,
        list(CURVE_PLACES),
        list(CURVE_PLACES.map((at) => at * strong + (4 - at) * weak)),
      ].join(","),
    )
    .join("\n")}\n`,
};

let baseURL = "";
let caller: Caller;
let page: Page;
let id = 0;
let ada: Account;

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(server.config);
  id = await trainedJob(caller, "Amplifier", tables);
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const table = (on: Page) => on.getByRole("table", { name: "Sensitivity indices" });
const readCells = async (on: Page): Promise<string[][]> => {
  const tableRows = await table(on).locator("tbody tr").all();
  return await Promise.all(tableRows.map((row) => row.locator("td").allTextContents()));
};

it("ranks the inputs of an output, in a plot and in numbers that are the server's", async () => {
  await page.goto(`/jobs/${id}`);
  await page.getByRole("tab", { name: "Sensitivity" }).click();
  await table(page).waitFor();
  const cells = await readCells(page);
  assert.equal(
    cells.map(([input]) => input),
    ["strong", "weak", "idle"],
  );
  const answer = await caller.call("getSensitivity", { params: { job_id: id }, query: { output: "gain" } });
  const total = answer.output?.indices[0]?.total.value ?? 0;
  assert.is(cells[0]?.[4], `${(total * 100).toFixed(1)}%`);
  // 16 : 1, within the accuracy of the emulator.
  assert.ok(total > 0.85, `${total}`);
  await page.getByRole("region", { name: "Sensitivity of gain to each input" }).waitFor();
  await page.getByText(/Individual inputs explain|hardly any interactions/).waitFor();
});

it("sorts its table by what is pressed", async () => {
  await table(page).getByRole("button", { name: "Input" }).click();
  await table(page).locator("tbody tr").first().getByText("idle").waitFor();
});

it("follows a curve along its coordinate, and keeps the choice in the address", async () => {
  await page.getByLabel("Output").selectOption("curve");
  await page.getByRole("region", { name: "Sensitivity of curve along place" }).waitFor();
  await page.getByText("First order", { exact: true }).first().click();
  assert.is(new URL(page.url()).searchParams.get("of"), "curve");
  await page.reload();
  await page.getByRole("region", { name: "Sensitivity of curve along place" }).waitFor();
});

it("saves what it shows as a CSV file", async () => {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await saved;
  assert.is(download.suggestedFilename(), `job-${id}-sensitivity-curve.csv`);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  assert.is(lines.length, 1 + 3 + 3 * CURVE_PLACES.length);
  assert.match(lines[1] ?? "", /^curve,,strong,/);
});

it("waits for indices that are being computed, and says when they cannot be", async () => {
  let answers = 0;
  await page.route("**/emulator/sensitivity*", (route) => {
    answers++;
    if (answers > 3) return route.fallback();
    if (answers > 1) return route.fulfill({ status: 500, body: "" });
    return route.fulfill({ json: { status: "loading", emulator_version: 1, inputs: [], output: null } });
  });
  await page.getByLabel("Output").selectOption("gain");
  await page.getByText("Sorry, there was an error computing the sensitivities.").waitFor();
  await table(page).waitFor();
  await page
    .getByText("Sorry, there was an error computing the sensitivities.")
    .waitFor({ state: "detached" });
  await page.unroute("**/emulator/sensitivity*");
});

for (const size of [DESKTOP, PHONE]) {
  it(`has no serious accessibility problem in either scheme at ${size.width} pixels`, async () => {
    const other = await newPage({ baseURL, size, as: ada });
    await other.goto(`/jobs/${id}?tab=sensitivity&of=curve`);
    await table(other).waitFor();
    await other
      .getByRole("button", { name: /^Reset zoom/ })
      .first()
      .waitFor();
    await checkLooks(other, "sensitivity");
    assert.equal(complaints(other), []);
    await other.context().close();
  });
}
