/** A row stays in the data as long as it defines an output: what is missing in it is missing of that output alone. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { knownRows } from "@understudy/engine/dataset/storage/known-rows.ts";
import { loadTrainingTable } from "@understudy/engine/dataset/storage/training-table.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { assert, suite } from "../../../harness.ts";
import { check, csv } from "../../../support/engine/csv-files.ts";
import { write } from "../../../support/engine/written-datasets.ts";

const it = suite("data with outputs that are undefined in some rows");

const ROW_COUNT = 40;
const options = { ignore_failed_runs: true };
const parameters = csv("a,b", ROW_COUNT, (row) => `${row},${(row * 7) % 11}`);
/** Row 0 lacks its curve and its grid, row 1 a point of its curve, row 2 its gain, row 3 all but the grid, row 4 everything. */
const cells = (row: number): string => {
  const gain = [2, 3, 4].includes(row) ? "" : String(row / 8);
  const grid = row === 0 || row === 4 ? "" : '"[0, 1, 2]"';
  const curve = [0, 3, 4].includes(row) ? "nan" : `"[${row}, ${row === 1 ? "NaN" : 2 * row}, 1]"`;
  return `${gain},${grid},${curve}`;
};
const outputs = csv("gain,f,curve", ROW_COUNT, cells);

it("keep every row that defines an output, and leave out those that define none or the grid of a curve alone", async () => {
  const { table, report, sentences } = await check(parameters, outputs, { options });
  assert.equal(sentences, []);
  assert.equal(table?.failedRows, [3, 4]);
  assert.equal([report?.leftOut.failed_runs, report?.leftOut.rows], [2, [5, 6]]);
});

it("hold no number where an output is undefined, and the grid of curves everywhere", async () => {
  const { folder, meta } = await write(parameters, outputs, { options });
  assert.equal(
    meta.outputs.map(({ name, undefinedRows, isCoordinate }) => [name, undefinedRows, isCoordinate]),
    [
      ["gain", 1, false],
      ["f", 0, true],
      ["curve", 2, false],
    ],
  );
  assert.equal([meta.rows, meta.outputs[0]?.max], [ROW_COUNT - 2, (ROW_COUNT - 1) / 8]);
  const dataset = await openDataset(folder);
  const [first, second, third] = await Promise.all([0, 1, 2].map((row) => dataset.readRow("combined", row)));
  await dataset.close();
  assert.equal([...(first?.outputs.f ?? [])], [0, 1, 2]);
  assert.equal([...(first?.outputs.curve ?? [])], [Number.NaN, Number.NaN, Number.NaN]);
  assert.equal([...(second?.outputs.curve ?? [])], [Number.NaN, Number.NaN, Number.NaN]);
  assert.equal([third?.outputs.gain?.[0], third?.outputs.curve?.[1]], [Number.NaN, 4]);
  const lines = (await readFile(join(folder, "data.csv"), "utf8")).split("\r\n");
  assert.equal(lines[1], '0,0,0,"[0, 1, 2]",');
  assert.equal(lines[3], '2,3,,"[0, 1, 2]","[2, 4, 1]"');
});

it("are trained on, counted by output, and taken over by another job as they are", async () => {
  const { folder, meta } = await write(parameters, outputs, { options });
  const config = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null });
  assert.equal(config.output_rows, [
    { output: "gain", rows: ROW_COUNT - 3 },
    { output: "curve", rows: ROW_COUNT - 4 },
  ]);
  const { table } = await loadTrainingTable(folder, { ...config, emulator_outputs: ["gain", "curve"] });
  const curve = table.outputs.find(({ name }) => name === "curve");
  assert.is(curve?.values.filter(Number.isNaN).length, 6);
  const again = await write(parameters, outputs, { options, earlierRows: await knownRows(folder) });
  assert.is(again.meta.rows, 2 * (ROW_COUNT - 2));
  assert.equal(
    again.meta.outputs.map(({ undefinedRows }) => undefinedRows),
    [2, 0, 4],
  );
});

it("ignore an output that hardly any row defines, and are refused where no row defines one", async () => {
  const rare = csv("gain,margin", ROW_COUNT, (row) => `${row},${row < 3 ? row * row : ""}`);
  const { meta } = await write(parameters, rare, { options });
  const config = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null });
  assert.equal(
    config.outputs.map(({ name, ignored }) => [name, ignored]),
    [
      ["gain", false],
      ["margin", true],
    ],
  );
  const never = csv("gain,margin", ROW_COUNT, (row) => `${row},`);
  const { errors } = await check(parameters, never, { options });
  assert.equal(errors, {
    "Outputs File": ['outputs.csv, column "margin": no row that is used has a value'],
  });
  const marked = csv("gain,margin", ROW_COUNT, (row) => `${row},1e30`);
  const failed_run_marks = [{ output: "margin", value: 1e30 }];
  assert.equal((await check(parameters, marked, { options: { failed_run_marks } })).errors, errors);
});

it("become curves from sweeps: an output that lacks a point is interpolated, one that lacks an end is undefined", async () => {
  const DEVICE_COUNT = 12;
  const POINT_COUNT = 5;
  const rows = DEVICE_COUNT * POINT_COUNT;
  const sweep = csv("w,v", rows, (row) => `${Math.floor(row / POINT_COUNT)},${row % POINT_COUNT}`);
  const values = csv("id,gm", rows, (row) => {
    const [device, v] = [Math.floor(row / POINT_COUNT), row % POINT_COUNT];
    const isMissing = (device === 2 && v === 2) || (device === 3 && v === 0);
    return `${isMissing ? "" : device + 2 * v},${device * v}`;
  });
  const { folder, meta } = await write(sweep, values, { options, sweep: { over: "v", by: ["w"] } });
  assert.equal([meta.rows, meta.outputs.find(({ name }) => name === "id")?.undefinedRows], [DEVICE_COUNT, 1]);
  const dataset = await openDataset(folder);
  const { outputs: read } = await dataset.readRow("combined", 2);
  assert.equal([...(read.id ?? [])], [2, 4, 6, 8, 10]);
  const { outputs: cut } = await dataset.readRow("combined", 3);
  await dataset.close();
  assert.ok(cut.id?.every(Number.isNaN) && [...(cut.gm ?? [])].join() === "0,3,6,9,12");
});
