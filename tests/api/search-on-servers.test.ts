/** Optimization whose simulations servers run, with the real runner: its life, and what a stub server may do to it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import { stageEarlierResults } from "@understudy/server/commands/spec-jobs/earlier-results.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
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
import { MANIFEST, makeRun, storeRunJob } from "../support/specs/simulations.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("an optimization on servers", { timeout: 300_000 });

let runner = await startTestRunner(platform.config);

/** sum = sin(3 x) + y² is largest at x = pi / 6, y = 1: 2. */
const BEST = 2;
const LARGEST_SUM = {
  name: "Maximise output",
  inputs: { output: { type: "Output Scalar", output_name: "sum" } },
} as const satisfies JobRun["score_function"];
const optimize = (run: Partial<JobRun>) =>
  start(
    { score_function: LARGEST_SUM, maximum_simulations: 30, ...run },
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

it("is paused, goes on, and comes to its end with the simulations that it had", async () => {
  const server = newServer();
  const job = await optimize({ resources: chosen(server), maximum_simulations: 20 });
  let isHanging = true;
  const stub = await startStubServer(platform, server, {
    atOnce: 3,
    run: (_, place) => (isHanging && place >= 9 ? "silence" : "outputs"),
  });
  await eventually("some results and some that hang", async () => {
    const now = (await all(job)).map(({ status }) => status);
    return now.filter((status) => status === "Complete").length === 9 && stub.given.length === 12;
  });
  await act(job, "pause");
  await eventually("nothing runs", async () => !(await statuses(job)).has("Running"));
  const before = await all(job);
  await stub.close();
  isHanging = false;
  const again = await startStubServer(platform, server);
  await act(job, "resume");
  await reaches(job, "Complete");
  const after = await all(job);
  assert.is(after.length, 20);
  assert.equal(
    after.slice(0, before.length).map(({ inputs }) => inputs),
    before.map(({ inputs }) => inputs),
  );
  assert.ok(after.every(({ score }) => score !== null));
  await again.close();
});

it("loses nothing and repeats nothing when its runner is killed", async () => {
  await runner.close();
  const server = newServer();
  const job = await optimize({ resources: chosen(server), maximum_simulations: 24 });
  const killed = startRunnerProcess(platform.config);
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    atOnce: 4,
    run: async (_, place) => {
      if (place >= 12) await gate.promise;
      return "outputs" as const;
    },
  });
  await eventually("half of it", () => stub.given.length === 16, 60_000);
  killed.kill("SIGKILL");
  const before = await all(job);
  runner = await startTestRunner(platform.config);
  gate.resolve();
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 24, running: 0, complete: 24, failed: 0 });
  const after = await all(job);
  assert.equal(
    after.slice(0, before.length).map(({ inputs }) => inputs),
    before.map(({ inputs }) => inputs),
  );
  assert.ok(after.every(({ score }) => score !== null));
  assert.is(stub.given.length, 24, "nothing is run twice");
  await stub.close();
});

it("goes on where simulations fail, and keeps away from there", async () => {
  const server = newServer();
  const job = await optimize({ resources: chosen(server), maximum_simulations: 32 });
  const stub = await startStubServer(platform, server, {
    atOnce: 4,
    run: ({ inputs }) => (Number(inputs.x) > 0.6 ? { failure: "No convergence." } : "outputs"),
  });
  const { simulation_counts } = await reaches(job, "Complete");
  const failed = simulation_counts?.failed ?? 0;
  assert.ok(failed > 0 && failed < 24, `${failed} failed`);
  const { maxima, evaluations } = await found(job);
  assert.is(evaluations, 32);
  assert.ok((maxima[0]?.score ?? 0) > 1.9, `${maxima[0]?.score}`);
  await stub.close();
});

it("fails in a sentence when all simulations do, and goes on by a retry", async () => {
  const server = newServer();
  const job = await optimize({ resources: chosen(server), maximum_simulations: 20 });
  let isBroken = true;
  const stub = await startStubServer(platform, server, {
    run: () => (isBroken ? { failure: "ngspice: no such device." } : "outputs"),
  });
  const failed = await eventually("the failure", async () => {
    const now = await read(job);
    return now.status === "Running Failed" ? now : null;
  });
  assert.match(
    failed.error ?? "",
    /^The first \d+ simulations all failed.* One of them: ngspice: no such device\.$/,
  );
  isBroken = false;
  await act(job, "retry");
  const { simulation_counts } = await reaches(job, "Complete");
  assert.is(simulation_counts?.complete, 20);
  await stub.close();
});

/** The logarithm of what is above the sum by so much. */
const logarithm = (above: number) => ({
  ...MANIFEST,
  score_functions: [
    {
      name: "Logarithm",
      help_text: "",
      job_types: ["Optimization" as const],
      inputs: [],
      expression: `log10(sum - ${above})`,
    },
  ],
});

