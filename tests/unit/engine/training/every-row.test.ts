/** With few rows an emulator is trained on all of them, and everything shown is predicted by models fitted without the row. */
import { collectPoints, selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { useOutOfSample } from "@understudy/engine/models/ensemble/out-of-sample.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { train } from "@understudy/engine/training/train.ts";
import { CROSS_VALIDATED_ROWS } from "@understudy/shared/domain/cross-validation.ts";
import { assert, suite } from "../../../harness.ts";
import { finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("every row counts", { timeout: 60_000 });

const formula = ([a = 0, b = 0]: readonly number[]): number =>
  Math.sin(5 * a) + 0.7 * Math.cos(6 * b + 3 * a);
const table = syntheticTable(36, 2, { y: formula }, 3);
const validationRows = [1, 4, 8, 12, 19, 20, 26, 33];

const trainOn = async (data: Table, rows: readonly number[], seed = 1) =>
  (
    await finish(
      train(data, { effort: "quick", validationRows: rows }, { random: createRandom(seed), clock: () => 0 }),
    )
  ).emulator;

const outputValues = ({ outputs: [output] }: Table): Float64Array => output?.values ?? new Float64Array();

const rootMeanSquare = (values: ArrayLike<number>, truth: ArrayLike<number>): number =>
  Math.sqrt(
    Array.from(values).reduce((sum, value, at) => sum + (value - (truth[at] ?? Number.NaN)) ** 2, 0) /
      values.length,
  );

const emulator = await trainOn(table, validationRows);

it("trains on the validation rows too, and predicts them far better than it shows", () => {
  const validation = selectRows(table, Int32Array.from(validationRows));
  const truth = outputValues(validation);
  const { mean = [] } = emulator.predict(collectPoints(validation), validation.rows).get("y") ?? {};
  const [fitted, shown] = [mean, emulator.outOfSample("y")?.mean ?? []].map((values) =>
    rootMeanSquare(values, truth),
  );
  assert.ok((fitted ?? 1) < (shown ?? 0) / 10, `off by ${fitted} at its own rows, ${shown} shown`);
  assert.equal(emulator.outputs[0]?.rowCounts, { training: 36, validation: 36 });
  assert.is(emulator.outputs[0]?.validationMethod, "cross-validation");
});

it("shows a validation row as models predict it that were fitted without it, and stores that in the file", () => {
  const validation = selectRows(table, Int32Array.from(validationRows));
  for (const from of [emulator, restoreEmulator(emulator.serialise())]) {
    const { rows, mean, lower, upper } = from.outOfSample("y") ?? {};
    assert.equal(rows, Int32Array.from(validationRows));
    const truth = outputValues(validation);
    const shown = rootMeanSquare(mean ?? [], truth);
    const fresh = syntheticTable(1000, 2, { y: formula }, 5);
    const predicted = from.predict(collectPoints(fresh), fresh.rows).get("y")?.mean ?? [];
    const actual = rootMeanSquare(predicted, outputValues(fresh));
    assert.ok(shown > actual / 4 && shown < 8 * actual, `shown ${shown}, at new points ${actual}`);
    const inside = truth.filter((value, at) => value >= (lower?.[at] ?? 0) && value <= (upper?.[at] ?? 0));
    assert.ok(inside.length >= 6, `${inside.length} of 8 lie inside`);
  }
});

it("shows no prediction of the outer rows of a grid, which all models are fitted to", async () => {
  const grid: Table = {
    rows: 36,
    inputs: ["a", "b"].map((name, input) => ({
      kind: "continuous",
      name,
      values: Float64Array.from(
        { length: 36 },
        (_, row) => (input === 0 ? Math.floor(row / 6) : row % 6) / 5,
      ),
    })),
    outputs: [
      {
        name: "y",
        size: 1,
        values: Float64Array.from(
          { length: 36 },
          (_, row) => Math.sin(0.6 * Math.floor(row / 6)) + ((row % 6) / 5) ** 2,
        ),
      },
    ],
  };
  const trained = await trainOn(grid, [14, 0, 21]);
  const { rows, mean, upper } = restoreEmulator(trained.serialise()).outOfSample("y") ?? {};
  assert.equal(rows, Int32Array.of(0, 14, 21));
  assert.equal(Array.from(mean ?? [], Number.isFinite), [false, true, true]);
  assert.equal(Array.from(upper ?? [], Number.isFinite), [false, true, true]);
  const first = selectRows(grid, Int32Array.of(0));
  const prediction = trained.predict(collectPoints(first), 1).get("y");
  assert.ok(prediction !== undefined);
  useOutOfSample(prediction, [0], trained.outOfSample("y"));
  assert.ok(Number.isNaN(prediction.mean[0]));
});

it("changes with the validation rows in nothing but the rows that are stored", async () => {
  const points = collectPoints(table);
  for (const rows of [[0, 2], []]) {
    const other = await trainOn(table, rows);
    assert.equal(other.predict(points, table.rows), emulator.predict(points, table.rows));
    assert.is(other.outputs[0]?.coefficientOfDetermination, emulator.outputs[0]?.coefficientOfDetermination);
    assert.equal(other.outOfSample("y")?.rows, Int32Array.from(rows));
  }
});

it("claims by cross-validation no more than is true at new points, over many small tables", async () => {
  const differences: number[] = [];
  for (let seed = 1; seed <= 12; seed++) {
    const small = syntheticTable(16, 2, { y: formula }, seed + 10);
    const trained = await trainOn(small, [0, 5, 9], seed);
    const fresh = syntheticTable(500, 2, { y: formula }, seed + 100);
    const truth = outputValues(fresh);
    const centre = truth.reduce((sum, value) => sum + value / truth.length, 0);
    const predicted = trained.predict(collectPoints(fresh), fresh.rows).get("y")?.mean ?? [];
    const unexplained =
      (rootMeanSquare(predicted, truth) /
        rootMeanSquare(
          truth,
          truth.map(() => centre),
        )) **
      2;
    differences.push((trained.outputs[0]?.coefficientOfDetermination ?? 1) - Math.max(-1, 1 - unexplained));
  }
  const mean = differences.reduce((sum, value) => sum + value / differences.length, 0);
  assert.ok(Math.abs(mean) < 0.15, `shown less true: ${differences.map((value) => value.toFixed(2))}`);
});

it("holds validation rows out of all fits where cross-validation would cost too much", () => {
  const prepareRows = (rows: number) =>
    runToEnd(
      prepare(
        syntheticTable(rows, 1, { y: ([a = 0]) => a }),
        { effort: "quick", validationRows: [3, 4] },
        createRandom(1),
      ),
    );
  const [few, many] = [prepareRows(CROSS_VALIDATED_ROWS - 1), prepareRows(CROSS_VALIDATED_ROWS)];
  assert.equal([few.validation.method, few.trainingData.foldCount], ["cross-validation", 5]);
  assert.is(few.trainingData.inputs.columns, CROSS_VALIDATED_ROWS - 1);
  assert.equal(
    [many.validation.method, many.trainingData.inputs.columns],
    ["held-out rows", CROSS_VALIDATED_ROWS - 2],
  );
  const someRows = syntheticTable(600, 1, { y: ([a = 0]) => a });
  const subset = runToEnd(
    prepare(someRows, { effort: "quick", validationRows: [3, 4] }, createRandom(1), false, false),
  );
  assert.equal([subset.validation.method, subset.trainingData.inputs.columns], ["held-out rows", 598]);
});

it("trains on four rows, with bounds that are finite and say how little they know", async () => {
  for (let rows = 4; rows < 10; rows++) {
    const few = await trainOn(syntheticTable(rows, 1, { y: ([a = 0]) => a * a }, 2), [0]);
    const {
      mean = [],
      lower = [],
      upper = [],
    } = few.predict(Float64Array.of(0.2, 0.5, 0.8), 3).get("y") ?? {};
    for (let at = 0; at < 3; at++) {
      const [low = Number.NaN, middle = Number.NaN, high = Number.NaN] = [lower[at], mean[at], upper[at]];
      assert.ok(
        Number.isFinite(high - low) && low < middle && middle < high,
        `${rows} rows: ${low} .. ${high}`,
      );
    }
  }
});
