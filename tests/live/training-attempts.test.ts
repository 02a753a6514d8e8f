/**
 * The owner of a training: a server that says everything twice, goes, comes back or is lost, and whoever has it then.
 */
import { endExpiredTrainings } from "@understudy/server/commands/trainings/renew-trainings.ts";
import { LEASE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  offered,
  only,
  params,
  points,
  send,
  sha256,
  startOfferedTrainings,
} from "../support/live/offered-trainings.ts";
import { storeReadJob } from "../support/live/trainings.ts";

const { platform, ada, jobOf, becomes, connect, begin, accept, emulatorOf } = await startOfferedTrainings();

const HOUR_MS = 3_600_000;
const work = suite("a training on a connected server", { timeout: 120_000 });
work("that a person stops receives the stop, and the emulator that it then sends is kept", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  await ada.call("pauseJob", params(job));
  await worker.next("training-stop");
  assert.equal(worker.of("training-cancel"), []);
  const { upload } = await send(worker, offer, "emulator", await emulatorOf(job));
  for (let i = 0; i < 2; i++) worker.say({ type: "trained", ...only(offer), upload, end: "stopped" });
  await eventually("both are acknowledged", () => worker.of("training-ack").length === 2);
  const stopped = await jobOf(job._id);
  assert.equal([stopped.status, stopped.emulator_version], ["Interrupted", 1]);
  assert.is((await ada.call("resumeJob", params(job))).status, "Pending Training");
  const again = await offered(worker, job._id, 2);
  assert.equal(again.order.more, false);
  worker.say({ type: "training-decline", ...only(again), reason: "no" });
  await ada.call("pauseJob", params(job));
});
work("that is given back goes on from its last checkpoint, at no cost", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  await send(worker, offer, "checkpoint", Buffer.from("fitted models"));
  worker.say({ type: "training-given-back", ...only(offer), reason: "leaving" });
  await worker.next("training-ack");
  const again = await offered(worker, job._id, 2);
  const file = again.files.find(({ path }) => path === "checkpoint");
  assert.is(file?.sha256, sha256(Buffer.from("fitted models")));
  assert.is((await jobOf(job._id)).training_server?.infrastructure_failures, 0);
});
work("stays with a server that comes back; one that was restarted begins another attempt", async () => {
  const hello = { name: "back again", instance: "the same instance" };
  const before = await connect(hello);
  const { job, offer } = await begin(before);
  await accept(before, offer);
  before.hangUp();
  const after = await connect({ ...hello, trainings: [only(offer), { job: 987_654, attempt: 1 }] });
  assert.equal((await after.next("welcome")).lost_trainings, [{ job: 987_654, attempt: 1 }]);
  const message = { percentage: 3, text: "Training", points: points(0, [0.5]) };
  after.say({ type: "training-points", ...only(offer), ...message });
  assert.is((await after.next("training-noted")).next, 1);
  after.hangUp();
  await eventually(
    "it has left",
    async () => !(await ada.call("listResources")).items.some(({ id }) => id === after.id),
  );
  const restarted = await connect({ name: "back again", instance: "another instance" });
  await offered(restarted, job._id, 2);
  const storedJob = await jobOf(job._id);
  assert.equal(
    [storedJob.status, storedJob.training_server?.infrastructure_failures, storedJob.training_server?.reason],
    ["Training", 1, "It was restarted while it trained."],
  );
});
work(
  "of a server that was not heard of for too long is begun again; the late one disturbs nobody",
  async () => {
    const worker = await connect();
    const { job, offer } = await begin(worker);
    await accept(worker, offer);
    await endExpiredTrainings(platform, new Date(Date.now() + LEASE_MS / 2));
    assert.equal(worker.of("training-cancel"), []);
    assert.ok((await jobOf(job._id)).training_server?.lease_until);
    await endExpiredTrainings(platform, new Date(Date.now() + LEASE_MS + 1_000));
    await worker.next("training-cancel");
    const second = await offered(worker, job._id, 2);
    await accept(worker, second);
    assert.match(
      (await send(worker, offer, "checkpoint", Buffer.from("too late"))).refusal ?? "",
      /not this server's any more/,
    );
    worker.say({ type: "trained", ...only(offer), upload: 1, end: "converged" });
    await worker.next("training-ack");
    assert.equal([(await jobOf(job._id)).status, (await jobOf(job._id)).training_attempts], ["Training", 2]);
  },
);
work("has a lease of before all clocks were set back for no longer than a new one", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const { training_server } = await jobOf(job._id);
  const lease_until = new Date(Date.now() + HOUR_MS);
  await platform.store.jobs.update(
    { _id: job._id },
    { training_server: training_server && { ...training_server, lease_until } },
  );
  await endExpiredTrainings(platform, new Date());
  const until = (await jobOf(job._id)).training_server?.lease_until;
  assert.ok(until && until.getTime() <= Date.now() + LEASE_MS, "it is shortened, and not ended");
});
work("that its server cannot do for the fourth time has failed, with the reason", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  for (let attempt = 1; attempt <= 4; attempt++) {
    const again = attempt === 1 ? offer : await offered(worker, job._id, attempt);
    await accept(worker, again);
    const failed = { kind: "infrastructure" as const, reason: "Its disk is full." };
    worker.say({ type: "training-failed", ...only(again), ...failed });
  }
  await becomes(job._id, "Training Failed");
  assert.is(
    (await jobOf(job._id)).error,
    `${worker.name} could not train it. Last attempt: Its disk is full.`,
  );
});
work("that would fail elsewhere, too, has failed at once", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const failed = { kind: "model" as const, reason: "There is nothing to learn." };
  worker.say({ type: "training-failed", ...only(offer), ...failed });
  await becomes(job._id, "Training Failed");
  assert.is((await jobOf(job._id)).error, "There is nothing to learn.");
});
work("is taken from its server when its job is deleted", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  await ada.call("deleteJobs", { body: { ids: [job._id] } });
  assert.equal(only(await worker.next("training-cancel")), only(offer));
});
work("can be moved: to another server, and to the platform, while it is under way or waits", async () => {
  const [firstWorker, other] = [await connect(), await connect()];
  const { job, offer } = await begin(firstWorker);
  await accept(firstWorker, offer);
  const move = (body: { train_on: "server" | "platform"; resource_id: number | null }) =>
    ada.call("moveTraining", { ...params(job), body });
  await move({ train_on: "server", resource_id: other.id });
  await firstWorker.next("training-cancel");
  const second = await offered(other, job._id, 2);
  await accept(other, second);
  const moved = await move({ train_on: "platform", resource_id: null });
  assert.equal([moved.status, moved.training_server], ["Training", null]);
  await other.next("training-cancel");
  const config = await ada.call("getJobConfig", params(job));
  assert.equal([config.training.train_on, config.training.resource_id], ["platform", null]);
  // A runner may have it now, and no server's word counts.
  const { work: ticket } = await jobOf(job._id);
  assert.is(ticket.claim_id, null);
  const waiting = await storeReadJob(platform, ada);
  const early = { train_on: "platform" as const, resource_id: null };
  assert.is((await ada.refused("moveTraining", { ...params(waiting), body: early })).status, 409);
});
