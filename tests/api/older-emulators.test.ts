/** Emulators that were stored before the platform kept how good they are. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createStorage } from "@understudy/server/files/storage.ts";
import { assert, eventually, suite } from "../harness.ts";
import { owner, params, server, storeJob } from "../support/api/stored-jobs.ts";
import { FIXTURES } from "../support/engine/tables.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("an emulator from before verdicts were stored");

it("gets its verdict once a web process starts, on the job and in the list, and stays as it was otherwise", async () => {
  const storage = createStorage(server.config.dataDir);
  const file = "emulators/a.emulator";
  const job = await storeJob({ status: "Complete", emulator_version: 1, emulator_file: file });
  const damaged = await storeJob({ status: "Complete", emulator_version: 1, emulator_file: file });
  const path = join(storage.workDir(job._id), file);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(join(FIXTURES, "earlier-versions/emulator-5.bin"), path);
  assert.is((await owner.call("getJob", params(job))).emulator_quality, null);

  await startTestServer(server.config);
  const judged = await eventually("it is judged", async () => {
    const read = await owner.call("getJob", params(job));
    return read.emulator_quality === null ? null : read;
  });
  assert.ok((judged?.emulator_quality?.validation_rows ?? 0) > 0);
  assert.ok(judged?.emulator_quality?.outputs.every(({ coverage }) => coverage > 0.5 && coverage <= 1));
  assert.is(judged?.last_modified_time, job.last_modified_time.toISOString());
  const { items } = await owner.call("listJobs", { query: {} });
  const row = items.find(({ id }) => id === job._id);
  assert.ok(row?.emulator_verdict !== null && row?.emulator_verdict === judged?.emulator_verdict);
  assert.is((await owner.call("getJob", params(damaged))).emulator_quality, null);
});
