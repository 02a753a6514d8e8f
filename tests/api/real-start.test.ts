/** Sliders of jobs whose files were read before the platform looked for a row to start at. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import { datasetFolder, openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { createStorage } from "@understudy/server/files/storage.ts";
import { type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { assert, suite } from "../harness.ts";
import { owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { csv } from "../support/engine/csv-files.ts";
import { write } from "../support/engine/written-datasets.ts";
import { makeConfig } from "../support/factories.ts";

const it = suite("the start of an older job's sliders");
const storage = createStorage(server.config.dataDir);
const ROW_COUNT = 400;
/** The second follows the first, but for a gap in the middle. */
const cell = (row: number) => (row < ROW_COUNT / 2 ? row : row + ROW_COUNT);
const parameters = csv(
  "a,b,c",
  ROW_COUNT,
  (row) => `${cell(row)}.5,${2 * cell(row)}.25,${row % 2 === 0 ? "x" : "y"}`,
);
const outputs = csv("gain", ROW_COUNT, (row) => `${row}`);

/** @param initial the initial value that somebody chose */
async function olderJob(initial: { a?: number } = {}) {
  const _id = await store.nextId("jobs");
  await storage.createWorkDir(_id);
  const folder = storage.workDir(_id);
  const { meta } = await write(parameters, outputs, { folder });
  const { centralRow: _, ...older } = meta;
  writeFileSync(join(datasetFolder(folder), "meta.json"), JSON.stringify(older));
  const { inputs } = defaultConfig(older, { data_options: NO_DATA_OPTIONS, previous: null });
  const config = makeConfig({
    inputs: inputs.map((input) =>
      input.name === "a" ? { ...input, initval: initial.a ?? input.initval } : input,
    ),
  });
  return { folder, config, job: await storeJob({ _id, status: "Complete", config }) };
}
const listInitialValues = ({ inputs }: JobConfig) => inputs.map(({ initval }) => initval);

it("is a row that occurs, not the middle of every range", async () => {
  const { job, config, folder } = await olderJob();
  const start = listInitialValues(await owner.call("getJobConfig", params(job)));
  const dataset = await openDataset(folder);
  const rows = await Promise.all(
    Array.from({ length: dataset.size("combined") }, (_, at) => dataset.readRow("combined", at, [])),
  );
  await dataset.close();
  const occurring = rows.map(({ inputs }) => JSON.stringify(["a", "b", "c"].map((name) => inputs[name])));
  assert.not.ok(occurring.includes(JSON.stringify(listInitialValues(config))));
  assert.ok(occurring.includes(JSON.stringify(start)), JSON.stringify(start));
});

it("stays where somebody chose it", async () => {
  const { job, config } = await olderJob({ a: 12 });
  assert.equal(listInitialValues(await owner.call("getJobConfig", params(job))), listInitialValues(config));
});
