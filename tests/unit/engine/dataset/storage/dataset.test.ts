import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { changeSplit } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, rejects, suite } from "../../../../harness.ts";
import { check, csv } from "../../../../support/engine/csv-files.ts";
import {
  outputs,
  parameters,
  ROW_COUNT,
  rows,
  shapes,
  write,
} from "../../../../support/engine/written-datasets.ts";

const it = suite("a dataset on the disk");

it("describes its columns", async () => {
  const { meta } = await write(parameters, outputs);
  const a = rows.map((row) => row.a);
  assert.equal(meta.inputs, [
    {
      kind: "numeric",
      name: "a",
      min: Math.min(...a),
      max: Math.max(...a),
      integer: false,
      countsRows: false,
      uniqueValues: null,
      centre: Math.min(...a) / 2 + Math.max(...a) / 2,
    },
    {
      kind: "numeric",
      name: "n",
      min: 0,
      max: 6,
      integer: true,
      countsRows: false,
      uniqueValues: [0, 1, 2, 3, 4, 5, 6],
      centre: 3,
    },
    {
      kind: "categorical",
      name: "shape",
      levels: ["round", "square 9", "square 10"],
      commonest: commonestShape(),
      counts: shapeCounts(),
    },
    {
      kind: "numeric",
      name: "c",
      min: 5,
      max: 5,
      integer: true,
      countsRows: false,
      uniqueValues: [5],
      centre: 5,
    },
  ]);
  assert.equal(
    meta.outputs.map(({ name, kind, length, offset, isCoordinate }) => [
      name,
      kind,
      length,
      offset,
      isCoordinate,
    ]),
    [
      ["gain", "scalar", 1, 0, false],
      ["x", "vector", 3, 1, true],
      ["curve", "vector", 3, 4, false],
    ],
  );
  assert.is(meta.rows, ROW_COUNT);
  assert.is(meta.split.validation + meta.split.training, ROW_COUNT);
});

function shapeCounts(): number[] {
  return ["round", "square 9", "square 10"].map(
    (level) => rows.filter(({ shape }) => shape === level).length,
  );
}

const commonestShape = (): number => shapeCounts().indexOf(Math.max(...shapeCounts()));

it("gives back every row of every set", async () => {
  const { folder } = await write(parameters, outputs);
  const dataset = await openDataset(folder);
  const visitedRows = new Set<number>();
  for (const set of ["training", "validation"] as const) {
    const numbers = await dataset.rowNumbers(set, 0, ROW_COUNT);
    assert.is(numbers.length, dataset.size(set));
    for (const [index, row] of numbers.entries()) {
      visitedRows.add(row);
      if (index % 23 !== 0) continue;
      const read = await dataset.readRow(set, index);
      const { a, n, shape, c, gain, curve } = rows[row] ?? {};
      assert.equal(read.row, row);
      assert.equal(read.inputs, { a, n, shape, c });
      assert.equal([...(read.outputs.gain ?? [])], [gain]);
      assert.equal([...(read.outputs.curve ?? [])], curve);
    }
  }
  assert.is(visitedRows.size, ROW_COUNT);
  await dataset.close();
});

it("reads any rows in any order, with the outputs asked for", async () => {
  const { folder } = await write(parameters, outputs);
  const dataset = await openDataset(folder);
  const rowNumbers = Uint32Array.of(499, 3, 4, 5, 6, 5, 0, 250);
  const read = await dataset.readRows(rowNumbers, ["curve", "gain"]);
  assert.equal(
    [...(read.outputs.gain ?? [])],
    Array.from(rowNumbers, (row) => rows[row]?.gain),
  );
  assert.equal(
    [...(read.outputs.curve ?? [])],
    Array.from(rowNumbers, (row) => rows[row]?.curve ?? []).flat(),
  );
  assert.equal(
    Array.from(rowNumbers, (_, i) => read.inputs[i * 4]),
    Array.from(rowNumbers, (row) => rows[row]?.a),
  );
  assert.equal(Object.keys(read.outputs), ["curve", "gain"]);
  await rejects(dataset.readRows(rowNumbers, ["nothing"]), /no output named nothing/);
  await rejects(dataset.readRow("combined", ROW_COUNT), /no row 500/);
  await rejects(dataset.readRow("validation", -1), /no row -1/);
  await dataset.close();
});

it("finds the row that brute force finds", async () => {
  const random = createRandom(7);
  const { folder } = await write(parameters, outputs);
  const dataset = await openDataset(folder);
  const all = rows.map(({ a }) => a);
  const range = Math.max(...all) - Math.min(...all);
  for (let trial = 0; trial < 60; trial++) {
    const values = { a: random.normal(), n: random.integer(7), shape: shapes[random.integer(3)] ?? "" };
    const discrete = trial % 2 === 0 ? ["n"] : [];
    const set = (["combined", "training", "validation"] as const)[trial % 3] ?? "combined";
    const numbers = await dataset.rowNumbers(set, 0, ROW_COUNT);
    const scored = Array.from(numbers, (row, index) => {
      const { a = 0, n = 0, shape = "" } = rows[row] ?? {};
      const categories = Number(shape !== values.shape) + (discrete.length > 0 ? Number(n !== values.n) : 0);
      const numeric = discrete.length > 0 ? 0 : ((n - values.n) / 6) ** 2;
      return { index, categories, distance: ((a - values.a) / range) ** 2 + numeric + categories };
    });
    const nearest = (candidates: typeof scored) =>
      candidates.reduce(
        (best, candidate) => (candidate.distance < best.distance ? candidate : best),
        candidates[0] ?? { index: -1, distance: 0, categories: 0 },
      ).index;
    const answer = await dataset.nearest(set, values, { discrete });
    assert.equal(answer, {
      index: nearest(scored),
      matchingIndex: nearest(scored.filter(({ categories }) => categories === 0)),
    });
  }
  assert.is((await dataset.nearest("combined", { shape: "triangle" })).matchingIndex, null);
  await dataset.close();
});

