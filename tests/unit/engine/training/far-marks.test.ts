import type { Feature } from "@understudy/engine/dataset/columns.ts";
import { collectPoints, rowsWhere, selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { findPointsInCorners } from "@understudy/engine/models/extrapolation/empty-corners.ts";
import { createCornerSearch } from "@understudy/engine/training/calibration/find-empty-corners.ts";
import { estimateFeatureEffects } from "@understudy/engine/training/ensemble/feature-effects.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("marks of points far from the data", { timeout: 120_000 });

const INPUT_COUNT = 8;

/** Trained for a fixed number of steps, so that the machine's load changes nothing. */
async function trained(table: Table): Promise<Emulator> {
  let stopRequests = 0;
  const context = { random: createRandom(1), clock: () => 0, stopRequested: () => ++stopRequests > 3 };
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  return (await finish(train(table, options, context))).emulator;
}

const pointAt = (points: Float64Array, row: number): Float64Array =>
  points.subarray(row * INPUT_COUNT, (row + 1) * INPUT_COUNT);

const isInCorner = (point: Float64Array, inputs: readonly number[]): boolean =>
  inputs.every((input) => (point[input] ?? 0) > 0.6);

function markedShare({ extrapolation }: Emulator, points: Float64Array): number {
  const { far } = extrapolation(points, points.length / INPUT_COUNT);
  return far.reduce((sum, isFar) => sum + isFar, 0) / far.length;
}

/** Rows of eight inputs, of which the first three matter, none of them in the corner of some inputs. */
function designWithoutCorner(inputs: readonly number[], seed: number) {
  const formula = ([a = 0, b = 0, c = 0]: readonly number[]): number => 3 * a + 4 * b * b + 2 * a * b + c;
  const table = syntheticTable(900, INPUT_COUNT, { y: formula }, seed);
  const points = collectPoints(table);
  const outside = rowsWhere(table.rows, (row) => !isInCorner(pointAt(points, row), inputs));
  const inside = rowsWhere(table.rows, (row) => isInCorner(pointAt(points, row), inputs));
  const collectRows = (rows: Int32Array): Float64Array => collectPoints(selectRows(table, rows));
  return {
    training: selectRows(table, outside.slice(0, 200)),
    heldOut: collectRows(outside.slice(200)),
    corner: collectRows(inside),
  };
}

it("are on 80% of a corner of inputs that matter, if no row lies in it, and on 2% of held-out rows at most", async () => {
  const designs = [1, 2, 3].map((seed) => designWithoutCorner([0, 1], seed));
  const marks = await Promise.all(
    designs.map(async ({ training, heldOut, corner }) => {
      const emulator = await trained(training);
      const copy = restoreEmulator(emulator.serialise());
      assert.equal(
        copy.extrapolation(corner, corner.length / INPUT_COUNT),
        emulator.extrapolation(corner, corner.length / INPUT_COUNT),
      );
      return { corner: markedShare(emulator, corner), heldOut: markedShare(emulator, heldOut) };
    }),
  );
  const shown = JSON.stringify(marks);
  assert.ok(
    marks.every(({ corner }) => corner > 0.8),
    shown,
  );
  assert.ok(marks.reduce((sum, { heldOut }) => sum + heldOut, 0) / marks.length < 0.02, shown);
});

it("are on no corner of inputs that change nothing", async () => {
  const { training, corner } = designWithoutCorner([5, 6], 4);
  assert.is(markedShare(await trained(training), corner), 0);
});

/** The training data of a search. @param inputs features x rows, uniform on 0 .. 1 */
function searchData(inputs: Matrix) {
  const feature: Feature = {
    ...{ kind: "value", input: 0, scale: { kind: "identity" } },
    ...{ centre: 0, deviation: 1, lowest: -0.5, highest: 1.5 },
  };
  const data = {
    ...{ inputs, targets: [], sources: new Int32Array(inputs.rows) },
    ...{ folds: new Uint8Array(inputs.columns), foldCount: 1 },
  };
  return { data, features: new Array<Feature>(inputs.rows).fill(feature) };
}

const uniform = (count: number, width: number, seed: number): Matrix => {
  const random = createRandom(seed);
  return new Matrix(
    width,
    count,
    Float64Array.from({ length: count * width }, () => random.uniform()),
  );
};

it("are on 2% of new rows of a random design by chance, on 3% for no number of rows", () => {
  const shares: number[] = [];
  for (const count of [12, 25, 50, 100, 200, 400]) {
    for (const width of [2, 4]) {
      let marked = 0;
      for (let seed = 1; seed <= 40; seed++) {
        const { data, features } = searchData(uniform(count, width, seed));
        const corners = createCornerSearch(data, features)(new Float64Array(width).fill(1 / width));
        const far = findPointsInCorners(corners, uniform(500, width, 1000 + seed));
        marked += far.reduce((sum, isFar) => sum + isFar, 0) / far.length / 40;
      }
      assert.ok(marked < 0.03, `${count} rows of ${width} inputs: ${marked}`);
      shares.push(marked);
    }
  }
  assert.ok(shares.reduce((sum, share) => sum + share, 0) / shares.length < 0.02, `${shares}`);
});

it("need corners that repeated runs do not make more surprising", () => {
  const points = uniform(20, 2, 3);
  const far = (repeats: number): number => {
    const { data, features } = searchData(
      points.gatherColumns(Int32Array.from({ length: 20 * repeats }, (_, at) => at % 20)),
    );
    return createCornerSearch(data, features)(Float64Array.of(1, 1)).features.length;
  };
  assert.is(far(1), 0);
  assert.is(far(10), 0);
});

it("are listed once, however many rows have the same whole number", () => {
  const random = createRandom(5);
  // Whole numbers from 0 to 9, of which no pair lies beyond 4 in both.
  const pairs = Array.from({ length: 4_000 }, () => [1, 2].map(() => Math.floor(10 * random.uniform())));
  const rows = pairs.filter(([first = 0, second = 0]) => first <= 4 || second <= 4).slice(0, 1_500);
  const columns = [0, 1].map((column) => rows.map((row) => row[column] ?? 0));
  const { data, features } = searchData(new Matrix(2, rows.length, Float64Array.from(columns.flat())));
  const { limits, sides } = createCornerSearch(data, features)(Float64Array.of(1, 1));
  const corners = Array.from({ length: limits.length / 2 }, (_, at) =>
    [limits, sides].flatMap((values) => [...values.subarray(2 * at, 2 * at + 2)]).join(" "),
  );
  assert.ok(corners.length > 0);
  assert.is(new Set(corners).size, corners.length);
});

it("are on a corner of the innermost input of nested sweeps", () => {
  // Every second row has the lowest value of the innermost input; the others leave out where both inputs are high.
  const random = createRandom(7);
  const places = Array.from({ length: 3_000 }, () => [random.uniform(), random.uniform()] as const);
  const outside = places.filter(([first, second]) => first < 0.6 || second < 0.6);
  const rows = outside
    .slice(0, 2_000)
    .flatMap(([first, second]) => [[first, 0] as const, [first, second] as const]);
  const columns = [0, 1].map((column) => rows.map((row) => row[column] ?? 0));
  const { data, features } = searchData(new Matrix(2, rows.length, Float64Array.from(columns.flat())));
  const corners = createCornerSearch(data, features)(Float64Array.of(1, 1));
  assert.is(findPointsInCorners(corners, new Matrix(2, 1, Float64Array.of(0.9, 0.9)))[0], 1);
});

/** An ensemble of one linear model. */
function linearEnsemble(slopes: readonly number[]) {
  const width = slopes.length;
  const terms = Int32Array.from(slopes.flatMap((_, feature) => [0, feature, 1]));
  const model = {
    ...{ middles: new Float64Array(width), reaches: new Float64Array(width).fill(1), terms },
    coefficients: Float64Array.of(0, ...slopes),
  };
  const member = {
    ...{ weight: 1, disagreementWeight: 0, varianceWeight: 0, foldWeights: Float64Array.of(1) },
    ...{ models: Int32Array.of(0), outputs: Int32Array.of(0) },
  };
  return {
    models: [{ family: "polynomial" as const, model }],
    targets: [{ members: [member], typicalFoldVariance: 0 }],
  };
}

it("need inputs that matter, of which the innermost one of nested sweeps is one", () => {
  // 40 sweeps of 100 values: half of 128 evenly chosen rows repeat the sweep's values of the other half, which they are compared with.
  const count = 4_000;
  const inputs = Float64Array.from({ length: 2 * count }, (_, at) =>
    at < count ? Math.floor(at / 100) / 40 : (at % 100) / 100,
  );
  const { data } = searchData(new Matrix(2, count, inputs));
  const outputs = [{ targets: Int32Array.of(0) }];
  const effects = runToEnd(estimateFeatureEffects(data, linearEnsemble([1, 1]), outputs));
  assert.ok(
    effects.every((effect) => effect > 0.3),
    `${effects}`,
  );
});

it("need few of a thousand inputs, those with the largest linear effects", () => {
  const [count, width] = [3_000, 1_000];
  const inputs = new Matrix(
    width,
    count,
    uniform(count, width, 2).values.map((value) => Math.sqrt(12) * (value - 0.5)),
  );
  const slopes = Array.from({ length: width }, (_, feature) => (feature === 700 || feature === 31 ? 1 : 0));
  const target = inputs.row(700).map((value, row) => value + inputs.at(31, row));
  const data = { ...searchData(inputs).data, targets: [target] };
  const estimate = estimateFeatureEffects(data, linearEnsemble(slopes), [{ targets: Int32Array.of(0) }]);
  let steps = 0;
  let step = estimate.next();
  for (; !step.done; step = estimate.next()) steps++;
  assert.is(steps, 32);
  const effects = [...step.value.entries()];
  assert.equal(
    effects.filter(([, effect]) => effect > 0.3).map(([feature]) => feature),
    [31, 700],
  );
});
