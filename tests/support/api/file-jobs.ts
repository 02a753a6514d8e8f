/** Jobs made from two files of 60 rows, with the real runner and real trainings. */
import { openStore } from "@understudy/server/models/store.ts";
import { eventually } from "../../harness.ts";
import { atEnd } from "../cleanup.ts";
import { generatedName } from "../factories.ts";
import { startTestRunner, startTestServer } from "../processes/stack.ts";
import type { Answer, Caller } from "./caller.ts";
import { addPerson, logInAdmin } from "./people.ts";
import { uploadText } from "./upload.ts";

export const ROW_COUNT = 60;
export const FREQUENCIES = [1, 2, 3, 4, 5, 6, 7, 8];
const colours = ["red", "blue"];
export const rows = Array.from({ length: ROW_COUNT }, (_, i) => {
  const x = i / (ROW_COUNT - 1);
  const y = ((i * 37) % ROW_COUNT) / (ROW_COUNT - 1);
  const steps = (i % 4) + 1;
  // Most steps have both colours: else what comes from the one could not be told from what comes from the other.
  const colour = steps === 1 ? "red" : (colours[Math.floor(i / 4) % 2] ?? "");
  const gain = 3 * x - 2 * y + steps + (colour === "blue" ? 1 : 0);
  return { x, y, steps, colour, gain, curve: FREQUENCIES.map((f) => f * (1 + x)) };
});
const list = (values: number[]) => `"[${values.join(", ")}]"`;
export const parameters = `x,y,steps,colour\n${rows.map((r) => `${r.x},${r.y},${r.steps},${r.colour}`).join("\n")}\n`;
export const outputs = `gain,frequency,response\n${rows
  .map((r) => `${r.gain},${list(FREQUENCIES)},${list(r.curve)}`)
  .join("\n")}\n`;

export const server = await startTestServer();
await startTestRunner(server.config);
export const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
export const admin = await logInAdmin(server);
export const owner = await addPerson(admin);

export async function statusBecomes(
  caller: Caller,
  job_id: number,
  status: string,
): Promise<Answer<"getJob">> {
  const job = await eventually(
    `job ${job_id} is ${status}`,
    async () => {
      const now = await caller.call("getJob", { params: { job_id } });
      if (now.status.endsWith("Failed") && now.status !== status) {
        throw new Error(`${now.status}: ${now.error} ${JSON.stringify(now.validation_errors)}`);
      }
      return now.status === status ? now : null;
    },
    120_000,
    100,
  );
  if (job === null) throw new Error("no job");
  return job;
}

export async function createJob(parametersText: string, outputsText: string): Promise<number> {
  const input_file_id = await uploadText(owner, generatedName("parameters.csv"), parametersText);
  const output_file_id = await uploadText(owner, generatedName("outputs.csv"), outputsText);
  const body = { name: "Amplifier", source: "files" as const, input_file_id, output_file_id };
  return (await owner.call("createJob", { body })).id;
}

type Question = NonNullable<NonNullable<Parameters<typeof owner.call<"predict">>[1]>["body"]>;

/** Asks until the emulator has been read. */
export async function predict(job_id: number, body: Question, caller: Caller = owner) {
  const answer = await eventually("the emulator's answer", async () => {
    const prediction = await caller.call("predict", { params: { job_id }, body });
    return prediction.status === "ready" ? prediction : null;
  });
  if (answer === null) throw new Error("no answer");
  return answer;
}

async function makeStepsDiscrete(job_id: number): Promise<void> {
  const body = { inputs: [{ name: "steps", type: "MultiSelect" as const }] };
  await owner.call("updateJobConfig", { params: { job_id }, body });
}

/** Makes the steps discrete, and trains on 45 of the 60 rows. */
export async function configureAndTrain(job_id: number): Promise<void> {
  await makeStepsDiscrete(job_id);
  await owner.call("startTraining", {
    params: { job_id },
    body: { train_on: "platform", effort: "quick", validation_percentage: 25 },
  });
}

/** A job whose files have been read, with discrete steps. */
export async function readJob(): Promise<number> {
  const job_id = await createJob(parameters, outputs);
  await statusBecomes(owner, job_id, "Awaiting Configuration");
  await makeStepsDiscrete(job_id);
  return job_id;
}

/** A job with an emulator that has been read. */
export async function trainedJob(): Promise<number> {
  const job_id = await createJob(parameters, outputs);
  await statusBecomes(owner, job_id, "Awaiting Configuration");
  await configureAndTrain(job_id);
  await statusBecomes(owner, job_id, "Complete");
  await predict(job_id, {});
  return job_id;
}
