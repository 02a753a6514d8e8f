/**
 * The distributions of the inputs of a search on servers, as people enter them together. The test gives the result of
 * the search.
 */
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
const adaView = await opened(ada);
const other = await opened(zoe);

const it = suite("the distributions of a job's inputs", { timeout: 300_000 });
it.after(() => {
  assert.equal([complaints(adaView.page), complaints(other.page)], [[], []]);
});

it("are saved as they are entered, appear on a colleague's page, and are there when it is opened again", async () => {
  await adaView.kind.selectOption("normal");
  await adaView.deviation.fill("2u");
  await adaView.section.getByText("Saved", { exact: true }).waitFor();
  await eventually("they are there", async () => (await other.deviation.inputValue()) === "2");
  await adaView.page.reload();
  await adaView.deviation.waitFor();
  assert.is(await adaView.deviation.inputValue(), "2");
});

it("are not saved while they are wrong, and stay on the page", async () => {
  await adaView.deviation.fill("0");
  await adaView.section.getByText("The standard deviation of W1 must be above 0.").waitFor();
  assert.is(await adaView.deviation.inputValue(), "0");
  assert.not.equal(await other.deviation.inputValue(), "0");
  await adaView.deviation.fill("3u");
  await adaView.section.getByText("Saved", { exact: true }).waitFor();
});

it("can be tried, not saved, by a colleague", async () => {
  await other.section.getByText("Your changes are not saved", { exact: false }).waitFor();
  await other.kind.selectOption("uniform");
  await other.section.getByRole("textbox", { name: "Lower limit of W1", exact: true }).waitFor();
  assert.is(await adaView.kind.inputValue(), "normal");
});

it("look as they should on a desk and a phone", async () => {
  for (const size of [DESKTOP, PHONE]) {
    await adaView.page.setViewportSize(size);
    await adaView.section.evaluate((element) => element.scrollIntoView());
    await checkLooks(adaView.page, "job-distributions");
  }
});
