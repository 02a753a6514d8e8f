import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { knownRows } from "@understudy/engine/dataset/storage/known-rows.ts";
import { assert, suite } from "../../../harness.ts";
import { check, csv } from "../../../support/engine/csv-files.ts";
import { outputs, parameters, ROW_COUNT, rows, write } from "../../../support/engine/written-datasets.ts";

const it = suite("a dataset of another job's rows");

it("takes over another job's rows before those of new files, columns matched by name", async () => {
  const source = await write(parameters, outputs);
  const earlierRows = await knownRows(source.folder);
  const { folder, meta } = await write(
    csv("shape,c,a,n", 12, (row) => `${row === 0 ? "oval" : "round"},5,${row},3`),
    csv("curve,gain,x", 12, (row) => `"[1, 2, ${row}]",${row},"[0, 0.5, 2]"`),
    { earlierRows },
  );
  assert.is(meta.rows, ROW_COUNT + 12);
  assert.equal(
    meta.inputs.map(({ name }) => name),
    ["a", "n", "shape", "c"],
  );
  const dataset = await openDataset(folder);
  assert.equal((await dataset.readRow("combined", 7)).inputs, {
    a: rows[7]?.a,
    n: 0,
    shape: rows[7]?.shape,
    c: 5,
  });
  const added = await dataset.readRow("combined", ROW_COUNT);
  assert.equal(added.inputs, { a: 0, n: 3, shape: "oval", c: 5 });
  assert.equal([...(added.outputs.curve ?? [])], [1, 2, 0]);
  await dataset.close();
});

const mismatch = suite("files for another job's columns");

mismatch("must have the same columns", async () => {
  const source = await write(parameters, outputs);
  const { errors } = await check(
    csv("a,n,form,c", 3, () => "1,2,round,5"),
    csv("gain,curve", 3, () => '1,"[1, 2, 3]"'),
    { earlierRows: await knownRows(source.folder) },
  );
  assert.equal(errors, {
    "Parameters File": [
      'parameters.csv: the column "shape", which the source job has, is missing',
      'parameters.csv, row 1: the source job has no column "form"',
    ],
    "Outputs File": ['outputs.csv: the column "x", which the source job has, is missing'],
  });
});

mismatch("must hold the same kinds of values", async () => {
  const source = await write(parameters, outputs);
  const { errors } = await check(
    csv("a,n,shape,c", 2, (row) => (row === 0 ? "one,2,round,5" : "1,2,3,5")),
    csv("gain,x,curve", 2, (row) => (row === 0 ? '1,"[0, 1]",2' : 'low,"[0, 1, 2]","[1, 2, 3]"')),
    { earlierRows: await knownRows(source.folder) },
  );
  assert.equal(errors, {
    "Parameters File": [
      'parameters.csv, row 2, column "a": "one" is not a number, as the source job holds here',
      'parameters.csv, row 3, column "shape": 3 is a number; the source job holds text here',
    ],
    "Outputs File": [
      'outputs.csv, row 2, column "x": the list has 2 values, but that of the source job has 3',
      'outputs.csv, row 2, column "curve": the cell is a number, but the source job holds a list',
      'outputs.csv, row 3, column "gain": "low" is not a number',
    ],
  });
});
