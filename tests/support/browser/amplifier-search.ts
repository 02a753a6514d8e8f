/** The pages of a search on the emulator of an amplifier, which two people look at; the real runner trains it and searches. */
import type { Caller } from "../api/caller.ts";
import { startTestRunner, startTestServer } from "../processes/stack.ts";
import { newPage } from "./browser.ts";
import { addPerson } from "./people.ts";
import { callerOf, createJob, untilStatus } from "./real-jobs.ts";

const ROW_COUNT = 80;
/** The frequencies of the response (Hz). */
export const FREQUENCIES = Array.from({ length: 21 }, (_, i) => 1e6 * (i + 1));
const CORNER_NAMES = ["slow", "fast"];
const rows = Array.from({ length: ROW_COUNT }, (_, i) => {
  const at = (step: number) => ((i * step) % ROW_COUNT) / (ROW_COUNT - 1);
  const [width, length, corner] = [1e-6 + 5e-5 * at(7), 1e-7 + 9e-7 * at(33), CORNER_NAMES[i % 2] ?? ""];
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
  const config = {
    inputs: ["width", "length"].map((name) => ({ name, unit: "m" })),
    outputs: ["gain", "response"].map((name) => ({ name, unit: "dB" })),
    coordinates: [{ name: "frequency", unit: "Hz" }],
  };
  await owner.call("updateJobConfig", { params, body: config });
  await owner.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  await untilStatus(owner, id, "Complete");
  return id;
}

/**
 * @returns the emulator's job with its spec version, the pages of both people, and how the first of them, whose job it is, fills a
 *   form in
 */
export async function openAmplifierSearch() {
  const { url: baseURL, config } = await startTestServer();
  await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const zoe = await addPerson(config, "Zoe Zhang");
  const caller = await callerOf(baseURL, ada);
  const trained = await train(caller);
  const { id: version } = await caller.call("getJobSpecVersion", { params: { job_id: trained } });
  const [page, other] = [await newPage({ baseURL, as: ada }), await newPage({ baseURL, as: zoe })];
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  const choose = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  return { baseURL, ada, caller, trained, version, page, other, box, choose };
}
