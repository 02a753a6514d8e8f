/** The place of a job in the queue, and whether it trains by itself, over HTTP. */

import { announceRunner } from "@understudy/server/core/runner-presence.ts";
import { measureWhenWanted, recordTimeRatio } from "@understudy/server/core/training-speed.ts";
import { chosenServer } from "@understudy/server/dispatch/training-lease.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { TrainingEffort } from "@understudy/shared/domain/job.ts";
import { assert, suite } from "../harness.ts";
import { colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeInput, makeOutput } from "../support/factories.ts";
import { withRedis } from "../support/processes/databases.ts";
import { makeRun } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";

const work = (claim_id: string | null, order: number, is_short = false) => ({
  ...{ ticket: 1, claim_id, more: false, retry: false },
  ...{ order, charge: 0, payer: null, weight: 1, is_short, queued_time: null },
});
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const speed = suite("the speed of trainings");
speed("is measured by a runner while somebody asks, and follows earlier trainings", async () => {
  const { config } = server;
  await withRedis(config.redisUrl, async (redis) => {
    const evidence = { redis, prefix: config.redisPrefix };
    let count = 0;
    let finish = () => {};
    const end = measureWhenWanted(evidence, async (report) => {
      count += 1;
      await report({ short: 10, long: 10, isProvisional: true });
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await report({ short: 4, long: 8, isProvisional: false });
    });
    assert.is(count, 0, "nobody has asked");
    const read = async () => (await owner.call("getTrainingSpeed")).speed;
    assert.is(await read(), null);
    await eventually("what its duration shows is read", async () => (await read()) !== null);
    const provisional = (await read())?.short;
    const isWide = provisional && provisional.low < 10 && provisional.high > 40;
    assert.ok(isWide, `the measurement is not over: ${JSON.stringify(provisional)}`);
    finish();
    const isMeasured = async () => Math.abs(((await read())?.short.likely ?? 0) - 4) < 1e-6;
    await eventually("the measurement is read", isMeasured);
    const long = (await read())?.long;
    const isAround = long && long.low < 8 && Math.abs(long.likely - 8) < 1e-6 && long.high > 8;
    assert.ok(isAround, JSON.stringify(long));
    assert.is(count, 1, "measurements follow each other at a distance");
    for (let i = 0; i < 12; i++) await recordTimeRatio(evidence, 2);
    const likelySeconds = (await read())?.short.likely ?? 0;
    assert.ok(likelySeconds > 6 && likelySeconds < 8, `trainings took twice as long: ${likelySeconds}`);
    await end();
  });
});

const queue = suite("a job that waits for a runner");
const training = (fields: Partial<JobRecord>) => storeJob({ status: "Pending Training", ...fields });
queue("knows how many start before it and how many are being worked on", async () => {
  await training({ status: "Training", work: work("one", 1) });
  await training({ work: work(null, 2) });
  const mine = await training({ work: work(null, 3), last_modified_time: at(9) });
  await training({ work: work(null, 4) });
  // Neither another phase, nor a short training, nor one for a server of its own takes a place.
  await training({ status: "Validating", work: work("two", 1) });
  await training({ work: work(null, 1, true) });
  const server = chosenServer({ id: 1, name: "lab" });
  const elsewhere = await training({ work: work(null, 1), training_server: server });
  const { estimate, ...place } = await owner.call("getJobQueue", params(mine));
  assert.equal(place, { is_waiting: true, running: 1, ahead: 1, is_runner_connected: true });
  assert.ok(estimate !== null && estimate.low > 0 && estimate.low < estimate.high, JSON.stringify(estimate));
  const none = { is_waiting: false, running: 0, ahead: 0, is_runner_connected: true };
  assert.equal(await owner.call("getJobQueue", params(elsewhere)), { ...none, estimate });
  const complete = await storeJob({ status: "Complete" });
  assert.equal(await owner.call("getJobQueue", params(complete)), { ...none, estimate: null });
});

queue("knows whether a runner is connected, and which stores answer", async () => {
  const mine = await storeJob({ status: "Validating" });
  const { url, config } = server;
  const isConnected = async () => (await owner.call("getJobQueue", params(mine))).is_runner_connected;
  const health = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return [response.status, await response.json()];
  };
  await withRedis(config.redisUrl, async (redis) => {
    await redis.del(`${config.redisPrefix}:runner`);
    assert.is(await isConnected(), false);
    const facts = { database: true, redis: true, runner: false, disk: true, draining: false };
    assert.equal(await health("/healthz"), [200, facts]);
    assert.equal(await health("/readyz"), [200, facts], "the web process is ready without a runner");
    const endAnnouncing = announceRunner(redis, config.redisPrefix);
    assert.is(await isConnected(), true);
    endAnnouncing();
    assert.ok(
      (await redis.pttl(`${config.redisPrefix}:runner`)) > 0,
      "a runner that was killed is forgotten",
    );
  });
});

queue("is for short trainings only where the effort that was just chosen makes it one", async () => {
  const outputs = ["y", "z"].map((name) => makeOutput(name));
  const config = makeConfig({
    inputs: [makeInput("a"), makeInput("b")],
    outputs,
    emulator_outputs: outputs.map(({ name }) => name),
    data_set_sizes: { combined: 15_000, training: 12_000, validation: 3_000 },
    has_been_configured: true,
  });
  const isShort = async (effort: TrainingEffort) => {
    const job = await storeJob({ status: "Awaiting Configuration", config });
    await owner.call("startTraining", { ...params(job), body: { train_on: "platform", effort } });
    return (await store.jobs.findOne({ _id: job._id }))?.work.is_short;
  };
  assert.equal([await isShort("quick"), await isShort("thorough")], [true, false]);
});

const later = suite("a job that is to train by itself");
later("can be made one by its creator while its simulations run", async () => {
  const job = await storeJob({ status: "Running", run: makeRun(), is_data_driven: false });
  const body = { train_when_done: true };
  assert.is((await owner.call("trainWhenDone", { ...params(job), body })).train_when_done, true);
  assert.is((await owner.call("getJob", params(job))).train_when_done, true);
  assert.is((await colleague.refused("trainWhenDone", { ...params(job), body })).status, 403);
});
later("is refused once they are done, and where there are none", async () => {
  const body = { train_when_done: true };
  const done = await storeJob({ status: "Complete", run: makeRun(), is_data_driven: false });
  const fromData = await storeJob({ status: "Interrupted" });
  for (const job of [done, fromData])
    assert.is((await owner.refused("trainWhenDone", { ...params(job), body })).status, 409);
});
