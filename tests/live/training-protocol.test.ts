/** Training on a connected server as the platform sees it: a server that is odd, hostile, lost or says everything twice, message by message. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkerKeys } from "@understudy/server/commands/worker-keys.ts";
import { endExpiredTrainings } from "@understudy/server/dispatch/trainings/keep-trainings.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { FILE_CHUNK_BYTES, type Hello, LEASE_MS } from "@understudy/shared/worker-protocol.ts";
import type { TrainingAttempt } from "@understudy/shared/worker-training.ts";
import { addPerson, logInAdmin } from "../api/people.ts";
import { temporaryFolder } from "../cleanup.ts";
import { assert, eventually, suite } from "../harness.ts";
import { openTestPlatform } from "../simulations.ts";
import { startTestServer } from "../stack.ts";
import { makeHello, openWorker, type SpokenWorker } from "./spoken-worker.ts";
import { storeReadJob, told } from "./trainings.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const { store, storage } = platform;
const keys = await openWorkerKeys(platform);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const zoe = await addPerson(admin, { name: "Zoe" });
const key = await keys.current(ada.id);

type Connected = SpokenWorker & { id: number; name: string };
async function connect(fields: Partial<Hello> = {}, withKey = key): Promise<Connected> {
  const worker = await openWorker(server.url, withKey);
  const hello = makeHello({ role: "Training", trainings: [], ...fields });
  worker.say(hello);
  return { ...worker, id: (await worker.next("welcome")).resource_id, name: hello.name };
}

const only = ({ job, attempt }: TrainingAttempt): TrainingAttempt => ({ job, attempt });
const params = ({ _id }: Pick<JobRecord, "_id">) => ({ params: { job_id: _id } });
async function jobOf(id: number): Promise<JobRecord> {
  const job = await store.jobs.findOne({ _id: id });
  if (job === null) throw new Error(`There is no job ${id}.`);
  return job;
}
const becomes = (id: number, status: JobRecord["status"]) =>
  eventually(`it is ${status}`, async () => (await jobOf(id)).status === status);

/** A job of Ada's that is started on that server; the spoken server has been offered it. */
async function begin(worker: Connected, fields: Partial<JobRecord> = {}) {
  const job = await storeReadJob(platform, ada, { fields });
  const body = { train_on: "server" as const, resource_id: worker.id };
  await ada.call("startTraining", { ...params(job), body });
  return { job, offer: await offered(worker, job._id, 1) };
}
async function offered(worker: Connected, job: number, attempt: number) {
  const found = await eventually(`attempt ${attempt}`, () =>
    worker.of("training-offer").find((offer) => offer.job === job && offer.attempt === attempt),
  );
  if (found === undefined) throw new Error("no offer");
  return found;
}

/** Reads a file as a client does. */
async function read(worker: Connected, job: number, path: string, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < size; offset += FILE_CHUNK_BYTES) {
    worker.say({ type: "read-file", source: { kind: "training", id: job }, path, offset });
    const part = await eventually("a part", () =>
      worker
        .of("file-chunk")
        .find((one) => one.path === path && one.offset === offset && one.source.id === job),
    );
    if (part !== undefined) parts.push(part.bytes);
  }
  return Buffer.concat(parts);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let uploads = 0;
/** Sends a file as a client does. @returns what was said of its end */
async function send(
  worker: Connected,
  attempt: TrainingAttempt,
  kind: "checkpoint" | "emulator",
  bytes: Buffer,
  sum = sha256(bytes),
) {
  const upload = ++uploads;
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += FILE_CHUNK_BYTES) {
    const part = bytes.subarray(offset, offset + FILE_CHUNK_BYTES);
    const last = offset + part.length < bytes.length ? null : { size: bytes.length, sha256: sum };
    const before = worker.of("training-kept").length;
    worker.say({ type: "training-file", ...only(attempt), upload, kind, offset, bytes: part, last });
    await eventually("an answer", () => worker.of("training-kept").length > before);
  }
  return { upload, refusal: worker.of("training-kept").at(-1)?.refusal };
}

let usual: Promise<Buffer> | null = null;
/** An emulator of the usual data. */
const emulatorOf = (job: JobRecord): Promise<Buffer> => {
  usual ??= trainedOn(job);
  return usual;
};
/** An emulator that was trained on the data of that job, by the very code that trains on the platform. */
async function trainedOn({ _id, config }: JobRecord): Promise<Buffer> {
  const workDir = temporaryFolder("trained");
  cpSync(join(storage.workDir(_id), "data"), join(workDir, "data"), { recursive: true });
  const work = { workDir, config, options: { ...config.training, effort: "quick" as const } };
  const messages = await told(
    { type: "train", jobId: _id, work: { ...work, focusRegions: [], more: false, trainingPointCount: 0 } },
    (message, child) => {
      if (message.type === "point") child.send({ type: "stop" });
    },
  );
  const last = messages.at(-1);
  if (last?.type !== "trained") throw new Error(`It was not trained: ${JSON.stringify(last)}`);
  return readFileSync(join(workDir, last.emulator.file));
}
const accept = (worker: Connected, attempt: TrainingAttempt) => {
  worker.say({ type: "training-accept", ...only(attempt) });
  return becomes(attempt.job, "Training");
};
const points = (from: number, values: number[]) => ({
  from,
  coefficient_of_determination: values,
  loss: values.map((value) => 1 - value),
});

