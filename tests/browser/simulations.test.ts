import { createProgressKeeper } from "@understudy/server/commands/jobs/progress.ts";
import { createRunPorts } from "@understudy/server/commands/simulations/run-ports.ts";
import type { Platform } from "@understudy/server/platform.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { GRAPHS, LOG, REASON, storeSimulatedJob } from "../support/specs/simulated-jobs.ts";
import { openTestPlatform, storeSimulations } from "../support/specs/simulations.ts";
import { makeSpec } from "../support/specs/specs.ts";
import { storeTrainedSpecJob } from "../support/specs/trained-spec-job.ts";
import { eventually } from "../support/waiting.ts";

const it = suite("the simulations of a job", { timeout: 300_000 });

const COUNT = 120;
let baseURL = "";
let ada: Account;
let page: Page;
let platform: Platform;
const jobs = { training: 0, single: 0, check: 0, emulator: 0, outOfSpec: 0, running: 0 };

const round = (simulations: number, sum: number, decay: number) => ({
  simulations,
  coefficients_of_determination: { sum, decay },
  placed: 15,
});

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace");
  platform = await openTestPlatform(config);
  const creator = { id: ada.id, name: ada.name };
  type Stored = Parameters<typeof storeSimulatedJob>;
  const store = async (count: number, fields: Stored[2], run: Stored[3] = {}) =>
    (await storeSimulatedJob(platform, count, { creator, ...fields }, run)).job._id;
  jobs.training = await store(COUNT, {
    name: "A divider, sampled",
    run_rounds: [round(40, 0.91, 0.975), round(55, 0.964, 0.992), round(90, 0.9935, 0.9991)],
  });
  jobs.outOfSpec = await store(40, { name: "Where the divider fails", objective: "Out of Spec" });
  jobs.running = await store(20, { name: "Still running", status: "Running" });
  const emulator = await storeTrainedSpecJob(platform, { creator, name: "Trained divider" });
  const latest_version_id = emulator.spec_version_id ?? 0;
  await platform.store.specs.insert(makeSpec({ _id: 1, name: "A sum", creator, latest_version_id }));
  jobs.single = await store(1, { name: "One divider", objective: "Single Run" });
  jobs.emulator = emulator._id;
  jobs.check = await store(1, { name: "Check", objective: "Single Run" }, { emulator_job_id: emulator._id });
  page = await newPage({ baseURL, as: ada });
});

/** Simulations of a job that has an emulator, and graphs of them in its spec. */
async function drawGraphsOf(job_id: number): Promise<void> {
  const { jobs: stored, specVersions } = platform.store;
  const job = await stored.findOne({ _id: job_id });
  const version = await specVersions.findOne({ _id: job?.spec_version_id ?? 0 });
  if (version === null) throw new Error("The job has no spec.");
  const manifest = { ...version.manifest, graphs: [...GRAPHS] };
  await specVersions.update({ _id: version._id }, { manifest });
  const over = { status: "Complete", outputs: { sum: 0.5 }, attempt: 1, result_attempt: 1 } as const;
  await storeSimulations(platform, job_id, 3, over);
  const simulation_counts = { planned: 3, running: 0, complete: 3, failed: 0 };
  await stored.update({ _id: job_id }, { simulation_counts });
}

const table = () => page.getByRole("table", { name: "Simulations" });
const rows = () => table().locator("tbody tr");
const firstId = async () => Number(await rows().first().getAttribute("data-id"));

