/** A training as people watch it, while processes are killed under it: the whole product, in processes of its own. */

import { assert, eventually, suite } from "../harness.ts";
import type { Answer } from "../support/api/caller.ts";
import { logIn } from "../support/api/people.ts";
import { uploadText } from "../support/api/upload.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { generatedName } from "../support/factories.ts";
import { type BrowserSocket, openSocket } from "../support/live/browser-socket.ts";
import { startWholeProduct } from "../support/processes/whole-product.ts";
import { listChildren } from "../support/runner/runners.ts";

const ADMIN_EMAIL = "admin@example.org";
const ADMIN_PASSWORD = "a long way from common";

const product = await startWholeProduct({ ADMIN_EMAIL, ADMIN_PASSWORD, LOG_LEVEL: "warn" });
const person = await logIn(product.url, ADMIN_EMAIL, ADMIN_PASSWORD);
const getJob = (job_id: number) => person.call("getJob", { params: { job_id } });

async function statusBecomes(job_id: number, status: string): Promise<Answer<"getJob">> {
  const becomes = async () => {
    const job = await getJob(job_id);
    if (job.status.endsWith("Failed")) throw new Error(`${job.status}: ${job.error}`);
    return job.status === status ? job : null;
  };
  const job = await eventually(`job ${job_id} is ${status}`, becomes, 120_000);
  if (job === null) throw new Error("no job");
  return job;
}

/** The job of these files, read, its page open in a browser. */
async function openJob(
  input_file_id: string,
  output_file_id: string,
): Promise<{ job_id: number; socket: BrowserSocket }> {
  const body = { name: "Watched", source: "files" as const, input_file_id, output_file_id };
  const { id: job_id } = await person.call("createJob", { body });
  await statusBecomes(job_id, "Awaiting Configuration");
  const socket = await openSocket(person);
  await socket.watch({ kind: "job", job_id });
  return { job_id, socket };
}

/** A job from the sample, in a training that is soon over. */
async function trainSample(): Promise<{ job_id: number; socket: BrowserSocket }> {
  const files = await person.call("uploadSample", { params: { key: "cardiac6" } });
  const opened = await openJob(files.input_file_id, files.output_file_id);
  const params = { job_id: opened.job_id };
  await person.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  return opened;
}

/** A job in a training that never ends by itself. The tests that disturb it follow each other. */
async function trainLong(): Promise<{ job_id: number; socket: BrowserSocket }> {
  const { parameters, outputs } = stubbornTables();
  const input_file_id = await uploadText(person, generatedName("p.csv"), parameters);
  const output_file_id = await uploadText(person, generatedName("o.csv"), outputs);
  const opened = await openJob(input_file_id, output_file_id);
  const params = { job_id: opened.job_id };
  await person.call("startTraining", { params, body: { train_on: "platform", effort: "thorough" } });
  return opened;
}

/** Watches the job anew, as its page does that is opened again. */
async function reopen(job_id: number): Promise<BrowserSocket> {
  const opened = () => openSocket(person).catch(() => null);
  const socket = await eventually("the socket is back", opened, 20_000, 200);
  if (socket === null) throw new Error("no socket");
  assert.ok(await socket.watch({ kind: "job", job_id }));
  return socket;
}

const listPoints = (socket: BrowserSocket) => socket.of("training-points").map(({ points }) => points);
/** The losses that were pushed, each at its index, as a page places them; undefined where none was. */
function losses(socket: BrowserSocket): (number | undefined)[] {
  const placed: (number | undefined)[] = [];
  for (const { from, loss } of listPoints(socket)) {
    while (placed.length < from) placed.push(undefined);
    placed.splice(from, loss.length, ...loss);
  }
  return placed;
}
const killed = (name: "web" | "runner") => {
  const pid = product.processes()[name];
  assert.ok(pid !== null, `there is no ${name}`);
  process.kill(Number(pid), "SIGKILL");
  return eventually(`another ${name}`, () => ![pid, null].includes(product.processes()[name]), 20_000);
};

