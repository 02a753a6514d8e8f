/**
 * The answers of the platform to servers that are odd, hostile, slow, or say everything twice: spoken message by
 * message.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { startSpeakingServers } from "../support/live/speaking-servers.ts";
import { makeHello, type SpokenWorker } from "../support/live/spoken-worker.ts";
import { simulate, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";

const { platform, keys, admin, ada, connect } = await startSpeakingServers();
const { store } = platform;

/** A job whose simulations that server alone may have; its owner is Ada. */
async function storeJob(resourceId: number, count: number, atOnce = 100) {
  const resources = [{ id: resourceId, concurrent_simulations: atOnce }];
  const job = await storeRunJob(platform, { resources }, { creator: { id: ada.id, name: ada.name } });
  await storeSimulations(platform, job._id, count);
  platform.wakeUps.notifyWork(job._id);
  return job._id;
}
const listSimulations = (job_id: number) => store.simulations.find({ job_id }, { sort: { index: 1 } });
const only = ({ simulation, attempt }: Attempt): Attempt => ({ simulation, attempt });
const waitForOffers = (worker: SpokenWorker, count: number) =>
  eventually(`${count} offers`, () => {
    const offers = worker.of("offer");
    return offers.length >= count ? offers : null;
  }).then((offers) => offers ?? []);
const statusBecomes = (job_id: number, status: SimulationRecord["status"]) =>
  eventually(`it is ${status}`, async () =>
    (await listSimulations(job_id)).every((simulation) => simulation.status === status),
  );
const makeResult = (attempt: Attempt, outputs = simulate({ x: 0.1, y: 0.2 })) => ({
  type: "result" as const,
  ...only(attempt),
  running_time: 0.5,
  outputs,
  log_tail: "",
});
const makeFailure = (attempt: Attempt, kind: "model" | "infrastructure", reason = "It did not work.") => ({
  type: "failed" as const,
  ...only(attempt),
  kind,
  reason,
  running_time: null,
  log_tail: "the end of the log",
});

const work = suite("work");
work("is offered as much as there are slots, and more as they become free", async () => {
  const worker = await connect({ allowed: 2 });
  const job = await storeJob(worker.id, 3);
  const [first, second] = await waitForOffers(worker, 2);
  if (!first || !second) throw new Error("no offers");
  assert.equal(first.inputs, (await listSimulations(job))[0]?.inputs);
  for (const offer of [first, second]) worker.say({ type: "accept", ...only(offer) });
  worker.say({ type: "heartbeat", sequence: 1, running: [only(first), only(second)] });
  await worker.next("renewed");
  assert.is(worker.of("offer").length, 2);
  worker.say(makeResult(first));
  await waitForOffers(worker, 3);
});
work("that is declined, or given back, goes to others and counts as no failure", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  worker.say({ type: "decline", ...only(offer), reason: "full" });
  const [, again] = await waitForOffers(worker, 2);
  if (!again) throw new Error("no offer");
  assert.is(again.attempt, 2);
  worker.say({ type: "accept", ...only(again) });
  worker.say({ type: "going-away", reason: "leaving" });
  worker.say({ type: "given-back", ...only(again), reason: "leaving" });
  await statusBecomes(job, "Pending Running");
  const [simulation] = await listSimulations(job);
  assert.equal([simulation?.infrastructure_failures, simulation?.attempt], [0, 2]);
  assert.is(worker.of("offer").length, 2, "who leaves is offered nothing more");
});
work("is never given to servers that are there for training", async () => {
  const trainer = await connect({ role: "Training" });
  const job = await storeJob(trainer.id, 1);
  trainer.say({ type: "heartbeat", sequence: 1, running: [] });
  await trainer.next("renewed");
  assert.is((await listSimulations(job))[0]?.status, "Pending Running");
});
work(
  "stays with a server that comes back within its lease; what it knows nothing of goes to others",
  async () => {
    const instance = "comes back after a while";
    const before = await connect({ name: "back", instance, allowed: 2 });
    const job = await storeJob(before.id, 2);
    const [keptOffer, forgotten] = await waitForOffers(before, 2);
    if (!keptOffer || !forgotten) throw new Error("no offers");
    for (const offer of [keptOffer, forgotten]) before.say({ type: "accept", ...only(offer) });
    // Socket.IO drops what comes in one go with the end of the connection.
    before.say({ type: "heartbeat", sequence: 1, running: [only(keptOffer), only(forgotten)] });
    await before.next("renewed");
    before.hangUp();
    const never = { simulation: 987_654, attempt: 1 };
    const after = await connect({ name: "back", instance, allowed: 1, running: [only(keptOffer), never] });
    assert.equal((await after.next("welcome")).lost, [never]);
    const [mine, returned] = await listSimulations(job);
    assert.equal([mine?.status, mine?.attempt], ["Running", 1]);
    assert.equal([returned?.status, returned?.infrastructure_failures], ["Pending Running", 0]);
    after.say(makeResult(keptOffer));
    await after.next("ack");
    assert.is((await listSimulations(job))[0]?.status, "Complete");
  },
);
work("that was offered to a server that left before it answered is offered to others at once", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  await waitForOffers(worker, 1);
  worker.hangUp();
  await statusBecomes(job, "Pending Running");
  assert.is((await listSimulations(job))[0]?.infrastructure_failures, 0);
});
work("of a job that was stopped is called back", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  worker.say({ type: "accept", ...only(offer) });
  await ada.call("pauseJob", { params: { job_id: job } });
  assert.equal(only(await worker.next("cancel")), only(offer));
});

