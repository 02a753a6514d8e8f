/** Trainings to disturb, none of which ends by itself meanwhile, however fast the machine and the engine. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { assert, eventually } from "../../harness.ts";
import { stubbornTables } from "../engine/stubborn-tables.ts";
import type { MemoryJob } from "./memory-platform.ts";
import type { Bench } from "./runners.ts";

export const reaches = (job: MemoryJob, status: MemoryJob["status"], timeout = 60_000) =>
  eventually(`${status}`, () => job.status === status, timeout);

/** A job at the beginning of its training. A runner must be there. */
export async function youngTraining(bench: Bench): Promise<MemoryJob> {
  const { parameters, outputs } = stubbornTables();
  const job = bench.create(parameters, outputs);
  job.effort = "thorough";
  await bench.queue.enqueue(bench.work(job));
  await reaches(job, "Awaiting Configuration");
  await bench.queue.enqueue(bench.act(job, "start-training"));
  await eventually("a point", () => job.loss.length > 0, 60_000);
  return job;
}

/** A job whose training has got somewhere, as a checkpoint on the disk knows. */
export async function grownTraining(bench: Bench): Promise<{ job: MemoryJob; reached: number }> {
  const job = await youngTraining(bench);
  const reached = await eventually("some progress", () => shown(job.progress).find((at) => at > 0), 60_000);
  const since = Date.now();
  const path = join(job.workDir, "checkpoint");
  await eventually("a checkpoint of it", () => existsSync(path) && statSync(path).mtimeMs > since, 120_000);
  return { job, reached };
}

/** The training that was claimed after `claims` others goes on from about where it was, `reached` or further, not anew. */
export async function goesOn(job: MemoryJob, claims: number, reached: number): Promise<void> {
  const first = () => {
    const reports = job.reportsAtClaims[claims];
    return reports === undefined ? null : shown(job.progress.slice(reports))[0];
  };
  const from = await eventually("another claim's progress", first, 120_000);
  assert.ok(from >= reached / 2, `${from} %, after ${reached} %`);
}

/** How far the training was (%), report by report. */
const shown = (reports: MemoryJob["progress"]): number[] =>
  reports.flatMap(({ text, percentage }) => (text?.startsWith("Training") ? [percentage] : []));

/** Pauses the job and waits for its emulator. */
export async function stop(bench: Bench, job: MemoryJob): Promise<void> {
  const { length } = job.emulators;
  bench.act(job, "pause");
  await bench.queue.requestStop(job.id);
  await eventually("an emulator", () => job.emulators.length > length, 120_000);
}
