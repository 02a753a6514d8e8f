import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../harness.ts";
import type { MemoryJob } from "./memory-platform.ts";
import type { Bench } from "./runners.ts";

const fixture = (path: string) => readFileSync(join(import.meta.dirname, "../../fixtures", path), "utf8");

export const reaches = (job: MemoryJob, status: MemoryJob["status"], timeout = 60_000) =>
  eventually(`${status}`, () => job.status === status, timeout);

async function startTraining(bench: Bench, fixtureName: string): Promise<MemoryJob> {
  const job = bench.create(fixture(`${fixtureName}/parameters.csv`), fixture(`${fixtureName}/outputs.csv`));
  await bench.queue.enqueue(bench.work(job));
  await reaches(job, "Awaiting Configuration");
  await bench.queue.enqueue(bench.act(job, "start-training"));
  return job;
}

/** A job at the beginning of a training that takes two or three seconds. A runner must be there. */
export async function shortTraining(bench: Bench): Promise<MemoryJob> {
  const job = await startTraining(bench, "cardiac6");
  await eventually("a point", () => job.loss.length > 0, 20_000);
  return job;
}

/** A job in the middle of a longer training, with a checkpoint on the disk. A runner must be there. */
export async function longTraining(bench: Bench): Promise<MemoryJob> {
  const job = await startTraining(bench, "engineering1");
  await eventually("a checkpoint", () => existsSync(join(job.workDir, "checkpoint")), 30_000);
  if (job.status !== "Training") throw new Error("The training ended before it could be disturbed.");
  return job;
}

/** @throws Error unless the training goes on from about where it was when `count` progress reports had been made */
export async function goesOn(job: MemoryJob, count: number): Promise<void> {
  await eventually("it goes on", () => shownAround(job, count).after > 0, 20_000);
  const { before, after } = shownAround(job, count);
  if (after < before / 2) throw new Error(`The training went on at ${after} %, it had been at ${before} %.`);
}

/** Pauses the job and waits for its emulator. */
export async function stop(bench: Bench, job: MemoryJob): Promise<void> {
  const { length } = job.emulators;
  bench.act(job, "pause");
  await bench.queue.requestStop(job.id);
  await eventually("an emulator", () => job.emulators.length > length, 10_000);
}

/** The share of the training (%) that was shown before and after the moment when `count` progress reports had been made. */
function shownAround(job: MemoryJob, count: number): { before: number; after: number } {
  const trained = (reports: MemoryJob["progress"]) =>
    reports.flatMap(({ text, percentage }) => (text === "Training" ? [percentage] : []));
  return {
    before: trained(job.progress.slice(0, count)).at(-1) ?? 0,
    after: trained(job.progress.slice(count))[0] ?? 0,
  };
}
