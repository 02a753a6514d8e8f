/** Jobs that are deleted right after they were paused, while a page of theirs is open, with the real runner. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createStorage } from "@understudy/server/files/storage.ts";
import type { RouteName } from "@understudy/shared/api/routes.ts";
import { assert, eventually, suite } from "../harness.ts";
import type { AnyRequest } from "../support/api/caller.ts";
import { createJob, owner, server, statusBecomes, trainedJob } from "../support/api/file-jobs.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";

/** Milliseconds from the answer to the pause to the request to delete. */
const DELAYS_MS = [0, 300];

const READ_EVERY_MS = 25;

type Answered = { name: RouteName; status: number; text: string };

/** Reads what the page of a job reads, again and again, until it is ended. */
function keepPageOpen(job_id: number): () => Promise<Answered[]> {
  const params = { job_id };
  const row = { ...params, data_set: "training", row_index: 0 };
  const requests: [RouteName, AnyRequest][] = [
    ["getJob", { params }],
    ["getJobConfig", { params }],
    ["getJobQueue", { params }],
    ["getTrainingProgress", { params }],
    ["predict", { params, body: {} }],
    ["getDataRow", { params: row }],
    ["getScalarEmulatorOutputs", { params: { ...params, data_set: "validation" } }],
    ["getOptimization", { params }],
    ["listSimulations", { params }],
    ["pauseJob", { params }],
  ];
  const answered: Answered[] = [];
  let isOpen = true;
  const repeat = async ([name, request]: [RouteName, AnyRequest]) => {
    while (isOpen) {
      const response = await owner.attempt(name, request);
      answered.push({ name, status: response.status, text: await response.text() });
      await sleep(READ_EVERY_MS);
    }
  };
  const readers = Promise.all(requests.map(repeat));
  return async () => {
    isOpen = false;
    await readers;
    return answered;
  };
}

const it = suite("a job that is deleted right after its pause", { timeout: 600_000 });

/** Pauses and deletes, while a page is open, and looks at what was answered. */
async function pauseAndDelete(job_id: number, delay: number): Promise<void> {
  const closePage = keepPageOpen(job_id);
  const paused = await owner.attempt("pauseJob", { params: { job_id } });
  assert.ok(paused.status === 200 || paused.status === 409, `${paused.status} ${await paused.text()}`);
  await sleep(delay);
  const deleted = await owner.attempt("deleteJobs", { body: { ids: [job_id] } });
  assert.is(deleted.status, 204, `after ${delay} ms: ${await deleted.text()}`);
  await eventually(
    "the page knows",
    async () => (await owner.attempt("getJob", { params: { job_id } })).status === 404,
  );
  await sleep(300);
  const failures = (await closePage()).filter(({ status }) => status >= 500);
  assert.equal(failures, [], `${delay} ms after its pause`);
  const workDir = createStorage(server.config.dataDir).workDir(job_id);
  await eventually("nothing of it is left", () => !existsSync(workDir), 60_000);
}

it("leaves no error behind when it was training", async () => {
  const tables = stubbornTables();
  for (const delay of DELAYS_MS) {
    const job_id = await createJob(tables.parameters, tables.outputs);
    const params = { job_id };
    await statusBecomes(owner, job_id, "Awaiting Configuration");
    await owner.call("startTraining", { params, body: { train_on: "platform", effort: "thorough" } });
    const hasPoints = async () => (await owner.call("getTrainingProgress", { params })).loss.length > 0;
    await eventually("it trains", hasPoints, 120_000, 100);
    await pauseAndDelete(job_id, delay);
  }
});

it("leaves no error behind when it had an emulator and trained further", async () => {
  for (const delay of DELAYS_MS) {
    const job_id = await trainedJob();
    const params = { job_id };
    await owner.call("resumeJob", { params });
    const isBegun = async () => (await owner.call("getJob", { params })).status !== "Pending Training";
    await eventually("it trains", isBegun, 60_000, 50);
    await pauseAndDelete(job_id, delay);
  }
});

it("leaves no error behind when it was optimizing", async () => {
  const emulator_job_id = await trainedJob();
  const { id: spec_version_id } = await owner.call("getJobSpecVersion", {
    params: { job_id: emulator_job_id },
  });
  for (const delay of DELAYS_MS) {
    const { id } = await owner.call("createSpecJob", {
      params: { spec_version_id },
      body: {
        name: "Most gain",
        objective: "Optimization",
        emulator_job_id,
        resources: { type: "emulator" },
        score_function: {
          name: "Maximise output",
          inputs: { output: { type: "Output Scalar" as const, output_name: "gain" } },
        },
      },
    });
    const isBegun = async () =>
      (await owner.call("getJob", { params: { job_id: id } })).status !== "Pending Running";
    await eventually("it runs", isBegun, 60_000, 50);
    await pauseAndDelete(id, delay);
  }
});
