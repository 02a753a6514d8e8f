/** Jobs with an emulator that can be exported. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { eventually } from "../../harness.ts";
import { atEnd } from "../cleanup.ts";
import { csv } from "../engine/csv-files.ts";
import { FIXTURES } from "../engine/tables.ts";
import { write } from "../engine/written-datasets.ts";
import { makeConfig } from "../factories.ts";
import type { Caller } from "./caller.ts";
import { server, storeJob } from "./stored-jobs.ts";

export const platform = await openPlatform(server.config);
atEnd("the test's own platform", platform.close);
const EMULATOR_FILE = "emulators/a.emulator";
const POLYNOMIALS_FILE = "emulator-6.bin";
export const PROCESSES_FILE = "emulator-4.bin";

/** A job with an emulator of polynomials, of `slope` and `wave`. */
export async function exportedJob(name = "Amplifier"): Promise<JobRecord> {
  return await jobWith(POLYNOMIALS_FILE, ["slope", "wave"], name);
}

/** A job with an emulator of Gaussian processes, of `jump` and `wave`: circuits need networks in its place. */
export async function processJob(): Promise<JobRecord> {
  return await jobWith(PROCESSES_FILE, ["jump", "wave"], "Amplifier");
}

async function jobWith(emulator: string, outputs: string[], name: string): Promise<JobRecord> {
  const config = makeConfig({ emulator_outputs: outputs });
  const job = await storeJob({
    name,
    status: "Complete",
    emulator_version: 1,
    emulator_file: EMULATOR_FILE,
    config,
  });
  writeEmulator(job, EMULATOR_FILE, emulator);
  return job;
}

/** Gives a job training rows, of inputs and an output that its emulator does not name. */
export async function writeRows(job: JobRecord): Promise<void> {
  const folder = platform.storage.workDir(job._id);
  const rows = csv("a,b", 20, (row) => `${row},${row % 7}`);
  await write(
    rows,
    csv("y", 20, (row) => `${row}`),
    { folder },
  );
}

/** @param file in the job's work directory */
export function writeEmulator(job: JobRecord, file = EMULATOR_FILE, emulator = POLYNOMIALS_FILE): void {
  const path = emulatorPath(job, file);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(join(FIXTURES, "earlier-versions", emulator), path);
}

export const emulatorPath = (job: JobRecord, file = EMULATOR_FILE): string =>
  join(platform.storage.workDir(job._id), file);

export const exportRequest = (job: JobRecord, { id }: EmulatorExport) => ({
  params: { job_id: job._id, export_id: id },
});

export async function complete(
  caller: Caller,
  job: JobRecord,
  begun: EmulatorExport,
): Promise<EmulatorExport> {
  const done = await eventually("the export is complete", async () => {
    const now = await caller.call("getExport", exportRequest(job, begun));
    if (now.state === "failed") throw new Error(now.text);
    return now.state === "complete" ? now : null;
  });
  if (done === null) throw new Error("It was not made.");
  return done;
}
