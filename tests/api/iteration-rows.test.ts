/** The rows that are read of a job's simulations for its graphs of values by iteration. */
import { iterationRows } from "@understudy/server/api/iteration-rows.ts";
import { assert, suite } from "../harness.ts";
import { makeConfig, makeInput } from "../support/factories.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";

const platform = await openTestPlatform();
const it = suite("the rows of iteration graphs");

/** With complete simulations of so many values each, and one that failed. */
async function wideJob(columns: number, simulations: number) {
  const names = Array.from({ length: columns }, (_, i) => `x${i}`);
  const config = makeConfig({ inputs: names.map((name) => makeInput(name)) });
  const { _id } = await storeRunJob(platform, {}, { status: "Complete" });
  const inputs = Object.fromEntries(names.map((name, i) => [name, i]));
  await storeSimulations(platform, _id, simulations, { status: "Complete", score: 1, inputs });
  await storeSimulations(platform, _id, 1, { status: "Running Failed" }, simulations);
  return { _id, config };
}
const listIndices = async (job: Awaited<ReturnType<typeof wideJob>>) =>
  (await iterationRows(platform.store, job)).map(({ index }) => index);

it("are those of all complete simulations, by rising index", async () => {
  const all = Array.from({ length: 30 }, (_, i) => i);
  assert.equal(await listIndices(await wideJob(3, 30)), all);
});

it("are fewer, the newest, where a job has many variables, whatever fits a batch", async () => {
  const indices = await listIndices(await wideJob(900, 240));
  assert.is(indices.length, Math.floor(200_000 / 900), "In batches of 111.");
  assert.equal([indices[0], indices.at(-1)], [240 - indices.length, 239]);
});
