/** Trainings on machines that the platform creates: the real commands, the real worker client, and a real web process. No runner is there. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { freePort } from "../../server/boot/store-process.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { createCommandCloud } from "../support/live/command-cloud.ts";
import { openWorker } from "../support/live/spoken-worker.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("a training on a machine of the platform", { timeout: 180_000 });

const cloud = createCommandCloud();
const port = await freePort();
const server = await startTestServer({
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  provision: cloud.provision,
});
const platform = await openTestPlatform(server.config);
const { store } = platform;
const ada = await addPerson(await logInAdmin(server), { name: "Ada" });

const params = ({ _id }: Pick<JobRecord, "_id">) => ({ params: { job_id: _id } });
const ON_A_MACHINE = { train_on: "provision" as const };
const read = (job: JobRecord) => ada.call("getJob", params(job));
const becomes = (job: JobRecord, status: JobRecord["status"]) =>
  eventually(
    `it is ${status}`,
    async () => {
      const now = await read(job);
      return now.status === status ? now : null;
    },
    90_000,
  );
const shows = (job: JobRecord, text: string) =>
  eventually(
    `it shows "${text}"`,
    async () => (await read(job)).progress_text?.startsWith(text) === true,
    60_000,
  );
/** Nothing is left: neither a machine nor a record nor a server in the list. */
const nothingIsLeft = () =>
  eventually(
    "nothing of the machine is left",
    async () =>
      cloud.machines().length === 0 &&
      (await store.machines.count({})) === 0 &&
      (await store.resources.count({ machine: { $ne: null } })) === 0,
    60_000,
  );
const storeLongJob = () => storeReadJob(platform, ada, { tables: stubbornTables(), effort: "thorough" });
const hasPoints = (job: JobRecord) =>
  eventually(
    "some points",
    async () => (await ada.call("getTrainingProgress", params(job))).loss.length >= 2,
    60_000,
  );

it("goes from the machine's creation to the emulator, and leaves no machine", async () => {
  const user = await ada.call("getUser");
  assert.equal(
    [user.azure_capable, user.provisioned_machine],
    [true, { name: "Shell_NC4", hourly_cost: "0.53 EUR" }],
  );
  cloud.close("start");
  const job = await storeReadJob(platform, ada);
  const started = await ada.call("startTraining", { ...params(job), body: ON_A_MACHINE });
  assert.equal([started.training_server?.name, started.training_server?.is_machine], ["Shell_NC4", true]);
  await shows(job, MACHINE_MESSAGES.creatingMachine(3));
  cloud.open("start");
  const done = await becomes(job, "Complete");
  assert.is(done.emulator_version, 1);
  await nothingIsLeft();
  assert.match(cloud.output(), /The training of job \d+ is done/);
});

it("is queued while as many machines exist as may, and none of them can be chosen as a server", async () => {
  const first = await storeLongJob();
  await ada.call("startTraining", { ...params(first), body: ON_A_MACHINE });
  await hasPoints(first);
  const [machine] = (await ada.call("listResources")).items;
  assert.equal([machine?.role, machine?.machine], ["Training", { job_id: first._id }]);
  const chosen = await ada.attempt("moveTraining", {
    ...params(first),
    body: { train_on: "server", resource_id: machine?.id ?? 0 },
  });
  assert.is(chosen.status, 400);

  const second = await storeLongJob();
  await ada.call("startTraining", { ...params(second), body: ON_A_MACHINE });
  await shows(second, MACHINE_MESSAGES.machinesTaken(1));
  await ada.call("pauseJob", params(first));
  await eventually("its emulator", async () => (await read(first)).emulator_version === 1, 60_000);
  await hasPoints(second);
  await ada.call("deleteJobs", { body: { ids: [second._id] } });
  await nothingIsLeft();
  assert.is((await read(first)).status, "Interrupted");
});

it("that is stopped while its machine is created ends the creation", async () => {
  cloud.close("start");
  const job = await storeReadJob(platform, ada);
  await ada.call("startTraining", { ...params(job), body: ON_A_MACHINE });
  await shows(job, MACHINE_MESSAGES.creatingMachine(1));
  await ada.call("pauseJob", params(job));
  await nothingIsLeft();
  cloud.open("start");
  assert.is((await read(job)).status, "Interrupted");
});

it("says in a sentence why there is no machine, and goes on when it is tried again or moved", async () => {
  const job = await storeReadJob(platform, ada);
  cloud.fail("Operation could not be completed as it results in exceeding approved quota.");
  await ada.call("startTraining", { ...params(job), body: ON_A_MACHINE });
  assert.is((await becomes(job, "Training Failed")).error, MACHINE_MESSAGES.machineQuota("Shell_NC4"));
  await nothingIsLeft();
  cloud.fail("the licence server is away");
  await ada.call("retryJob", params(job));
  await becomes(job, "Pending Training");
  const { error } = await becomes(job, "Training Failed");
  assert.match(
    error ?? "",
    /^The Shell_NC4 could not be created\. .*exit code 3: the licence server is away$/,
  );
  cloud.fail(null);
  await ada.call("moveTraining", { ...params(job), body: { train_on: "platform", resource_id: null } });
  const moved = await ada.call("retryJob", params(job));
  assert.equal([moved.status, moved.training_server], ["Pending Training", null]);
});

it("whose machine vanishes says so, and continues from its last points on the next one", async () => {
  const job = await storeLongJob();
  await ada.call("startTraining", { ...params(job), body: ON_A_MACHINE });
  await hasPoints(job);
  cloud.lose();
  assert.is((await becomes(job, "Training Failed")).error, MACHINE_MESSAGES.machineLost("Shell_NC4"));
  await nothingIsLeft();
  await ada.call("retryJob", params(job));
  await becomes(job, "Training");
  await ada.call("deleteJobs", { body: { ids: [job._id] } });
  await nothingIsLeft();
});

it("lets in one client by the key of a machine, and none once the machine is gone", async () => {
  const { openWorkerKeys } = await import("@understudy/server/commands/resources/worker-keys.ts");
  const keys = await openWorkerKeys(platform);
  const refusal = await openWorker(server.url, keys.signMachineKey(4_711)).then(
    () => null,
    (error: unknown) => String(error),
  );
  assert.match(refusal ?? "", MESSAGES.workerKeyUnknown);
});
