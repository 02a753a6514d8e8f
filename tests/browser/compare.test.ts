/** Two or more jobs side by side, with emulators that were really trained. */
import type { Config } from "@understudy/server/core/config.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("comparing jobs", { timeout: 180_000 });

const DECAY_TIMES = [0, 0.5, 1, 1.5, 2];
/** `second` is the name of the other input, which reaches to `reach`. */
function tables(second: string, reach: number, rows: number) {
  const points = Array.from(
    { length: rows },
    (_, i) => [(i * 0.618) % 1, ((i * 0.414) % 1) * reach] as const,
  );
  const curve = (x: number, y: number) =>
    JSON.stringify(DECAY_TIMES.map((time) => x * Math.exp(-time * (1 + y))));
  return {
    parameters: `x,${second},width\n${points.map(([x, y], i) => `${x},${y},${1 + ((i * 0.271) % 1)}`).join("\n")}\n`,
    outputs: `gain,decay\n${points.map(([x, y]) => `${Math.sin(3 * x) + y * y},"${curve(x, y)}"`).join("\n")}\n`,
  };
}

let baseURL = "";
let config: Config;
let ada: Account;
let ids: number[] = [];
let optimization = 0;
let page: Page;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  await startTestRunner(config);
  ada = await addPerson(config, "Ada Lovelace");
  const caller = await callerOf(baseURL, ada);
  ids = await Promise.all([
    trainedJob(caller, "Short amplifier", tables("length", 1, 40)),
    trainedJob(caller, "Long amplifier", tables("depth", 2, 60)),
  ]);
  [optimization = 0] = await addJobs(config, ada, [
    {
      name: "Best amplifier",
      objective: "Optimization",
      status: "Complete",
      best_score: 3.25,
      is_data_driven: false,
    },
  ]);
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const compare = (...chosen: number[]) => `/jobs/compare?ids=${chosen.join(",")}`;
const section = (name: string) => page.getByRole("region", { name, exact: true });
const table = (name: string) => page.getByRole("table", { name, exact: true });
const cells = (in_: string, row: string) =>
  table(in_)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row, exact: true }) })
    .getByRole("cell");
const predicted = async (at: number) =>
  (await cells("Predictions with 95% bounds", "gain").allInnerTexts())[at]?.split("\n")[0];

