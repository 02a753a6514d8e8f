/** Sampling whose designs servers simulate, with the real runner and stub servers. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CHAIN_FILE } from "@understudy/engine/dataset/storage/chain-file.ts";
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { listChildren } from "../support/runner/runners.ts";
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
import { onEmulator } from "../support/runner/spec-searches.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("a sampling on servers", { timeout: 300_000 });

let runner = await startTestRunner(platform.config);

/** sum = sin(3 x) + y² */
const sample = (run: Partial<JobRun>): Promise<JobRecord> =>
  start(
    {
      score_function: {
        name: "Match target value",
        inputs: {
          output: { type: "Output Scalar", output_name: "sum" },
          target: { type: "Scalar", value: 1 },
          tolerance: { type: "Scalar", value: 0.2 },
        },
      },
      num_walkers: 8,
      ...run,
    },
    { objective: "Sampling", name: "Sums near one" },
  );
const readChain = ({ _id }: JobRecord) => readFile(join(platform.storage.workDir(_id), CHAIN_FILE));
const foundBy = async ({ _id }: JobRecord) => {
  const sampling = await store.samplings.findOne({ _id });
  if (sampling === null) throw new Error("Nothing was sampled.");
  return sampling;
};

it("simulates half of its walkers at a time, scores every simulation, and keeps the chain", async () => {
  const server = newServer();
  const job = await sample({ resources: chosen(server), maximum_simulations: 48 });
  let running = 0;
  let most = 0;
  const stub = await startStubServer(platform, server, {
    atOnce: 8,
    run: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return "outputs" as const;
    },
  });
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 48, running: 0, complete: 48, failed: 0 });
  assert.ok(most <= 8, `${most}`);
  for (const { score, outputs, origin } of await all(job)) {
    assert.ok(Math.abs(Number(score) + 0.5 * ((Number(outputs?.sum) - 1) / 0.2) ** 2) < 1e-9);
    assert.is(origin, "search");
  }
  const { evaluations, stop_reason, steps, parameters, outputs, burn_in } = await foundBy(job);
  assert.equal([evaluations, stop_reason], [48, "evaluation limit"]);
  assert.ok(steps >= 4 && burn_in < steps);
  assert.equal(
    parameters.map(({ name }) => name),
    ["x", "y"],
  );
  const [sum, decay] = outputs;
  assert.ok(Math.abs(Number(sum?.bands[2]?.[0]) - 1) < 0.5);
  assert.is(decay?.bands[0]?.length, 3);
  const bytes = await readChain(job);
  assert.is((bytes.length % 8) + ((steps * 8 * 3 * 8) % 8), 0);
  await stub.close();
});

it("has the same chain when its child is killed, when its runner is, when it is paused, and when it is extended", async () => {
  const server = newServer();
  const resources = chosen(server);
  const stub = await startStubServer(platform, server, { atOnce: 8 });
  const uninterruptedJob = await sample({ resources, maximum_simulations: 40 });
  await reaches(uninterruptedJob, "Complete");
  await runner.close();

  const job = await sample({ resources, maximum_simulations: 20 });
  const killed = startRunnerProcess(platform.config);
  const complete = async (count: number) =>
    (await all(job)).filter(({ status }) => status === "Complete").length >= count;
  await eventually("the first are done", () => complete(2), 60_000);
  // As the system does when memory runs out.
  for (const child of listChildren(killed.pid ?? 0)) process.kill(child, "SIGKILL");
  await eventually("some are done", () => complete(12), 60_000);
  killed.kill("SIGKILL");
  runner = await startTestRunner(platform.config);
  await eventually("more are done", () => complete(16), 60_000);
  await act(job, "pause");
  await act(job, "resume");
  await reaches(job, "Complete");
  assert.is((await all(job)).length, 20);
  const before = await readChain(job);
  await act(job, "extend");
  await reaches(job, "Complete");
  const [after, uninterrupted] = [await readChain(job), await readChain(uninterruptedJob)];
  assert.ok(after.equals(uninterrupted));
  assert.ok(after.subarray(0, before.length).equals(before));
  assert.equal(
    (await all(job)).map(({ inputs }) => inputs),
    (await all(uninterruptedJob)).map(({ inputs }) => inputs),
  );
  await stub.close();
});

