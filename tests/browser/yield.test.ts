/** The yield around the best design of an optimization, computed by the real server on a real emulator. */
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, untilStatus } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const { url: baseURL, config } = await startTestServer();
await startTestRunner(config);
const ada = await addPerson(config, "Ada Lovelace");
const caller = await callerOf(baseURL, ada);

const ROW_COUNT = 80;
const rows = Array.from({ length: ROW_COUNT }, (_, i) => {
  const at = (step: number) => ((i * step) % ROW_COUNT) / (ROW_COUNT - 1);
  const [width, length] = [1e-6 + 5e-5 * at(7), 1e-7 + 9e-7 * at(33)];
  const [corner, fingers] = [i % 2, 1 + (Math.floor(i / 2) % 3)];
  const [w, l] = [width / 5e-5, length / 1e-6];
  const gain = 40 + 20 * w - 8 * w ** 2 - 12 * (l - 0.4) ** 2 + 2 * corner + 0.2 * fingers;
  return { width, length, fingers, corner: corner === 1 ? "fast" : "slow", gain };
});
const names = ["width", "length", "fingers", "corner"] as const;
const parameters = `${names.join()}\n${rows.map((row) => names.map((name) => row[name]).join()).join("\n")}\n`;
const outputs = `gain\n${rows.map(({ gain }) => gain).join("\n")}\n`;

const trained = await createJob(caller, "Amplifier", { parameters, outputs });
await untilStatus(caller, trained, "Awaiting Configuration");
await caller.call("updateJobConfig", {
  params: { job_id: trained },
  body: {
    inputs: [
      ...["width", "length"].map((name) => ({ name, unit: "m" })),
      { name: "fingers", type: "MultiSelect" },
    ],
    outputs: [{ name: "gain", unit: "dB" }],
  },
});
await caller.call("startTraining", {
  params: { job_id: trained },
  body: { train_on: "platform", effort: "quick" },
});
await untilStatus(caller, trained, "Complete");
const { id: version } = await caller.call("getJobSpecVersion", { params: { job_id: trained } });
const output = { type: "Output Scalar" as const, output_name: "gain" };

async function optimised(name: string, limits: Record<string, number>): Promise<number> {
  const inputs = Object.entries(limits).map(([input, value]) => [input, { type: "Scalar" as const, value }]);
  const { id } = await caller.call("createSpecJob", {
    params: { spec_version_id: version },
    body: {
      name,
      objective: "Optimization",
      emulator_job_id: trained,
      resources: { type: "emulator" },
      score_function: { name, inputs: { output, ...Object.fromEntries(inputs) } },
    },
  });
  await untilStatus(caller, id, "Complete");
  return id;
}
const [within, most] = [
  await optimised("Within limits", { lower: 44, upper: 52 }),
  await optimised("Maximise output", {}),
];

const page = await newPage({ baseURL, as: ada });
const section = () => page.getByRole("region", { name: "Yield around the best design" });
const box = (name: string) => section().getByRole("textbox", { name, exact: true });
const list = (name: string) => section().getByRole("combobox", { name, exact: true });
const shareInSpec = async (): Promise<number> => {
  await section().getByText("of the designs are in spec", { exact: false }).waitFor();
  return Number.parseFloat((await section().locator("[aria-live=polite] > div").first().textContent()) ?? "");
};
const isComputed = () => section().getByLabel("Estimating the yield").waitFor({ state: "detached" });

const it = suite("the yield around a design", { timeout: 300_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

it("is shown with its interval, the worst corner, the scores, and what to tighten first", async () => {
  await page.goto(`/jobs/${within}?tab=progress`);
  await section().getByRole("button", { name: "Estimate the yield" }).click();
  const share = await shareInSpec();
  assert.ok(share > 50 && share <= 100, `${share}`);
  await section()
    .getByText(/between (over )?[\d.]+% and [\d.]+% \(95% interval\)/)
    .waitFor();
  await section().getByRole("region", { name: "Scores of the designs" }).waitFor();
  const link = section()
    .getByRole("region", { name: "Worst corner" })
    .getByRole("link", { name: "Open in emulator" });
  assert.match(String(await link.getAttribute("href")), new RegExp(`/jobs/${trained}\\?tab=emulator&at=`));
});

it("follows the distributions that are entered, in the inputs' own units", async () => {
  const before = await shareInSpec();
  // So far that many designs are predicted to fail, whatever the errors of the emulator may be.
  await box("Std. deviation of width").fill("20u");
  await section().getByLabel("Estimating the yield").waitFor();
  await isComputed();
  const after = await shareInSpec();
  assert.ok(after < before, `${before} to ${after}`);
  await section().getByRole("region", { name: "Failing designs avoided by input" }).waitFor();
  await list("Distribution of corner").selectOption("levels");
  await section().getByLabel("Estimating the yield").waitFor();
  await isComputed();
  await list("Distribution of length").selectOption("truncated normal");
  await box("Upper limit of length").waitFor();
  await isComputed();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await section().evaluate((element) => element.scrollIntoView());
    await checkLooks(page, "yield");
  }
  await page.setViewportSize(DESKTOP);
});

it("says what is wrong with a distribution, and keeps what it knew", async () => {
  await box("Std. deviation of width").fill("0");
  await section().getByText("The standard deviation of width must be above 0.").waitFor();
  await box("Std. deviation of width").fill("2u");
  await box("Probability of corner = slow").fill("0.2");
  await section().getByText("The probabilities of corner must add up to 1; they add up to 0.7.").waitFor();
  await box("Probability of corner = fast").fill("0.8");
  await isComputed();
});

it("warns of designs outside the training range", async () => {
  await list("Distribution of length").selectOption("normal");
  await box("Mean of length").fill("1u");
  await box("Std. deviation of length").fill("0.3u");
  await section()
    .getByText("of the designs lie outside the range that the emulator was trained on", { exact: false })
    .waitFor();
  await isComputed();
  await section().evaluate((element) => element.scrollIntoView());
  await checkLooks(page, "yield-outside");
});

it("asks for a score that is good enough where the score function names none", async () => {
  await page.goto(`/jobs/${most}?tab=progress`);
  await section().getByRole("button", { name: "Estimate the yield" }).click();
  // The word "Saved" stands for some seconds only, which a page on a busy machine may not draw.
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith(`/jobs/${most}/distributions`) && response.request().method() === "PUT",
  );
  await box("Good from a score of").fill("53");
  assert.ok((await saved).ok());
  const share = await shareInSpec();
  assert.ok(share > 0 && share <= 100, `${share}`);
  await page.reload();
  await section().getByRole("button", { name: "Estimate the yield" }).click();
  assert.is(await shareInSpec(), share);
  assert.is(await box("Good from a score of").inputValue(), "53");
  await section().evaluate((element) => element.scrollIntoView());
  await checkLooks(page, "yield-least-score");
});
