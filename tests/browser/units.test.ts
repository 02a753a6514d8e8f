import type { Config } from "@understudy/server/core/config.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, type Tables, untilStatus } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("units on the pages", { timeout: 180_000 });

const LAPTOP_SIZE = { width: 1024, height: 768 };
const ROW_COUNT = 80;
/** An amplifier: what it is made of in base units, and how it slews. */
function amplifier(): Tables {
  const rows = Array.from({ length: ROW_COUNT }, (_, row) => {
    const place = (step: number) => ((row * step) % ROW_COUNT) / (ROW_COUNT - 1);
    const [c1, current] = [1e-13 + 3.9e-12 * place(1), 1e-6 + 4e-5 * place(37)];
    const fingers = [1, 2, 4, 8][row % 4] ?? 1;
    const corner = row % 3 === 0 ? "tt" : "ff";
    return {
      inputs: [c1, current, fingers, corner],
      outputs: [current / (c1 + 5e-12), 2e-5 + current / fingers],
    };
  });
  return {
    parameters: ["C1,ibias,fingers,corner", ...rows.map(({ inputs }) => inputs.join(","))].join("\n"),
    outputs: ["slew,width", ...rows.map(({ outputs }) => outputs.join(","))].join("\n"),
  };
}

let config: Config;
let caller: Caller;
let page: Page;
let jobId = 0;
let end: () => Promise<void>;

it.before(async () => {
  const server = await startTestServer();
  ({ config } = server);
  const ada = await addPerson(config, "Ada Lovelace");
  caller = await callerOf(server.url, ada);
  const runner = await startTestRunner(config);
  end = () => runner.close();
  jobId = await createJob(caller, "Amplifier", amplifier());
  await untilStatus(caller, jobId, "Awaiting Configuration");
  page = await newPage({ baseURL: server.url, as: ada });
});
it.after(async () => {
  await end();
  assert.equal(complaints(page), []);
});

const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const stored = (): Promise<JobConfig> => caller.call("getJobConfig", { params: { job_id: jobId } });
const row = (name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });

it("are suggested from the range of the data, and taken for all columns with one click", async () => {
  await page.goto(`/jobs/${jobId}`);
  for (const [name, unit] of Object.entries({ C1: "F", ibias: "A", slew: "V/s", width: "m" }))
    await box(`Unit of ${name}`).fill(unit);
  await page.getByRole("button", { name: "Use pF for C1" }).waitFor();
  assert.is((await stored()).inputs[0]?.multiplier, 1);
  await checkLooks(page, "units-suggested");
  await page.getByRole("button", { name: "Use suggested units" }).click();
  await row("C1").getByText("0.1 to 4 pF").waitFor();
  await row("slew")
    .getByText(/ to \d+\.?\d* MV\/s/)
    .waitFor();
  await eventually("all multipliers are stored", async () => {
    const { inputs, outputs } = await stored();
    return (
      JSON.stringify([...inputs, ...outputs].map(({ multiplier }) => multiplier)) ===
      "[1e-12,0.000001,1,1,1000000,0.000001]"
    );
  });
  assert.is(await page.getByRole("button", { name: "Use suggested units" }).count(), 0);
});

it("are not asked for of categories", async () => {
  assert.is(await box("Unit of corner").count(), 0);
  await box("Unit of fingers").waitFor();
  await page.getByRole("combobox", { name: "Type of fingers" }).selectOption("Discrete");
  await box("Unit of fingers").waitFor({ state: "detached" });
});

it("are those of the boxes, which say what they clamp and what they refuse", async () => {
  const value = box("Value of C1");
  await value.fill("40 pF");
  await value.blur();
  await page.getByText(MESSAGES.limitedTo("4 pF", "largest", "value in the data")).waitFor();
  assert.is(await value.inputValue(), "4");
  await value.fill("2p2");
  await eventually("2.2 pF is stored", async () => (await stored()).inputs[0]?.initval === 2.2e-12);
  assert.is(await page.getByText(/^Limited to/).count(), 0);
  const share = box("Validation set");
  await share.fill("30.4");
  await page.getByText(MESSAGES.wholeNumber).waitFor();
  await share.fill("25 %");
  await page.getByText(MESSAGES.wholeNumber).waitFor({ state: "detached" });
  await eventually("25 % is stored", async () => (await stored()).training.validation_percentage === 25);
  for (const size of [DESKTOP, LAPTOP_SIZE, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "units-config");
  }
  await page.setViewportSize(DESKTOP);
});

it("are converted to where a prefix is typed beside a slider", async () => {
  const body = { train_on: "platform" as const, effort: "quick" as const };
  await caller.call("startTraining", { params: { job_id: jobId }, body });
  await untilStatus(caller, jobId, "Complete");
  await page.goto(`/jobs/${jobId}`);
  const value = box("C1, value");
  await value.waitFor();
  await page.getByTitle("C1", { exact: true }).first().getByText("(pF)").waitFor();
  const isAt = (c1: number) =>
    eventually(`C1 is ${c1}`, () => {
      const at: { C1?: number } = JSON.parse(new URL(page.url()).searchParams.get("at") ?? "{}");
      return Math.abs((at.C1 ?? 0) / c1 - 1) < 1e-9;
    });
  await value.fill("1,5");
  await isAt(1.5e-12);
  await value.fill("900f");
  await isAt(0.9e-12);
  await value.blur();
  assert.is(await value.inputValue(), "0.9");
  await box("ibias, value").fill("40u");
  await value.fill("1,500");
  await page.getByText(MESSAGES.ambiguousComma("1500", "1.500")).waitFor();
  await value.fill("40u");
  await value.blur();
  await page.getByText(MESSAGES.limitedTo("4 pF", "largest", "value that can be set here")).waitFor();
  assert.is(await value.inputValue(), "4");
  await checkLooks(page, "units-emulator");
  await value.fill("2");
  await page.getByText(/^Limited to/).waitFor({ state: "detached" });
});

it("stand at the outputs of the summary, at the axes, and in the files with their numbers", async () => {
  await page.getByRole("rowheader", { name: "slew (MV/s)" }).waitFor();
  await page.locator(".plot-canvas text").getByText("slew (MV/s)").first().waitFor();
  for (const size of [LAPTOP_SIZE, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "units-emulator");
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Format and units of the file" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Numbers in the units shown" }).click();
  assert.is((await download).suggestedFilename(), `job-${jobId}-data-shown-units.csv`);
});
