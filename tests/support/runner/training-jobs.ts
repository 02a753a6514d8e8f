/** Trainings to disturb, none of which ends by itself meanwhile, however fast the machine and the engine. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
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

/** A job whose training has halved its loss, as a checkpoint on the disk knows. */
export async function grownTraining(bench: Bench): Promise<MemoryJob> {
  const job = await youngTraining(bench);
  await eventually("a loss that is halved", () => Math.min(...job.loss) <= (job.loss[0] ?? 0) / 2, 60_000);
  const since = Date.now();
  const path = join(job.workDir, "checkpoint");
  await eventually("a checkpoint of it", () => existsSync(path) && statSync(path).mtimeMs > since, 120_000);
  return job;
}

/** The training that was claimed after `claims` others goes on with the loss it had reached, not with its first. */
export async function goesOn(job: MemoryJob, claims: number): Promise<void> {
  const nextLoss = () => {
    const points = job.pointsAtClaims[claims];
    return points === undefined ? undefined : job.loss[points];
  };
  const loss = await eventually("another claim's point", nextLoss, 120_000);
  const [first = 0] = job.loss;
  assert.ok(loss <= 0.75 * first, `a loss of ${loss}, after ${job.loss.join(", ")}`);
}

/** The files of emulators but the provisional ones that are known. There is no folder before the first. */
export function finalEmulatorFiles({ workDir, provisional }: MemoryJob): string[] {
  const folder = join(workDir, "emulators");
  const provisionalNames = provisional.map(({ file }) => basename(file));
  return existsSync(folder) ? readdirSync(folder).filter((name) => !provisionalNames.includes(name)) : [];
}

/** Pauses the job and waits for its emulator. */
export async function stop(bench: Bench, job: MemoryJob): Promise<void> {
  const { length } = job.emulators;
  bench.act(job, "pause");
  await bench.queue.requestStop(job.id);
  await eventually("an emulator", () => job.emulators.length > length, 120_000);
}
