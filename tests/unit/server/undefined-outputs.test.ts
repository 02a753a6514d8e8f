/** The platform answers that an output is missing where a row does not define it, and never a number. */
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { readJobRows } from "@understudy/server/exports/child/job-rows.ts";
import { parquetRows } from "@understudy/server/files/parquet/parquet-rows.ts";
import { presentRow } from "@understudy/server/presenters/data-row.ts";
import { countPoints } from "@understudy/server/reading/count-points.ts";
import { parquetReadObjects } from "hyparquet";
import { assert, suite } from "../../harness.ts";
import { csv } from "../../support/engine/csv-files.ts";
import { continuous, functionEmulator } from "../../support/engine/function-emulators.ts";
import { write } from "../../support/engine/written-datasets.ts";
import { makeConfig, makeCoordinate, makeOutput } from "../../support/factories.ts";

const it = suite("rows that do not define an output");

const ROW_COUNT = 40;
/** Every fourth row lacks `y`, the last row its curve. */
const lacksY = (row: number): boolean => row % 4 === 1;
const { folder } = await write(
  csv("a,b", ROW_COUNT, (row) => `${row},${(row * 7) % 11}`),
  csv("y,f,curve", ROW_COUNT, (row) => {
    const curve = row === ROW_COUNT - 1 ? "" : `"[${row}, 3]"`;
    return `${lacksY(row) ? "" : 10 ** (row / 10)},"[1, 2]",${curve}`;
  }),
  { options: { ignore_failed_runs: true } },
);
const DEFINED_ROWS = Array.from({ length: ROW_COUNT }, (_, row) => row).filter((row) => !lacksY(row)).length;

it("are presented with null for it", async () => {
  const config = makeConfig({
    outputs: [
      makeOutput("y"),
      ...["f", "curve"].map((name) => makeOutput(name, { type: "Vector", length: 2 })),
    ],
    coordinates: [makeCoordinate("f")],
  });
  const dataset = await openDataset(folder);
  const present = async (row: number) =>
    presentRow(await dataset.readRow("combined", row), config, ["a", "y", "curve"], {}).data;
  assert.equal(await present(5), { a: 5, y: null, curve: [5, 3] });
  assert.equal(await present(ROW_COUNT - 1), {
    a: ROW_COUNT - 1,
    y: 10 ** ((ROW_COUNT - 1) / 10),
    curve: null,
  });
  await dataset.close();
});

it("are null in a Parquet file, which holds all the others", async () => {
  const dataset = await openDataset(folder);
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetRows(dataset, {})) pieces.push(piece);
  await dataset.close();
  const file = new Uint8Array(await new Blob(pieces.map((piece) => new Uint8Array(piece))).arrayBuffer());
  const read = await parquetReadObjects({ file: file.buffer });
  assert.equal(
    read.map(({ y }) => y ?? null),
    Array.from({ length: ROW_COUNT }, (_, row) => (lacksY(row) ? null : 10 ** (row / 10))),
  );
  assert.equal([read[3]?.curve, read[ROW_COUNT - 1]?.curve ?? null], [[3, 3], null]);
});

it("have no place in a heatmap, and are counted beside it", async () => {
  const column = (name: string) => ({ name, spacing: "linear" as const });
  const heatmap = await countPoints({ workDir: folder, x: column("a"), y: column("y") });
  assert.equal(
    [heatmap?.rows, heatmap?.points, heatmap?.undefined_points, heatmap?.left_out],
    [ROW_COUNT, DEFINED_ROWS, ROW_COUNT - DEFINED_ROWS, 0],
  );
  assert.is(
    heatmap?.counts.reduce((sum, count) => sum + count, 0),
    DEFINED_ROWS,
  );
  // What the others hold decides its axis.
  assert.is(heatmap?.y.spacing, "log");
});

it("do not count in the error of an exported model", async () => {
  const emulator = functionEmulator(
    [continuous("a", [0, ROW_COUNT]), continuous("b", [0, 10])],
    ([a = 0]) => 10 ** (a / 10) + 2,
  );
  const { errors } = await readJobRows(folder, emulator);
  assert.ok(Math.abs((errors.get("y") ?? 0) - 2) < 1e-9, `${errors.get("y")}`);
});
