import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
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
import { curvesId, type SimulationRecord } from "@understudy/server/models/simulation.ts";
import { readCurves } from "@understudy/server/models/simulation-curves.ts";
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  makeServer,
  openTestPlatform,
  simulate,
  storeRunJob,
  storeSimulations,
  workThrough,
} from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const it = suite("the leases of simulations", { timeout: 120_000 });
const platform = await openTestPlatform();
const { simulations, simulationCurves } = platform.store;
let lastId = 0;
/** Two servers of a person who has no others, and a running job that may use them. */
async function twoServers(count: number) {
  const [one, two] = [++lastId, ++lastId].map((id) => makeServer(id, { userId: id + (id % 2) }));
  if (one === undefined || two === undefined) throw new Error("There are no servers.");
  const creator = { id: one.userId, name: "Ada" };
  const resources = [one, two].map(({ id }) => ({ id, concurrent_simulations: 1_000 }));
  const job = await storeRunJob(platform, { resources }, { creator });
  await storeSimulations(platform, job._id, count);
  return { one, two, job };
}

const all = (job_id: number) => simulations.find({ job_id }, { sort: { index: 1 } });
const first = async (job_id: number): Promise<SimulationRecord> => {
  const [record] = await all(job_id);
  if (record === undefined) throw new Error("There is no simulation.");
  return record;
};
const result = ({ simulation, attempt, inputs }: LeasedSimulation) => ({
  simulation,
  attempt,
  outputs: simulate(inputs),
  running_time: 0.5,
  log_tail: "done",
});
const failure = (kind: "model" | "infrastructure", { simulation, attempt }: LeasedSimulation) => ({
  simulation,
  attempt,
  kind,
  reason: `a failure of the ${kind}`,
  running_time: null,
  log_tail: "the end of the log",
});
const only = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${items.length} instead of one`);
  return item;
};
const later = (ms: number) => new Date(Date.now() + ms);

it("go to servers of the job's creator that it chose, in fair shares and no more than it allows", async () => {
  const { one, two, job: large } = await twoServers(40);
  const { creator } = large;
  const resources = [{ id: one.id, concurrent_simulations: 2 }];
  const small = await storeRunJob(platform, { resources }, { creator });
  await storeSimulations(platform, small._id, 40);
  assert.equal(await leaseSimulations(platform, { ...one, userId: 77 }, 10), [], "somebody else's");
  assert.equal(await leaseSimulations(platform, { ...one, id: 77 }, 10), [], "not chosen");
  const given = await leaseSimulations(platform, one, 10);
  const of = (leased: LeasedSimulation[], { _id }: { _id: number }) =>
    leased.filter(({ jobId }) => jobId === _id).length;
  assert.equal([of(given, large), of(given, small)], [8, 2]);
  assert.is(of(await leaseSimulations(platform, one, 10), small), 0);
  assert.is(of(await leaseSimulations(platform, two, 10), large), 10);
});

it("of other people go to a shared server, never more at a time than its owner lets them, and none once it is not shared", async () => {
  const { one, job: own } = await twoServers(40);
  const { _id } = await insertServer(platform.store, one.userId, {
    _id: one.id,
    sharing: { limit: 3, owner_name: "Ada" },
  });
  const guestJobs = await Promise.all(
    [901, 902].map(async (id) => {
      const resources = [{ id: one.id, concurrent_simulations: 1_000 }];
      const job = await storeRunJob(platform, { resources }, { creator: { id, name: "Guest" } });
      await storeSimulations(platform, job._id, 40);
      return job._id;
    }),
  );
  const ask = (count: number) => leaseSimulations(platform, one, count, new Date(), 5);
  const isGuest = ({ jobId }: LeasedSimulation) => guestJobs.includes(jobId);
  const leased = await ask(10);
  assert.is(leased.length, 10, "what guests may not have, the owner has");
  assert.is(leased.filter(isGuest).length, 3);
  assert.is(new Set(leased.filter(isGuest).map(({ jobId }) => jobId)).size, 2, "guests have fair shares");
  assert.is((await ask(4)).filter(isGuest).length, 0, "none ahead of their turn");
  const [done] = leased.filter(isGuest);
  if (done !== undefined) await storeResult(platform, one, result(done));
  const next = await ask(4);
  assert.equal([next.length, next.filter(isGuest).length], [4, 1]);
  await platform.store.resources.update({ _id }, { sharing: null });
  for (const guest of next.filter(isGuest)) await storeResult(platform, one, result(guest));
  const last = await ask(4);
  assert.ok(last.length === 4 && last.every(({ jobId }) => jobId === own._id));
});

it("are given once, however many servers ask at the same time", async () => {
  const { one, two, job } = await twoServers(60);
  const counts = await Promise.all([one, two, one, two].map((server) => workThrough(platform, server, 7)));
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

it("end by the first result; repeated, late and foreign ones are ignored", async () => {
  const { one, two, job } = await twoServers(1);
  const lost = only(await leaseSimulations(platform, one, 1));
  await storeResult(platform, two, { ...result(lost), running_time: 99 });
  assert.is((await first(job._id)).status, "Running", "it was never the other server's");
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  const again = only(await leaseSimulations(platform, two, 1));
  assert.equal([again.simulation, again.attempt], [lost.simulation, 2]);
  await Promise.all([1, 2, 3].map(() => storeResult(platform, one, result(lost))));
  await storeResult(platform, two, { ...result(again), running_time: 99 });
  await storeFailure(platform, two, failure("model", again));
  const { status, running_time, result_attempt, resource } = await first(job._id);
  assert.equal([status, running_time, result_attempt, resource?.id], ["Complete", 0.5, 1, one.id]);
  assert.equal((await renewLeases(platform, two, [again])).lost, [again]);
});

it("are renewed, or else given to others, with all that a restarted server forgot", async () => {
  const { one, two, job } = await twoServers(3);
  const had = await leaseSimulations(platform, one, 3);
  const [kept, ...forgotten] = had;
  assert.equal((await renewLeases(platform, one, had, later(LEASE_MS - 1_000))).lost, []);
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running"));
  assert.equal((await renewLeases(platform, two, had)).lost, had, "they are not the other server's");
  assert.equal((await reconcileLeases(platform, one, had.slice(0, 1), true)).lost, []);
  const waiting = (await all(job._id)).filter(({ status }) => status === "Pending Running");
  assert.equal(
    waiting.map(({ _id, infrastructure_failures }) => [_id, infrastructure_failures]),
    forgotten.map(({ simulation }) => [simulation, 1]),
  );
  assert.equal(await leaseSimulations(platform, one, 3), [], "others first");
  assert.is((await leaseSimulations(platform, two, 3)).length, 2);
  await giveBack(platform, one, [{ simulation: kept?.simulation ?? 0, attempt: 1 }]);
  assert.is(only(await leaseSimulations(platform, one, 3)).attempt, 2);
});

it("fail for the model at once, and for servers that cannot run it at the fourth time", async () => {
  const { one, two, job } = await twoServers(3);
  const [model, senseless, infrastructure] = await leaseSimulations(platform, one, 3);
  if (!model || !senseless || !infrastructure) throw new Error("not enough leases");
  await storeFailure(platform, one, failure("model", model));
  await storeResult(platform, one, { ...result(senseless), outputs: { sum: 1, decay: [1, 2] } });
  await storeFailure(platform, one, failure("infrastructure", infrastructure));
  for (let i = 1; i <= 3; i++) {
    const again = only(await leaseSimulations(platform, two, 1, later(i * 60_000)));
    await storeFailure(platform, two, failure("infrastructure", again));
  }
  const records = await all(job._id);
  assert.ok(records.every(({ status }) => status === "Running Failed"));
  assert.equal(
    records.map(({ error }) => error),
    [
      "a failure of the model",
      "The server sent a decay that is not what the spec says of it.",
      "No server could run it. The last said: a failure of the infrastructure",
    ],
  );
  assert.is(records[0]?.log_tail, "the end of the log");
});

it("are complete without the outputs that are undefined, and fail where all of them are", async () => {
  const { one: server, job } = await twoServers(3);
  const [lacksCurve, lacksAll, unexplained] = await leaseSimulations(platform, server, 3);
  if (!lacksCurve || !lacksAll || !unexplained) throw new Error("not enough leases");
  const reasons = { sum: "sum is nan.", decay: "decay is empty." };
  const lacking = (leased: typeof lacksCurve, outputs: SimulationOutputs, undefined_outputs = {}) =>
    storeResult(platform, server, { ...result(leased), outputs, undefined_outputs });
  await lacking(lacksCurve, { sum: 1 }, { decay: reasons.decay });
  await lacking(lacksAll, {}, reasons);
  await lacking(unexplained, { sum: 1 });
  const records = await all(job._id);
  assert.equal(
    records.map(({ status, outputs, undefined_outputs, error }) => ({
      status,
      outputs,
      undefined_outputs,
      error,
    })),
    [
      { status: "Complete", outputs: { sum: 1 }, undefined_outputs: { decay: reasons.decay }, error: null },
      {
        status: "Running Failed",
        outputs: null,
        undefined_outputs: {},
        error: "sum is nan. decay is empty.",
      },
      { status: "Running Failed", outputs: null, undefined_outputs: {}, error: "The server sent no decay." },
    ],
  );
  const [curves] = [...(await readCurves(platform.store, records.slice(0, 1))).values()];
  assert.equal(curves, {});
});

it("are not failed again by a failure that is reported once more after a retry", async () => {
  const { one, two, job } = await twoServers(2);
  const [failed, lost] = await leaseSimulations(platform, one, 2);
  if (!failed || !lost) throw new Error("not enough leases");
  await storeFailure(platform, one, failure("model", failed));
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  await storeFailure(platform, two, failure("model", only(await leaseSimulations(platform, two, 2))));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running Failed"));
  await resumeSimulations(platform, job._id, true);
  for (const leased of [failed, lost]) await storeFailure(platform, one, failure("model", leased));
  assert.ok(
    (await all(job._id)).every(({ status, error }) => status === "Pending Running" && error === null),
  );
  const again = await leaseSimulations(platform, two, 2);
  assert.equal(
    again.map(({ attempt }) => attempt),
    [2, 3],
  );
  await storeFailure(platform, one, failure("model", failed));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running"));
  for (const leased of again) await storeFailure(platform, two, failure("model", leased));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running Failed"));
});

it("end with their job's pause, and whatever a server holds of a job that does not run is lost to it", async () => {
  const { one, two, job } = await twoServers(4);
  const had = await leaseSimulations(platform, one, 2);
  const stopped: number[] = [];
  platform.wakeUps.onStop((jobId) => stopped.push(jobId));
  await transitionJob(platform, job._id, "pause");
  await eventually("the wake-up", () => stopped.includes(job._id));
  assert.equal(
    (await all(job._id)).map(({ status }) => status),
    ["Interrupted", "Interrupted", "Pending Running", "Pending Running"],
  );
  assert.equal(await leaseSimulations(platform, one, 2), []);
  await storeFailure(platform, one, failure("model", only(had.slice(0, 1))));
  await storeResult(platform, one, result(only(had.slice(1))));
  assert.equal(
    (await all(job._id)).map(({ status }) => status),
    ["Interrupted", "Complete", "Pending Running", "Pending Running"],
  );
  await resumeSimulations(platform, job._id, false);
  // As it would be had a process died between the job's end and that of its simulations.
  await platform.store.jobs.updateAll({ _id: job._id }, { status: "Running" });
  const again = await leaseSimulations(platform, two, 3);
  await platform.store.jobs.updateAll({ _id: job._id }, { status: "Complete" });
  assert.equal((await renewLeases(platform, two, again)).lost, again);
  assert.ok((await all(job._id)).every(({ status }) => status === "Interrupted" || status === "Complete"));
});

it("are counted again once a job has stopped, and when a late result comes", async () => {
  const { one, job } = await twoServers(10);
  const leased = await leaseSimulations(platform, one, 4);
  const [done, late] = leased;
  if (done === undefined || late === undefined) throw new Error("Nothing was leased.");
  await storeResult(platform, one, result(done));
  const counts = { planned: 20, running: 4, complete: 0, failed: 0 };
  await platform.store.jobs.update({ _id: job._id }, { simulation_counts: counts });
  const shown = async () => (await platform.store.jobs.findOne({ _id: job._id }))?.simulation_counts;
  await transitionJob(platform, job._id, "pause");
  await eventually("nothing runs", async () => (await shown())?.running === 0);
  assert.equal(await shown(), { planned: 20, running: 0, complete: 1, failed: 0 });
  await storeResult(platform, one, result(late));
  assert.equal(await shown(), { planned: 20, running: 0, complete: 2, failed: 0 });
});

it("stay as the state machine has them whatever happens in whatever order", async () => {
  const { one, two, job } = await twoServers(12);
  const random = createRandom(1_121);
  const servers = [one, two];
  const told: { server: typeof one; leased: LeasedSimulation }[] = [];
  const succeeded = new Map<number, number>();
  let now = Date.now();
  for (let step = 0; step < 50; step++) {
    now += random.integer(30_000);
    const server = servers[random.integer(2)] ?? one;
    const past = told[random.integer(Math.max(1, told.length))];
    switch (random.integer(8)) {
      case 0:
      case 1:
      case 2: {
        const leased = await leaseSimulations(platform, server, 1 + random.integer(4), new Date(now));
        told.push(...leased.map((one) => ({ server, leased: one })));
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
