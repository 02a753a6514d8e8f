/** The service that looks after machines, over a provider that the tests play. */

import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import type { MachineTimes } from "@understudy/server/commands/trainings/machine-context.ts";
import { assignMachine } from "@understudy/server/commands/trainings/machine-records.ts";
import { startMachineService } from "@understudy/server/commands/trainings/machine-service.ts";
import { chosenMachine } from "@understudy/server/dispatch/training-lease.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { type MachinePlace, machineRecord } from "@understudy/server/models/machine.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { type MachineProvider, ProvisionError } from "@understudy/server/provision/provider.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { connectWorker, makeHello, openWorker } from "../support/live/spoken-worker.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
const opened = await openTestPlatform(server.config);
const { store } = opened;
const MACHINE_NAME = "Standard_NC4as_T4_v3";
const platform: Platform = {
  ...opened,
  config: {
    ...opened.config,
    publicUrl: server.url,
    provision: {
      provider: { kind: "command", start: [], state: [], stop: [], pass: [] },
      machine: MACHINE_NAME,
      hourlyCost: null,
      maxHours: 2,
      maxMachines: 1,
    },
  },
};
const workerKeys = await openWorkerKeys(platform);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });

const COMMAND_PLACE: MachinePlace = { provider: "command", program: "cloud", commands: "1" };
/** The machines of a provider that creates and deletes them at once, and what it was asked for. */
function playProvider(place = COMMAND_PLACE) {
  const names = new Set<string>();
  const play = { names, deleted: [] as string[], stopFailure: null as ProvisionError | null };
  const provider: MachineProvider = {
    place,
    startLimitMs: 60_000,
    start: async ({ name }) => void names.add(name),
    state: async (name) => ({ kind: names.has(name) ? "running" : "absent" }),
    stop: async (name) => {
      if (play.stopFailure !== null) throw play.stopFailure;
      names.delete(name);
      play.deleted.push(name);
    },
    list: async () => [...names],
  };
  return { play, provider };
}
const times = {
  lookMs: 20,
  startingStateMs: 20,
  trainingStateMs: 20,
  releaseMs: 50,
  handoverMs: 1_000,
  correctionMs: 200,
};
// The web process of these tests creates no machines and would say so to the jobs that wait for one.
await holdMachinesRole(store);
const role = { hold: async () => true, release: async () => {} };
function watch(provider: MachineProvider | null, changed: Partial<MachineTimes> = {}): () => Promise<void> {
  const close = startMachineService(platform, {
    provider,
    workerKeys,
    times: { ...times, ...changed },
    role,
  });
  atEnd("the service of machines", close);
  return close;
}
/** A job that waits for a machine. */
async function storeWaitingJob(): Promise<JobRecord> {
  const { _id } = await storeReadJob(platform, ada);
  const training_server = chosenMachine(MACHINE_NAME);
  const job = await store.jobs.update({ _id }, { status: "Pending Training", training_server });
  if (job === null) throw new Error("The job is gone.");
  return job;
}
const readJob = async ({ _id }: JobRecord) => await store.jobs.findOne({ _id });
const hasFailed = (job: JobRecord, error: string) =>
  eventually("the training has failed", async () => {
    const now = await readJob(job);
    return now?.status === "Training Failed" && now.error === error;
  });
const nothingIsLeft = () =>
  eventually("no machine has a record", async () => (await store.machines.count({})) === 0);

const it = suite("machines for trainings", { timeout: 60_000 });
it.after.each(async () => {
  await store.jobs.remove({});
  await store.machines.remove({});
});

it("that have no record are deleted when the service starts, those of others are not touched", async () => {
  const { play, provider } = playProvider();
  const job = await storeWaitingJob();
  const machine = await assignMachine(platform, job, MACHINE_NAME);
  if (machine === null) throw new Error("The job has no machine.");
  play.names.add(machine.name).add("understudy-lost-1");
  const close = watch(provider);
  await eventually("the lost one is deleted", () => !play.names.has("understudy-lost-1"));
  assert.equal(play.deleted, ["understudy-lost-1"]);
  await store.jobs.remove({ _id: job._id });
  await nothingIsLeft();
  assert.equal([...play.names], []);
  await close();
});

