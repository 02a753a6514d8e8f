/** Designs out of spec that servers verify, or find alone, with the real runner: their life, and what a stub server may do to it. */
import { updateDistributions } from "@understudy/server/commands/jobs/distributions.ts";
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
  statuses,
} from "../support/runner/simulating-jobs.ts";
import { lookOutOfSpec, onEmulator, readOutOfSpecRecord } from "../support/runner/spec-searches.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("designs out of spec on servers", { timeout: 300_000 });

/** It is killed while it verifies; the runner in this process follows it. */
const killed = startRunnerProcess(platform.config);
const verifier = newServer();

/** The score of a simulation's own outputs. */
const computeMargin = (outputs: Readonly<Record<string, number>> | null): number => {
  const sum = Number(outputs?.sum);
  return Math.min((sum - 0.3) / 0.65, (1.6 - sum) / 0.65);
};

/** The search on an emulator that the first three tests are about: each goes on where the one before it ends. */
const search = {
  job: await lookOutOfSpec({ resources: chosen(verifier), ...(await onEmulator()) }),
  begin: Promise.withResolvers<void>(),
  end: Promise.withResolvers<void>(),
};
const stub = await startStubServer(platform, verifier, {
  atOnce: 4,
  run: async (_, place) => {
    if (place < 4) await search.begin.promise;
    if (place === 12 || place === 13) await search.end.promise;
    return place > 13 ? "silence" : "outputs";
  },
});

it("that an emulator predicts are verified", async () => {
  const { job } = search;
  await reaches(job, "Verifying");
  await eventually("four that are verified now", () => stub.leases.length === 4, 60_000);
  const [pending] = (await all(job)).filter(({ status }) => status === "Pending Verification");
  assert.ok((await statuses(job)).has("Verifying"));
  assert.ok((await all(job)).every(({ verified, score }) => !verified && score !== null));
  assert.ok(pending === undefined || pending.verifies);
  search.begin.resolve();
});

it("wait for servers that leave, and lose nothing when a runner is killed or the job is paused", async () => {
  const { job } = search;
  await eventually("some results and some that hang", () => stub.leases.length === 16, 120_000);
  const verified = async () => (await all(job)).filter((row) => row.verified);
  await eventually("their results", async () => (await verified()).length === 12);
  killed.kill("SIGKILL");
  search.end.resolve();
  await eventually("results that no search hears of", async () => (await verified()).length === 14);
  await stub.close();
  const before = await all(job);
  await startTestRunner(platform.config);
  await act(job, "pause");
  await eventually("nothing runs", async () => !(await statuses(job)).has("Verifying"));
  assert.is((await read(job)).status, "Interrupted");
  assert.ok((await statuses(job)).has("Interrupted"));
  await act(job, "resume");
  await reaches(job, "Verifying");
  await eventually("they wait", async () => (await statuses(job)).has("Pending Verification"));
  const again = await startStubServer(platform, verifier, { atOnce: 4 });
  await reaches(job, "Complete");
  const after = await all(job);
  assert.equal(
    after.slice(0, before.length).map(({ inputs }) => inputs),
    before.map(({ inputs }) => inputs),
  );
  assert.ok(
    after.every(
      ({ verified, score, outputs }) => verified && Math.abs(Number(score) - computeMargin(outputs)) < 1e-9,
    ),
    "none keeps the score that was predicted",
  );
  assert.is((await readOutOfSpecRecord(job)).simulations, after.length);
  await again.close();
});

it("count the emulator's false alarms once all are verified", async () => {
  const { job } = search;
  const { simulation_counts } = await read(job);
  const rows = await all(job);
  assert.equal(simulation_counts, { planned: rows.length, running: 0, complete: rows.length, failed: 0 });
  for (const { verified, status, score, in_spec, outputs } of rows) {
    assert.ok(verified && status === "Complete");
    assert.is(in_spec, Number(score) >= 0);
    assert.ok(Math.abs(Number(score) - computeMargin(outputs)) < 1e-9);
  }
  const { regions, false_alarms, stop_reason, simulations, points } = await readOutOfSpecRecord(job);
  assert.is(regions.length, 3);
  assert.ok(regions.every(({ confirmed }) => confirmed > 0));
  assert.ok(stop_reason !== null && simulations === rows.length);
  const counted = false_alarms;
  assert.ok(counted);
  assert.is(
    counted.confirmed + counted.false_alarms + counted.misses + counted.confirmed_in_spec,
    rows.length,
  );
  assert.is(counted.confirmed + counted.misses, rows.filter(({ in_spec }) => in_spec === false).length);
  const verified = points.filter((point) => point.class === "out-of-spec-verified");
  assert.is(verified.length, counted.confirmed + counted.misses);
});

