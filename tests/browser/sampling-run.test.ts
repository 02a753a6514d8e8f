/** A sampling from the form to its results, run by the real runner on a real emulator, and extended. */
import { assert, suite } from "../harness.ts";
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
const FREQUENCIES = Array.from({ length: 21 }, (_, i) => 1e6 * (i + 1));
const rows = Array.from({ length: ROWS }, (_, i) => {
  const at = (step: number) => ((i * step) % ROWS) / (ROWS - 1);
  const [width, length, corner] = [1e-6 + 5e-5 * at(7), 1e-7 + 9e-7 * at(33), i % 2 === 0 ? "slow" : "fast"];
  const gain = 40 + 4e5 * width - 8e6 * (length - 4e-7) + (corner === "fast" ? 2 : 0);
  return { width, length, corner, gain, response: FREQUENCIES.map((f) => gain / (1 + (f / 1.4e7) ** 2)) };
});
const list = (values: readonly number[]): string => `"[${values.join(", ")}]"`;
const parameters = `width,length,corner\n${rows.map((r) => `${r.width},${r.length},${r.corner}`).join("\n")}\n`;
const outputs = `gain,frequency,response\n${rows
  .map((r) => `${r.gain},${list(FREQUENCIES)},${list(r.response)}`)
  .join("\n")}\n`;

async function train(): Promise<number> {
  const id = await createJob(caller, "Amplifier", { parameters, outputs });
  await untilStatus(caller, id, "Awaiting Configuration");
  const params = { job_id: id };
  const inputs = ["width", "length"].map((name) => ({ name, unit: "m" }));
  const units = [{ name: "gain", unit: "dB" }];
  await caller.call("updateJobConfig", { params, body: { inputs, outputs: units } });
  await caller.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  await untilStatus(caller, id, "Complete");
  return id;
}
const trained = await train();
const { id: version } = await caller.call("getJobSpecVersion", { params: { job_id: trained } });
const page = await newPage({ baseURL, as: ada });
const other = await newPage({ baseURL, as: zoe });

const it = suite("a sampling, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

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
  for (const one of [page, other]) {
    await one.getByRole("region", { name: "Distributions of the variables and of their pairs" }).waitFor();
    await one.getByRole("region", { name: "Traces of some walkers" }).waitFor();
    await one.getByRole("region", { name: "Autocorrelation time by the number of steps" }).waitFor();
    await one.getByRole("region", { name: "response: median and intervals" }).waitFor();
    await one.getByText("12,000 evaluations", { exact: false }).waitFor({ timeout: 60_000 });
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
  const bounds = await plot.locator("svg").boundingBox();
  if (bounds === null) throw new Error("There is no plot.");
  await page.mouse.move(bounds.x + 120, bounds.y + 150);
  await page.getByText(/^width .* of the samples$/).waitFor();
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
  await page.getByText("24,000 evaluations", { exact: false }).waitFor({ timeout: 60_000 });
  assert.ok((await steps()) > 1.8 * before);
});