it("that have no record are deleted although another one of them cannot be", async () => {
  const { play, provider } = playProvider();
  play.names.add("understudy-locked-1").add("understudy-lost-2");
  const stop: MachineProvider["stop"] = async (name, signal) => {
    if (name === "understudy-locked-1") throw new ProvisionError({ kind: "other", detail: "It is locked." });
    await provider.stop(name, signal);
  };
  const close = watch({ ...provider, stop });
  await eventually("the one that can be deleted is", () => !play.names.has("understudy-lost-2"));
  assert.equal([...play.names], ["understudy-locked-1"]);
  await close();
});

it("that cannot be deleted are kept in mind, take their place, and are tried again", async () => {
  const { play, provider } = playProvider();
  const close = watch(provider);
  const job = await storeWaitingJob();
  await eventually("it exists", () => play.names.size === 1);
  play.stopFailure = new ProvisionError({ kind: "other", detail: "The provider is away." });
  await store.jobs.remove({ _id: job._id });
  await eventually(
    "the problem is stored",
    async () => (await store.machines.findOne({}))?.release_problem === "The provider is away.",
  );
  const next = await storeWaitingJob();
  await eventually(
    "the next one waits",
    async () =>
      (await readJob(next))?.progress_text ===
      `${MACHINE_MESSAGES.machinesTaken(1)} ${MACHINE_MESSAGES.machinesNotDeleted(1)}`,
  );
  assert.is(play.names.size, 1);
  play.stopFailure = null;
  await eventually("the next one has a machine", async () => {
    const id = (await readJob(next))?.training_server?.id ?? 0;
    return id !== 0 && (await store.machines.count({ _id: id })) === 1;
  });
  await store.jobs.remove({ _id: next._id });
  await nothingIsLeft();
  await close();
});

it("are deleted after the longest time that they may exist, and the job says so", async () => {
  const { play, provider } = playProvider();
  const close = watch(provider);
  const job = await storeWaitingJob();
  await eventually("it exists", async () => (await store.machines.findOne({}))?.phase === "installing");
  await store.machines.updateAll({}, { created_time: new Date(Date.now() - 2.1 * 3_600_000) });
  await hasFailed(job, MACHINE_MESSAGES.machineLimit(MACHINE_NAME, 2));
  await nothingIsLeft();
  assert.is(play.names.size, 0);
  await close();
});

it("are of no use to a platform that no longer creates any: waiting jobs fail, unless it is corrected in time", async () => {
  const job = await storeWaitingJob();
  const mistaken = watch(null, { correctionMs: 60_000 });
  await eventually("the job says why it waits", async () => {
    return (await readJob(job))?.progress_text === MACHINE_MESSAGES.noMachinesYet;
  });
  await mistaken();
  const { provider } = playProvider();
  const corrected = watch(provider);
  await eventually(
    "it has a machine",
    async () => (await store.machines.findOne({}))?.phase === "installing",
  );
  assert.is((await readJob(job))?.status, "Pending Training");
  await corrected();
  await store.machines.remove({});

  const close = watch(null);
  await hasFailed(job, MACHINE_MESSAGES.noMachines);
  await hasFailed(await storeWaitingJob(), MACHINE_MESSAGES.noMachines);
  await close();
});

const AZURE_PLACE: MachinePlace = { provider: "azure", subscription: "s-1", resource_group: "gpu" };
/** A machine that a provider has created, which nobody watches any more and whose job is gone. */
async function leaveMachine(place: MachinePlace) {
  const { play, provider } = playProvider(place);
  const close = watch(provider);
  const job = await storeWaitingJob();
  await eventually("it exists", async () => (await store.machines.findOne({}))?.phase === "installing");
  await close();
  await store.jobs.remove({ _id: job._id });
  return { play, provider };
}
const isSaid = (problem: string) =>
  eventually("the record says what it needs", async () => {
    const machine = await store.machines.findOne({});
    return machine?.phase === "releasing" && machine.release_problem === problem;
  });

