import type { ScoredObjective } from "@understudy/shared/domain/objectives.ts";
import { assert, suite } from "../harness.ts";
import { DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import {
  ada,
  address,
  baseURL,
  box,
  config,
  created,
  dialog,
  eachInItsTab,
  MIXTURE_PARTS,
  open,
  page,
  press,
  specId,
  version,
  withFile,
  withShares,
} from "../support/browser/new-spec-job-page.ts";
import { addJobs } from "../support/browser/people.ts";
import { addServer, addSpecVersion, removeServers } from "../support/browser/specs.ts";
import { makeRun } from "../support/specs/simulations.ts";

const it = suite("the page that creates a job from a spec version", { timeout: 90_000 });
eachInItsTab(it);

it("creates a Training from what is given, on the servers that are chosen", async () => {
  await addServer(config, ada, { name: "farm", role: "Simulations" });
  await addServer(config, ada, { name: "gpu box", role: "Training" });
  await open("Training");
  await box("Name").fill("First design");
  await box("Maximum of Input pair width").fill("50u");
  await page.getByRole("switch", { name: "Fix fingers" }).check({ force: true });
  assert.is(await box("Minimum of fingers").count(), 0, "what is fixed has one value");
  await box("Value of fingers").fill("4");
  await page.getByText("ff", { exact: true }).click();
  await page.getByRole("button", { name: /^Conditions/ }).click();
  assert.is(await box("Value of temp_c").inputValue(), "27");
  await press("Create Job");
  await dialog().getByText("Select Resources").waitFor();
  assert.is(await dialog().getByText("gpu box").count(), 0, "servers for training run no simulations");
  await dialog().getByRole("checkbox", { name: "workstation" }).uncheck();
  await dialog().getByLabel("Concurrent Simulations on farm").fill("6");
  const request = page.waitForRequest(
    (sentRequest) => sentRequest.method() === "POST" && sentRequest.url().endsWith("/jobs"),
  );
  await press("Submit");
  const sent = (await request).postDataJSON();
  assert.equal(sent.variables.w1, {
    type: "Scalar",
    lbound: 5e-6,
    ubound: 5e-5,
    initval: 2e-5,
    fixed: false,
  });
  assert.equal(sent.variables.corner.options, ["tt", "ss"]);
  assert.equal(
    sent.simulation_resources.servers.map(
      (server: { concurrent_simulations: number }) => server.concurrent_simulations,
    ),
    [6],
  );
  await created();
  await page.getByRole("heading", { name: "First design" }).waitFor();
});

it("keeps the relation of the rows of extra data, unless the user says otherwise", async () => {
  const shares = Array.from({ length: 12 }, (_, at) => [0.05 + 0.04 * at, 0.1 + 0.03 * ((5 * at) % 12)]);
  const lines = shares.map(
    ([resin = 0, filler = 0]) => `${resin},${filler},${1 - resin - filler},60,"[1,2,3,4,5]"`,
  );
  const buffer = Buffer.from([`${MIXTURE_PARTS.join()},gain,bode`, ...lines].join("\n"));
  const keptLine = page
    .getByText("resin + filler + solvent = 1")
    .filter({ hasText: "follows from the others" });
  const respect = page.getByRole("checkbox", { name: "Respect the relation between inputs" });
  for (const isRespected of [true, false]) {
    await open("Training", withShares);
    await box("Name").fill(isRespected ? "Mixtures" : "All of the ranges");
    assert.is(await respect.count(), 0, "there are no rows that could keep a relation");
    await page
      .locator('input[type=file][aria-label="Extra Data"]')
      .setInputFiles({ name: "shares.csv", mimeType: "text/csv", buffer });
    await respect.setChecked(isRespected);
    await press("Create Job");
    await press("Submit");
    await created();
    await page.getByRole("heading", { name: isRespected ? "Mixtures" : "All of the ranges" }).waitFor();
    if (isRespected) await keptLine.waitFor();
    else assert.is(await keptLine.count(), 0);
  }
});

it("is left without a question while nothing is changed, or is as it was again", async () => {
  const leave = () => page.getByRole("link", { name: "Jobs", exact: true }).click();
  await open("Optimization");
  await leave();
  await page.waitForURL(/\/jobs$/);
  await open("Optimization");
  const before = await box("Maximum of Input pair width").inputValue();
  await box("Maximum of Input pair width").fill("45u");
  await leave();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Stay" }).click();
  await box("Maximum of Input pair width").fill(before);
  await leave();
  await page.waitForURL(/\/jobs$/);
});

it("takes the parameters of a spec from the template spectre_nnva as they are", async () => {
  const { _id } = await addSpecVersion(config, ada, {}, { from_template: "spectre_nnva" });
  await page.goto(`/spec_versions/${_id}/jobs/new?objective=Training`);
  const parameters = page.getByRole("region", { name: "Variables" });
  await parameters.getByText("cannot be changed here").waitFor();
  const controls = await parameters.getByRole("textbox").or(parameters.getByRole("switch")).all();
  assert.ok(controls.length > 3, `${controls.length} controls`);
  for (const control of controls) assert.is(await control.isDisabled(), true);
});

it("asks a Single Run for one value of each variable, and for one server", async () => {
  await open("Single Run");
  assert.is(await page.getByRole("textbox", { name: /^(Minimum|Maximum) of/ }).count(), 0);
  assert.is(await page.getByText("Maximum Simulations").count(), 0);
  await box("Name").fill("Nominal");
  await box("Value of Input pair width").fill("30u");
  await press("Create Job");
  await dialog().getByText("Select Resource", { exact: true }).waitFor();
  assert.ok(await dialog().getByRole("radio", { name: "workstation" }).isChecked());
  await press("Submit");
  await created();
});

it("needs what a spec asks for: a file that is uploaded as soon as it is chosen, and a number an element", async () => {
  await open("Training", withFile);
  await box("Name").fill("With a deck");
  await press("Create Job");
  await page.getByText("A file is required").waitFor();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file for Model deck" }).click();
  await (await chooser).setFiles({
    name: "models.lib",
    mimeType: "text/plain",
    buffer: Buffer.from("* models"),
  });
  await page.getByText("models.lib").waitFor();
  await page.getByText("A file is required").waitFor({ state: "hidden" });
  await box("Maximum of Weights").fill("1, 2, 3");
  await press("Create Job");
  await page.getByText("Enter 2 numbers, one for each element").waitFor();
  await box("Maximum of Weights").fill("1, 2");
  await press("Create Job");
  await dialog().waitFor();
  await press("Submit");
  await created();
});

it("warns where no server is connected, and lets one be used as soon as it is", async () => {
  await removeServers(config);
  await addServer(config, ada, { name: "gpu box", role: "Training" });
  await open("Training");
  await box("Name").fill("Patient");
  await press("Create Job");
  await dialog().getByText("You don't have any simulation resources connected.").waitFor();
  assert.is(await dialog().getByRole("link", { name: "Connect one" }).getAttribute("href"), "/resources");
  assert.ok(await page.getByRole("button", { name: "Submit" }).isDisabled());
  await addServer(config, ada, { name: "workstation" });
  await dialog().getByText("workstation").waitFor();
  await press("Submit");
  await created();
});

it("asks a sampling for its score, and begins with the emulator that it was opened from", async () => {
  const emulator = {
    name: "Trained op-amp",
    status: "Complete",
    emulator_version: 1,
    spec_id: specId,
    run: makeRun({ variables: {} }),
  } as const;
  const [job = 0] = await addJobs(config, ada, [emulator]);
  await open("Sampling", version, `&emulator_job_id=${job}`);
  await box("Name").fill("Spread");
  assert.is(await page.getByLabel("Number of Walkers").inputValue(), "6");
  await page.getByRole("switch", { name: "Fix fingers" }).check({ force: true });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input")].some(
      ({ labels, value }) => labels?.[0]?.textContent === "Number of Walkers" && value === "4",
    ),
  );
  await press("Create Job");
  await page.getByText("Score function is required").waitFor();
  await page.getByRole("combobox", { name: "Score Function" }).click();
  await page.getByRole("option", { name: "Maximise output" }).click();
  await press("Create Job");
  await page.getByText("An output is required").waitFor();
  await page.getByRole("combobox", { name: "Output" }).click();
  await page.getByRole("option", { name: "gain" }).click();
  await press("Create Job");
  await dialog().getByText("Select Resources").waitFor();
  assert.ok(
    await dialog()
      .getByRole("radio", { name: /^Emulator/ })
      .isChecked(),
    "the emulator is the default",
  );
  await dialog()
    .getByRole("radio", { name: /^Simulations/ })
    .click();
  await dialog().getByText("workstation").waitFor();
  await press("Submit");
  await created();
});

