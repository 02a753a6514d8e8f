/** "Try a connected server" over HTTP, with the real client and ngspice as WebAssembly. Its tests follow each other. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readOutputs } from "@understudy/engine/specs/read-outputs.ts";
import { leaseSimulations } from "@understudy/server/dispatch/dispatch.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { uploadTexts } from "../support/api/upload.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { ngspice } from "../support/processes/simulators.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";
import {
  defaultInputs,
  fixtureManifest,
  prepareSimulation,
  readFrom,
  specFixtureFolder,
  textsIn,
} from "../support/specs/spec-fixtures.ts";
import { insertSpecVersion } from "../support/specs/spec-records.ts";

const it = suite("a demo server", { timeout: 90_000 });

const server = await startTestServer();
await startTestRunner(server.config);
const platform = await openTestPlatform(server.config);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const zoe = await addPerson(admin, { name: "Zoe" });
const state = () => ada.call("getDemoServer");
const { specs, simulations, resources } = platform.store;
let resourceId = 0;
/** A spec of their own making, as far as the platform knows. */
const OWN_SPEC = textsIn(specFixtureFolder("ldo"));
async function uploadSpec(files: ReadonlyMap<string, string>) {
  const file = await uploadTexts(ada, files);
  const labels = { verbose_name: "Regulator", help_text: "For the tests" };
  return await ada.call("createSpec", { body: { ...labels, file } });
}
let versionId = 0;

/** Waits until `count` simulations of the job are complete. */
async function complete(job_id: number, count: number): Promise<SimulationRecord[]> {
  const done = await eventually(
    `${count} simulations are complete`,
    async () => {
      const all = await simulations.find({ job_id }, { sort: { index: 1 } });
      const failed = all.find(({ status }) => status === "Running Failed");
      if (failed !== undefined) throw new Error(`${failed.error}\n${failed.log_tail}`);
      const completed = all.filter(({ status }) => status === "Complete");
      return completed.length >= count ? completed : null;
    },
    60_000,
  );
  return done ?? [];
}

it("is there to be tried, and is not started by looking", async () => {
  const off = { available: true, status: "Off", error: null, stays: false, resource_id: null };
  assert.equal(await state(), { ...off, spec_version_id: null });
  assert.equal((await ada.call("listResources")).items, []);
});

it("is connected by one click, and not twice by two", async () => {
  const answers = await Promise.all([ada.call("startDemoServer"), ada.call("startDemoServer")]);
  for (const { status } of answers) assert.ok(status === "Starting" || status === "Online", status);
  await eventually("it is online", async () => (await state()).status === "Online", 60_000);
  const online = await ada.call("startDemoServer");
  const { items } = await ada.call("listResources");
  assert.equal(
    items.map(({ id, name, role }) => [id, name, role]),
    [[online.resource_id, "Demo server", "All"]],
  );
  assert.is(await specs.count({ "creator.id": ada.id }), 1);
  resourceId = online.resource_id ?? 0;
  versionId = online.spec_version_id ?? 0;
  assert.equal((await zoe.call("listResources")).items, []);
  assert.is((await zoe.call("getDemoServer")).status, "Off");
});

it("simulates what ngspice does", async () => {
  const { id } = await ada.call("createSpecJob", {
    params: { spec_version_id: versionId },
    body: { name: "Once", objective: "Single Run", resource: { type: "server", id: resourceId } },
  });
  const [{ outputs } = { outputs: null }] = await complete(id, 1);
  const manifest = fixtureManifest("opamp");
  const folder = join(temporaryFolder("ngspice"), "run");
  prepareSimulation(specFixtureFolder("opamp"), folder, manifest, defaultInputs(manifest));
  const [, ...args] = manifest.run.command;
  assert.is(spawnSync(await ngspice(), args, { cwd: folder }).status, 0);
  const read = await readOutputs(manifest, readFrom(textsIn(folder)));
  if ("error" in read) throw new Error(read.error);
  for (const name of ["low_frequency_gain", "unity_gain_frequency", "phase_margin", "power"]) {
    const [measured, theirs] = [Number(outputs?.[name]), Number(read.outputs[name])];
    assert.ok(Math.abs(measured / theirs - 1) < 1e-4, `${name}: ${measured} and ${theirs}`);
  }
});

