/** A runner that is drained, with real Redis and real children. */
import { assert, eventually, suite } from "../harness.ts";
import { logInAdmin } from "../support/api/people.ts";
import { soundOutputs, soundParameters } from "../support/engine/csv-files.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { createBench } from "../support/runner/runners.ts";
import { reaches, stop, youngTraining } from "../support/runner/training-jobs.ts";

const it = suite("a runner that is drained", { timeout: 120_000 });

it("goes on with what it has, leaves the rest to other runners, and takes work again", async () => {
  const bench = await createBench();
  const runner = await bench.runner();
  const training = await youngTraining(bench);
  assert.is(runner.countWork(), 1);
  await runner.drain(true);
  const first = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(first));
  const second = await bench.runner();
  await reaches(first, "Awaiting Configuration");
  await second.close();
  assert.equal([training.status, runner.countWork()], ["Training", 1]);
  const later = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(later));
  await stop(bench, training);
  await eventually("it has nothing to do", () => runner.countWork() === 0, 30_000);
  assert.equal(later.claims, [], "nobody takes it");
  await runner.drain(false);
  await reaches(later, "Awaiting Configuration");
});

it("begins nothing whose disk it still checks", async () => {
  const bench = await createBench();
  const check = Promise.withResolvers<null>();
  let checkCount = 0;
  bench.ports.checkDisk = async () => {
    checkCount += 1;
    return await check.promise;
  };
  const runner = await bench.runner();
  const job = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(job));
  await eventually("its disk is checked", () => checkCount > 0);
  const closing = runner.close();
  check.resolve(null);
  await closing;
  assert.equal(job.claims, []);
  await bench.runner();
  await reaches(job, "Awaiting Configuration");
});

it("does not count as connected, so that people whose jobs wait are told so, until it takes work again", async () => {
  const server = await startTestServer();
  const admin = await logInAdmin(server);
  const runner = await startTestRunner(server.config);
  const findRunner = async () =>
    (await admin.call("getPlatform")).processes.find(({ kind }) => kind === "runner");
  const { id } = await eventually("the runner reports itself", findRunner);
  const params = { process_id: id };
  const isConnected = async () => {
    const health = await (await fetch(`${server.url}/healthz`)).json();
    return health.runner;
  };
  assert.is(await isConnected(), true);
  await admin.call("drainProcess", { params, body: { drain: true } });
  await eventually("no runner is connected", async () => (await isConnected()) === false, 60_000);
  await admin.call("drainProcess", { params, body: { drain: false } });
  await eventually("a runner is connected", async () => (await isConnected()) === true, 60_000);
  await runner.close();
});
