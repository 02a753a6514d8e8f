/** A job of very many simulations, written in parts: no more than one of them is held at a time. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { MongoClient } from "mongodb";
import { makeSimulations, storeRunJob } from "../support/specs/simulations.ts";

const INSERTED_AT_ONCE = 5_000;
/** One in so many has failed. */
const FAILS_EVERY = 50;

/** Numbers from 0 to 1 in no order, the same each time. */
const scattered = (index: number, step: number) => (index * step) % 1;

function over(row: SimulationRecord): SimulationRecord {
  const { index } = row;
  const common = {
    attempt: 1,
    holders: [1],
    resource: { id: 1, name: "lab" },
    running_time: scattered(index, 0.7548776662466927),
    finish_time: new Date(),
  };
  if (index % FAILS_EVERY === 0) return { ...row, ...common, status: "Running Failed", error: "It failed." };
  const score = scattered(index, 0.5698402909980532);
  return { ...row, ...common, status: "Complete", outputs: { sum: score }, score, result_attempt: 1 };
}

/** Keys that come in no order cost more than all else: indexes are made once the rows are there. */
async function withoutIndexes(platform: Platform, during: () => Promise<void>): Promise<void> {
  const client = new MongoClient(platform.config.mongodbUrl);
  await client.db().collection("simulations").dropIndexes();
  await client.close();
  await during();
  await platform.store.simulations.prepare();
}

/** @returns a job all of whose `count` simulations are over */
export async function storeLargeJob(
  platform: Platform,
  creator: JobRecord["creator"],
  count: number,
): Promise<JobRecord> {
  const failed = Math.ceil(count / FAILS_EVERY);
  const simulation_counts = { planned: count, running: 0, complete: count - failed, failed };
  const fields = { creator, status: "Complete" as const, simulation_counts };
  const job = await storeRunJob(platform, { maximum_simulations: count }, fields);
  await withoutIndexes(platform, async () => {
    for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
      const size = Math.min(INSERTED_AT_ONCE, count - from);
      const first = await platform.store.nextId("simulations", size);
      await platform.store.simulations.insertAll(makeSimulations(first, job._id, size, {}, from).map(over));
    }
  });
  return job;
}

/** The job as it runs: its last simulations wait, and some are with servers. */
export async function runAgain(
  { store }: Platform,
  { _id, simulation_counts }: JobRecord,
  { pending, running }: { pending: number; running: number },
): Promise<void> {
  const planned = simulation_counts?.planned ?? 0;
  const open = { finish_time: null, running_time: null, outputs: null, score: null };
  const waiting = { job_id: _id, index: { $gte: planned - pending } };
  const leased = { job_id: _id, index: { $gte: planned - pending - running, $lt: planned - pending } };
  await store.simulations.updateAll(waiting, { ...open, status: "Pending Running" });
  await store.simulations.updateAll(leased, { ...open, status: "Running" });
  const failed = await store.simulations.count({ job_id: _id, status: "Running Failed" });
  const complete = planned - pending - running - failed;
  await store.jobs.update(
    { _id },
    { status: "Running", simulation_counts: { planned, running, complete, failed } },
  );
}
