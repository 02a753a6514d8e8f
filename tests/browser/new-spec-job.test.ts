import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, newTab, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addServer, addSpecVersion, deleteSpec, removeServers } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeRun } from "../support/specs/simulations.ts";
import { makeFile, makeSpecVersion, makeVector } from "../support/specs/spec-jobs.ts";

const it = suite("the page that creates a job from a spec version", { timeout: 90_000 });

const { config, url: baseURL } = await startTestServer();
let ada: Account;
let version = 0;
let specId = 0;
let withFile = 0;
/** Keeps the browser of this person open; every test has a tab of its own. */
let first: Page;
let page: Page;

const address = (objective: string, id = version, more = "") =>
  `/spec_versions/${id}/jobs/new?objective=${encodeURIComponent(objective)}${more}`;
const open = async (objective: string, id = version, more = "") => {
  await page.goto(address(objective, id, more));
  await page.getByRole("heading", { name: `Create ${objective} Job` }).waitFor();
};
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");
/** The page of the job that was created. */
const created = () => page.waitForURL(/\/jobs\/\d+$/);

it.before(async () => {
  ada = await addPerson(config, "Ada Lovelace");
  ({ _id: version, spec_id: specId } = await addSpecVersion(config, ada));
  const { variables } = makeSpecVersion();
  const vector = makeVector("v", { verbose_name: "Weights" });
  const deck = makeFile("deck", { verbose_name: "Model deck" });
  ({ _id: withFile } = await addSpecVersion(config, ada, { variables: [...variables, vector, deck] }));
  first = await newPage({ baseURL, as: ada });
});
it.before.each(async () => {
  await removeServers(config);
  await addServer(config, ada, { name: "workstation" });
  page = await newTab(first);
});
it.after.each(async () => {
  assert.equal(complaints(page), []);
  await page.close();
});

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
  const request = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/jobs"));
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
      (one: { concurrent_simulations: number }) => one.concurrent_simulations,
    ),
    [6],
  );
  await created();
  await page.getByRole("heading", { name: "First design" }).waitFor();
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