const results = suite("a result");
results("that comes twice is stored once, and acknowledged each time", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  worker.say({ type: "accept", ...only(offer) });
  worker.say(makeResult(offer, simulate({ x: 0.1, y: 0.2 })));
  worker.say(makeResult(offer, simulate({ x: 0.9, y: 0.9 })));
  worker.say(makeFailure(offer, "model"));
  await eventually("three acknowledgements", () => worker.of("ack").length === 3);
  const [stored] = await listSimulations(job);
  assert.is(stored?.status, "Complete");
  assert.equal(stored?.outputs, { sum: simulate({ x: 0.1, y: 0.2 }).sum });
});
results("of a simulation that is somebody else's changes nothing", async () => {
  const worker = await connect({ allowed: 1 });
  const thief = await connect();
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  thief.say({ type: "accept", ...only(offer) });
  await thief.next("cancel");
  thief.say(makeResult(offer));
  await thief.next("ack");
  assert.is((await listSimulations(job))[0]?.status, "Running");
});
results("without a number where one belongs is not taken, and does not end the platform", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  worker.say({ type: "accept", ...only(offer) });
  worker.say({ type: "heartbeat", sequence: 1, running: [only(offer)] });
  // What was not accepted by then would go to others as soon as the connection is over.
  await worker.next("renewed");
  worker.blurt({ ...makeResult(offer), outputs: { sum: "7" } });
  await worker.ended();
  assert.is((await listSimulations(job))[0]?.status, "Running");
});

const failing = suite("a server that cannot run anything");
failing("gets no more work after ten failures in a row, until it is started anew", async () => {
  const hello = makeHello({ name: "broken", allowed: 1 });
  const worker = await connect(hello);
  const job = await storeJob(worker.id, 12);
  for (let i = 0; i < 10; i++) {
    const offer = (await waitForOffers(worker, i + 1))[i];
    if (!offer) throw new Error("no offer");
    worker.say({ type: "accept", ...only(offer) });
    worker.say(makeFailure(offer, "infrastructure", "The disk of this server is full."));
    await eventually("an acknowledgement", () => worker.of("ack").length === i + 1);
  }
  const findOwnServer = async () =>
    (await ada.call("listResources")).items.find(({ id }) => id === worker.id);
  const held = await eventually("it is held back", async () => (await findOwnServer())?.held_back);
  assert.match(held ?? "", /failed to run 10 simulations in a row/);
  worker.say({ type: "heartbeat", sequence: 1, running: [] });
  await worker.next("renewed");
  assert.is(worker.of("offer").length, 10);
  worker.hangUp();
  await eventually("it has left", async () => (await findOwnServer()) === undefined);
  const same = await connect(hello);
  assert.is(same.of("offer").length, 0, "the same start of the client stays held back");
  same.hangUp();
  await eventually("it has left", async () => (await findOwnServer()) === undefined);
  const anew = await connect({ ...hello, instance: "started anew by somebody" });
  await waitForOffers(anew, 1);
  assert.is((await findOwnServer())?.held_back, null);
  await ada.call("pauseJob", { params: { job_id: job } });
});

