import {
  detectGrouping,
  type GroupingColumn,
  groupRows,
} from "@understudy/engine/dataset/row-groups/detect-grouping.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../../harness.ts";

const test = suite("detecting groups of rows");

const numeric = (values: ArrayLike<number>): GroupingColumn => ({
  kind: "numeric",
  values: Float64Array.from(values),
});

/** Columns of a table given by its rows. */
const makeColumns = (rows: readonly (readonly number[])[]): GroupingColumn[] =>
  (rows[0] ?? []).map((_, at) => numeric(rows.map((row) => row[at] ?? Number.NaN)));

const draw = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random.uniform());
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const pick = (random: Random, count: number): number => random.integer(count);

/** Each device with each point of the sweep. */
const crossed = (devices: readonly (readonly number[])[], sweep: readonly (readonly number[])[]) =>
  devices.flatMap((device) => sweep.map((point) => [...device, ...point]));

const shuffled = <Row>(rows: readonly Row[], random: Random): Row[] =>
  Array.from(random.permutation(rows.length), (at) => rows[at]).filter((row) => row !== undefined);

const gateVoltages = range(25).map((at) => [at * 0.05]);

test("a sweep of every device groups the rows by the inputs of the device, in any order of the rows", () => {
  const random = createRandom(1);
  const rows = crossed(
    range(60).map(() => draw(random, 4)),
    gateVoltages,
  );
  for (const table of [rows, shuffled(rows, random)]) {
    assert.equal(detectGrouping(makeColumns(table)), { shared: [0, 1, 2, 3], swept: [4] });
  }
});

test("values that are read back with jitter still group the rows", () => {
  const random = createRandom(2);
  const rows = crossed(
    range(60).map(() => draw(random, 3)),
    gateVoltages,
  );
  const jittered = rows.map((row) => row.map((value) => value + 1e-5 * random.normal()));
  const columns = makeColumns(jittered);
  assert.equal(detectGrouping(columns), { shared: [0, 1, 2], swept: [3] });
  const groups = groupRows(columns.slice(0, 3), rows.length);
  assert.equal(
    Array.from(groups),
    rows.map((_, row) => Math.floor(row / 25)),
  );
});

test("ten sweeps of ten, sweeps at points of their own and nested sweeps are found", () => {
  const random = createRandom(3);
  const plates = range(10).map(() => draw(random, 2));
  const tenOfTen = crossed(
    plates,
    range(10).map((at) => [at / 9]),
  );
  assert.equal(detectGrouping(makeColumns(tenOfTen)), { shared: [0, 1], swept: [2] });
  const ownPoints = plates.flatMap((plate) => range(10).map(() => [...plate, random.uniform()]));
  assert.equal(detectGrouping(makeColumns(ownPoints)), { shared: [0, 1], swept: [2] });
  const nested = crossed(
    range(30).map(() => draw(random, 3)),
    range(8).flatMap((vgs) => range(5).map((vds) => [vgs / 4, vds / 2])),
  );
  assert.equal(detectGrouping(makeColumns(nested)), { shared: [0, 1, 2], swept: [3, 4] });
});

test("devices of rounded dimensions, and one sampled input, are found", () => {
  const random = createRandom(4);
  const devices = range(60).map(() => [pick(random, 10), pick(random, 8), pick(random, 4)]);
  assert.equal(detectGrouping(makeColumns(crossed(devices, gateVoltages))), {
    shared: [0, 1, 2],
    swept: [3],
  });
  const widths = range(40).map(() => draw(random, 1));
  assert.equal(detectGrouping(makeColumns(crossed(widths, gateVoltages))), { shared: [0], swept: [1] });
});

test("inputs that move together are swept together: a list of corners, a frequency and its logarithm", () => {
  const random = createRandom(5);
  const corners = [
    [0, 1.8, 27],
    [1, 1.98, -40],
    [2, 1.62, 125],
    [0, 1.62, 125],
    [1, 1.8, -40],
  ];
  const devices = range(40).map(() => draw(random, 2));
  assert.equal(detectGrouping(makeColumns(crossed(devices, corners))), { shared: [0, 1], swept: [2, 3, 4] });
  const plates = range(10).map(() => draw(random, 2));
  const frequencies = range(60).map((at) => [10 ** (at / 10), at / 10]);
  assert.equal(detectGrouping(makeColumns(crossed(plates, frequencies))), { shared: [0, 1], swept: [2, 3] });
});

test("designs of independent rows have no groups", () => {
  const random = createRandom(6);
  const grid = (...sizes: number[]): number[][] =>
    sizes.reduce<number[][]>(
      (rows, size) => rows.flatMap((row) => range(size).map((at) => [...row, at])),
      [[]],
    );
  const star = range(4).flatMap((axis) =>
    [-2, 2].map((value) => range(4).map((at) => (at === axis ? value : 0))),
  );
  const corners = grid(2, 2, 2, 2).map((row) => row.map((value) => 2 * value - 1));
  const centre = range(8).map(() => [0, 0, 0, 0]);
  const designs: Record<string, readonly (readonly number[])[]> = {
    "random points": range(200).map(() => draw(random, 5)),
    "a factorial of 8 x 8": grid(8, 8),
    "a factorial of 5 x 5 x 5": grid(5, 5, 5),
    "two levels each, and a sweep": crossed(grid(2, 2, 2, 2, 2), gateVoltages),
    "a half fraction of two levels, and a sweep": crossed(
      grid(2, 2, 2, 2).map((row) => [...row, row.reduce((a, b) => a ^ b, 0)]),
      gateVoltages,
    ),
    "corners of a discrete design with a continuous input": range(300).map(() => [
      pick(random, 5),
      pick(random, 4),
      random.uniform(),
    ]),
    "few levels and continuous inputs": range(120).map(() => [pick(random, 3), ...draw(random, 3)]),
    "discrete inputs": range(500).map(() => [pick(random, 10), pick(random, 10), pick(random, 10)]),
    "most of a discrete factorial": shuffled(grid(5, 4, 10), random).slice(0, 150),
    "a central composite design": [...corners, ...star, ...centre],
    "one input at a time": range(5).flatMap((axis) =>
      range(10).map((value) => range(5).map((at) => (at === axis ? value : 3))),
    ),
    "repeated points": range(40).flatMap(() => {
      const point = draw(random, 2);
      return range(4).map(() => point);
    }),
    "one point nearly everywhere": [
      ...range(40).map(() => [0.5, 0.5]),
      ...range(10).map(() => draw(random, 2)),
    ],
    "rounded random points": range(300).map(() =>
      draw(random, 3).map((value) => Math.round(100 * value) / 100),
    ),
  };
  for (const [name, rows] of Object.entries(designs)) {
    assert.is(detectGrouping(makeColumns(rows)), null, name);
  }
});

test("a category with a level for every group names the groups: its rows count by themselves", () => {
  const random = createRandom(7);
  const rows = crossed(
    range(20).map((device) => [device, ...draw(random, 2)]),
    gateVoltages,
  );
  const [names, ...numericColumns] = makeColumns(rows);
  const columns: GroupingColumn[] = [
    { kind: "categorical", values: names?.values ?? new Float64Array() },
    ...numericColumns,
  ];
  assert.is(detectGrouping(columns), null);
});
