/** A web process that is killed (-9) in every phase of a machine: the next one goes on, and no machine is left behind. */
import type { ChildProcess } from "node:child_process";
import { assert, eventually, suite } from "../harness.ts";
import { logIn } from "../support/api/people.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { createCommandCloud } from "../support/live/command-cloud.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("a web process that is killed while a machine exists", { timeout: 400_000 });

const cloud = createCommandCloud();
const config = await webConfig();
const url = urlOf(config);
const start = () => startWebProcess(config, [], "error", { ...cloud.environment, PUBLIC_URL: url });
let web: ChildProcess = await start();
const platform = await openTestPlatform(config);
const { store } = platform;
const person = await logIn(url, ADMIN_EMAIL);
const owner = await person.call("getUser");

const killAndStart = async () => {
  web.kill("SIGKILL");
  web = await start();
};
const isIn = (phase: string) =>
  eventually(
    `the machine is ${phase}`,
    async () => (await store.machines.findOne({}))?.phase === phase,
    90_000,
  );

it("goes on with each phase where it was, and trains the job", async () => {
  for (const script of ["start", "client", "stop"] as const) cloud.close(script);
  const job = await storeReadJob(platform, owner, { tables: stubbornTables() });
  const params = { params: { job_id: job._id } };
  const read = () => person.call("getJob", params);
  const points = async () => (await person.call("getTrainingProgress", params)).loss.length;
  await person.call("startTraining", { ...params, body: { train_on: "provision" } });
  await eventually(
    "the creation has begun",
    async () => (await store.machines.findOne({}))?.start_until ?? null,
    60_000,
  );
  await killAndStart();
  cloud.open("start");
  await isIn("installing");
  await killAndStart();
  cloud.open("client");
  await eventually("some points", async () => (await points()) >= 2, 120_000);
  const reached = await points();
  await killAndStart();
  await eventually("more points", async () => (await points()) > reached, 90_000);
  await person.call("pauseJob", params);
  await isIn("releasing");
  assert.is(cloud.machines().length, 1, "its deletion waits");
  assert.is((await read()).emulator_version, 1);
  await killAndStart();
  cloud.open("stop");
  await eventually("nothing is left", async () => (await store.machines.count({})) === 0, 90_000);
  assert.equal(cloud.machines(), []);
  assert.is((await read()).status, "Interrupted");
});

it("deletes a machine that a killed process's start creates after its training was stopped", async () => {
  cloud.close("start");
  const job = await storeReadJob(platform, owner);
  const params = { params: { job_id: job._id } };
  const before = cloud.counts();
  await person.call("startTraining", { ...params, body: { train_on: "provision" } });
  await eventually("its command runs", () => cloud.counts().begun > before.begun, 60_000);
  web.kill("SIGKILL");
  await store.jobs.remove({ _id: job._id });
  web = await start();
  await isIn("releasing");
  cloud.open("start");
  const isCreated = () => cloud.counts().created > before.created;
  await eventually("the killed process's command creates it", isCreated, 30_000);
  await eventually("it is deleted", () => cloud.machines().length === 0, 60_000);
  assert.is(await store.machines.count({}), 1, "its record stays as long as another could come");
});