const choice = suite("where to train");
choice("is one of the creator's own servers that are there for training, and connected", async () => {
  const trainer = await connect();
  const simulator = await connect({ role: "Simulations" });
  const gone = await connect();
  gone.hangUp();
  await eventually(
    "it has left",
    async () => !(await ada.call("listResources")).items.some(({ id }) => id === gone.id),
  );
  const hers = await connect({}, await keys.current(zoe.id));
  const job = await storeReadJob(platform, ada);
  const refusal = async (resource_id: number | null) => {
    const body = { train_on: "server" as const, resource_id };
    const { status, errors } = await ada.refused("startTraining", { ...params(job), body });
    assert.is(status, 400);
    return errors;
  };
  assert.equal(await refusal(null), { resource_id: ["Choose the server to train on"] });
  assert.equal(await refusal(987_654), { resource_id: ["You have no server 987654"] });
  assert.equal(await refusal(hers.id), { resource_id: ["Only servers of Ada can train this job"] });
  assert.equal(await refusal(simulator.id), { resource_id: [`${simulator.name} is for simulations only`] });
  assert.equal(await refusal(gone.id), { resource_id: [`${gone.name} is not connected`] });
  assert.is((await jobOf(job._id)).status, "Awaiting Configuration");
  const body = { train_on: "server" as const, resource_id: trainer.id };
  const started = await ada.call("startTraining", { ...params(job), body });
  assert.equal(
    [started.status, started.training_server?.name, started.training_server?.trouble],
    ["Pending Training", trainer.name, null],
  );
});