it("runs the simulations of a training", async () => {
  const { id } = await ada.call("createSpecJob", {
    params: { spec_version_id: versionId },
    body: {
      name: "Many",
      objective: "Training",
      maximum_simulations: 16,
      simulation_resources: { type: "servers", servers: [{ id: resourceId, concurrent_simulations: 2 }] },
    },
  });
  const completed = await complete(id, 4);
  const gains = completed.map(({ outputs }) => Number(outputs?.low_frequency_gain));
  assert.ok(gains.every(Number.isFinite) && new Set(gains).size === gains.length, gains.join());
  for (const { resource } of completed) assert.is(resource?.id, resourceId);
  await ada.call("deleteJobs", { body: { ids: [id] } });
});

it("runs a spec of one's own, two of its simulations at a time", async () => {
  const ownSpec = await uploadSpec(OWN_SPEC);
  assert.is((await ada.call("getSpec", { params: { spec_id: ownSpec.id } })).demo_problem, null);
  const { id } = await ada.call("createSpecJob", {
    params: { spec_version_id: ownSpec.spec_version_id },
    body: {
      name: "My own",
      objective: "Training",
      maximum_simulations: 16,
      simulation_resources: { type: "servers", servers: [{ id: resourceId, concurrent_simulations: 2 }] },
    },
  });
  const completed = await complete(id, 2);
  const voltages = completed.map(({ outputs }) => Number(outputs?.output_voltage));
  assert.ok(
    voltages.every((voltage) => voltage > 0.1 && voltage < 5) && new Set(voltages).size > 1,
    voltages.join(),
  );
  const { items } = await ada.call("listResources");
  assert.equal(
    items.map(({ allowed }) => allowed),
    [2],
  );
  await ada.call("deleteJobs", { body: { ids: [id] } });
});

it("refuses a netlist that would run a program, in a sentence", async () => {
  const name = "regulator.cir.tmpl";
  const netlist = OWN_SPEC.get(name)?.replace(".control\n", ".control\nshell touch /tmp/out\n") ?? "";
  const { id, spec_version_id } = await uploadSpec(new Map(OWN_SPEC).set(name, netlist));
  const problem = "regulator.cir.tmpl, line 29: the command shell is not run here.";
  assert.is((await ada.call("getSpec", { params: { spec_id: id } })).demo_problem, problem);
  const { errors } = await ada.refused("createSpecJob", {
    params: { spec_version_id },
    body: { name: "Shell", objective: "Single Run", resource: { type: "server", id: resourceId } },
  });
  assert.equal(errors.resource, [MESSAGES.resourceConfined("Demo server", problem)]);
});

it("is given no spec of another program, whoever asks", async () => {
  const { _id } = await insertSpecVersion(
    platform.store,
    zoe,
    {},
    { demo_problem: "This one runs python3." },
  );
  const { errors } = await ada.refused("createSpecJob", {
    params: { spec_version_id: _id },
    body: { name: "Other", objective: "Single Run", resource: { type: "server", id: resourceId } },
  });
  assert.equal(errors.resource, [MESSAGES.resourceConfined("Demo server", "This one runs python3.")]);
  // As if it had been chosen before it was a demo server.
  const creator = { id: ada.id, name: ada.name };
  // Its spec version gets its id, which must be free.
  await platform.store.nextId("jobs", 10);
  const job = await storeRunJob(
    platform,
    { resources: [{ id: resourceId, concurrent_simulations: 1 }] },
    { creator },
  );
  await storeSimulations(platform, job._id, 1);
  const [record] = await resources.find({ _id: resourceId });
  assert.ok(record?.only?.length === 1);
  const demoServer = { id: resourceId, name: "Demo server", userId: ada.id };
  assert.equal(await leaseSimulations(platform, { ...demoServer, only: record?.only ?? null }, 1), []);
  assert.is((await leaseSimulations(platform, demoServer, 1)).length, 1);
});

it("ends when it is asked to, and leaves nothing but the spec", async () => {
  const stopped = await ada.call("stopDemoServer");
  assert.equal([stopped.status, stopped.spec_version_id], ["Off", versionId]);
  await eventually("it has left", async () => (await ada.call("listResources")).items.length === 0);
  assert.is(existsSync(join(server.config.dataDir, "demo", String(ada.id))), false);
});

it("is not there where the platform has none", async () => {
  const without = await startTestServer({ ...server.config, demo: false });
  const there = await addPerson(await logInAdmin({ ...server, url: without.url }));
  assert.is((await there.call("getDemoServer")).available, false);
  const { status, message } = await there.refused("startDemoServer");
  assert.equal([status, message], [409, MESSAGES.noDemo]);
});