it("finds the nearest row over many blocks of the file", async () => {
  const many = 60_000;
  const { folder } = await write(
    csv("a,b,c", many, (row) => `${row},${row * 2},${row % 100}`),
    csv("y", many, (row) => `${row}`),
  );
  const dataset = await openDataset(folder);
  for (const rowNumber of [0, 17, 33_333, many - 1]) {
    const { index } = await dataset.nearest("combined", {
      a: rowNumber + 0.3,
      b: rowNumber * 2,
      c: rowNumber % 100,
    });
    assert.is(index, rowNumber);
    const inTraining = await dataset.nearest("training", {
      a: rowNumber,
      b: rowNumber * 2,
      c: rowNumber % 100,
    });
    const { row } = await dataset.readRow("training", inTraining.index);
    assert.ok(Math.abs(row - rowNumber) < 300, `${row} near ${rowNumber}`);
  }
  await dataset.close();
});

it("is the same however often it is made, and independent of the order of its rows", async () => {
  const first = await write(parameters, outputs);
  const second = await write(parameters, outputs);
  const readSplit = async ({ folder }: { folder: string }) => {
    const dataset = await openDataset(folder);
    const numbers = await dataset.rowNumbers("validation", 0, ROW_COUNT);
    await dataset.close();
    return [...numbers];
  };
  assert.equal(await readSplit(first), await readSplit(second));
  const [header = "", ...lines] = parameters.trim().split("\n");
  const reversed = await write([header, ...lines.toReversed(), ""].join("\n"), outputs);
  assert.equal(
    await readSplit(first),
    (await readSplit(reversed)).map((row) => ROW_COUNT - 1 - row).toReversed(),
  );
});

it("keeps rows with the same inputs on one side", async () => {
  const { folder, meta } = await write(
    csv("x", 400, (row) => `${row % 40}`),
    csv("y", 400, (row) => `${row}`),
    { percentage: 25 },
  );
  assert.is(meta.split.validation, 100);
  const dataset = await openDataset(folder);
  const of = async (set: "training" | "validation") =>
    new Set(Array.from(await dataset.rowNumbers(set, 0, 400), (row) => row % 40));
  const [training, validation] = [await of("training"), await of("validation")];
  assert.is(training.size + validation.size, 40);
  assert.not([...training].some((value) => validation.has(value)));
  await dataset.close();
});

it("has rows on both sides even where few rows differ", async () => {
  const { meta } = await write(
    csv("x", 20, (row) => `${row === 0 ? 1 : 2}`),
    csv("y", 20, (row) => `${row}`),
    { percentage: 50 },
  );
  // Of two points a part of the rows of one is held out: both are trained on.
  assert.equal([meta.split.validation, meta.split.training], [9, 11]);
});

it("changes its split without its data, a larger one containing the smaller", async () => {
  const { folder } = await write(parameters, outputs);
  const before = await openDataset(folder);
  const meta = await changeSplit(folder, { validationPercentage: 35, groupBy: null });
  assert.is(meta.split.validation, 175);
  const after = await openDataset(folder);
  const small = new Set(await before.rowNumbers("validation", 0, ROW_COUNT));
  const large = new Set(await after.rowNumbers("validation", 0, ROW_COUNT));
  assert.is(small.size, 100);
  assert.ok([...small].every((row) => large.has(row)));
  assert.is(after.meta.split.training, 325);
  await before.close();
  await after.close();
});

it("leaves out failed runs, and categories that only they had", async () => {
  const { meta, folder } = await write(
    csv("x,kind", 20, (row) => `${row},${row === 3 ? "b" : row % 2 === 0 ? "c" : "a"}`),
    csv("y,u", 20, (row) => (row === 3 ? "nan,[]" : `${row},"[1, ${row}]"`)),
    { options: { ignore_failed_runs: true } },
  );
  assert.is(meta.rows, 19);
  assert.is(meta.ignoredRows, 1);
  assert.equal(meta.inputs[1], {
    kind: "categorical",
    name: "kind",
    levels: ["a", "c"],
    commonest: 1,
    counts: [9, 10],
  });
  const dataset = await openDataset(folder);
  const { inputs, outputs: values } = await dataset.readRow("combined", 3);
  assert.equal(inputs, { x: 4, kind: "c" });
  assert.equal([...(values.u ?? [])], [1, 4]);
  await dataset.close();
});

it("is downloaded as a table that can be uploaded again", async () => {
  const { folder } = await write(parameters, outputs);
  const text = await readFile(join(folder, "data.csv"), "utf8");
  assert.match(text, /^a,n,shape,c,gain,x,curve\r\n/);
  const lines = text.trim().split("\r\n");
  assert.is(lines.length, ROW_COUNT + 1);
  const read = await check(
    text.replaceAll(/^((?:[^,]*,){3}[^,]*),.*$/gm, "$1"),
    text.replaceAll(/^(?:[^,]*,){4}(.*)$/gm, "$1"),
  );
  assert.equal(read.sentences, []);
  assert.equal(
    read.outputRows,
    rows.map(({ gain, curve }) => [gain, 0, 0.5, 2, ...curve]),
  );
});
