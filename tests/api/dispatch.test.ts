import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createProgressKeeper } from "@understudy/server/commands/jobs/progress.ts";
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import {
  giveBack,
  type LeasedSimulation,
  leaseSimulations,
  reconcileLeases,
  renewLeases,
  storeFailure,
  storeResult,
} from "@understudy/server/dispatch/dispatch.ts";
import { resumeSimulations, stopSimulations } from "@understudy/server/dispatch/move-simulations.ts";
import { requeueExpired } from "@understudy/server/dispatch/renew-leases.ts";
import { curvesId } from "@understudy/server/models/simulation.ts";
import { createRunPorts } from "@understudy/server/runner-ports/run-ports.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createLeaseBench, failure, later, only, result } from "../support/specs/leases.ts";
import {
  openTestPlatform,
  simulate,
  storeRunJob,
  storeSimulations,
  workThrough,
} from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const HOUR_MS = 3_600_000;
const it = suite("the leases of simulations", { timeout: 120_000 });
const platform = await openTestPlatform();
const { simulationCurves } = platform.store;
const { twoServers, all, first } = createLeaseBench(platform);

it("go to servers of the job's creator that it chose, in fair shares and no more than it allows", async () => {
  const { firstServer, secondServer, job: large } = await twoServers(40);
  const { creator } = large;
  const resources = [{ id: firstServer.id, concurrent_simulations: 2 }];
  const small = await storeRunJob(platform, { resources }, { creator });
  await storeSimulations(platform, small._id, 40);
  assert.equal(await leaseSimulations(platform, { ...firstServer, userId: 77 }, 10), [], "somebody else's");
  assert.equal(await leaseSimulations(platform, { ...firstServer, id: 77 }, 10), [], "not chosen");
  const leases = await leaseSimulations(platform, firstServer, 10);
  const of = (leased: LeasedSimulation[], { _id }: { _id: number }) =>
    leased.filter(({ jobId }) => jobId === _id).length;
  assert.equal([of(leases, large), of(leases, small)], [8, 2]);
  assert.is(of(await leaseSimulations(platform, firstServer, 10), small), 0);
  assert.is(of(await leaseSimulations(platform, secondServer, 10), large), 10);
});

it("of other people go to a shared server, never more at a time than its owner lets them, and none once it is not shared", async () => {
  const { firstServer, job: ownersJob } = await twoServers(40);
  const { _id } = await insertServer(platform.store, firstServer.userId, {
    _id: firstServer.id,
    sharing: { limit: 3, owner_name: "Ada" },
  });
  const guestJobs = await Promise.all(
    [901, 902].map(async (id) => {
      const resources = [{ id: firstServer.id, concurrent_simulations: 1_000 }];
      const job = await storeRunJob(platform, { resources }, { creator: { id, name: "Guest" } });
      await storeSimulations(platform, job._id, 40);
      return job._id;
    }),
  );
  const ask = (count: number) => leaseSimulations(platform, firstServer, count, new Date(), 5);
  const isGuest = ({ jobId }: LeasedSimulation) => guestJobs.includes(jobId);
  const leased = await ask(10);
  assert.is(leased.length, 10, "what guests may not have, the owner has");
  assert.is(leased.filter(isGuest).length, 3);
  assert.is(new Set(leased.filter(isGuest).map(({ jobId }) => jobId)).size, 2, "guests have fair shares");
  assert.is((await ask(4)).filter(isGuest).length, 0, "none ahead of their turn");
  const [done] = leased.filter(isGuest);
  if (done !== undefined) await storeResult(platform, firstServer, result(done));
  const next = await ask(4);
  assert.equal([next.length, next.filter(isGuest).length], [4, 1]);
  await platform.store.resources.update({ _id }, { sharing: null });
  for (const guest of next.filter(isGuest)) await storeResult(platform, firstServer, result(guest));
  const last = await ask(4);
  assert.ok(last.length === 4 && last.every(({ jobId }) => jobId === ownersJob._id));
});

