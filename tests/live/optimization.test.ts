/** One optimization seen by two people on two web processes, while its runner is killed and another goes on. */

import { openStore } from "@understudy/server/models/store.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { createJob, untilStatus } from "../support/browser/real-jobs.ts";
import { atEnd } from "../support/cleanup.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const { config } = server;
/** It shares MongoDB and Redis with the first, and nothing else. */
const second = await startTestServer(config);
const store = await openStore(config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const zoe = await addPerson(admin, { name: "Zoe" });
const zoeThere = createCaller(second.url, zoe.cookie());

/** So many that a search takes seconds: it is to be killed on its way. */
const ROWS = 307;
const rows = Array.from({ length: ROWS }, (_, i) =>
  [7, 13, 19, 23, 29].map((step) => ((i * step) % ROWS) / (ROWS - 1)),
);
const wave = (row: readonly number[]): number =>
  row.reduce((sum, value, at) => sum + Math.sin((at + 2) * value) - (value - 0.3) ** 2, 0);
const parameters = `a,b,c,d,e\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const outputs = `gain,loss\n${rows.map((row) => `${wave(row)},${wave(row.toReversed())}`).join("\n")}\n`;

let trained = 0;
let version = 0;
const optimize = async (): Promise<number> => {
  const body: CreateSpecJobBody = {
    name: "Most gain",
    objective: "Optimization",
    emulator_job_id: trained,
    resources: { type: "emulator" },
    score_function: {
      name: "Maximise output",
      inputs: { output: { type: "Output Scalar", output_name: "gain" } },
    },
    further_goals: [{ kind: "minimise", output_name: "loss" }],
  };
  return (await ada.call("createSpecJob", { params: { spec_version_id: version }, body })).id;
};
const found = (caller: typeof zoeThere, job_id: number): Promise<Optimization> =>
  caller.call("getOptimization", { params: { job_id } });
/** What does not depend on when it ran. */
const lasting = ({ maxima, robust, ...rest }: Optimization) => ({
  ...rest,
  maxima: maxima.map((design) => ({ ...design, simulation_id: null })),
  robust: robust && { ...robust, simulation_id: null },
});

const it = suite("an optimization", { timeout: 300_000 });

it("is seen live on two web processes, and ends after kill -9 of its runner as it would have without", async () => {
  const first = startRunnerProcess(config);
  trained = await createJob(ada, "Waves", { parameters, outputs });
  await untilStatus(ada, trained, "Awaiting Configuration");
  const training = { train_on: "platform" as const, effort: "quick" as const };
  await ada.call("startTraining", { params: { job_id: trained }, body: training });
  await untilStatus(ada, trained, "Complete");
  version = (await ada.call("getJobSpecVersion", { params: { job_id: trained } })).id;
  const whole = await optimize();
  await untilStatus(ada, whole, "Complete");
  first.kill("SIGKILL");
  const uninterrupted = await found(ada, whole);

  const id = await optimize();
  const seed = (await store.jobs.findOne({ _id: whole }))?.run?.seed ?? 0;
  const job = await store.jobs.findOne({ _id: id });
  if (job === null || job.run === null) throw new Error("The job is not there.");
  await store.jobs.updateAll({ _id: id }, { run: { ...job.run, seed } });
  const [near, far] = [await openSocket(ada), await openSocket(zoeThere)];
  const subject = { kind: "job", job_id: id } as const;
  for (const socket of [near, far]) assert.ok(await socket.watch(subject));
  const killed = startRunnerProcess(config);
  await eventually(
    "the search is under way",
    async () => (await store.optimizations.findOne({ _id: id }))?.stop_reason === null,
    60_000,
    20,
  );
  killed.kill("SIGKILL");
  assert.is((await ada.call("getJob", { params: { job_id: id } })).status, "Running");
  const seen = await found(zoeThere, id);
  assert.is(seen.stop_reason, null);
  assert.is(seen.maxima.length, 1);

  startRunnerProcess(config);
  await untilStatus(ada, id, "Complete");
  const ended = await found(zoeThere, id);
  assert.equal(lasting(ended), lasting(uninterrupted));
  assert.ok(ended.importance.length === 5 && ended.front.length > 5);
  for (const socket of [near, far]) {
    const { progress } = await socket.next("job-progress", (event) =>
      (event.progress.progress_text ?? "").includes("best score"),
    );
    assert.is(progress.job_id, id);
    await socket.next("job", (event) => event.job.id === id && event.job.status === "Complete");
  }
  const { total_count } = await ada.call("listSimulations", { params: { job_id: id } });
  const { total_count: before } = await ada.call("listSimulations", { params: { job_id: whole } });
  assert.is(total_count, before, "no design is recorded twice");
});
