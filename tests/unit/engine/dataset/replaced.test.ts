import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { draftDataset } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { csv } from "../../../support/engine/csv-files.ts";
import {
  outputs,
  parameters,
  ROW_COUNT,
  rows,
  workDir,
  write,
} from "../../../support/engine/written-datasets.ts";

const replaced = suite("a dataset that is replaced");

replaced("stays readable to those who opened it, and leaves nothing behind", async () => {
  const { folder } = await write(parameters, outputs);
  const before = await openDataset(folder);
  await write(
    csv("z", 15, (row) => `${row}`),
    csv("y", 15, (row) => `${row}`),
    { folder },
  );
  assert.is((await before.readRow("combined", 9)).inputs.a, rows[9]?.a);
  await before.close();
  const after = await openDataset(folder);
  assert.equal((await after.readRow("combined", 9)).inputs, { z: 9 });
  await after.close();
  assert.equal(readdirSync(folder).toSorted(), ["data", "data.csv"]);
});

replaced("is not touched by a draft that is given up, and what a dead one left is removed", async () => {
  const { folder } = await write(parameters, outputs);
  const dead = await draftDataset(folder);
  await dead.inputSink(Float64Array.of(1));
  const draft = await draftDataset(folder);
  await draft.discard();
  assert.equal(readdirSync(folder).toSorted(), ["data", "data.csv"]);
  const dataset = await openDataset(folder);
  assert.is(dataset.meta.rows, ROW_COUNT);
  await dataset.close();
  await dead.discard();
});

replaced("cannot be opened when it is damaged", async () => {
  const { folder } = await write(parameters, outputs);
  writeFileSync(join(folder, "data", "meta.json"), '{"version":2}');
  await rejects(openDataset(folder));
  await rejects(openDataset(workDir()), /ENOENT/);
});