it("open by a click anywhere in their row, but not by its box", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  await rows().first().getByRole("checkbox").check();
  assert.is(await page.getByRole("dialog").count(), 0);
  await rows().first().locator("td").last().click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

it("have the columns that a person chose, on the next visit too", async () => {
  const header = table().getByRole("columnheader", { name: "Server" });
  await header.waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Server" }).uncheck();
  await header.waitFor({ state: "detached" });
  await page.reload();
  await rows().first().waitFor();
  assert.is(await header.count(), 0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await header.waitFor();
  await page.keyboard.press("Escape");
});

it("are all in the file, which the server writes", async () => {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all" }).click();
  assert.is((await download).suggestedFilename(), `job-${jobs.training}-simulations.csv`);
});

it("show every value whole, and their ids wherever they are scrolled to", async () => {
  const clipped = await table().evaluate((element) =>
    [...element.querySelectorAll("th, td")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  assert.equal(clipped, []);
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await phone.goto(`/jobs/${jobs.training}?tab=simulations`);
  const id = phone.locator("tbody tr").first().getByRole("button");
  await id.waitFor();
  const before = (await id.boundingBox())?.x;
  await phone.getByRole("region", { name: "Simulations" }).evaluate((frame) => frame.scrollBy(400, 0));
  const after = (await id.boundingBox())?.x ?? Number.NaN;
  assert.ok(after >= 0 && after <= (before ?? 0), `${before} ${after}`);
  await phone.context().close();
});

it("have the spec's graphs beside the emulator, and one that cannot be drawn says why", async () => {
  await drawGraphsOf(jobs.emulator);
  await page.goto(`/jobs/${jobs.emulator}?tab=emulator`);
  const graphs = page.getByRole("region", { name: "Graphs" });
  await graphs.getByRole("heading", { name: "Sum over x" }).waitFor();
  await graphs.locator(".plot .points").first().waitFor({ state: "attached" });
  await graphs.getByText("Sorry, your graph could not be rendered").first().waitFor();
  await graphs
    .getByText("There is no value of nowhere", { exact: false })
    .or(graphs.getByText("nowhere"))
    .first()
    .waitFor();
});

it("are a table that is sorted and turned page by page", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByText(`${COUNT} simulations`).waitFor();
  await page.getByRole("button", { name: "Last", exact: true }).click();
  await page.locator(`tr[data-id="${first + COUNT - 1}"]`).waitFor();
  await table().getByRole("button", { name: "ID", exact: true }).click();
  await page.locator(`tbody tr[data-id="${first + COUNT - 1}"]:first-child`).waitFor();
});

it("open beside the table with values, curves and graphs, and in a link", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByRole("button", { name: String(first), exact: true }).click();
  const drawer = page.getByRole("dialog", { name: `Simulation ${first}` });
  await drawer.getByRole("heading", { name: "Decay over time" }).waitFor();
  await drawer.getByRole("link", { name: "out/waves.txt" }).waitFor();
  assert.match(page.url(), new RegExp(`simulation=${first}`));
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });

  await page.goto(`/jobs/${jobs.training}?tab=simulations&simulation=${first + 8}`);
  const failed = page.getByRole("dialog");
  await failed.getByText(REASON).waitFor();
  await failed.getByText(LOG.split("\n")[2] ?? "").waitFor();
});

it("are deleted once that is confirmed", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByLabel(`Select simulation ${first + 1}`, { exact: true }).check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 simulation" }).click();
  await page.getByText("Deleted 1 simulation").waitFor();
  await page.getByText(`${COUNT - 1} simulations`).waitFor();
  assert.is(await page.locator(`tr[data-id="${first + 1}"]`).count(), 0);
});

