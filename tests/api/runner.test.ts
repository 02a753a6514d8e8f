import { readFileSync, truncateSync } from "node:fs";
import { access } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { createFailure } from "@understudy/engine/runner/child/report.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { assert, eventually, suite } from "../harness.ts";
import { csv, soundOutputs, soundParameters } from "../support/engine/csv-files.ts";
import type { MemoryJob } from "../support/runner/memory-platform.ts";
import { createBench, listChildren } from "../support/runner/runners.ts";

const it = suite("a runner", { timeout: 90_000 });
const fixture = (path: string) => readFileSync(join(import.meta.dirname, "../../fixtures", path), "utf8");
const has = (job: MemoryJob, status: MemoryJob["status"], timeout = 60_000) =>
  eventually(`${status}, now ${job.status}`, () => job.status === status, timeout);

it("reads files, prepares them, trains, and stores an emulator with its curves", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = bench.create(fixture("cardiac6/parameters.csv"), fixture("cardiac6/outputs.csv"));
  await bench.queue.enqueue(bench.work(job));
  await has(job, "Awaiting Configuration");
  assert.equal(job.history, ["Validating", "Preprocessing", "Awaiting Configuration"]);
  assert.equal(job.config?.data_set_sizes, { combined: 180, training: 144, validation: 36 });
  assert.ok(job.progress.some(({ text }) => text?.startsWith("Step 2 of 3: reading outputs.csv")));
  await access(join(job.workDir, "data.csv"));

  await bench.queue.enqueue(bench.act(job, "start-training"));
  await has(job, "Complete");
  assert.equal(job.history.slice(-3), ["Pending Training", "Training", "Complete"]);
  assert.ok(job.pointsAtFinish > 1, "points came while it trained");
  const [provisional] = job.provisional;
  assert.ok(provisional !== undefined && provisional.points < job.pointsAtFinish, "an emulator came before");
  await access(join(job.workDir, provisional.file));
  const [emulator] = job.emulators;
  assert.is(job.emulators.length, 1);
  assert.equal(emulator?.outputs, ["TAT,a", "TAT,v"]);
  assert.ok(emulator?.quality.outputs.every((output) => output.coefficient_of_determination > 0.9));
  await access(join(job.workDir, emulator?.file ?? ""));
  assert.ok(job.loss.every(Number.isFinite));
  assert.is(bench.timeRatios.length, 1, "its time beside what was expected is evidence for later ones");
  await eventually("its child has ended", () => listChildren(process.pid).length === 0);
});

it("fails a job whose files are wrong, and reads them again with other options on retry", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = bench.create(soundParameters, `${soundOutputs.trimEnd()}\n`.replace("\n6\n", "\nnan\n"));
  await bench.queue.enqueue(bench.work(job));
  await has(job, "Validation Failed");
  assert.equal(job.validationErrors, {
    "Outputs File": [
      'outputs.csv, row 5, column "gain": "nan" is not a finite number',
      'To leave out the runs whose outputs are empty or not finite, choose "Ignore failed runs".',
    ],
  });
  job.options = { ...job.options, ignore_failed_runs: true };
  await bench.queue.enqueue(bench.act(job, "retry"));
  await has(job, "Awaiting Configuration");
  assert.is(job.config?.ignored_row_count, 1);
  assert.is(job.config?.data_set_sizes.combined, 11);
});

it("says in a sentence that a file, or the job to import from, is gone", async () => {
  const bench = await createBench();
  await bench.runner();
  const missing = bench.create(soundParameters, soundOutputs);
  missing.source = {
    files: {
      parameters: { path: "/nonexistent/p.csv", name: "p.csv" },
      outputs: { path: "/nonexistent/o.csv", name: "o.csv" },
    },
    sourceJob: null,
  };
  const orphan = bench.create(soundParameters, soundOutputs);
  orphan.source = { files: null, sourceJob: { jobId: 77, workDir: null } };
  await bench.queue.enqueue(bench.work(missing));
  await bench.queue.enqueue(bench.work(orphan));
  await has(missing, "Validation Failed");
  await has(orphan, "Validation Failed");
  assert.is(missing.error, "The file p.csv is no longer there. Please upload it again.");
  assert.is(orphan.error, "Job 77, whose data were to be imported, has no data any more.");
});

it("shows nothing of an error that is not meant for people", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(job));
  await has(job, "Awaiting Configuration");
  truncateSync(join(job.workDir, "data", "inputs.f64"), 8);
  await bench.queue.enqueue(bench.act(job, "start-training"));
  await has(job, "Training Failed");
  assert.is(job.error, "An unexpected error occurred.");
});

