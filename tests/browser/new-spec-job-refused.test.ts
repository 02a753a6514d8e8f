/** The problems that the page names when it creates a job from a spec version, before and after it is sent. */
import { assert, suite } from "../harness.ts";
import { complaints, newPage } from "../support/browser/browser.ts";
import {
  ada,
  address,
  baseURL,
  box,
  config,
  created,
  dialog,
  eachInItsTab,
  open,
  page,
  press,
  specId,
  version,
} from "../support/browser/new-spec-job-page.ts";
import { addJobs } from "../support/browser/people.ts";
import { addSpecVersion, deleteSpec } from "../support/browser/specs.ts";
import { makeRun } from "../support/specs/simulations.ts";

const it = suite("a job from a spec version that is refused", { timeout: 90_000 });
eachInItsTab(it);

it("shows at each variable what is wrong, opens its group, and focuses the first problem", async () => {
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
  assert.is(await box("Maximum of Input pair width").inputValue(), "50 µm");
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

it("shows what is wrong with extra data under their field when its upload ends after Submit", async () => {
  await open("Training");
  await box("Name").fill("With extra data");
  const { promise: submitted, resolve: endUpload } = Promise.withResolvers<void>();
  await page.route("**/upload/*", async (route) => {
    await submitted;
    await route.continue();
  });
  const buffer = Buffer.from("w1,fingers,corner,gain\n1e-5,2,ss,60\n");
  await page
    .locator('input[type=file][aria-label="Extra Data"]')
    .setInputFiles({ name: "known.csv", mimeType: "text/csv", buffer });
  await press("Create Job");
  await press("Submit");
  endUpload();
  await page.getByText('known.csv, row 1: there is no column for the output "bode"').waitFor();
});

it("is no page without an objective", async () => {
  const other = await newPage({ baseURL, as: ada });
  for (const query of ["", "?objective=Guessing"]) {
    await other.goto(`/spec_versions/${version}/jobs/new${query}`);
    await other.getByText("Something went wrong").waitFor();
  }
  assert.equal(complaints(other), []);
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
