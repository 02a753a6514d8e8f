/** The best score of a job, as lists show it: kept with the job whenever its simulations change. */
import { createProgressKeeper } from "@understudy/server/commands/jobs/progress.ts";
import { bestScoreOfJob, keepBestScores } from "@understudy/server/commands/simulations/best-score.ts";
import { removeSimulations } from "@understudy/server/commands/simulations/delete-simulations.ts";
import { recount } from "@understudy/server/dispatch/simulation-counts.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { createRunPorts } from "@understudy/server/runner-ports/run-ports.ts";
import { MongoClient } from "mongodb";
import { assert, suite } from "../harness.ts";
import { atEnd } from "../support/cleanup.ts";
import { openProfiler } from "../support/profiler.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";

const platform = await openTestPlatform();
const { store, config } = platform;
const STORED_SCORES = [-3, 7, 2];

async function scoredJob(fields: Partial<JobRecord> = {}) {
  const { _id } = await storeRunJob(platform, {}, { status: "Complete", objective: "Sampling", ...fields });
  await storeSimulations(platform, _id, 20, { status: "Running Failed" });
  const done = { status: "Complete" } as const;
  for (const [at, score] of STORED_SCORES.entries())
    await storeSimulations(platform, _id, 1, { ...done, score }, 20 + at);
  return _id;
}
const stored = async (_id: number) => await store.jobs.findOne({ _id });

async function readSearchJob(_id: number): Promise<JobRecord> {
  const job = await stored(_id);
  assert.ok(job !== null);
  return job;
}

const it = suite("the best score of a job");

it("is the highest of its simulations, and null where none has a score", async () => {
  assert.is(await bestScoreOfJob(store, await scoredJob()), 7);
  const { _id } = await storeRunJob(platform);
  await storeSimulations(platform, _id, 3);
  assert.is(await bestScoreOfJob(store, _id), null);
  assert.is(await bestScoreOfJob(store, 99_999), null);
});

it("is found at the end of the index of scores, whatever the number of simulations", async () => {
  const id = await scoredJob();
  const [lookUp, ...furtherOperations] = await openProfiler(config.mongodbUrl).during(() =>
    bestScoreOfJob(store, id),
  );
  assert.equal([lookUp?.keysExamined, lookUp?.docsExamined, furtherOperations.length], [1, 0, 0]);
});

it("of an optimization is that of its best design, though others that break a limit score higher", async () => {
  const id = await scoredJob({ objective: "Optimization" });
  assert.is(await bestScoreOfJob(store, id), null);
  const path = [
    { evaluations: 1, score: 9, violation: 1 },
    { evaluations: 2, score: 4, violation: 0 },
  ];
  const nothing = { maxima: [], robust: null, importance: [], goals: [], front: [] };
  const counts = { evaluations: 2, other_evaluations: 0, stop_reason: null };
  await store.optimizations.insert({ _id: id, path, ...counts, ...nothing });
  assert.is(await bestScoreOfJob(store, id), 4);
});

it("is stored and pushed with the progress of a run", async () => {
  const id = await scoredJob({ status: "Running" });
  const pushed: (number | null)[] = [];
  const publish = {
    ...platform.publish,
    progress: (tick: { best_score: number | null }) => void pushed.push(tick.best_score),
  };
  const ports = createRunPorts(platform, createProgressKeeper({ store, publish }));
  const { work } = await readSearchJob(id);
  const claim = { jobId: id, phase: "running", ticket: work.ticket, claimId: "one" } as const;
  await store.jobs.update({ _id: id }, { work: { ...work, claim_id: "one" } });
  const tally = { pending: 0, running: 0, interrupted: 0, complete: 3, failed: 20 };
  await ports.reportRun(claim, { planned: 23, percentage: 50, text: "Halfway", ...tally });
  assert.equal(pushed, [7]);
  assert.is((await stored(id))?.best_score, 7);
});

it("follows simulations that come late, and those that are deleted", async () => {
  const id = await scoredJob();
  await recount(platform, id);
  assert.is((await stored(id))?.best_score, 7);
  await removeSimulations(platform, id, await store.simulations.find({ job_id: id, score: 7 }));
  assert.is((await stored(id))?.best_score, 2);
});

it("of jobs from before it was kept is stored once the product starts", async () => {
  const [older, newer] = [await scoredJob(), await scoredJob({ best_score: 1 })];
  const client = new MongoClient(config.mongodbUrl);
  atEnd("the writing client", () => client.close());
  await client
    .db()
    .collection<{ _id: number }>("jobs")
    .updateOne({ _id: older }, { $unset: { best_score: 1 } });
  assert.is((await stored(older))?.best_score, null);
  await keepBestScores(store, new AbortController().signal);
  assert.equal([(await stored(older))?.best_score, (await stored(newer))?.best_score], [7, 1]);
});
