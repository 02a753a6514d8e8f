/** The status banner, which stands above every tab, with the verdict on the emulator and the next step. */
import type { Config } from "@understudy/server/core/config.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { makeConfig, makeInput, makeOutput } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeRun } from "../support/specs/simulations.ts";

const it = suite("the status banner", { timeout: 120_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let page: Page;

const columns = makeConfig({
  inputs: [makeInput("w1"), makeInput("w2")],
  outputs: [makeOutput("gain"), makeOutput("phase_margin", { display: "Phase margin" })],
});
const quality = (
  phaseMargin: number,
  rest: Partial<NonNullable<JobRecord["emulator_quality"]>> = {},
): JobRecord["emulator_quality"] => ({
  validation_rows: 8,
  stop_reason: "converged",
  change: null,
  request: "",
  outputs: [
    { name: "gain", coefficient_of_determination: 0.9993, coverage: 1, more_rows_help: null, findings: [] },
    {
      name: "phase_margin",
      coefficient_of_determination: phaseMargin,
      coverage: 1,
      more_rows_help: true,
      findings: [],
    },
  ],
  ...rest,
});
const simulated: Partial<JobRecord> = {
  is_data_driven: false,
  spec_version_id: 1,
  run: makeRun(),
  config: { ...columns, has_been_configured: false },
  simulation_counts: { planned: 40, running: 2, complete: 10, failed: 0 },
};

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const banner = (on: Page) => on.getByRole("region", { name: "Status", exact: true });
const verdict = (on: Page) => on.getByRole("region", { name: "Verdict on the emulator" });
/** The texts for which a line has no room stand behind this button. */
const details = (on: Page) => verdict(on).getByRole("button", { name: "Details" });
const add = async (fields: Partial<JobRecord>): Promise<number> => {
  const [id = 0] = await addJobs(config, ada, [fields]);
  return id;
};

it("is seen on every tab, with what failed and the action for it", async () => {
  const id = await add({ ...simulated, status: "Running Failed", error: "ngspice: no such device." });
  for (const tab of ["progress", "simulations", "display-config"]) {
    await page.goto(`/jobs/${id}?tab=${tab}`);
    await banner(page).getByText("Sorry, there was a problem running your job").waitFor();
    await banner(page).getByRole("button", { name: "Retry" }).waitFor();
    assert.is(await banner(page).count(), 1);
  }
});

it("calls an emulator not usable that is, however its bounds are kept, and offers more data", async () => {
  const id = await add({ status: "Complete", config: columns, emulator_quality: quality(-0.233) });
  await page.goto(`/jobs/${id}?tab=display-config`);
  await verdict(page).getByText("Not usable", { exact: true }).waitFor();
  await verdict(page)
    .getByText(/^Phase margin is not usable; the other output is better\. .*error is 111% .* only 8 rows\.$/)
    .waitFor();
  // The line is one line, and stays while the page scrolls.
  const box = await banner(page).boundingBox();
  assert.ok(box !== null && box.height < 50, `${box?.height} px`);
  const next = banner(page).getByRole("link", { name: "Train again with more data" });
  assert.is(await next.getAttribute("href"), `/jobs/new?source_job_id=${id}`);
  await banner(page).getByRole("button", { name: "Resume training" }).waitFor();
  assert.is(await banner(page).getAttribute("data-tone"), "bad");
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "verdict-not-usable");
  }
  await details(page).click();
  await banner(page).getByText("More data would most likely improve it.").waitFor();
  await checkLooks(page, "verdict-details");
  await page.setViewportSize(DESKTOP);
  await page.goto("/jobs");
  await page.locator(`tr[data-id="${id}"]`).getByText("Not usable").last().waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "verdict-list");
  }
  await page.setViewportSize(DESKTOP);
});

it("says what a training gained and lost, and that its time was cut short", async () => {
  const change = { kept: false, outputs: [{ name: "gain", before: 0.99999, after: 0.987 }] };
  const id = await add({
    status: "Complete",
    config: columns,
    emulator_quality: quality(0.5, { stop_reason: "time budget", change }),
  });
  await page.goto(`/jobs/${id}`);
  await details(page).click();
  await banner(page).getByText("Compared with the emulator before, accuracy was lost for gain").waitFor();
  await banner(page).getByText("The training reached the time limit of its effort").waitFor();
  await banner(page).getByRole("button", { name: "Train longer" }).click();
  await banner(page).getByText("Waiting to train").waitFor();
});

it("runs more simulations for an emulator of simulations", async () => {
  const id = await add({ ...simulated, status: "Complete", emulator_quality: quality(0.5) });
  await page.goto(`/jobs/${id}`);
  await banner(page).getByRole("button", { name: "Run 10 more simulations" }).click();
  await banner(page).getByText("Waiting to run").waitFor();
});