it("tells at each variable what is wrong, opens its group, and goes to the first of it", async () => {
  await open("Training");
  await page.getByRole("button", { name: /^Devices/ }).click();
  await page.getByRole("button", { name: /^Conditions/ }).click();
  await box("Value of temp_c").fill("200");
  await box("Name").focus();
  await page.getByText("Must be from -40 to 150").waitFor();
  await box("Value of temp_c").fill("hot");
  await page.getByText("Invalid number").waitFor();
  await page.getByRole("button", { name: /^Conditions/ }).click();
  await press("Create Job");
  await page.getByText("Name is required").waitFor();
  await page.getByText(/1 with errors/).waitFor();
  await box("Value of temp_c").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  assert.is(await dialog().count(), 0);
  await page
    .getByRole("spinbutton", { name: "Maximum Simulations" })
    .or(box("Maximum Simulations"))
    .fill("3");
  await page.getByText("Must be from 16 to 1,000,000").waitFor();
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

it("makes tags in place, and keeps everything typed when the server refuses", async () => {
  await open("Training");
  await box("Name").fill("Refused");
  await press("Add tag");
  await page
    .getByRole("textbox", { name: "Tag name" })
    .or(page.getByRole("combobox", { name: "Tag name" }))
    .fill("thermal");
  await press("Add");
  await page.getByText("Tag created").waitFor();
  await page.getByRole("button", { name: "Remove the tag thermal" }).waitFor();
  await box("Maximum of Input pair width").fill("50u");
  await page.route("**/spec_versions/*/jobs", (route) =>
    route.fulfill({
      status: 400,
      json: {
        message: "The request is invalid.",
        errors: { "variables.temp_c.initval": ["Too hot for this model."], objective: ["Not today."] },
      },
    }),
  );
  await press("Create Job");
  await press("Submit");
  await page.getByText("Too hot for this model.").waitFor();
  await page.getByText("Not today.").waitFor();
  await dialog().waitFor({ state: "hidden" });
  assert.is(await box("Maximum of Input pair width").inputValue(), "50u");
  await page.unroute("**/spec_versions/*/jobs");
  await press("Create Job");
  await press("Submit");
  await created();
  await page.getByText("thermal").waitFor();
});

it("leaves the focus in a refused field while it is corrected, although another one is still refused", async () => {
  await open("Training");
  await box("Name").fill("Refused twice");
  await page.route("**/spec_versions/*/jobs", (route) =>
    route.fulfill({
      status: 400,
      json: {
        message: "The request is invalid.",
        errors: {
          "variables.w1.initval": ["Too wide for this model."],
          "variables.temp_c.initval": ["Too hot for this model."],
        },
      },
    }),
  );
  await press("Create Job");
  await press("Submit");
  await page.getByText("Too wide for this model.").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  await box("Value of temp_c").fill("30");
  await page.getByText("Too hot for this model.").waitFor({ state: "hidden" });
  // The first invalid field would get the focus in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Value of temp_c");
  await page.unroute("**/spec_versions/*/jobs");
});

it("shows what is wrong with extra data under their field", async () => {
  await open("Training");
  await box("Name").fill("With extra data");
  const buffer = Buffer.from("w1,fingers,corner,gain\n1e-5,2,ss,60\n");
  await page
    .locator('input[type=file][aria-label="Extra Data"]')
    .setInputFiles({ name: "known.csv", mimeType: "text/csv", buffer });
  await press("Create Job");
  await press("Submit");
  await page.getByText('known.csv, row 1: there is no column for the output "bode"').waitFor();
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

it("asks a search for its score, and says that such jobs cannot be run yet", async () => {
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
  await page.getByText(/Sampling jobs cannot be run yet/).waitFor();
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
  assert.is(await box("Maximum of Input pair width").inputValue(), "50u");
  assert.is(await box("Name").inputValue(), "");
});

it("is no page without an objective", async () => {
  const other = await newPage({ baseURL, as: ada });
  for (const query of ["", "?objective=Guessing"]) {
    await other.goto(`/spec_versions/${version}/jobs/new${query}`);
    await other.getByText("Something went wrong").waitFor();
  }
  await other.context().close();
});

it("says which of spec, emulator and source job is wrong, without a form", async () => {
  const run = makeRun();
  const fields = { objective: "Training" as const, is_data_driven: false, run };
  const [plain = 0, other = 0] = await addJobs(config, ada, [
    { ...fields, name: "Plain", spec_id: specId, spec_version_id: version },
    { ...fields, name: "Other", spec_id: specId + 7, emulator_version: 1, emulator_file: "none" },
  ]);
  const refused = async (path: string, ...texts: string[]) => {
    await page.goto(path);
    for (const text of texts) await page.getByText(text).waitFor();
    assert.is(await page.getByRole("button", { name: "Create Job", exact: true }).count(), 0, path);
  };
  const emulator = (id: number | string) => address("Sampling", version, `&emulator_job_id=${id}`);
  await refused(
    address("Training", 99_999),
    "Sorry, there was an error loading the spec.",
    "Spec version not found",
  );
  await refused(emulator(99_999), "Sorry, there was an error loading the emulator.", "Job not found");
  await refused(emulator("one"), "Sorry, there was an error loading the emulator.");
  await refused(emulator(plain), "Sorry, Plain does not provide an emulator.");
  await refused(emulator(other), "Other was created from another spec");
  await refused(
    address("Training", version, "&source_job_id=99999"),
    "Sorry, there was an error loading the source job. Please try again.",
    "Job not found",
  );
  const { _id, spec_id } = await addSpecVersion(config, ada);
  await addJobs(config, ada, [{ ...fields, spec_id, spec_version_id: _id }]);
  await deleteSpec(config, spec_id);
  await refused(address("Training", _id), "This spec has been deleted: no more jobs can be created from it.");
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
