/** A search for designs out of spec, from its form to its results, run by the real runner on a real emulator. */
import { assert, stretched, suite } from "../harness.ts";
import { openAmplifierSearch } from "../support/browser/amplifier-search.ts";
import { complaints, DESKTOP, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { brushAxis } from "../support/browser/parallel-axes.ts";

const { trained, version, page, other, box, choose } = await openAmplifierSearch();

const it = suite("a search for designs out of spec, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});

it("is created on an emulator and shows two people the regions that fail", async () => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Out+of+Spec&emulator_job_id=${trained}`);
  await box("Name").fill("Where the gain fails");
  await choose("Score Function", "Within limits");
  await choose("Output", "gain");
  await box("Lower").fill("43");
  await box("Upper").fill("51");
  await page.getByRole("button", { name: "Enter distributions" }).click();
  await page.getByRole("combobox", { name: "Distribution of width" }).selectOption("Normal");
  await page.getByRole("button", { name: "Create Job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/jobs\/\d+$/);
  await other.goto(new URL(page.url()).pathname);
  for (const view of [page, other]) {
    await view.getByRole("tab", { name: "Results" }).click();
    await view
      .getByRole("heading", {
        name: /^[\d.]+% of the designs within these ranges are predicted to be out of spec in \d separate regions\.$/,
      })
      .waitFor({ timeout: stretched(120_000) });
  }
  await page.getByText(/^Of the designs that are built, [\d.]+% are expected to be out of spec/).waitFor();
  const table = page.getByRole("table", { name: "Failing regions" });
  await table.getByRole("columnheader", { name: "Probability" }).waitFor();
  const text = (await table.textContent()) ?? "";
  assert.match(text, /Lies where width [<>] [\d.]+ µm/);
  const card = page.getByRole("region", { name: /^Region 1: worst design$/ });
  await card.getByRole("link", { name: "Open in emulator" }).waitFor();
  await table.getByRole("button", { name: "2", exact: true }).click();
  await page.getByRole("region", { name: /^Region 2: worst design$/ }).waitFor();
});

it("draws the worst designs over any two variables, and filters them by brushing", async () => {
  const overview = page.getByRole("region", { name: "Parameter space" });
  await overview.getByRole("combobox", { name: "Horizontal axis" }).selectOption({ label: "length" });
  await brushAxis(page, "The worst designs, parallel coordinates", "width");
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  // Designs that were simulated are selected together with their simulations.
  await bar.getByText(/^[\d,]+ of [\d,]+ designs .*selected$/).waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const download = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Failing regions" })
    .getByRole("button", { name: "Download table" })
    .first()
    .click();
  assert.is((await download).suggestedFilename(), "failing-regions.csv");
});

it("looks right at every width, in light and dark", async () => {
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await page
      .getByRole("heading", { name: /of the designs within these ranges/ })
      .evaluate((heading) => heading.scrollIntoView());
    await checkLooks(page, "out-of-spec");
    await page
      .getByRole("heading", { name: "Parameter space" })
      .evaluate((heading) => heading.scrollIntoView());
    await checkLooks(page, "out-of-spec-space");
  }
});
