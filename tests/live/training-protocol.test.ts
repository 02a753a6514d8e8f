/** Training on a connected server as the platform sees it: what it offers, and what a server that is odd or hostile brings. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import {
  nextUpload,
  only,
  params,
  points,
  send,
  sha256,
  startOfferedTrainings,
} from "../support/live/offered-trainings.ts";
import { type ConnectedWorker, makeHello, openWorker } from "../support/live/spoken-worker.ts";
import { storeReadJob } from "../support/live/trainings.ts";

const {
  server,
  platform,
  admin,
  ada,
  keys,
  key,
  jobOf,
  becomes,
  trainedOn,
  connect,
  begin,
  accept,
  emulatorOf,
} = await startOfferedTrainings();
const { storage } = platform;

/** Reads a file as a client does. */
async function read(worker: ConnectedWorker, job: number, path: string, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < size; offset += FILE_CHUNK_BYTES) {
    const id = worker.say({ type: "read-file", source: { kind: "training", id: job }, path, offset });
    const part = await eventually("a part", () => worker.of("file-chunk").find((chunk) => chunk.id === id));
    if (part !== undefined) parts.push(part.bytes);
  }
  return Buffer.concat(parts);
}

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
  const zoe = await addPerson(admin, { name: "Zoe" });
  const hers = await connect({}, await keys.current(zoe.id));
  const job = await storeReadJob(platform, ada);
  const refusal = async (resource_id: number | null) => {
    const body = { train_on: "server" as const, resource_id };
    const { status, errors } = await ada.refused("startTraining", { ...params(job), body });
    assert.is(status, 400);
    return errors;
  };
  assert.equal(await refusal(null), { resource_id: ["Choose the server to train on"] });
  assert.equal(await refusal(987_654), { resource_id: ["You have no server with ID 987654"] });
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
      const id = worker.say({ type: "read-file", source, path, offset: 0 });
      const answer = await eventually("an answer", () =>
        worker.of("unreadable").find((refusal) => refusal.id === id),
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
work("shows its points, each once, and where it is trained", async () => {
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
work("keeps the progress that was reported right after it was accepted", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  const report = { percentage: 42, text: "Training", points: points(0, [0.1]) };
  worker.say({ type: "training-accept", ...only(offer) });
  worker.say({ type: "training-points", ...only(offer), ...report });
  await worker.next("training-noted");
  await becomes(job._id, "Training");
  assert.is((await ada.call("getJob", params(job))).progress_percentage, 42);
});
work("keeps its checkpoints, whole ones alone", async () => {
  const worker = await connect();
  const { job, offer } = await begin(worker);
  await accept(worker, offer);
  const checkpoint = join(storage.workDir(job._id), "checkpoint");
  const bytes = Buffer.alloc(FILE_CHUNK_BYTES * 2 + 17, 5);
  const wrong = await send(worker, offer, "checkpoint", bytes, sha256(Buffer.from("another")));
  assert.is(wrong.refusal, "The checkpoint was damaged on its way.");
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
  const upload = nextUpload();
  const ids = parts.map((part, index) => {
    const last = index < parts.length - 1 ? null : { size: bytes.length, sha256: sha256(bytes) };
    const offset = index * FILE_CHUNK_BYTES;
    return worker.say({
      type: "training-file",
      ...only(offer),
      upload,
      kind: "checkpoint",
      offset,
      bytes: part,
      last,
    });
  });
  await eventually("all are answered", () => worker.of("training-kept").length === parts.length);
  assert.equal(
    worker.of("training-kept").map(({ id, received, refusal }) => [id, received, refusal]),
    ids.map((id, index) => [id, (index + 1) * FILE_CHUNK_BYTES, null]),
  );
  assert.equal(readFileSync(join(storage.workDir(job._id), "checkpoint")), bytes);
});
work("ends in its emulator, which is read first; one that is sent twice counts once", async () => {
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
    const prediction = await ada.call("predict", { ...params(job), body: { inputs: { x: 0.5, y: 0.5 } } });
    return prediction.status === "ready" ? prediction.outputs : null;
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