it("are given once, however many servers ask at the same time", async () => {
  const { firstServer, secondServer, job } = await twoServers(60);
  const counts = await Promise.all(
    [firstServer, secondServer, firstServer, secondServer].map((server) => workThrough(platform, server, 7)),
  );
  assert.is(
    counts.reduce((sum, count) => sum + count),
    60,
  );
  const records = await all(job._id);
  assert.ok(records.every(({ status, attempt }) => status === "Complete" && attempt === 1));
  const [record] = records;
  assert.equal(record?.outputs, { sum: simulate(record?.inputs ?? {}).sum });
  const curves = await simulationCurves.findOne({ _id: curvesId(await first(job._id), 1) });
  const decay = new Float64Array(Uint8Array.from(curves?.curves.decay ?? []).buffer);
  assert.equal([...decay], simulate(record?.inputs ?? {}).decay);
});

it("are renewed, or else given to others, with all that a restarted server forgot", async () => {
  const { firstServer, secondServer, job } = await twoServers(3);
  const had = await leaseSimulations(platform, firstServer, 3);
  const [renewed, ...forgotten] = had;
  assert.equal((await renewLeases(platform, firstServer, had, later(LEASE_MS - 1_000))).lost, []);
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running"));
  assert.equal((await renewLeases(platform, secondServer, had)).lost, had, "they are not the other server's");
  assert.equal((await reconcileLeases(platform, firstServer, had.slice(0, 1), true)).lost, []);
  const waiting = (await all(job._id)).filter(({ status }) => status === "Pending Running");
  assert.equal(
    waiting.map(({ _id, infrastructure_failures }) => [_id, infrastructure_failures]),
    forgotten.map(({ simulation }) => [simulation, 1]),
  );
  assert.equal(await leaseSimulations(platform, firstServer, 3), [], "others first");
  assert.is((await leaseSimulations(platform, secondServer, 3)).length, 2);
  await giveBack(platform, firstServer, [{ simulation: renewed?.simulation ?? 0, attempt: 1 }]);
  assert.is(only(await leaseSimulations(platform, firstServer, 3)).attempt, 2);
});

it("of before all clocks were set back last no longer than new ones", async () => {
  const { firstServer, job } = await twoServers(1);
  await leaseSimulations(platform, firstServer, 1, later(HOUR_MS));
  await requeueExpired(platform, later(0));
  assert.is((await first(job._id)).status, "Running", "the server is given the time to renew it");
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  assert.is((await first(job._id)).status, "Pending Running");
});

it("go again to a server that could not run them, even if the clocks are set back meanwhile", async () => {
  const { firstServer } = await twoServers(1);
  const failed = only(await leaseSimulations(platform, firstServer, 1));
  await storeFailure(platform, firstServer, failure("infrastructure", failed));
  assert.equal(await leaseSimulations(platform, firstServer, 1), [], "not at once");
  assert.is(only(await leaseSimulations(platform, firstServer, 1, later(-HOUR_MS))).attempt, 2);
});

it("end with their job's pause, and whatever a server holds of a job that does not run is lost to it", async () => {
  const { firstServer, secondServer, job } = await twoServers(4);
  const had = await leaseSimulations(platform, firstServer, 2);
  const stopped: number[] = [];
  platform.wakeUps.onStop((jobId) => stopped.push(jobId));
  await transitionJob(platform, job._id, "pause");
  await eventually("the wake-up", () => stopped.includes(job._id));
  assert.equal(
    (await all(job._id)).map(({ status }) => status),
    ["Interrupted", "Interrupted", "Pending Running", "Pending Running"],
  );
  assert.equal(await leaseSimulations(platform, firstServer, 2), []);
  await storeFailure(platform, firstServer, failure("model", only(had.slice(0, 1))));
  await storeResult(platform, firstServer, result(only(had.slice(1))));
  assert.equal(
    (await all(job._id)).map(({ status }) => status),
    ["Interrupted", "Complete", "Pending Running", "Pending Running"],
  );
  await resumeSimulations(platform, job._id, false);
  // As it would be had a process died between the job's end and that of its simulations.
  await platform.store.jobs.updateAll({ _id: job._id }, { status: "Running" });
  const again = await leaseSimulations(platform, secondServer, 3);
  await platform.store.jobs.updateAll({ _id: job._id }, { status: "Complete" });
  assert.equal((await renewLeases(platform, secondServer, again)).lost, again);
  assert.ok((await all(job._id)).every(({ status }) => status === "Interrupted" || status === "Complete"));
});

