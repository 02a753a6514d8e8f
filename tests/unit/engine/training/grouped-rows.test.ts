/** Rows that are not independent: sweeps in long format, and runs that were repeated. */
import { groupRows } from "@understudy/engine/dataset/row-groups/detect-grouping.ts";
import type { Table } from "@understudy/engine/dataset/table.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { finish } from "../../../support/engine/tables.ts";

const it = suite("rows that are not independent", { timeout: 300_000 });

type Point = readonly number[];

const makeTable = (
  names: readonly string[],
  points: readonly Point[],
  outputs: readonly number[],
): Table => ({
  rows: points.length,
  inputs: names.map((name, at) => ({
    kind: "continuous",
    name,
    values: Float64Array.from(points, (point) => point[at] ?? 0),
  })),
  outputs: [{ name: "y", size: 1, values: Float64Array.from(outputs) }],
});

async function trained(
  table: Table,
  validationRows: Int32Array,
  groups: Int32Array | null,
): Promise<Emulator> {
  const options = { effort: "standard", validationRows, groups } as const;
  const result = await finish(
    train(table, options, { random: createRandom(1), clock: () => performance.now() }),
  );
  return result.emulator;
}

/**
 * Measures an emulator at new points: the error in standard deviations of the truth, and the share of them inside the
 * bounds.
 */
function measured(emulator: Emulator, points: readonly Point[], truth: readonly number[]) {
  const { mean, lower, upper } =
    emulator.predict(Float64Array.from(points.flat()), points.length).get("y") ?? {};
  const centre = truth.reduce((sum, value) => sum + value / truth.length, 0);
  const variance = truth.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const squares = truth.reduce((sum, value, at) => sum + (value - (mean?.[at] ?? 0)) ** 2, 0);
  const inside = truth.filter(
    (value, at) => value >= (lower?.[at] ?? 0) && value <= (upper?.[at] ?? 0),
  ).length;
  return { error: Math.sqrt(squares / variance), coverage: inside / truth.length };
}

const shownError = (emulator: Emulator): number =>
  Math.sqrt(1 - (emulator.outputs[0]?.coefficientOfDetermination ?? Number.NaN));

/** Plates, each with ten positions: y = (1 + .6 sin(5 u) cos(3 v)) sin(2 s) + v². */
const POSITION_COUNT = 10;
const onPlate = ([u = 0, v = 0, s = 0]: Point): number =>
  (1 + 0.6 * Math.sin(5 * u) * Math.cos(3 * v)) * Math.sin(2 * s) + v * v;
const plates = (count: number, random: Random): Point[] =>
  Array.from({ length: count }, () => [random.uniform(), random.uniform()]).flatMap((plate) =>
    Array.from({ length: POSITION_COUNT }, (_, at) => [...plate, at / (POSITION_COUNT - 1)]),
  );

it("are left out by whole sweeps, so that accuracy and bounds hold on new ones", async () => {
  const coverages: number[] = [];
  for (const seed of [1, 2, 3]) {
    const random = createRandom(seed);
    const points = plates(15, random);
    const news = plates(60, random);
    const truth = news.map(onPlate);
    const table = makeTable(["u", "v", "s"], points, points.map(onPlate));
    const shared = table.inputs
      .slice(0, 2)
      .flatMap((input) =>
        input.kind === "continuous" ? [{ kind: "numeric" as const, values: input.values }] : [],
      );
    const held = Int32Array.from({ length: 3 * POSITION_COUNT }, (_, at) => 12 * POSITION_COUNT + at);
    const grouped = await trained(table, held, groupRows(shared, points.length));
    const onNew = measured(grouped, news, truth);
    coverages.push(onNew.coverage);
    assert.ok(onNew.error < 4 * shownError(grouped), `error ${onNew.error}, shown ${shownError(grouped)}`);

    // The negative control: rows at random are predicted from their neighbours on the same sweep.
    const rowByRow = await trained(table, random.permutation(points.length).slice(0, held.length), null);
    const { error } = measured(rowByRow, news, truth);
    assert.ok(error > 20 * shownError(rowByRow), `error ${error}, shown ${shownError(rowByRow)}`);
  }
  const coverage = coverages.reduce((sum, share) => sum + share / coverages.length, 0);
  assert.ok(coverage >= 0.92, `coverage ${coverages.join(", ")}`);
});