it("show how accuracy grew with them, and the graphs of the spec, on the job's progress", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=progress`);
  await page.getByRole("heading", { name: "Accuracy by number of simulations" }).waitFor();
  await page.locator(".barlayer .point").first().waitFor();
  await page.locator(".heatmaplayer image").first().waitFor();
  await page.getByText("Sorry, your graph could not be rendered").waitFor();
});

it("are counted while they run as the text beside the counts says, at every moment", async () => {
  const ports = createRunPorts(platform, createProgressKeeper(platform));
  const claim = { jobId: jobs.running, phase: "running", ticket: 0, claimId: "" } as const;
  // More often than is stored.
  const tell = (complete: number) => {
    const tally = { pending: 198 - complete, running: 2, interrupted: 0, complete, failed: 0 };
    const text = `${complete} of 200 simulations`;
    return ports.reportRun(claim, { ...tally, planned: 200, percentage: complete / 2, text });
  };
  await page.goto(`/jobs/${jobs.running}?tab=progress`);
  const counts = page.getByRole("region", { name: "Simulations" });
  await counts.waitFor();
  for (const complete of [12, 37]) {
    await eventually(`${complete} are told`, async () => {
      await tell(complete);
      return await page.getByText(`${complete} of 200 simulations`).isVisible();
    });
    assert.match((await counts.textContent()) ?? "", new RegExp(`Running2Complete${complete}Failed`));
  }
  await page.goto(`/jobs/${jobs.running}?tab=simulations`);
  await rows().first().waitFor();
  await eventually("they are counted above the table", async () => {
    await tell(38);
    return await page.locator("dl").getByText("38", { exact: true }).isVisible();
  });
});

it("are what a Single Run opens on", async () => {
  await page.goto(`/jobs/${jobs.single}`);
  await page.getByRole("tab", { name: "Simulations", selected: true }).waitFor();
  await page.getByRole("table", { name: "Inputs" }).waitFor();
  assert.is(await table().count(), 0);
});

it("stand beside the prediction of an emulator of the same spec, the one that a check was made from or another", async () => {
  const compared = page.getByRole("table", { name: "Simulated and predicted outputs" });
  const curve = page.getByText(/ of 3 points inside the bounds/);
  await page.goto(`/jobs/${jobs.check}`);
  await compared
    .getByRole("row", { name: /^sum/ })
    .getByText(/^(Yes|No)$/)
    .waitFor();
  await curve.waitFor();
  // The design begins in a corner that no random row comes near.
  await page.getByText("These inputs are outside the training data").waitFor();
  await page
    .getByRole("table", { name: "Inputs" })
    .getByText(/^trained on/)
    .first()
    .waitFor();

  await page.goto(`/jobs/${jobs.single}`);
  await page.getByRole("table", { name: "Outputs" }).waitFor();
  assert.is(await compared.count(), 0);
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /^Trained divider/ }).click();
  await curve.waitFor();
  assert.match(page.url(), /emulator=\d+/);
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "No emulator" }).click();
  await page.getByRole("table", { name: "Outputs" }).waitFor();
});

it("begin where the sliders of an emulator stand; what cannot run yet is not offered", async () => {
  await page.goto(`/jobs/${jobs.emulator}`);
  await page.getByRole("link", { name: "Train Again" }).waitFor();
  assert.is(await page.getByRole("button", { name: "Create Job" }).count(), 0);
  await page.getByRole("textbox", { name: "x, value" }).fill("0.625");
  await page.getByRole("button", { name: "Simulate this point" }).click();
  await page.getByRole("heading", { name: "Create Single Run Job" }).waitFor();
  assert.is(await page.getByRole("textbox", { name: "Value of x" }).inputValue(), "0.625");
  assert.is(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Check of Trained divider");

  // Whatever else was typed is not lost by a slip.
  await page.getByRole("textbox", { name: "Value of x" }).fill("0.75");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Stay" }).click();
  await asking.waitFor({ state: "detached" });
  assert.is(await page.getByRole("textbox", { name: "Value of x" }).inputValue(), "0.75");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await asking.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(/\/jobs$/);
});

it("of an Out of Spec job say which are verified", async () => {
  await page.goto(`/jobs/${jobs.outOfSpec}?tab=simulations`);
  await table().getByText("Unverified").first().waitFor();
  assert.equal(complaints(page), []);
});

it("can be read by everybody, on a desk and on a phone, in light and dark", async () => {
  const places = {
    table: `${jobs.training}?tab=simulations`,
    "out-of-spec": `${jobs.outOfSpec}?tab=simulations`,
    single: `${jobs.single}`,
    check: `${jobs.check}`,
    progress: `${jobs.training}?tab=progress`,
  };
  for (const size of [DESKTOP, PHONE]) {
    const shown = await newPage({ baseURL, size, as: ada });
    for (const [name, path] of Object.entries(places)) {
      await shown.goto(`/jobs/${path}`);
      await shown
        .locator(
          name === "single" || name === "check" || name === "progress"
            ? ".plot .main-svg, .plot svg.plot-canvas"
            : "tbody tr",
        )
        .first()
        .waitFor();
      await checkLooks(shown, `simulations-${name}`);
    }
    await shown.goto(`/jobs/${places.table}`);
    const opens = shown.getByRole("table", { name: "Simulations" }).locator("tbody button");
    await opens.nth(7).click();
    await shown.getByRole("dialog").getByText(REASON).waitFor();
    await checkLooks(shown, "simulations-failed");
    assert.equal(complaints(shown), []);
    await shown.context().close();
  }
});
