import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stageStarts } from "@understudy/server/commands/spec-jobs/starting-points.ts";
import { assert, suite } from "../../../../harness.ts";
import { write } from "../../../../support/engine/written-datasets.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../../../../support/specs/simulations.ts";

const it = suite("the starting points that a job keeps");
const platform = await openTestPlatform();

async function staged(emulator_job_id: number | null, earlier_simulations: boolean): Promise<unknown[]> {
  const earlier = await storeRunJob(platform);
  const { spec_version_id } = earlier;
  await storeSimulations(platform, earlier._id, 2, { status: "Complete", inputs: { x: 0.125 } });
  await storeSimulations(platform, earlier._id, 1, { status: "Running Failed" }, 2);
  const emulator = { file: "search.emulator", version: 1, starts: null };
  const searched = await storeRunJob(platform, { emulator, resources: [] }, { spec_version_id });
  await storeSimulations(platform, searched._id, 1, { status: "Complete", origin: "search" });
  const { run, _id } = await storeRunJob(platform, {}, { spec_version_id });
  const sources = { emulator_job_id, earlier_simulations };
  const file = await stageStarts(platform, _id, spec_version_id ?? 0, sources, run?.variables ?? {});
  return JSON.parse(readFileSync(join(platform.storage.workDir(_id), file), "utf8"));
}

it("are training rows of the emulator's job", async () => {
  const trained = await storeRunJob(platform);
  const rows = Array.from({ length: 20 }, (_, at) => at);
  await write(`x,z\n${rows.map((at) => `${at / 20},${at}`).join("\n")}\n`, `sum\n${rows.join("\n")}\n`, {
    folder: platform.storage.workDir(trained._id),
    percentage: 25,
  });
  const points = await staged(trained._id, false);
  assert.is(points.length, 15);
  assert.ok(
    points.every((point) => JSON.stringify(point).endsWith(`,"y":0.5}`)),
    "y keeps its initial value",
  );
});

it("are, by choice, what servers have simulated for the same version of the spec", async () => {
  assert.equal(await staged(null, true), [
    { x: 0.125, y: 0.5 },
    { x: 0.125, y: 0.5 },
  ]);
  assert.equal(await staged(null, false), []);
});

it("are none where the rows are gone", async () => {
  assert.equal(await staged(999_999, false), []);
});
