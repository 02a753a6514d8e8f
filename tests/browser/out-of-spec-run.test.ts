/** A search for designs out of spec, from its form to its results, run by the real runner on a real emulator. */
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, untilStatus } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const { url: baseURL, config } = await startTestServer();
await startTestRunner(config);
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Zhang");
const caller = await callerOf(baseURL, ada);

const ROWS = 80;
const CORNERS = ["slow", "fast"];
const rows = Array.from({ length: ROWS }, (_, i) => {
  const at = (step: number) => ((i * step) % ROWS) / (ROWS - 1);
  const [width, length, corner] = [1e-6 + 5e-5 * at(7), 1e-7 + 9e-7 * at(33), CORNERS[i % 2] ?? ""];
  const [w, l] = [width / 5e-5, length / 1e-6];
  return {
    width,
    length,
    corner,
    gain: 40 + 20 * w - 8 * w ** 2 - 12 * (l - 0.4) ** 2 + (corner === "fast" ? 2 : 0),
  };
});
const parameters = `width,length,corner\n${rows.map((r) => `${r.width},${r.length},${r.corner}`).join("\n")}\n`;
const outputs = `gain\n${rows.map(({ gain }) => gain).join("\n")}\n`;

async function train(owner: Caller): Promise<number> {
  const id = await createJob(owner, "Amplifier", { parameters, outputs });
  await untilStatus(owner, id, "Awaiting Configuration");
  const params = { job_id: id };
  const inputs = ["width", "length"].map((name) => ({ name, unit: "m" }));
  await owner.call("updateJobConfig", { params, body: { inputs, outputs: [{ name: "gain", unit: "dB" }] } });
  await owner.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  await untilStatus(owner, id, "Complete");
  return id;
}
const trained = await train(caller);
const { id: version } = await caller.call("getJobSpecVersion", { params: { job_id: trained } });
const page = await newPage({ baseURL, as: ada });
const other = await newPage({ baseURL, as: zoe });

const it = suite("a search for designs out of spec, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

it("is created on an emulator and shows two people the regions that fail", async () => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Out+of+Spec&emulator_job_id=${trained}`);
  await box("Name").fill("Where the gain fails");
  await choose("Score Function", "Within limits");
  await choose("Output", "gain");
  await box("Lower").fill("43");
  await box("Upper").fill("51");
  await page.getByRole("button", { name: "Create Job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/jobs\/\d+$/);
  await other.goto(new URL(page.url()).pathname);
  for (const one of [page, other]) {
    await one.getByRole("tab", { name: "Results" }).click();
    await one
      .getByRole("heading", {
        name: /^[\d.]+% of the designs within these ranges are predicted to be out of spec in \d separate regions\.$/,
      })
      .waitFor({ timeout: 120_000 });
  }
  const table = page.getByRole("table", { name: "Failing regions" });
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
  const chart = overview
    .getByRole("region", { name: "The worst designs, parallel coordinates" })
    .locator("svg");
  await chart.scrollIntoViewIfNeeded();
  const at = await chart.boundingBox();
  assert.ok(at);
  await page.mouse.move(at.x + 56, at.y + 40);
  await page.mouse.down();
  await page.mouse.move(at.x + 56, at.y + 120, { steps: 4 });
  await page.mouse.up();
  await overview
    .getByRole("status")
    .getByText(/^\d+ of [\d,]+ designs$/)
    .waitFor();
  await overview.getByRole("button", { name: "Show all" }).click();
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
      .evaluate((one) => one.scrollIntoView());
    await checkLooks(page, "out-of-spec");
    await page.getByRole("heading", { name: "Parameter space" }).evaluate((one) => one.scrollIntoView());
    await checkLooks(page, "out-of-spec-space");
  }
});