it("learns the whole of such an error for its log", () => {
  const failed = createFailure(new Error("no route to db-7, password hunter2"));
  assert.is(failed.type === "failed" && failed.text, "An unexpected error occurred.");
  assert.match(failed.type === "failed" ? failed.details : "", /password hunter2/);
  const sentence = createFailure(new UserError("Choose another file."));
  assert.is(sentence.type === "failed" && sentence.text, "Choose another file.");
});

it("imports the rows of another job", async () => {
  const bench = await createBench();
  await bench.runner();
  const source = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(source));
  await has(source, "Awaiting Configuration");
  const more = bench.create(soundParameters.replace("x,y", "y,x"), soundOutputs);
  more.source = { ...more.source, sourceJob: { jobId: source.id, workDir: source.workDir } };
  await bench.queue.enqueue(bench.work(more));
  const alone = bench.create(soundParameters, soundOutputs);
  alone.source = { files: null, sourceJob: { jobId: source.id, workDir: source.workDir } };
  await bench.queue.enqueue(bench.work(alone));
  await has(more, "Awaiting Configuration");
  await has(alone, "Awaiting Configuration");
  assert.is(more.config?.data_set_sizes.combined, 24);
  assert.equal(
    more.config?.inputs.map(({ name }) => name),
    ["x", "y"],
  );
  assert.is(alone.config?.data_set_sizes.combined, 12);
});

it("takes work up once, however often it is queued", async () => {
  const bench = await createBench();
  const job = bench.create(soundParameters, soundOutputs);
  for (let i = 0; i < 3; i++) await bench.queue.enqueue(bench.work(job));
  await bench.runner();
  await bench.runner();
  await Promise.all([1, 2, 3].map(() => bench.queue.enqueue(bench.work(job))));
  await has(job, "Awaiting Configuration");
  await bench.queue.enqueue({ jobId: job.id, phase: "data", ticket: job.ticket });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.is(job.claims.length, 1);
});

it("finds at its start what nobody queued", async () => {
  const bench = await createBench();
  const job = bench.create(soundParameters, soundOutputs);
  await bench.runner();
  await has(job, "Awaiting Configuration");
});

it("stops reading at once when the job is paused, and reads from the start when it goes on", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 60_000 });
  // So many that they are far from read when the job is paused, however late this process gets to it.
  const rows = 400_000;
  const job = bench.create(
    csv("a,b", rows, (row) => `${row},${row % 977}`),
    csv("y", rows, (row) => `${row}`),
  );
  await bench.queue.enqueue(bench.work(job));
  await eventually("reading", () => job.progress.some(({ percentage }) => percentage > 5));
  bench.act(job, "pause");
  await bench.queue.requestStop(job.id);
  await eventually("the child's end", () => listChildren(process.pid).length === 0);
  assert.equal([job.status, job.config], ["Interrupted", null]);
  await bench.queue.enqueue(bench.act(job, "resume"));
  await has(job, "Awaiting Configuration");
  assert.is(job.config?.data_set_sizes.combined, rows);
});

it("reads a short file while a long one is being read, and before it computes", async () => {
  const bench = await createBench();
  const { transition } = bench.ports;
  const long = bench.create(soundParameters, soundOutputs);
  const short = bench.create(soundParameters, soundOutputs);
  const priorities: number[] = [];
  bench.ports.transition = async (claim, change) => {
    if (claim.jobId === long.id && change.trigger === "validated") await has(short, "Awaiting Configuration");
    if (change.trigger === "validated")
      priorities.push(...listChildren(process.pid).map((pid) => getPriority(pid)));
    return await transition(claim, change);
  };
  await bench.runner();
  await bench.queue.enqueue(bench.work(long));
  await bench.queue.enqueue(bench.work(short));
  await has(long, "Awaiting Configuration");
  const { appendTrainingPoints } = bench.ports;
  let whileTraining = 0;
  bench.ports.appendTrainingPoints = async (claim, points) => {
    whileTraining = Math.max(whileTraining, ...listChildren(process.pid).map((pid) => getPriority(pid)));
    return await appendTrainingPoints(claim, points);
  };
  await bench.queue.enqueue(bench.act(short, "start-training"));
  await has(short, "Complete");
  assert.ok(Math.max(...priorities) < whileTraining, `${priorities.join()} before ${whileTraining}`);
});

it("tries again when the platform could not be reached", async () => {
  const bench = await createBench();
  const { transition } = bench.ports;
  let failures = 2;
  bench.ports.transition = async (claim, change) => {
    if (failures-- > 0) throw new Error("the database is away");
    return transition(claim, change);
  };
  await bench.runner();
  const job = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(job));
  await has(job, "Awaiting Configuration");
  assert.is(job.claims.length, 3);
  assert.equal(job.history, ["Validating", "Preprocessing", "Awaiting Configuration"]);
});
