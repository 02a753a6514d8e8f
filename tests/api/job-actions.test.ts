/** The buttons of a job, and the start of its training. */
import { jobStatus, nextStatus } from "@understudy/shared/domain/job.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { admin, owner, params, store, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeInput } from "../support/factories.ts";

const actions = suite("the buttons of a job", { timeout: 60_000 });
actions("do what the table of arrows says, and answer 409 for every pair that is no arrow", async () => {
  const buttons = {
    pauseJob: "pause",
    resumeJob: "resume",
    retryJob: "retry",
    extendJob: "extend",
  } as const;
  for (const status of jobStatus.options) {
    for (const name of ["pauseJob", "resumeJob", "retryJob", "extendJob"] as const) {
      const interrupted_status = status === "Interrupted" ? "Training" : null;
      const job = await storeJob({ status, interrupted_status });
      const expected = nextStatus(status, buttons[name], {
        objective: "Training",
        isDataDriven: true,
        hasBeenConfigured: false,
        trainsWhenDone: false,
        interruptedStatus: interrupted_status,
      });
      if (expected === null) {
        const refusal = await owner.refused(name, params(job));
        assert.equal(
          [refusal.status, refusal.message],
          [409, MESSAGES.jobHasMoved(status)],
          `${name} ${status}`,
        );
      } else {
        const after = await owner.call(name, params(job));
        assert.is(after.status, expected, `${name} in ${status}`);
        assert.is(after.revision, job.revision + 1);
      }
    }
  }
});
actions(
  "pressed by two people at once work for one; the other's refusal names the job's status",
  async () => {
    const job = await storeJob({ status: "Training" });
    const answers = await Promise.all([
      owner.attempt("pauseJob", params(job)),
      admin.attempt("pauseJob", params(job)),
    ]);
    assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    assert.equal(await refused?.json(), { message: MESSAGES.jobHasMoved("Interrupted") });
    assert.is((await store.jobs.findOne({ _id: job._id }))?.revision, job.revision + 1);
  },
);
actions("remember what a pause ended, and give the work to the runners anew", async () => {
  const job = await storeJob({
    status: "Training",
    work: {
      ticket: 1,
      claim_id: "old",
      more: false,
      retry: false,
      order: 0,
      charge: 0,
      payer: null,
      weight: 1,
      is_short: false,
      queued_time: null,
    },
  });
  const paused = await owner.call("pauseJob", params(job));
  assert.equal([paused.interrupted_while_training, paused.can_be_paused], [true, false]);
  assert.equal([paused.interrupted_by?.id, paused.creator_id], [owner.id, owner.id]);
  const resumed = await owner.call("resumeJob", params(job));
  assert.equal([resumed.status, resumed.interrupted_by], ["Pending Training", null]);
  const stored = await store.jobs.findOne({ _id: job._id });
  assert.ok(stored);
  const { order, is_short, queued_time, charge, payer, ...work } = stored.work;
  assert.equal(work, { ticket: resumed.revision, claim_id: null, more: false, retry: false, weight: 1 });
  assert.ok(charge > 0);
  assert.is(payer, owner.id);
  const finish = await store.queueTimes.findOne({ _id: `short-training/${owner.id}` });
  assert.ok(finish !== null && Math.abs(finish.value - charge - order) < 1e-3);
  assert.is(is_short, true);
  assert.ok(queued_time !== null && queued_time.getTime() > Date.now() - 60_000);
});
actions("train from the last checkpoint when a complete job is resumed", async () => {
  const job = await storeJob({ status: "Complete", emulator_version: 1, emulator_file: "emulators/a" });
  const resumed = await owner.call("resumeJob", params(job));
  assert.equal([resumed.status, resumed.emulator_status], ["Pending Training", "available"]);
  assert.is((await store.jobs.findOne({ _id: job._id }))?.work.more, true);
});

const training = suite("starting the training");
training("stores the choices and queues the job", async () => {
  const job = await storeJob();
  const body = { train_on: "platform" as const, effort: "quick" as const, validation_percentage: 30 };
  const started = await owner.call("startTraining", { ...params(job), body });
  assert.equal([started.status, started.has_been_configured], ["Pending Training", true]);
  const config = await owner.call("getJobConfig", params(job));
  assert.equal(config.training, { ...body, resource_id: null, group_by: null });
});
training("is refused where nothing can be trained, naming why", async () => {
  const fixed = await storeJob({
    config: makeConfig({ inputs: [makeInput("a", { fixed: true })], emulator_outputs: [] }),
  });
  const { status, errors } = await owner.refused("startTraining", {
    ...params(fixed),
    body: { train_on: "provision" },
  });
  assert.equal(
    [status, errors],
    [
      400,
      {
        train_on: [MACHINE_MESSAGES.noMachines],
        inputs: [MESSAGES.nothingVaries],
        outputs: [MESSAGES.nothingToEmulate],
      },
    ],
  );
});
training("is refused from every state but the one that awaits it", async () => {
  for (const status of jobStatus.options.filter((otherStatus) => otherStatus !== "Awaiting Configuration")) {
    const job = await storeJob({ status });
    const refusal = await owner.refused("startTraining", { ...params(job), body: { train_on: "platform" } });
    assert.is(refusal.status, 409, status);
  }
});