const watching = suite("a training that somebody watches", { timeout: 300_000 });
watching("is pushed point by point, without a gap, and is then what is stored", async () => {
  const { job_id, socket } = await trainSample();
  const { emulator_version } = await statusBecomes(job_id, "Complete");
  await eventually(
    "the last emulator has been pushed",
    () => socket.of("emulator").at(-1)?.emulator_version === emulator_version,
  );
  const curve = await person.call("getTrainingProgress", { params: { job_id } });
  assert.ok(curve.loss.length > 3);
  await eventually("every point has been pushed", () => losses(socket).length >= curve.loss.length);
  assert.equal(losses(socket), curve.loss);
  let next = 0;
  for (const { from, loss } of listPoints(socket)) {
    assert.is(from, next);
    next += loss.length;
  }
  const progress = socket.of("job-progress").map((event) => event.progress.progress_percentage);
  assert.equal(
    progress,
    [...progress].sort((a, b) => a - b),
    "progress never falls",
  );
  const statuses = socket.of("job").map((event) => event.job.status);
  // What was stored before the page was opened may be pushed just after.
  const since = statuses.filter((status) => status !== "Awaiting Configuration");
  const changes = since.filter((status, at) => status !== since[at - 1]);
  assert.equal(changes, ["Pending Training", "Training", "Complete"]);
  const versions = socket.of("emulator").map(({ emulator_version }) => emulator_version);
  assert.equal(
    versions,
    versions.map((_, at) => at + 1),
  );
  assert.is(emulator_version, versions.length);
});

let long: Awaited<ReturnType<typeof trainLong>>;
const params = () => ({ params: { job_id: long.job_id } });
/** Once its last emulator is stored, no training of the job computes any more. @returns its version */
async function lastEmulator(): Promise<number> {
  const job = await eventually(
    "the last emulator",
    async () => {
      const now = await getJob(long.job_id);
      return now.emulator_version > 0 && !now.emulator_is_provisional ? now : null;
    },
    60_000,
  );
  return job?.emulator_version ?? 0;
}
let stoppedVersion = 0;

/** Resumes it, and waits for a point beyond those that it had. */
async function goesOn(): Promise<void> {
  const { length } = (await person.call("getTrainingProgress", params())).loss;
  await person.call("resumeJob", params());
  const isFurther = () => listPoints(long.socket).some(({ from, loss }) => from + loss.length > length);
  await eventually("more points", isFurther, 60_000);
}

watching(
  "goes on from its checkpoint when its runner is killed, and unheard when the web is, too",
  async () => {
    long = await trainLong();
    const { job_id, socket } = long;
    await eventually("some points", () => losses(socket).length >= 3, 60_000);
    await killed("runner");
    const before = await person.call("getTrainingProgress", params());
    await eventually("more points", () => losses(socket).length > before.loss.length + 1, 60_000);
    const after = await person.call("getTrainingProgress", params());
    assert.equal(after.loss.slice(0, before.loss.length), before.loss);
    await eventually("what is stored has been pushed", () => losses(socket).length >= after.loss.length);
    // A runner that is killed between storing and publishing leaves a gap, which a page sees by the next index and reads.
    const pushed = losses(socket).slice(0, after.loss.length);
    assert.ok(
      pushed.filter((loss) => loss === undefined).length <= 1,
      "at most the point of the kill is missing",
    );
    assert.equal(
      pushed.map((loss, at) => loss ?? after.loss[at]),
      after.loss,
      "no point twice, and each where it is stored",
    );

    await killed("web");
    await socket.ended();
    long = { job_id, socket: await reopen(job_id) };
    await person.call("pauseJob", params());
    stoppedVersion = await lastEmulator();
  },
);

watching("stops when asked, keeps the best emulator so far, and goes on from there", async () => {
  await goesOn();
  const stopped = await person.call("pauseJob", params());
  assert.equal([stopped.status, stopped.interrupted_while_training], ["Interrupted", true]);
  await long.socket.next("emulator", (event) => event.emulator_version > stoppedVersion);
  const { status, emulator_version } = await getJob(long.job_id);
  assert.equal([status, emulator_version], ["Interrupted", stoppedVersion + 1]);
});

watching("is ended with its job when that is deleted", async () => {
  await goesOn();
  await person.call("deleteJobs", { body: { ids: [long.job_id] } });
  assert.equal((await long.socket.next("job-deleted")).ids, [long.job_id]);
  assert.is((await person.refused("getJob", params())).status, 404);
  const runner = product.processes().runner ?? 0;
  await eventually("its training has ended", () => listChildren(runner).length === 0, 60_000);
});

const busy = suite("a large file", { timeout: 120_000 });
busy("is read while the pages stay as quick as ever", async () => {
  const rows = 50_000;
  const numbers = (columns: number) =>
    Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, k) => Math.sin(i * (k + 1)).toFixed(9)).join(","),
    ).join("\n");
  const input_file_id = await uploadText(person, generatedName("p.csv"), `a,b,c,d\n${numbers(4)}\n`);
  const output_file_id = await uploadText(person, generatedName("o.csv"), `y,z\n${numbers(2)}\n`);
  const body = { name: "Large", source: "files" as const, input_file_id, output_file_id };
  const { id: job_id } = await person.call("createJob", { body });
  let answered = 0;
  while ((await getJob(job_id)).status !== "Awaiting Configuration") {
    await person.call("getUser");
    answered++;
  }
  assert.ok(answered > 5, `only ${answered} pages were answered while the file was read`);
});
