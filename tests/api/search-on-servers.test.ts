/** Optimization whose simulations servers run, with the real runner: its life, and what a stub server may do to it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import {
  act,
  all,
  chosen,
  newServer,
  platform,
  reaches,
  read,
  start,
  statuses,
  store,
} from "../support/runner/simulating-jobs.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("an optimization on servers", { timeout: 300_000 });

const runner = await startTestRunner(platform.config);

/** sum = sin(3 x) + y² is largest at x = pi / 6, y = 1: 2. */
const BEST = 2;
const LEAST_SUM = {
  name: "Maximise output",
  inputs: { output: { type: "Output Scalar", output_name: "sum" } },
} as const satisfies JobRun["score_function"];
const optimize = (run: Partial<JobRun>) =>
  start(
    { score_function: LEAST_SUM, maximum_simulations: 30, ...run },
    { objective: "Optimization", name: "Best sum" },
  );
const found = async ({ _id }: JobRecord) => {
  const record = await store.optimizations.findOne({ _id });
  if (record === null) throw new Error("Nothing was found.");
  return record;
};

it("finds a better design than it began with, and scores every simulation", async () => {
  const server = newServer();
  const job = await optimize({ resources: chosen(server) });
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 30, running: 0, complete: 30, failed: 0 });
  const rows = await all(job);
  for (const { score, outputs, origin } of rows) {
    assert.is(score, outputs?.sum);
    assert.is(origin, "search");
  }
  const { maxima, path, evaluations, stop_reason } = await found(job);
  const [best] = maxima;
  assert.ok((best?.score ?? 0) > BEST - 1e-3, `${best?.score}`);
  assert.is(best?.score, Math.max(...rows.map(({ score }) => score ?? 0)));
  assert.is(rows.find(({ index }) => index === best?.index)?.score, best?.score);
  assert.equal([best?.lower_bound, best?.upper_bound, best?.outputs.sum?.lower], [null, null, null]);
  assert.equal([evaluations, stop_reason], [30, "evaluation limit"]);
  assert.equal(path.at(-1), { evaluations: (best?.index ?? 0) + 1, score: best?.score, violation: 0 });
  await stub.close();
});