const files = suite("files");
files("of specs and jobs are read only by servers of whoever has such jobs", async () => {
  const worker = await connect();
  const stranger = await connect({}, await keys.current((await addPerson(admin)).id));
  const job = await storeJob(worker.id, 0);
  worker.say({ type: "read-spec", spec_version: job });
  assert.is((await worker.next("spec")).manifest.verbose_name, "A sum");
  stranger.say({ type: "read-spec", spec_version: job });
  assert.match((await stranger.next("unreadable")).reason, /No job of yours/);
  for (const path of ["../../secrets/worker-keys", "/etc/passwd", "nothing"]) {
    worker.say({ type: "read-file", source: { kind: "spec-version", id: job }, path, offset: 0 });
    worker.say({ type: "read-file", source: { kind: "job", id: job }, path, offset: 0 });
  }
  await eventually("six refusals", () => worker.of("unreadable").length === 6);
  assert.equal(worker.of("file-chunk"), []);
});
files("are kept within their simulation's folder, of simulations that the server has", async () => {
  const worker = await connect({ allowed: 1 });
  const job = await storeJob(worker.id, 1);
  const [offer] = await waitForOffers(worker, 1);
  if (!offer) throw new Error("no offer");
  const attempt = only(offer);
  worker.say({ type: "accept", ...attempt });
  const text = (content: string) => new TextEncoder().encode(content);
  const keep = async (path: string, offset: number, content: string, of: Attempt = attempt) => {
    const before = worker.of("kept").length;
    worker.say({ type: "keep", ...of, path, offset, bytes: text(content), last: true });
    await eventually("an answer", () => worker.of("kept").length > before);
    return worker.of("kept").at(-1);
  };
  assert.is((await keep("a/out.txt", 0, "hello "))?.received, 6);
  assert.is((await keep("a/out.txt", 6, "world"))?.received, 11);
  assert.is((await keep("a/out.txt", 6, "world"))?.received, 11, "written again it is the same");
  assert.is((await keep("a/out.txt", 500, "far"))?.received, 11, "a gap is not filled");
  for (const path of ["../out.txt", "/tmp/out.txt", "a/../../b", "a\\b", "C:/x", "a//b", "."]) {
    assert.ok((await keep(path, 0, "bad"))?.refusal !== null, path);
  }
  assert.match(
    (await keep("b.txt", 0, "x", { simulation: attempt.simulation, attempt: 7 }))?.refusal ?? "",
    /not this server's/,
  );
  const folder = join(platform.storage.workDir(job), "simulations");
  assert.equal(readdirSync(folder), [String(attempt.simulation)]);
  assert.equal(readdirSync(join(folder, String(attempt.simulation))), ["a"]);
  assert.is(readFileSync(join(folder, String(attempt.simulation), "a/out.txt"), "utf8"), "hello world");
  await ada.call("deleteJobs", { body: { ids: [job] } });
  await eventually("its folder is gone", () => !existsSync(platform.storage.workDir(job)));
  worker.say({ type: "keep", ...attempt, path: "late.txt", offset: 0, bytes: text("late"), last: true });
  worker.say({ type: "heartbeat", sequence: 1, running: [] });
  await worker.next("renewed");
  assert.not.ok(existsSync(platform.storage.workDir(job)), "a job that was deleted does not come back");
});
