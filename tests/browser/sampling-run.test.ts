/** A sampling from the form to its results, run by the real runner on a real emulator, and extended. */
import { assert, eventually, stretched, suite } from "../harness.ts";
import { openAmplifierSearch } from "../support/browser/amplifier-search.ts";
import { complaints, DESKTOP, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";

const { trained, version, page, other, box, choose } = await openAmplifierSearch();

const it = suite("a sampling, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});

it("says in the form how long the chain will be, and what too few walkers cost", async () => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Sampling&emulator_job_id=${trained}`);
  await page.getByText("100 designs are about 16 steps of 6 walkers.").waitFor();
  await page.getByText("A distribution usually needs 1,000 steps or more.", { exact: false }).waitFor();
  await box("Number of Walkers").fill("4");
  await page.getByText("Fewer walkers than twice the 3 varied variables (6)", { exact: false }).waitFor();
  await checkLooks(page, "sampling-form");
  await box("Number of Walkers").fill("12");
  await box("Maximum Simulations").fill("12000");
  await page.getByText("12,000 designs are about 1,000 steps of 12 walkers.").waitFor();
  await page.getByRole("checkbox", { name: "Include the emulator’s uncertainty" }).check();
});

it("is created in the form, and seen by two people", async () => {
  await box("Name").fill("Gains near fifty");
  await choose("Score Function", "Match target value");
  await choose("Output", "gain");
  await box("Target").fill("50");
  await box("Tolerance").fill("2");
  await page.getByRole("button", { name: "Create Job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/jobs\/\d+/);
  await other.goto(page.url());
  for (const view of [page, other]) {
    await view.getByRole("region", { name: "Distributions of the variables and of their pairs" }).waitFor();
    await view.getByRole("region", { name: "Traces of some walkers" }).waitFor();
    await view.getByRole("region", { name: "Autocorrelation time by the number of steps" }).waitFor();
    await view.getByRole("region", { name: "response: median and intervals" }).waitFor();
    await view
      .getByText(/It ended (early|at its maximum), after .* evaluations/)
      .waitFor({ timeout: stretched(120_000) });
  }
  const table = page.getByRole("region", { name: "Table of sampled variables" });
  await table.getByText("µm").first().waitFor();
  await page.getByText("The emulator’s own uncertainty is part of the density.").waitFor();
  await page.getByRole("combobox", { name: "Variable of the traces" }).selectOption("Log density");
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole("heading", { name: "Distribution", exact: true }).scrollIntoViewIfNeeded();
    await checkLooks(page, "sampling-run");
  }
  await page.setViewportSize(DESKTOP);
});

it("reads out what the pointer is on, and saves the plot", async () => {
  const plot = page.getByRole("region", { name: "Distributions of the variables and of their pairs" });
  // The plot may still be drawn anew for the size of the window: then nothing is read out.
  await eventually("the readout", async () => {
    await plot.locator('.nsewdrag[data-subplot="xy"]').hover();
    return await page.getByText(/^width .* of the samples$/).isVisible();
  });
  const downloading = page.waitForEvent("download");
  await page
    .getByRole("button", { name: "Download the plot: Distributions of the variables and of their pairs" })
    .click();
  await page.getByRole("menuitem", { name: "SVG drawing" }).click();
  assert.match((await downloading).suggestedFilename(), /\.svg$/);
  const chain = page.waitForEvent("download");
  await page.getByRole("link", { name: "Chain for NumPy" }).click();
  assert.match((await chain).suggestedFilename(), /chain\.npy$/);
});

it("goes on where it was when it is extended", async () => {
  const steps = async () => {
    const text = (await page.getByRole("region", { name: /^The chain/ }).textContent()) ?? "";
    return Number(/Steps([\d,]+)/.exec(text)?.[1]?.replaceAll(",", ""));
  };
  const before = await steps();
  assert.ok(before > 900, `${before}`);
  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByText("24,000 evaluations", { exact: false }).waitFor({ timeout: stretched(120_000) });
  assert.ok((await steps()) > 1.8 * before);
});