it("lets the training follow the simulations, and never waits silently", async () => {
  const id = await add({ ...simulated, status: "Running" });
  await page.goto(`/jobs/${id}?tab=progress`);
  const choice = banner(page).getByRole("switch", { name: "Train when the simulations are done" });
  assert.is(await choice.isChecked(), false);
  await banner(page).getByText("the job waits for you to configure the training").waitFor();
  await choice.click();
  await banner(page).getByText("With the default settings, unless you configure").waitFor();
  assert.is(await choice.isChecked(), true);
  await checkLooks(page, "train-when-done");

  const waiting = await add({ ...simulated, status: "Awaiting Configuration" });
  await page.goto(`/jobs/${waiting}?tab=progress`);
  await banner(page).getByText("The job waits for you to configure its training").waitFor();
  await banner(page).getByRole("button", { name: "Configure Training" }).waitFor();
  await banner(page).getByRole("button", { name: "Configure Training" }).click();
  await page.getByRole("tab", { name: "Training Config", selected: true }).waitFor();
  // The button stays; beside the form it leads into it.
  await banner(page).getByRole("button", { name: "Configure Training" }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tabpanel");
  await page.getByRole("tab", { name: "Progress" }).click();
  await banner(page).getByRole("button", { name: "Train with default settings" }).click();
  await banner(page).getByText("Waiting to train").waitFor();
});

it("carries the progress into the title of the browser's tab, and the place in the queue", async () => {
  const [running = 0] = await addJobs(config, ada, [
    {
      status: "Training",
      name: "Amplifier",
      progress_percentage: 42.7,
      work: {
        ticket: 1,
        claim_id: "a runner's",
        more: false,
        retry: false,
        order: 0,
        charge: 0,
        payer: null,
        weight: 1,
        is_short: false,
        queued_time: null,
      },
    },
  ]);
  const waiting = await add({ status: "Pending Training" });
  await page.goto(`/jobs/${running}`);
  await banner(page).waitFor();
  assert.is(await page.title(), "42% · Amplifier · Understudy");
  await page.goto(`/jobs/${waiting}`);
  await banner(page).getByText(/queue/).waitFor();
});

it("of a run on an emulator warns of weak outputs that its score depends on", async () => {
  const emulator = { status: "Complete", config: columns, emulator_version: 1 } as const;
  const emulator_job_id = await add({ ...emulator, emulator_quality: quality(-0.034) });
  const runOn = (output_name: string) =>
    add({
      ...{ objective: "Optimization", status: "Running", is_data_driven: false, spec_version_id: 1 },
      run: makeRun({
        ...{ resources: [], emulator_job_id },
        score_function: {
          name: "Maximise output",
          inputs: { output: { type: "Output Scalar", output_name } },
        },
      }),
    });
  await page.goto(`/jobs/${await runOn("phase_margin")}`);
  await banner(page)
    .getByText("Phase margin is not usable (accuracy -3.4%). More data would most likely improve it.")
    .waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "run-on-weak-emulator");
  }
  const improve = banner(page).getByRole("link", { name: "Improve the emulator" });
  assert.is(await improve.getAttribute("href"), `/jobs/${emulator_job_id}`);
  const sound = await runOn("gain");
  const settings = page.waitForResponse((response) => response.url().endsWith(`/jobs/${sound}/settings`));
  await page.goto(`/jobs/${sound}`);
  await settings;
  assert.is(await improve.count(), 0);
});

it("of a new run on such an emulator warns before the run is created", async () => {
  const emulator = { status: "Complete", config: columns, emulator_version: 1 } as const;
  const emulatorId = await add({ ...emulator, emulator_quality: quality(-0.034) });
  await page.goto(`/jobs/${emulatorId}`);
  const version = await page.evaluate(async (id) => {
    const response = await fetch(`/api/internal/jobs/${id}/spec_version`);
    return (await response.json()).id;
  }, emulatorId);
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Optimization&emulator_job_id=${emulatorId}`);
  const warning = page.getByText(/^Phase margin is not usable \(accuracy -3\.4%\)\./);
  await warning.waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "new-run-on-weak-emulator");
  }
  await page.getByRole("combobox", { name: "Score Function" }).click();
  await page.getByRole("option", { name: "Maximise output" }).click();
  await page
    .getByRole("combobox", { name: /output/i })
    .last()
    .click();
  await page.getByRole("option", { name: "gain" }).click();
  await warning.waitFor({ state: "detached" });
});

it("names the causes of a verdict, and before the training the groups of rows and what was noticed", async () => {
  const findings = [{ kind: "few groups" as const, groups: 8 }];
  const outputs = [
    { name: "gain", coefficient_of_determination: 0.4, coverage: 1, more_rows_help: true, findings },
    {
      name: "phase_margin",
      coefficient_of_determination: 0.9999,
      coverage: 1,
      more_rows_help: null,
      findings: [],
    },
  ];
  const trained = await add({
    status: "Complete",
    config: columns,
    emulator_quality: quality(0.9, { outputs }),
  });
  await page.goto(`/jobs/${trained}?tab=progress`);
  await details(page).click();
  await verdict(page).getByText("Only 8 groups of rows were trained on").waitFor();

  const grouped = {
    ...columns,
    has_been_configured: false,
    data_set_sizes: { combined: 100, training: 80, validation: 20 },
    row_groups: { columns: ["w1"], swept: ["w2"], count: 10, smallest: 10, largest: 10 },
    data_notes: [
      { kind: "row counter" as const, input: "w2" },
      { kind: "few values" as const, inputs: ["w1"] },
    ],
  };
  const waiting = await add({ status: "Awaiting Configuration", config: grouped });
  await page.goto(`/jobs/${waiting}`);
  await page.getByText("w2 counts the rows, so it is fixed").waitFor();
  await page.getByText("w1 has only a few values with a wide gap between them").waitFor();
  await page.getByText("about 2 of 10 groups, each whole").waitFor();
  const groups = page.getByRole("radiogroup", { name: "Rows that go together" });
  await groups.getByText("10 groups of 10 rows that agree in w1; w2 varies within them").waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "grouped-rows");
  }
  await groups.getByRole("radio", { name: /^Every row by itself/ }).click();
  await page.getByText("Config saved").waitFor();
  await page.reload();
  await groups.getByRole("radio", { name: /^Every row by itself/, checked: true }).waitFor();
});
