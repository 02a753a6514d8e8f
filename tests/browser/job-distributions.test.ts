/** How the inputs of a search on servers vary, as people enter it together. What the search has found is given here. */
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { storeOptimization } from "../support/browser/optimized.ts";
import { makeOutOfSpec } from "../support/browser/out-of-spec.ts";
import { addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Zhang");
const platform = await openTestPlatform(config);
const stored = await storeOptimization(platform, {
  ...{ creator: { id: ada.id, name: ada.name }, name: "Where it fails", objective: "Out of Spec" },
});
if (stored.run === null) throw new Error("The job has no run.");
await platform.store.jobs.update(
  { _id: stored._id },
  { run: { ...stored.run, score_function: { name: "Within limits", inputs: {} } } },
);

async function opened(person: typeof ada) {
  const page = await newPage({ baseURL, as: person });
  await page.route(`**/jobs/${stored._id}/out_of_spec`, (route) =>
    route.fulfill({
      json: makeOutOfSpec(stored._id, {
        ...{
          is_simulated: true,
          is_verified: false,
          is_distributed: true,
          false_alarms: null,
          emulator: null,
        },
      }),
    }),
  );
  await page.goto(`/jobs/${stored._id}?tab=progress`);
  await page.getByRole("button", { name: "Enter distributions" }).click();
  const section = page.getByRole("region", { name: "Distributions of the inputs" });
  return {
    page,
    section,
    kind: section.getByRole("combobox", { name: "Distribution of W1", exact: true }),
    deviation: section.getByRole("textbox", { name: "Std. deviation of W1", exact: true }),
  };
}
const own = await opened(ada);
const other = await opened(zoe);

const it = suite("the distributions of a job's inputs", { timeout: 300_000 });
it.after(() => {
  assert.equal([complaints(own.page), complaints(other.page)], [[], []]);
});

it("are saved as they are entered, appear on a colleague's page, and are there when it is opened again", async () => {
  await own.kind.selectOption("normal");
  await own.deviation.fill("2u");
  await own.section.getByText("Saved", { exact: true }).waitFor();
  await eventually("they are there", async () => (await other.deviation.inputValue()) === "2");
  await own.page.reload();
  await own.deviation.waitFor();
  assert.is(await own.deviation.inputValue(), "2");
});

it("are not saved while they are wrong, and stay on the page", async () => {
  await own.deviation.fill("0");
  await own.section.getByText("The standard deviation of W1 must be above 0.").waitFor();
  assert.is(await own.deviation.inputValue(), "0");
  assert.not.equal(await other.deviation.inputValue(), "0");
  await own.deviation.fill("3u");
  await own.section.getByText("Saved", { exact: true }).waitFor();
});

it("can be tried, not saved, by a colleague", async () => {
  await other.section.getByText("Your changes are not saved", { exact: false }).waitFor();
  await other.kind.selectOption("uniform");
  await other.section.getByRole("textbox", { name: "Lower limit of W1", exact: true }).waitFor();
  assert.is(await own.kind.inputValue(), "normal");
});

it("look as they should on a desk and a phone", async () => {
  for (const size of [DESKTOP, PHONE]) {
    await own.page.setViewportSize(size);
    await own.section.evaluate((element) => element.scrollIntoView());
    await checkLooks(own.page, "job-distributions");
  }
});