it("does not simulate what its emulator rejects, and has the same chain when its runner is killed", async () => {
  const server = newServer();
  const screened = { resources: chosen(server), ...(await onEmulator()), maximum_simulations: 48 };
  const stub = await startStubServer(platform, server, { atOnce: 8 });
  const uninterruptedJob = await sample(screened);
  await reaches(uninterruptedJob, "Complete");
  const { evaluations, screened_out, steps } = await foundBy(uninterruptedJob);
  assert.is(evaluations, 48);
  assert.ok(screened_out > 8, `${screened_out} were rejected`);
  // More steps than as many simulations of every proposed design would make.
  assert.ok(steps > 48 / 8, `${steps} steps`);
  for (const { score, outputs } of await all(uninterruptedJob))
    assert.ok(Math.abs(Number(score) + 0.5 * ((Number(outputs?.sum) - 1) / 0.2) ** 2) < 1e-9);
  await runner.close();

  const job = await sample(screened);
  const killed = startRunnerProcess(platform.config);
  const complete = async (count: number) =>
    (await all(job)).filter(({ status }) => status === "Complete").length >= count;
  await eventually("some are done", () => complete(16), 60_000);
  killed.kill("SIGKILL");
  runner = await startTestRunner(platform.config);
  await reaches(job, "Complete");
  assert.ok((await readChain(job)).equals(await readChain(uninterruptedJob)));
  await stub.close();
});

it("simulates only designs that keep the relation of its inputs", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 8 });
  const terms = ["x", "y"].map((input) => ({ input, coefficient: 1 }));
  const relation = { kind: "relation" as const, terms, sum: 1, follower: "y" };
  const job = await sample({ resources: chosen(server), maximum_simulations: 24, relation });
  await reaches(job, "Complete");
  const simulations = await all(job);
  assert.is(simulations.length, 24);
  for (const { inputs } of simulations)
    assert.ok(Math.abs(Number(inputs.x) + Number(inputs.y) - 1) < 1e-9, JSON.stringify(inputs));
  await stub.close();
});

it("goes on past simulations that fail: they have no density", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, {
    atOnce: 8,
    run: (_, place) => (place % 5 === 0 ? { failure: "It did not converge." } : "outputs"),
  });
  const job = await sample({ resources: chosen(server), maximum_simulations: 28 });
  const { simulation_counts } = await reaches(job, "Complete");
  assert.ok(Number(simulation_counts?.failed) > 3);
  assert.ok((await foundBy(job)).unscored > 3);
  await stub.close();
});

it("keeps its chain when it is retried: what failed is not simulated again", async () => {
  const server = newServer();
  let isBroken = true;
  const stub = await startStubServer(platform, server, {
    atOnce: 8,
    run: ({ inputs }) =>
      isBroken && Number(inputs.x) > 0.6 ? { failure: "It did not converge." } : "outputs",
  });
  const job = await sample({ resources: chosen(server), maximum_simulations: 60 });
  await eventually("a part is done", async () => (await all(job)).length > 24, 60_000);
  await transitionJob(platform, job._id, "failed", { change: () => ({ error: "The machine stopped." }) });
  await eventually("nothing runs", async () => !(await statuses(job)).has("Running"), 60_000);
  const before = await all(job);
  const failed = before.filter(({ status }) => status === "Running Failed").map(({ index }) => index);
  assert.ok(failed.length > 0);
  isBroken = false;
  await act(job, "retry");
  await reaches(job, "Complete");
  const after = await all(job);
  assert.equal(
    failed.map((index) => after[index]?.status),
    failed.map(() => "Running Failed"),
  );
  assert.equal(
    after.slice(0, before.length).map(({ inputs }) => inputs),
    before.map(({ inputs }) => inputs),
  );
  await stub.close();
});

it("begins anew when it is retried without a single result", async () => {
  const server = newServer();
  let isBroken = true;
  const stub = await startStubServer(platform, server, {
    atOnce: 8,
    run: () => (isBroken ? { failure: "It has no license." } : "outputs"),
  });
  const job = await sample({ resources: chosen(server), maximum_simulations: 24 });
  await eventually("it fails", async () => (await read(job)).status === "Running Failed", 60_000);
  isBroken = false;
  await act(job, "retry");
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 24, running: 0, complete: 24, failed: 0 });
  await stub.close();
});
