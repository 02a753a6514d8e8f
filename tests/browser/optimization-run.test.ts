/** An optimization from the form to its results, run by the real runner on a real emulator. */
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { uploadText } from "../support/api/upload.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, untilStatus } from "../support/browser/real-jobs.ts";
import { generatedName } from "../support/factories.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const { url: baseURL, config } = await startTestServer();
await startTestRunner(config);
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Zhang");
const caller = await callerOf(baseURL, ada);

const ROWS = 80;
const FREQUENCIES = Array.from({ length: 21 }, (_, i) => 1e6 * (i + 1));
const CORNERS = ["slow", "fast"];
const rows = Array.from({ length: ROWS }, (_, i) => {
  const at = (step: number) => ((i * step) % ROWS) / (ROWS - 1);
  const [width, length, corner] = [1e-6 + 5e-5 * at(7), 1e-7 + 9e-7 * at(33), CORNERS[i % 2] ?? ""];
  const [w, l] = [width / 5e-5, length / 1e-6];
  const gain = 40 + 20 * w - 8 * w ** 2 - 12 * (l - 0.4) ** 2 + (corner === "fast" ? 2 : 0);
  const response = FREQUENCIES.map((f) => gain / (1 + (f / (4e6 + 2e7 * l)) ** 2));
  return { width, length, corner, gain, response };
});
const list = (values: readonly number[]): string => `"[${values.join(", ")}]"`;
const parameters = `width,length,corner\n${rows.map((r) => `${r.width},${r.length},${r.corner}`).join("\n")}\n`;
const outputs = `gain,frequency,response\n${rows
  .map((r) => `${r.gain},${list(FREQUENCIES)},${list(r.response)}`)
  .join("\n")}\n`;

async function train(owner: Caller): Promise<number> {
  const id = await createJob(owner, "Amplifier", { parameters, outputs });
  await untilStatus(owner, id, "Awaiting Configuration");
  const params = { job_id: id };
  const inputs = ["width", "length"].map((name) => ({ name, unit: "m" }));
  const units = [
    { name: "gain", unit: "dB" },
    { name: "response", unit: "dB" },
  ];
  const coordinates = [{ name: "frequency", unit: "Hz" }];
  await owner.call("updateJobConfig", { params, body: { inputs, outputs: units, coordinates } });
  await owner.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  await untilStatus(owner, id, "Complete");
  return id;
}
const trained = await train(caller);
const { id: version } = await caller.call("getJobSpecVersion", { params: { job_id: trained } });
const page = await newPage({ baseURL, as: ada });
const other = await newPage({ baseURL, as: zoe });

const it = suite("an optimization, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});
const preview = () => page.getByRole("region", { name: "Score preview" });
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const toTop = (heading: string) =>
  page.getByRole("heading", { name: heading }).evaluate((element) => element.scrollIntoView());
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

it("shows what a score means before the job runs, and that nothing can be in spec", async () => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Optimization&emulator_job_id=${trained}`);
  await preview().getByText("Shows how the training rows do by the score", { exact: false }).waitFor();
  await choose("Score Function", "Within limits");
  await choose("Output", "gain");
  await box("Lower").fill("50");
  await box("Upper").fill("60");
  await preview()
    .getByText(/^\d+ of \d+ training rows are in spec\.$/)
    .waitFor();
  await preview().getByRole("region", { name: "Scores of the training rows" }).waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await toTop("Score preview");
    await checkLooks(page, "score-preview");
  }
  await page.setViewportSize(DESKTOP);
  await box("Lower").fill("500");
  await box("Upper").fill("600");
  await preview().getByText("Nothing seems to be in spec", { exact: false }).waitFor();
  await toTop("Score preview");
  await checkLooks(page, "score-preview-nothing");
});

it("says in the preview what is wrong with a file of the score", async () => {
  await choose("Score Function", "Match target curve");
  await choose("Output", "response");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file for Target" }).click();
  await (await choosing).setFiles({
    name: "target.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("1,2,3\n4,5,6\n"),
  });
  await preview().getByText("3 columns; expected two", { exact: false }).waitFor();
});

it("is seen by two people, with its curves over the target and the importance of each variable", async () => {
  const target = FREQUENCIES.map((f) => `${f},${50 / (1 + (f / 1.4e7) ** 2)}`).join("\n");
  const file_id = await uploadText(caller, generatedName("target.csv"), `frequency,response\n${target}\n`);
  const { id } = await caller.call("createSpecJob", {
    params: { spec_version_id: version },
    body: {
      name: "Wanted response",
      objective: "Optimization",
      emulator_job_id: trained,
      resources: { type: "emulator" },
      score_function: {
        name: "Match target curve",
        inputs: {
          output: { type: "Output Vector", output_name: "response" },
          target: { type: "File", file_id },
        },
      },
    },
  });
  for (const one of [page, other]) await one.goto(`/jobs/${id}?tab=progress`);
  for (const one of [page, other]) {
    await one.getByRole("region", { name: "Best design", exact: true }).waitFor({ timeout: 120_000 });
    await one.getByRole("region", { name: "response of the best designs and its target" }).waitFor();
    await one.getByRole("region", { name: "Fall of the score by variable" }).waitFor();
  }
  const best = (await page.getByRole("region", { name: "Best design", exact: true }).textContent()) ?? "";
  assert.ok(best.includes("µm"), best);
  await page.getByRole("region", { name: "Graph: width" }).getByText("width (µm)").waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await toTop("response and its target");
    await checkLooks(page, "optimization-run");
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "Open in emulator" }).first().click();
  await page.getByRole("complementary", { name: "Parameters" }).waitFor();
});