const work = suite("a training on a connected server", { timeout: 120_000 });
work(
  "is offered to the chosen one alone, which reads what it learns from, and nobody else does",
  async () => {
    const other = await connect();
    const worker = await connect();
    const { job, offer } = await begin(worker);
    assert.equal(
      offer.files.map(({ path }) => path),
      ["data/inputs.f64", "data/meta.json", "data/outputs.f64", "data/split-20.u32"],
    );
    assert.equal(offer.order.config.emulator_outputs, ["sum", "product"]);
    for (const { path, size, sha256: sum } of offer.files) {
      assert.is(sha256(await read(worker, job._id, path, size)), sum, path);
    }
    const source = { kind: "training" as const, id: job._id };
    for (const path of ["data.csv", "data/../parameters.csv", "data/order.u32", "emulators/x"]) {
      worker.say({ type: "read-file", source, path, offset: 0 });
      const answer = await eventually("an answer", () =>
        worker.of("unreadable").find((one) => one.path === path),
      );
      assert.is(answer?.reason, `There is no file ${path}.`);
    }
    other.say({ type: "read-file", source, path: "data/meta.json", offset: 0 });
    assert.is((await other.next("unreadable")).reason, "This training is not this server's any more.");
    assert.equal(other.of("training-offer"), []);
    await accept(worker, offer);
    const { items } = await ada.call("listResources");
    await eventually("its load counts it", async () =>
      (await ada.call("listResources")).items.some(({ id, running }) => id === worker.id && running === 1),
    );
    assert.ok(items.some(({ id }) => id === worker.id));
  },
);
work("is never offered to a client that does not say that it can train", async () => {
  const worker = await openWorker(server.url, key);
  worker.say(makeHello({ role: "All" }));
  const { resource_id } = await worker.next("welcome");
  const job = await storeReadJob(platform, ada);
  await ada.call("startTraining", { ...params(job), body: { train_on: "server", resource_id } });
  worker.say({ type: "heartbeat", sequence: 1, running: [] });
  await worker.next("renewed");
  assert.equal(worker.of("training-offer"), []);
  assert.is((await jobOf(job._id)).status, "Pending Training");
});
work("shows its points, each once, and tells where it is trained", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const say = async (from: number, values: number[], next: number) => {
    const before = worker.of("training-noted").length;
    const message = { percentage: 12, text: "Training", points: points(from, values) };
    worker.say({ type: "training-points", ...only(offer), ...message });
    const noted = await eventually("it is noted", () => worker.of("training-noted")[before]);
    assert.is(noted?.next, next);
  };
  await say(0, [0.1, 0.2], 2);
  await say(0, [0.1, 0.2], 2);
  await say(1, [0.2, 0.3], 3);
  await say(7, [0.9], 3);
  const curve = await ada.call("getTrainingProgress", params(job));
  assert.equal(curve.coefficient_of_determination, [0.1, 0.2, 0.3]);
  const shown = await ada.call("getJob", params(job));
  assert.is(shown.progress_text, `Training on ${worker.name}`);
  assert.equal(shown.training_server?.is_training, true);
});
work("keeps its checkpoints, whole ones alone", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const checkpoint = join(storage.workDir(job._id), "checkpoint");
  const bytes = Buffer.alloc(FILE_CHUNK_BYTES * 2 + 17, 5);
  const wrong = await send(worker, offer, "checkpoint", bytes, sha256(Buffer.from("another")));
  assert.is(wrong.refusal, "The checkpoint did not arrive as it was sent.");
  assert.not.ok(existsSync(checkpoint));
  assert.is((await send(worker, offer, "checkpoint", bytes)).refusal, null);
  assert.equal(readFileSync(checkpoint), bytes);
});
work("takes parts of a file that come without waiting for answers, in order", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const parts = Array.from({ length: 12 }, (_, value) => Buffer.alloc(FILE_CHUNK_BYTES, value));
  const bytes = Buffer.concat(parts);
  const upload = ++uploads;
  for (const [index, part] of parts.entries()) {
    const last = index < parts.length - 1 ? null : { size: bytes.length, sha256: sha256(bytes) };
    const offset = index * FILE_CHUNK_BYTES;
    worker.say({
      type: "training-file",
      ...only(offer),
      upload,
      kind: "checkpoint",
      offset,
      bytes: part,
      last,
    });
  }
  await eventually("all are answered", () => worker.of("training-kept").length === parts.length);
  assert.equal(
    worker.of("training-kept").map(({ offset, received, refusal }) => [offset, received, refusal]),
    parts.map((_, index) => [index * FILE_CHUNK_BYTES, (index + 1) * FILE_CHUNK_BYTES, null]),
  );
  assert.equal(readFileSync(join(storage.workDir(job._id), "checkpoint")), bytes);
});
work("ends in its emulator, which is read first; told twice it is counted once", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const { upload } = await send(worker, offer, "emulator", await emulatorOf(job));
  for (let i = 0; i < 2; i++) worker.say({ type: "trained", ...only(offer), upload, end: "converged" });
  await eventually("both are acknowledged", () => worker.of("training-ack").length === 2);
  const done = await jobOf(job._id);
  assert.equal([done.status, done.emulator_version], ["Complete", 1]);
  assert.equal(done.config.emulator_outputs, ["sum", "product"]);
  const answer = await eventually("it answers", async () => {
    const given = await ada.call("predict", { ...params(job), body: { inputs: { x: 0.5, y: 0.5 } } });
    return given.status === "ready" ? given.outputs : null;
  });
  assert.ok(Number.isFinite(answer?.sum?.values[0]));
});
work("whose emulator is damaged, or of other data, fails with a sentence", async () => {
  const worker = await connect();
  const first = await begin(worker);
  await accept(worker, first.offer);
  const damaged = await send(worker, first.offer, "emulator", Buffer.from("no emulator at all"));
  worker.say({ type: "trained", ...only(first.offer), upload: damaged.upload, end: "converged" });
  await becomes(first.job._id, "Training Failed");
  assert.match((await jobOf(first.job._id)).error ?? "", /^The emulator that .* sent cannot be used\. /);

  const tables = { parameters: "a,b\n", outputs: "c\n" };
  for (let i = 0; i < 20; i++) {
    tables.parameters += `${i},${(i * 7) % 20}\n`;
    tables.outputs += `${i * 2}\n`;
  }
  const other = await trainedOn(await storeReadJob(platform, ada, { tables }));
  const second = await begin(worker);
  await accept(worker, second.offer);
  const { upload } = await send(worker, second.offer, "emulator", other);
  worker.say({ type: "trained", ...only(second.offer), upload, end: "converged" });
  await becomes(second.job._id, "Training Failed");
  assert.match((await jobOf(second.job._id)).error ?? "", /It is an emulator of other data\.$/);

  const third = await begin(worker);
  await accept(worker, third.offer);
  worker.say({ type: "trained", ...only(third.offer), upload: 12_345, end: "converged" });
  await becomes(third.job._id, "Training Failed");
});
work("that a person stops is told so, and what it then brings is kept", async () => {
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
  await send(worker, offer, "checkpoint", Buffer.from("what was learnt"));
  worker.say({ type: "training-given-back", ...only(offer), reason: "leaving" });
  await worker.next("training-ack");
  const again = await offered(worker, job._id, 2);
  const file = again.files.find(({ path }) => path === "checkpoint");
  assert.is(file?.sha256, sha256(Buffer.from("what was learnt")));
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
  const found = await jobOf(job._id);
  assert.equal(
    [found.status, found.training_server?.infrastructure_failures, found.training_server?.reason],
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
    `${worker.name} could not train it. The last time: Its disk is full.`,
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
  const [one, other] = [await connect(), await connect()];
  const { job, offer } = await begin(one);
  await accept(one, offer);
  const move = (body: { train_on: "server" | "platform"; resource_id: number | null }) =>
    ada.call("moveTraining", { ...params(job), body });
  await move({ train_on: "server", resource_id: other.id });
  await one.next("training-cancel");
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
