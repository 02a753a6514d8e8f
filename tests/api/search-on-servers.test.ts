/** Optimization whose simulations servers run, with the real runner: its life, and what a stub server may do to it. */
import { assert, eventually, suite } from "../harness.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { BEST_SUM, foundBy, optimize } from "../support/runner/searching-jobs.ts";
import {
  act,
  all,
  chosen,
  newServer,
  platform,
  reaches,
  read,
  statuses,
} from "../support/runner/simulating-jobs.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("an optimization on servers", { timeout: 300_000 });

let runner = await startTestRunner(platform.config);

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
  const { maxima, path, evaluations, stop_reason } = await foundBy(job);
  const [best] = maxima;
  assert.ok((best?.score ?? 0) > BEST_SUM - 0.02, `${best?.score}`);
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
    return now.filter((status) => status === "Complete").length === 9 && stub.leases.length === 12;
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
  await eventually("half of it", () => stub.leases.length === 16, 60_000);
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
  assert.is(stub.leases.length, 24, "nothing is run twice");
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
  const { maxima, evaluations } = await foundBy(job);
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
