/** One sampling seen by two people on two web processes, while its runner is killed and another goes on. */
import { openStore } from "@understudy/server/models/store.ts";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
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

const ROWS = 40;
const rows = Array.from({ length: ROWS }, (_, i) => [7, 13].map((step) => ((i * step) % ROWS) / (ROWS - 1)));
const parameters = `a,b\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const outputs = `gain\n${rows.map(([a = 0, b = 0]) => 3 * a - b + Math.sin(4 * b)).join("\n")}\n`;

let trained = 0;
let version = 0;
const sample = async (): Promise<number> => {
  const body: CreateSpecJobBody = {
    name: "Gains near one",
    objective: "Sampling",
    emulator_job_id: trained,
    resources: { type: "emulator" },
    maximum_simulations: 60_000,
    num_walkers: 32,
    emulator_uncertainty: true,
    score_function: {
      name: "Match target value",
      inputs: {
        output: { type: "Output Scalar", output_name: "gain" },
        target: { type: "Scalar", value: 1 },
        tolerance: { type: "Scalar", value: 0.1 },
      },
    },
  };
  return (await ada.call("createSpecJob", { params: { spec_version_id: version }, body })).id;
};
const found = (caller: typeof zoeThere, job_id: number): Promise<Sampling> =>
  caller.call("getSampling", { params: { job_id } });
const chainOf = async (caller: typeof zoeThere, job_id: number): Promise<Buffer> =>
  Buffer.from(await (await caller.fetch(`/static/work_dirs/${job_id}/chain.npy`)).arrayBuffer());

const it = suite("a sampling", { timeout: 300_000 });

it("is seen live on two web processes, and after kill -9 of its runner has the chain that it would have had", async () => {
  const first = startRunnerProcess(config);
  trained = await createJob(ada, "Waves", { parameters, outputs });
  await untilStatus(ada, trained, "Awaiting Configuration");
  const training = { train_on: "platform" as const, effort: "quick" as const };
  await ada.call("startTraining", { params: { job_id: trained }, body: training });
  await untilStatus(ada, trained, "Complete");
  version = (await ada.call("getJobSpecVersion", { params: { job_id: trained } })).id;
  const whole = await sample();
  await untilStatus(ada, whole, "Complete");
  first.kill("SIGKILL");

  const id = await sample();
  const seed = (await store.jobs.findOne({ _id: whole }))?.run?.seed ?? 0;
  const job = await store.jobs.findOne({ _id: id });
  if (job === null || job.run === null) throw new Error("The job is not there.");
  await store.jobs.updateAll({ _id: id }, { run: { ...job.run, seed } });
  const [near, far] = [await openSocket(ada), await openSocket(zoeThere)];
  const subject = { kind: "job", job_id: id } as const;
  for (const socket of [near, far]) assert.ok(await socket.watch(subject));
  const killed = startRunnerProcess(config);
  await eventually(
    "the chain is under way",
    async () => (await store.samplings.findOne({ _id: id }))?.stop_reason === null,
    60_000,
    20,
  );
  killed.kill("SIGKILL");
  assert.is((await ada.call("getJob", { params: { job_id: id } })).status, "Running");
  const seen = await found(zoeThere, id);
  assert.ok(seen.stop_reason === null && seen.steps > 20 && seen.parameters.length === 2);

  startRunnerProcess(config);
  await untilStatus(ada, id, "Complete");
  assert.equal(await found(zoeThere, id), await found(zoeThere, whole));
  assert.ok((await chainOf(zoeThere, id)).equals(await chainOf(ada, whole)));
  for (const socket of [near, far]) {
    const { progress } = await socket.next("job-progress", (event) =>
      (event.progress.progress_text ?? "").includes("designs evaluated"),
    );
    assert.is(progress.job_id, id);
    await socket.next("job", (event) => event.job.id === id && event.job.status === "Complete");
  }
  const { total_count } = await ada.call("listSimulations", { params: { job_id: id } });
  assert.is(total_count, 500, "no design is recorded twice");
});