it("is reached from the list by its row boxes", async () => {
  await page.goto("/jobs");
  await page.getByLabel(`Select job ${ids[0]}`).check();
  await page.getByRole("button", { name: "Compare", exact: true }).waitFor();
  await page.getByLabel(`Select job ${ids[1]}`).check();
  await page.getByRole("link", { name: "Compare 2" }).click();
  await page.getByRole("heading", { name: "Compare jobs" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("ids")?.split(",").map(Number).sort(), [...ids].sort());
});

it("is reached from a job's page, and asks for another job", async () => {
  await page.goto(`/jobs/${ids[0]}`);
  await page.getByRole("link", { name: "Compare with other jobs" }).click();
  await page.getByText("Choose two jobs or more to compare.").waitFor();
  await page.getByRole("combobox", { name: "Add a job" }).fill("Long");
  await page.getByRole("option", { name: `Long amplifier (${ids[1]})` }).click();
  await section("Overview").waitFor();
  await page.getByRole("button", { name: `Remove job ${ids[1]}` }).click();
  await page.getByText("Choose two jobs or more to compare.").waitFor();
});

it("shows in what the configurations differ, and all of them on wish", async () => {
  await page.goto(compare(...ids));
  const rows = async () => (await cells("Configurations", "Rows").allInnerTexts()).join();
  await eventually("both configurations", async () => (await rows()) === "40,60");
  const heads = async () => await table("Configurations").getByRole("rowheader").allInnerTexts();
  const differing = await heads();
  for (const name of ["Rows", "Input length", "Input depth"]) assert.ok(differing.includes(name), name);
  assert.not(differing.includes("Training effort"));
  await page.getByRole("switch", { name: "Show all settings" }).click();
  for (const name of ["Training effort", "Input width"])
    await table("Configurations").getByRole("rowheader", { name }).waitFor();
  assert.match(page.url(), /settings=all/);
  await page.reload();
  await table("Configurations").getByRole("rowheader", { name: "Training effort" }).waitFor();
});

it("shows accuracies side by side with rows and training settings, and learning curves in one plot", async () => {
  await page.goto(compare(...ids));
  const effort = async () => await cells("Prediction accuracy", "Training effort").allInnerTexts();
  await eventually("both configurations", async () => (await effort()).join() === "quick,quick");
  assert.equal(await cells("Prediction accuracy", "Training rows").allInnerTexts(), ["40", "60"]);
  assert.equal(await cells("Prediction accuracy", "Rows measured on").allInnerTexts(), ["40", "60"]);
  for (const text of await cells("Prediction accuracy", "gain").allInnerTexts()) assert.match(text, /\d%/);
  const curves = section("Learning curves");
  await curves.waitFor();
});

it("predicts at the same point, over the ranges that all have, and keeps the point in the address", async () => {
  await page.goto(compare(...ids));
  const slider = page.getByRole("slider", { name: "x", exact: true });
  await slider.waitFor();
  await page.getByText("Not all of these emulators have length and depth").waitFor();
  assert.is(await page.getByRole("slider", { name: "depth" }).count(), 0);
  await eventually(
    "both predict",
    async () =>
      (await predicted(0))?.includes("–") === false && (await predicted(1))?.includes("–") === false,
  );
  const before = [await predicted(0), await predicted(1)];
  await slider.fill("90");
  await eventually("both predict anew", async () => {
    const now = [await predicted(0), await predicted(1)];
    return now[0] !== before[0] && now[1] !== before[1];
  });
  const [first = ""] = await cells("Predictions with 95% bounds", "gain").allInnerTexts();
  assert.match(first, /\n.+ to .+/);
  const after = [await predicted(0), await predicted(1)];
  await page.waitForURL(/at=/);
  await page.reload();
  await eventually(
    "the same is predicted",
    async () => (await predicted(0)) === after[0] && (await predicted(1)) === after[1],
  );
  await page.getByRole("region", { name: "decay as predicted by each job" }).waitFor();
});

it("names jobs that are gone, and shows the others", async () => {
  await page.goto(compare(ids[0] ?? 0, 99_999, ids[1] ?? 0));
  await page.getByText("Job 99999 has been deleted, or is not accessible to you.").waitFor();
  await table("Prediction accuracy").waitFor();
  await table("Overview").getByRole("columnheader").nth(1).waitFor();
  assert.is(await table("Overview").getByRole("columnheader").count(), 2);
});

it("says what an optimization has come to, and where there is nothing in common", async () => {
  await page.goto(compare(ids[0] ?? 0, optimization));
  await section("Predictions")
    .getByText("Predictions can be compared once two of these jobs have an emulator.")
    .waitFor();
  const scores = async () => (await cells("Overview", "Best score").allInnerTexts()).join();
  await eventually("what each has come to", async () => (await scores()) === "–,3.2500");
});

it("compares at most six jobs, and says so", async () => {
  await page.goto(compare(ids[0] ?? 0, 901, 902, 903, 904, 905, 906, 907));
  await page.getByText("At most 6 jobs can be compared: 2 jobs more in the address are left out.").waitFor();
});

it("looks finished in every window, in light and dark", async () => {
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    const sizedPage = await newPage({ baseURL, size, as: ada });
    await sizedPage.goto(compare(...ids, optimization));
    await sizedPage.getByRole("region", { name: "decay as predicted by each job" }).waitFor();
    await sizedPage.getByRole("table", { name: "Predictions with 95% bounds" }).waitFor();
    await checkLooks(sizedPage, "compare");
    await sizedPage
      .getByRole("heading", { name: "Learning curves" })
      .evaluate((heading) => heading.scrollIntoView());
    await checkLooks(sizedPage, "compare-predictions");
    assert.equal(complaints(sizedPage), []);
    await sizedPage.context().close();
  }
});

it("does not exist for restricted users", async () => {
  const rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: ids });
  const theirs = await newPage({ baseURL, as: rita });
  await theirs.goto(compare(...ids));
  await theirs.getByText("This page doesn't exist").waitFor();
  await theirs.context().close();
});
