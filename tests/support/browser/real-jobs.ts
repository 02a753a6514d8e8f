/** Jobs that are really uploaded, read and trained, for the tests of what their page shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { type Caller, createCaller } from "../api/caller.ts";
import { uploadText } from "../api/upload.ts";
import { generatedName } from "../factories.ts";
import { eventually } from "../waiting.ts";
import type { Account } from "./people.ts";

const FIXTURE_FOLDER = join(import.meta.dirname, "../../../fixtures");
/** Two cores are shared with the browser and whatever else runs. */
const LONG_MS = 120_000;

export type Tables = { parameters: string; outputs: string };

export const fixture = (name: string): Tables => ({
  parameters: readFileSync(join(FIXTURE_FOLDER, name, "parameters.csv"), "utf8"),
  outputs: readFileSync(join(FIXTURE_FOLDER, name, "outputs.csv"), "utf8"),
});

/** Keeps the head and every `step`th row of both files. */
export function thinOut({ parameters, outputs }: Tables, step: number): Tables {
  const thin = (csv: string): string =>
    csv
      .split("\n")
      .filter((_, at) => at % step === 0)
      .join("\n");
  return { parameters: thin(parameters), outputs: thin(outputs) };
}

export async function callerOf(url: string, { email, password }: Account): Promise<Caller> {
  const caller = createCaller(url);
  await caller.call("logIn", { body: { email, password } });
  return caller;
}

/** Uploads both files and creates the job; the runner does the rest. */
export async function createJob(
  caller: Caller,
  name: string,
  { parameters, outputs }: Tables,
): Promise<number> {
  const input_file_id = await uploadText(caller, generatedName("parameters.csv"), parameters);
  const output_file_id = await uploadText(caller, generatedName("outputs.csv"), outputs);
  const body = { name, source: "files" as const, input_file_id, output_file_id };
  return (await caller.call("createJob", { body })).id;
}

/** @throws Error when the job fails instead, or takes too long. */
export function untilStatus(caller: Caller, id: number, status: JobStatus): Promise<Job> {
  return eventually(
    `job ${id} is ${status}`,
    async () => {
      const job = await caller.call("getJob", { params: { job_id: id } });
      if (job.status === status) return job;
      if (job.status.endsWith("Failed")) throw new Error(`job ${id}: ${job.status}. ${job.error}`);
      return null;
    },
    LONG_MS,
    100,
  );
}

async function trainingJob(
  caller: Caller,
  name: string,
  tables: Tables,
  validation_percentage?: number,
): Promise<number> {
  const id = await createJob(caller, name, tables);
  await untilStatus(caller, id, "Awaiting Configuration");
  const split = validation_percentage === undefined ? {} : { validation_percentage };
  const body = { train_on: "platform" as const, effort: "quick" as const, ...split };
  await caller.call("startTraining", { params: { job_id: id }, body });
  return id;
}

/** A job that has been trained to the end. */
export async function trainedJob(
  caller: Caller,
  name: string,
  tables: Tables,
  validation_percentage?: number,
): Promise<number> {
  const id = await trainingJob(caller, name, tables, validation_percentage);
  await untilStatus(caller, id, "Complete");
  return id;
}

/** A job whose training was stopped after a few steps: its emulator is rough, but there. */
export async function stoppedJob(caller: Caller, name: string, tables: Tables): Promise<number> {
  const id = await trainingJob(caller, name, tables);
  const params = { job_id: id };
  await eventually(
    `job ${id} has fitted a model`,
    async () => (await caller.call("getTrainingProgress", { params })).loss.length > 3,
    LONG_MS,
    100,
  );
  await caller.call("pauseJob", { params });
  await eventually(
    `job ${id} has its last emulator`,
    async () => {
      const job = await caller.call("getJob", { params });
      return job.emulator_status === "available" && !job.emulator_is_provisional;
    },
    LONG_MS,
    100,
  );
  return id;
}