it("takes a score that is no number for a failure, says so beside the result, and fails when no result has one", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const fields = { objective: "Optimization", status: "Pending Running" } as const;
  const run = { resources: chosen(server), score_function: { name: "Logarithm", inputs: {} } };
  const some = await storeRunJob(platform, { ...run, maximum_simulations: 20 }, fields, logarithm(0.9));
  queueWork(platform, some);
  await reaches(some, "Complete");
  const rows = await all(some);
  const without = rows.filter(({ score }) => score === null);
  assert.ok(without.length > 0 && without.length < 20);
  assert.ok(
    without.every(({ error, status }) => error === "Its score is not a number." && status === "Complete"),
  );
  assert.ok(((await found(some)).maxima[0]?.score ?? -1) > Math.log10(1.05));

  const none = await storeRunJob(platform, { ...run, maximum_simulations: 20 }, fields, logarithm(9));
  queueWork(platform, none);
  const failed = await eventually("the failure", async () => {
    const now = await read(none);
    return now.status === "Running Failed" ? now : null;
  });
  assert.match(
    failed.error ?? "",
    /^The score function gave no score for any of the \d+ results, .* Its score is not a number\.$/,
  );
  await stub.close();
});

it("begins at the initial values, and with the rows of an Extra Data file", async () => {
  const server = newServer();
  const variables = {
    x: { ...makeRun().variables.x, initval: 0.25 },
    y: { ...makeRun().variables.y, initval: 0.125 },
  };
  const job = await storeRunJob(
    platform,
    {
      resources: chosen(server),
      score_function: LARGEST_SUM,
      maximum_simulations: 16,
      warm_start: true,
      extra_data: "extra_data.csv",
      variables: variables as JobRun["variables"],
    },
    { objective: "Optimization", status: "Pending Running" },
  );
  // Told as better than anything that there is; the last one lies outside the ranges.
  const rows = ['0.2,0.9,7.5,"[1, 0.5, 0.25]"', '0.21,0.9,7.4,"[1, 0.5, 0.25]"', '3,4,99,"[1, 0.4, 0.2]"'];
  writeFileSync(
    join(platform.storage.workDir(job._id), "extra_data.csv"),
    ["x,y,sum,decay", ...rows].join("\n"),
  );
  queueWork(platform, job);
  const stub = await startStubServer(platform, server);
  await reaches(job, "Complete");
  const [first] = await all(job);
  assert.equal(first?.inputs, { x: 0.25, y: 0.125 });
  const { maxima, evaluations } = await found(job);
  assert.equal([maxima[0]?.score, maxima[0]?.index, maxima[0]?.inputs], [7.5, null, { x: 0.2, y: 0.9 }]);
  assert.is(evaluations, 16);
  await stub.close();
});

it("begins with results of earlier jobs, but for those in which something else was fixed", async () => {
  const server = newServer();
  const earlier = await optimize({ resources: chosen(server), maximum_simulations: 16 });
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  await reaches(earlier, "Complete");
  const versionId = earlier.spec_version_id ?? 0;
  const job = await storeRunJob(
    platform,
    {
      resources: chosen(server),
      score_function: LARGEST_SUM,
      maximum_simulations: 4,
      earlier_results: "search.earlier.json",
    },
    { objective: "Optimization", status: "Pending Running" },
  );
  const variables = { ...job.run?.variables };
  const staged = async (): Promise<unknown> => {
    const file = await stageEarlierResults(platform, job._id, versionId, variables);
    return JSON.parse(readFileSync(join(platform.storage.workDir(job._id), file), "utf8"));
  };
  const { y } = variables;
  if (y?.type !== "Scalar") throw new Error("There is no y.");
  variables.y = { ...y, fixed: true };
  assert.equal(await staged(), [], "y was varied then");
  variables.y = y;
  const simulated = (await all(earlier)).map(({ inputs, outputs }) => ({ inputs, sum: outputs?.sum }));
  const results = await staged();
  assert.ok(Array.isArray(results));
  assert.equal(
    results.map(({ inputs, outputs }) => ({ inputs, sum: outputs.sum })),
    simulated,
  );
  queueWork(platform, job);
  await reaches(job, "Complete");
  const before = Math.max(...simulated.map(({ sum }) => Number(sum)));
  const after = Math.max(...(await all(job)).map(({ score }) => score ?? 0));
  assert.ok(before > 1.5 && after > BEST - 0.05, `${before}, then ${after}`);
  await stub.close();
});

it("keeps limits, and spreads over the front of several goals", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const limit = { kind: "limits", output_name: "sum", lower: null, upper: 1.5 } as const;
  const kept = await optimize({ resources: chosen(server), further_goals: [limit] });
  await reaches(kept, "Complete");
  const [best] = (await found(kept)).maxima;
  assert.ok((best?.score ?? 0) > 1.45 && (best?.score ?? 0) <= 1.5, `${best?.score}`);
  assert.is(best?.violation, 0);
  const both = await optimize({
    resources: chosen(server),
    further_goals: [{ kind: "minimise", output_name: "sum" }],
  });
  await reaches(both, "Complete");
  const { goals, front } = await found(both);
  assert.equal(goals, ["sum (maximised)", "sum (minimised)"]);
  assert.ok(front.length > 10);
  await stub.close();
});