it("stay interrupted while the runner of their job has not noticed its pause", async () => {
  const { store, publish } = platform;
  const { firstServer, job } = await twoServers(4);
  await leaseSimulations(platform, firstServer, 2);
  const work = { ...job.work, claim_id: "a runner" };
  await store.jobs.updateAll({ _id: job._id }, { work });
  const ports = createRunPorts(platform, createProgressKeeper({ store, publish }));
  const claim = { jobId: job._id, phase: "running", ticket: work.ticket, claimId: work.claim_id } as const;
  const readStatuses = async () => (await all(job._id)).map(({ status }) => status);
  await store.jobs.updateAll({ _id: job._id }, { status: "Interrupted" });
  await stopSimulations(platform, job._id);
  await ports.resumeSimulations(claim);
  const paused = ["Interrupted", "Interrupted", "Pending Running", "Pending Running"];
  assert.equal(await readStatuses(), paused);
  await store.jobs.updateAll({ _id: job._id }, { status: "Running" });
  await ports.resumeSimulations(claim);
  assert.equal(
    await readStatuses(),
    Array.from({ length: 4 }, () => "Pending Running"),
  );
});

it("are counted again once a job has stopped, and when a late result comes", async () => {
  const { firstServer, job } = await twoServers(10);
  const leased = await leaseSimulations(platform, firstServer, 4);
  const [done, late] = leased;
  if (done === undefined || late === undefined) throw new Error("Nothing was leased.");
  await storeResult(platform, firstServer, result(done));
  const counts = { planned: 20, running: 4, complete: 0, failed: 0 };
  await platform.store.jobs.update({ _id: job._id }, { simulation_counts: counts });
  const shown = async () => (await platform.store.jobs.findOne({ _id: job._id }))?.simulation_counts;
  await transitionJob(platform, job._id, "pause");
  await eventually("nothing runs", async () => (await shown())?.running === 0);
  assert.equal(await shown(), { planned: 20, running: 0, complete: 1, failed: 0 });
  await storeResult(platform, firstServer, result(late));
  assert.equal(await shown(), { planned: 20, running: 0, complete: 2, failed: 0 });
});

it("stay as the state machine has them whatever happens in whatever order", async () => {
  const { firstServer, secondServer, job } = await twoServers(12);
  const random = createRandom(1_121);
  const servers = [firstServer, secondServer];
  const leasedBatches: { server: typeof firstServer; leased: LeasedSimulation }[] = [];
  const succeeded = new Map<number, number>();
  let now = Date.now();
  for (let step = 0; step < 50; step++) {
    now += random.integer(30_000);
    const server = servers[random.integer(2)] ?? firstServer;
    const past = leasedBatches[random.integer(Math.max(1, leasedBatches.length))];
    switch (random.integer(8)) {
      case 0:
      case 1:
      case 2: {
        const leased = await leaseSimulations(platform, server, 1 + random.integer(4), new Date(now));
        leasedBatches.push(...leased.map((lease) => ({ server, leased: lease })));
        break;
      }
      case 3:
        await requeueExpired(platform, new Date(now));
        break;
      case 4:
        if (past) await storeFailure(platform, past.server, failure("infrastructure", past.leased));
        break;
      case 5:
        if (past) await storeResult(platform, past.server, result(past.leased));
        break;
      case 6:
        if (past) await storeFailure(platform, past.server, failure("model", past.leased));
        break;
      case 7:
        await stopSimulations(platform, job._id);
        await resumeSimulations(platform, job._id, true);
    }
    for (const record of await all(job._id)) {
      assert.is(record.attempt, record.holders.length);
      assert.is(record.lease_until !== null, record.status === "Running", "a lease is who has it");
      assert.is(record.resource !== null, !record.status.startsWith("Pending"));
      assert.is(record.outputs !== null, record.status === "Complete");
      const before = succeeded.get(record._id);
      if (before !== undefined) assert.is(record.result_attempt, before, "a result is final");
      if (record.result_attempt !== null) succeeded.set(record._id, record.result_attempt);
    }
  }
  assert.ok(succeeded.size > 0);
});