it("begins with what an earlier job was given, when that is to be trained again", async () => {
  await open("Training");
  await box("Name").fill("First design");
  await box("Maximum of Input pair width").fill("50u");
  await press("Create Job");
  await dialog().getByText("workstation").waitFor();
  await press("Submit");
  await created();
  const id = page.url().split("/").at(-1);
  await open("Training", version, `&source_job_id=${id}`);
  assert.is(await box("Maximum of Input pair width").inputValue(), "50 µm");
  assert.is(await box("Name").inputValue(), "");
  await open("Optimization", version, `&source_job_id=${id}&emulator_job_id=999999`);
  await page.getByText("The emulator that it ran on has been deleted.").waitFor();
  assert.is(await box("Maximum of Input pair width").inputValue(), "50 µm");
});

it("takes distributions of the inputs for a search of failing designs, and another job begins with them", async () => {
  const job_types: ScoredObjective[] = ["Out of Spec"];
  const least = { name: "least", help_text: "", type: "Scalar" as const, default: 60 };
  const { _id: scored } = await addSpecVersion(config, ada, {
    score_functions: [{ name: "Headroom", job_types, inputs: [least], expression: "gain - least" }],
  });
  await open("Out of Spec", scored);
  await box("Name").fill("Corners");
  await page.getByRole("combobox", { name: "Score Function" }).click();
  await page.getByRole("option", { name: "Headroom" }).click();
  await box("Least").fill("55");
  await press("Enter distributions");
  const kind = page.getByRole("combobox", { name: "Distribution of Input pair width" });
  await kind.selectOption("Normal");
  await box("Std. deviation of Input pair width").fill("0");
  await page.getByText("The standard deviation of w1 must be above 0.").waitFor();
  await checkLooks(page, "new-spec-job-distributions");
  await press("Create Job");
  assert.is(await dialog().count(), 0);
  await box("Std. deviation of Input pair width").fill("500n");
  await press("Create Job");
  await dialog().getByText("workstation").waitFor();
  const request = page.waitForRequest(
    (sentRequest) => sentRequest.method() === "POST" && sentRequest.url().endsWith("/jobs"),
  );
  await press("Submit");
  const { w1 } = (await request).postDataJSON().distributions;
  assert.equal([w1.kind, w1.standard_deviation], ["normal", 5e-7]);
  await created();
  await page.getByRole("link", { name: "Create another job like this one" }).click();
  await page.getByText(/With the settings of job \d+/).waitFor();
  assert.is(await kind.inputValue(), "normal");
  assert.is(await box("Least").inputValue(), "55");
});

for (const size of [DESKTOP, PHONE]) {
  it(`can be used by everybody in either scheme at ${size.width} pixels`, async () => {
    const other = await newPage({ baseURL, size, as: ada });
    await other.goto(address("Training", withFile));
    await other.getByRole("textbox", { name: "Maximum of Input pair width" }).fill("x");
    await other.getByRole("button", { name: "Create Job", exact: true }).click();
    await other.getByText("A file is required").waitFor();
    await checkLooks(other, "new-spec-job");
    await other.goto(address("Single Run"));
    await other.getByRole("textbox", { name: "Name", exact: true }).fill("Nominal");
    await other.getByRole("button", { name: "Create Job", exact: true }).click();
    await other.getByRole("radio", { name: "workstation" }).waitFor();
    await checkLooks(other, "new-spec-job-dialog");
    await other.context().close();
  });
}