it("are found by simulations alone where there is no emulator", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const job = await lookOutOfSpec({ resources: chosen(server), maximum_simulations: 50 });
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 50, running: 0, complete: 50, failed: 0 });
  const { regions, shares, false_alarms, points } = await readOutOfSpecRecord(job);
  assert.is(false_alarms, null);
  assert.is(regions.length, 3, "the regions apart");
  assert.is(points.length, 50);
  // Of a grid of 1000 x 1000 designs.
  const truth = shareOutOfSpec();
  assert.ok(
    Math.abs(Number(shares?.predicted.value) / truth - 1) < 0.1,
    `${shares?.predicted.value} of ${truth}`,
  );
  const rows = await all(job);
  for (const { worst } of regions) {
    const row = rows.find(({ index }) => index === worst.index);
    assert.is(row?.score, worst.score);
    assert.ok(Number(worst.score) < 0);
  }
  await stub.close();
});

it("are looked for where most designs are built, from when their distribution is entered", async () => {
  const server = newServer();
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    atOnce: 4,
    run: async (_, place) => {
      if (place >= 12) await gate.promise;
      return "outputs" as const;
    },
  });
  const job = await lookOutOfSpec({ resources: chosen(server), maximum_simulations: 40 });
  await eventually("some results and some that hang", () => stub.leases.length === 16, 60_000);
  const before = await all(job);
  const normal = (mean: number) => ({ kind: "normal" as const, mean, standard_deviation: 0.05 });
  const distributions = { x: normal(0.2), y: normal(0.2) };
  const person = { _id: job.creator.id, name: job.creator.name };
  const { work } = await updateDistributions(platform, person, job._id, { distributions, around: null });
  assert.ok(work.ticket > job.work.ticket);
  const unchanged = { distributions: {}, around: null, least_score: 1 };
  const saved = await updateDistributions(platform, person, job._id, unchanged);
  assert.is(saved.work.ticket, work.ticket, "nothing changes for the search");
  await eventually(
    "the search has begun again",
    async () => (await read(job)).work.claim_id !== null,
    60_000,
  );
  gate.resolve();
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 40, running: 0, complete: 40, failed: 0 });
  const rows = await all(job);
  assert.equal(
    rows.slice(0, before.length).map(({ inputs }) => inputs),
    before.map(({ inputs }) => inputs),
  );
  const later = rows.slice(before.length + 4);
  const near = later.filter(({ inputs }) => Math.hypot(Number(inputs.x) - 0.2, Number(inputs.y) - 0.2) < 0.3);
  assert.ok(near.length >= 0.8 * later.length, `${near.length} of ${later.length}`);
  await stub.close();
});

it("go on where simulations fail, and fail in a sentence where all do", async () => {
  const server = newServer();
  const job = await lookOutOfSpec({
    resources: chosen(server),
    maximum_simulations: 16,
    ...(await onEmulator()),
  });
  let fails: (x: number) => boolean = () => true;
  const stub = await startStubServer(platform, server, {
    atOnce: 4,
    run: ({ inputs }) => (fails(Number(inputs.x)) ? { failure: "No convergence." } : "outputs"),
  });
  const failed = await eventually(
    "the failure",
    async () => {
      const now = await read(job);
      return now.status === "Running Failed" ? now : null;
    },
    60_000,
  );
  assert.match(failed.error ?? "", /One of them: No convergence\.$/);
  fails = (x) => x > 0.6;
  await act(job, "retry");
  const { simulation_counts } = await reaches(job, "Complete");
  assert.ok((simulation_counts?.failed ?? 0) > 0);
  const { false_alarms } = await readOutOfSpecRecord(job);
  assert.is(false_alarms?.without_score, simulation_counts?.failed);
  await stub.close();
});

function shareOutOfSpec(): number {
  let failing = 0;
  const side = 1_000;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const sum = Math.sin((3 * (i + 0.5)) / side) + ((j + 0.5) / side) ** 2;
      if (sum < 0.3 || sum > 1.6) failing++;
    }
  }
  return failing / side ** 2;
}
