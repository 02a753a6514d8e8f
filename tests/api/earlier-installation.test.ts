/** The data of an installation of version 0.1, restored from its backup, under the product of today. */
import { join } from "node:path";
import { readBackup } from "../../server/boot/backup/restore.ts";
import { DATA_VERSION } from "../../server/models/data-version.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { FIXTURES } from "../support/engine/tables.ts";
import { testDatabase, withMongodb } from "../support/processes/databases.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("an installation of version 0.1", { timeout: 120_000 });
const installation = { ...(await testDatabase()), dataDir: temporaryFolder("earlier") };
await readBackup(
  { ...installation, note: () => {} },
  join(FIXTURES, "earlier-versions/installation-0.1.tar.gz"),
);
/** A copy of its job whose emulator cannot be read. Both are as before verdicts were stored with jobs. */
const DAMAGED_ID = 900;
await withMongodb(installation.mongodbUrl, async (client) => {
  const jobs = client.db().collection<{ _id: number; emulator_file?: string }>("jobs");
  await jobs.updateOne({ _id: 1 }, { $unset: { emulator_quality: true } });
  const { _id, ...job } = (await jobs.findOne({ _id: 1 })) ?? { _id: 1 };
  await jobs.insertOne({ ...job, _id: DAMAGED_ID, emulator_file: "emulators/gone.emulator" });
});
const before = Date.now();
const { url } = await startTestServer(installation);
const ada = createCaller(url);
await ada.call("logIn", { body: { email: "ada@example.com", password: "correct horse battery" } });
const params = { job_id: 1 };

it("keeps its people and its jobs", async () => {
  const job = await ada.call("getJob", { params });
  assert.equal([job.name, job.status, job.emulator_version], ["Amplifier of version 0.1", "Complete", 1]);
  const { items } = await ada.call("listJobs", { query: {} });
  assert.equal(
    items.map(({ id }) => id).toSorted((a, b) => a - b),
    [1, DAMAGED_ID],
  );
});

it("predicts what it predicted then, between its bounds", async () => {
  const inputs = { width: 0.3, length: 0.6 };
  const answer = await eventually("the emulator is ready", async () => {
    const predicted = await ada.call("predict", { params, body: { inputs } });
    return predicted.status === "ready" ? predicted : null;
  });
  const gain = answer?.outputs?.gain;
  assert.ok(Math.abs((gain?.values[0] ?? 0) - 44.800006350760114) < 1e-9, String(gain?.values[0]));
  assert.ok(Math.abs((gain?.lower_bounds[0] ?? 0) - 44.80000089068002) < 1e-9);
  assert.ok(Math.abs((gain?.upper_bounds[0] ?? 0) - 44.80001181084021) < 1e-9);
});

it("gets the verdicts of its emulators from a migration, and stays as it was otherwise", async () => {
  const judged = await eventually("it is judged", async () => {
    const job = await ada.call("getJob", { params });
    return job.emulator_quality === null ? null : job;
  });
  assert.ok((judged?.emulator_quality?.validation_rows ?? 0) > 0);
  assert.ok(new Date(judged?.last_modified_time ?? before).getTime() < before);
  const { items } = await ada.call("listJobs", { query: {} });
  const listed = items.find(({ id }) => id === 1);
  assert.ok(listed?.emulator_verdict !== null && listed?.emulator_verdict === judged?.emulator_verdict);
  assert.is((await ada.call("getJob", { params: { job_id: DAMAGED_ID } })).emulator_quality, null);
});

it("has the data version of today once the migrations are over", () =>
  withMongodb(installation.mongodbUrl, async (client) => {
    const settings = client.db().collection<{ _id: string; data_version?: number }>("settings");
    const read = async () => (await settings.findOne({ _id: "installation" }))?.data_version;
    await eventually("all are over", async () => (await read()) === DATA_VERSION);
  }));
