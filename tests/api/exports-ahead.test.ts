/** The Verilog-A file of a trained emulator: made before anybody asks, and out of the way of everything that somebody waits for. */
import { chosenServer } from "@understudy/server/dispatch/training-lease.ts";
import { claimAbandoned } from "@understudy/server/exports/abandoned-exports.ts";
import { isProcessorNeeded, queueAhead } from "@understudy/server/exports/ahead.ts";
import { ABANDONED_LEASE, isAbandoned, leaseFrom } from "@understudy/server/exports/lease.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { complete, exportedJob, platform, processJob } from "../support/api/exported-jobs.ts";
import { owner, params, store, storeJob } from "../support/api/stored-jobs.ts";

const it = suite("an export that is made ahead", { timeout: 90_000 });

const ahead = { ...platform, config: { ...platform.config, exportsAhead: true } };
const body = { format: "verilog-a" as const };
const listed = async (job: JobRecord) => (await owner.call("listExports", params(job))).items;
const stored = async (job: JobRecord) => await store.emulatorExports.findOne({ job_id: job._id });

it("is there when it is asked for, and is then as any other", async () => {
  const job = await exportedJob();
  await queueAhead(ahead, job);
  await queueAhead(ahead, job);
  await eventually("it is made", async () => (await listed(job))[0]?.state === "complete");
  const requested = await owner.call("createExport", { ...params(job), body });
  assert.equal(
    [requested.state, requested.is_ahead, requested.model?.name],
    ["complete", false, "amplifier.va"],
  );
  assert.is((await listed(job)).length, 1);
});

it("is not made where the installation does not want it, nor of a job that goes on", async () => {
  const job = await exportedJob();
  await queueAhead(platform, job);
  await queueAhead(ahead, { ...job, status: "Pending Training" });
  assert.is(await stored(job), null);
});

it("waits, unseen, while a job computes, gives way to one, and is made at once for who asks", async () => {
  const job = await processJob();
  const busy = await storeJob({ status: "Training" });
  assert.ok(await isProcessorNeeded(store));
  await queueAhead(ahead, job);
  assert.equal(await listed(job), []);
  const claim = { count: 1, isAhead: false, except: [] };
  assert.equal(await claimAbandoned(platform, claim), [], "nobody has asked for it");
  await store.jobs.update({ _id: busy._id }, { status: "Complete" });
  await eventually("it is begun", async () => (await listed(job))[0]?.is_ahead === true);
  await store.jobs.update({ _id: busy._id }, { status: "Pending Training" });
  await eventually("it gives way", async () => {
    const record = await stored(job);
    return record?.state === "queued" && record.lease_until.getTime() === ABANDONED_LEASE.getTime();
  });
  assert.equal(await listed(job), []);
  assert.is((await stored(job))?.restarts, 0);
  const requested = await owner.call("createExport", { ...params(job), body });
  assert.equal([requested.is_ahead, requested.state], [false, "queued"]);
  await owner.call("deleteExport", { params: { job_id: job._id, export_id: requested.id } });
  await store.jobs.update({ _id: busy._id }, { status: "Complete" });
});

it("goes on, and sooner, once somebody asks for it", async () => {
  const job = await processJob();
  await queueAhead(ahead, job);
  await eventually("it is begun", async () => (await listed(job))[0]?.step?.name === "fit");
  const begun = await stored(job);
  const requested = await owner.call("createExport", { ...params(job), body });
  assert.equal([requested.is_ahead, requested.state], [false, "running"]);
  assert.is((await stored(job))?.token, begun?.token);
  const other = await storeJob({ status: "Training" });
  await eventually("it ends within the time of one that is asked for", async () => {
    const { remaining_seconds, state } = (await listed(job))[0] ?? {};
    return state === "complete" || (remaining_seconds != null && remaining_seconds <= 60);
  });
  assert.is((await stored(job))?.token, begun?.token, "what somebody waits for gives way to nothing");
  await owner.call("deleteExport", { params: { job_id: job._id, export_id: requested.id } });
  await store.jobs.remove({ _id: other._id });
});

it("does not mind simulations on other machines, nor trainings there but those of its own job", async () => {
  const job = await exportedJob();
  const server = chosenServer({ id: 1, name: "Far" });
  const training = await storeJob({ status: "Training", training_server: server });
  const running = await storeJob({ status: "Running", objective: "Single Run" });
  assert.is(await isProcessorNeeded(store, job._id), false);
  assert.is(await isProcessorNeeded(store, training._id), true);
  const search = await storeJob({ status: "Running", objective: "Optimization" });
  assert.is(await isProcessorNeeded(store, job._id), true);
  await store.jobs.remove({ _id: { $in: [training._id, running._id, search._id] } });
});

const abandonedExport = suite("an export whose process renews it late");

abandonedExport(
  "is not taken by that process itself, and is no failure where it was handed over",
  async () => {
    const job = await exportedJob();
    const made = await complete(
      owner,
      job,
      await owner.call("createExport", { ...params(job), body: { format: "c" } }),
    );
    const only = { _id: `${job._id}:${made.id}` };
    const claim = (except: string[]) => claimAbandoned(platform, { count: 1, isAhead: false, except });
    const late = { token: "late", lease_until: new Date(1), state: "running", made: null } as const;
    await store.emulatorExports.update(only, late);
    assert.equal(await claim(["late"]), []);
    for (let restart = 0; restart < 5; restart++) {
      await store.emulatorExports.update(only, { ...late, lease_until: ABANDONED_LEASE });
      const [claimed] = await claim([]);
      // The web process of the test may have been quicker.
      const record = claimed?.record ?? (await store.emulatorExports.findOne(only));
      assert.equal([record?.restarts, record?.text === MESSAGES.exportInterrupted], [0, false]);
    }
    await owner.call("deleteExport", { params: { job_id: job._id, export_id: made.id } });
  },
);

abandonedExport("has its lease by the database's clock, whatever that of the process says", async () => {
  const now = await store.readTime();
  const record = { state: "running", lease_until: leaseFrom(now) } as const;
  assert.not(isAbandoned(record, now));
  assert.not(isAbandoned(record, new Date(now.getTime() + 29_000)));
  assert.ok(isAbandoned(record, new Date(now.getTime() + 31_000)));
  assert.ok(isAbandoned(record, new Date(now.getTime() - 3_600_000)), "the clock was set back since");
});