/** A central composite design of four inputs with so many runs of its centre. */
function compositeDesign(centreRuns: number): Point[] {
  const corners = Array.from({ length: 16 }, (_, corner) =>
    [0, 1, 2, 3].map((at) => ((corner >> at) & 1) * 2 - 1),
  );
  const star = [0, 1, 2, 3].flatMap((axis) =>
    [-2, 2].map((value) => [0, 1, 2, 3].map((at) => (at === axis ? value : 0))),
  );
  return [...Array.from({ length: centreRuns }, () => [0, 0, 0, 0]), ...corners, ...star];
}

it("do not vote more than once: runs of the centre of a design that were repeated do no harm", async () => {
  const quadratic = (x: Point): number =>
    3 +
    (x[0] ?? 0) -
    2 * (x[1] ?? 0) +
    1.5 * (x[0] ?? 0) * (x[1] ?? 0) +
    x.reduce((sum, v, at) => sum + (at + 1) * 0.5 * v * v, 0);
  for (const centreRuns of [4, 8]) {
    const random = createRandom(centreRuns);
    const points = compositeDesign(centreRuns);
    const table = makeTable(
      ["a", "b", "c", "d"],
      points,
      points.map((point) => quadratic(point) + 0.05 * random.normal()),
    );
    const emulator = await trained(table, Int32Array.of(centreRuns + 3, centreRuns + 12), null);
    const news = Array.from({ length: 300 }, () => [0, 1, 2, 3].map(() => 2 * random.uniform() - 1));
    const { error } = measured(emulator, news, news.map(quadratic));
    assert.ok(error < 0.1, `${centreRuns} runs of the centre: error ${error}`);
  }
});

it("tell the noise where they repeat a run, also where it grows", async () => {
  const deviation = (x: number): number => 0.02 + 0.5 * x * x;
  const mean = (x: number): number => 1 + Math.sin(3 * x);
  const shares: number[] = [];
  const least: number[] = [];
  for (const seed of [1, 2, 3, 4]) {
    const random = createRandom(seed + 20);
    const points = Array.from({ length: 160 }, (_, row) => [Math.floor(row / 4) / 39]);
    const table = makeTable(
      ["x"],
      points,
      points.map(([x = 0]) => mean(x) + deviation(x) * random.normal()),
    );
    // Every fifth level.
    const held = Int32Array.from({ length: 32 }, (_, at) => 4 * (5 * Math.floor(at / 4) + 2) + (at % 4));
    const emulator = await trained(table, held, null);
    const fifths = [0, 1, 2, 3, 4].map((fifth) => {
      const news = Array.from({ length: 500 }, () => [(fifth + random.uniform()) / 5]);
      return measured(
        emulator,
        news,
        news.map(([x = 0]) => mean(x) + deviation(x) * random.normal()),
      ).coverage;
    });
    shares.push(fifths.reduce((sum, share) => sum + share / 5, 0));
    least.push(Math.min(...fifths));
  }
  const average = shares.reduce((sum, share) => sum + share / shares.length, 0);
  assert.ok(
    average > 0.92 && average < 0.985,
    `coverage ${shares.map((share) => share.toFixed(3)).join(", ")}`,
  );
  const leastAverage = least.reduce((sum, share) => sum + share / least.length, 0);
  assert.ok(leastAverage > 0.88 && Math.min(...least) > 0.7, `least by fifths ${least.join(", ")}`);
});