it("of another provider are never taken for deleted, and say which configuration deletes them", async () => {
  const { play, provider } = await leaveMachine(AZURE_PLACE);
  const next = playProvider();
  const close = watch(next.provider);
  await isSaid(MACHINE_MESSAGES.machineNeedsAzure("s-1", "gpu"));
  const waiting = await storeWaitingJob();
  await eventually("it keeps its place", async () =>
    (await readJob(waiting))?.progress_text?.includes(MACHINE_MESSAGES.machinesNotDeleted(1)),
  );
  assert.equal([play.names.size, next.play.deleted], [1, []]);
  const { stuck_machines } = await admin.call("getPlatformHealth");
  const problem = MACHINE_MESSAGES.machineNeedsAzure("s-1", "gpu");
  assert.equal(
    stuck_machines.map((machine) => [machine.name, machine.problem]),
    [[[...play.names][0], problem]],
  );
  await close();
  await store.jobs.remove({});
  const closeAgain = watch(provider);
  await nothingIsLeft();
  assert.is(play.names.size, 0);
  await closeAgain();
});

it("stay on record where no provider is configured any more, and the record says so", async () => {
  const { play } = await leaveMachine(COMMAND_PLACE);
  const close = watch(null);
  await isSaid(MACHINE_MESSAGES.machineNeedsCommands("cloud"));
  assert.is(play.names.size, 1);
  await close();
});

it("are deleted by corrected commands that know them by name", async () => {
  const { play, provider } = await leaveMachine(COMMAND_PLACE);
  const corrected: MachineProvider = { ...provider, place: { ...COMMAND_PLACE, commands: "2" } };
  const close = watch(corrected);
  await nothingIsLeft();
  assert.is(play.names.size, 0);
  await close();
});

it("of an earlier version belong to the provider that knows them", async () => {
  const { play, provider } = await leaveMachine(COMMAND_PLACE);
  const [current] = await store.machines.find({});
  const { place } = machineRecord.parse({ ...current, place: undefined });
  assert.equal(place, { provider: "unrecorded" });
  await store.machines.updateAll({}, { place });
  const closeOther = watch(playProvider().provider);
  await isSaid(MACHINE_MESSAGES.machineNeedsEarlierProvision);
  await closeOther();
  const close = watch(provider);
  await nothingIsLeft();
  assert.is(play.names.size, 0);
  await close();
});

it("whose start was never begun leave no record where none are created any more", async () => {
  const machine = await assignMachine(platform, await storeWaitingJob(), MACHINE_NAME);
  assert.is(machine?.place, null);
  const close = watch(null);
  await nothingIsLeft();
  await close();
});

it("that appear although their start was cut off are deleted", async () => {
  const { play, provider } = playProvider();
  let name: string | null = null;
  const start: MachineProvider["start"] = async (order, signal) => {
    name = order.name;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    signal.throwIfAborted();
  };
  const close = watch({ ...provider, start });
  const job = await storeWaitingJob();
  const started = await eventually("its start is under way", () => name);
  await store.jobs.remove({ _id: job._id });
  await eventually("it is deleted a first time", () => play.deleted.length > 0);
  play.names.add(started ?? "");
  await nothingIsLeft();
  assert.is(play.names.size, 0);
  await close();
});

it("let in the first client by their key, in the role Training whatever it says, and no other", async () => {
  const job = await storeWaitingJob();
  const machine = await assignMachine(platform, job, MACHINE_NAME);
  if (machine === null) throw new Error("The job has no machine.");
  const key = workerKeys.signMachineKey(machine._id);
  const first = await connectWorker(server.url, key, {
    name: "anything",
    role: "All",
    instance: "the-first",
  });
  assert.is(first.id, machine._id);
  const record = await store.resources.findOne({ _id: machine._id });
  assert.equal([record?.role, record?.name], ["Training", `${MACHINE_NAME} (job ${job._id})`]);

  const second = await openWorker(server.url, key);
  second.say(makeHello({ instance: "the-second" }));
  const refused = await second.next("refused");
  assert.equal([refused.reason, refused.retry_ms], [MACHINE_MESSAGES.machineKeyUsed, null]);
  first.hangUp();
  const again = await connectWorker(server.url, key, { instance: "the-first" });
  assert.is(again.id, machine._id);
  again.hangUp();

  await store.machines.updateAll({}, { phase: "releasing" });
  const late = await openWorker(server.url, key).then(
    () => null,
    (error: unknown) => String(error),
  );
  assert.match(late ?? "", MESSAGES.workerKeyUnknown);
});
