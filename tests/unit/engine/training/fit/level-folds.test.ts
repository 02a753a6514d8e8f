import { everyRow, type InputColumn, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { computeUnexplainedShare, listLevelEffects } from "@understudy/engine/training/fit/level-effects.ts";
import { createLevelFolds } from "@understudy/engine/training/fit/level-folds.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../../harness.ts";
import { drawValidationRows, finish } from "../../../../support/engine/tables.ts";

const it = suite("folds of rows on levels", { timeout: 60_000 });

/** The rows of a full factorial design of equally spaced levels from 0 to 1. */
function factorial(counts: readonly number[]): number[][] {
  return counts.reduce<number[][]>(
    (rows, count) =>
      rows.flatMap((row) => Array.from({ length: count }, (_, at) => [...row, at / (count - 1)])),
    [[]],
  );
}

const makeColumns = (rows: readonly number[][]): InputColumn[] =>
  (rows[0] ?? []).map((_, input) => ({
    kind: "continuous",
    name: String.fromCharCode(97 + input),
    values: Float64Array.from(rows, (row) => row[input] ?? 0),
  }));

const makeFolds = (rows: readonly number[][], output: (row: readonly number[]) => number) =>
  createLevelFolds(makeColumns(rows), everyRow(rows.length), [Float64Array.from(rows, output)]);

const sumOfSingles = ([a = 0, b = 0]: readonly number[]): number => Math.sin(3 * a) + b * b;

it("leave out whole inner levels, no neighbouring ones, and predict each of their rows once", () => {
  const rows = factorial([8, 8]);
  const levelFolds = makeFolds(rows, sumOfSingles);
  assert.ok(levelFolds?.leftOut !== undefined);
  const { folds, foldCount, leftOut } = levelFolds;
  for (const [fold, left] of leftOut.entries()) {
    const leftOutRows = new Set(left);
    const wholeLevels = [0, 1].flatMap((input) =>
      Array.from({ length: 8 }, (_, level) => level).filter((level) =>
        rows.every((row, at) => Math.round(7 * (row[input] ?? 0)) !== level || leftOutRows.has(at)),
      ),
    );
    assert.is(8 * wholeLevels.length, left.length, "nothing but whole levels");
    assert.ok(wholeLevels.every((level) => level > 0 && level < 7));
    assert.ok(wholeLevels.every((level) => !wholeLevels.includes(level + 1)));
    folds.forEach((owner, row) => {
      if (owner === fold) assert.ok(leftOutRows.has(row));
    });
  }
  folds.forEach((owner, row) => {
    assert.is(owner === foldCount, !leftOut.some((left) => left.includes(row)));
  });
});

it("are made only where levels explain an output, and every level has its share of the rows", () => {
  assert.ok(makeFolds(factorial([8, 8]), sumOfSingles));
  assert.ok(makeFolds(factorial([4, 4, 4]), ([a = 0, b = 0, c = 0]) => a * a + b * c + Math.exp(c)));
  assert.is(
    makeFolds(factorial([8, 8]), ([a = 0, b = 0]) => Math.sin(3 * a * b)),
    null,
  );
  assert.is(
    makeFolds(factorial([3, 3, 3]), ([a = 0]) => a),
    null,
    "three levels cannot be left out",
  );
  const wholeNumbers = factorial([8, 8]).map((row) => row.map((value) => Math.round(7 * value)));
  assert.is(makeFolds(wholeNumbers, sumOfSingles), null, "nothing lies between whole numbers in a row");
  const random = createRandom(1);
  const many = Array.from({ length: 400 }, () => Array.from({ length: 50 }, () => random.integer(4) / 3));
  assert.is(makeFolds(many, sumOfSingles), null, "hardly a row would be left");
  const scattered = Array.from({ length: 64 }, () => [random.uniform(), random.uniform()]);
  assert.is(makeFolds(scattered, sumOfSingles), null);
  const corners = factorial([2, 2, 2, 2]).map((row) => row.map((value) => 2 * value - 1));
  const axes = [0, 1, 2, 3].flatMap((axis) =>
    [-2, 2].map((value) => Array.from({ length: 4 }, (_, at) => (at === axis ? value : 0))),
  );
  const centre = Array.from({ length: 7 }, () => [0, 0, 0, 0]);
  assert.is(makeFolds([...corners, ...axes, ...centre], sumOfSingles), null, "a central composite design");
});

it("know what effects of levels and of pairs of levels leave unexplained", () => {
  const rows = factorial([5, 6, 5]);
  const levels = [5, 6, 5].map((count, input) => ({
    numbers: Int32Array.from(rows, (row) => Math.round((count - 1) * (row[input] ?? 0))),
    count,
  }));
  const effects = listLevelEffects(levels, rows.length);
  assert.ok(effects !== null);
  const unexplained = (output: (row: readonly number[]) => number) =>
    computeUnexplainedShare(effects, Float64Array.from(rows, output));
  assert.ok(unexplained(([a = 0, b = 0, c = 0]) => Math.exp(a * b) + Math.sin(4 * c)) < 1e-10);
  assert.ok(unexplained(([a = 0, b = 0, c = 0]) => a * b * c) > 1e-4);
  const random = createRandom(2);
  const noise = unexplained(() => random.normal());
  assert.ok(noise > 0.7, "effects explain no noise");
});

it("give bounds that hold between the levels, where rows left out one by one are predicted exactly", async () => {
  const rows = factorial([8, 8]);
  const table: Table = {
    rows: rows.length,
    inputs: makeColumns(rows),
    outputs: [{ name: "y", size: 1, values: Float64Array.from(rows, sumOfSingles) }],
  };
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  const context = { random: createRandom(1), clock: () => 0 };
  const { emulator } = await finish(train(table, options, context));
  const random = createRandom(3);
  const points = Float64Array.from({ length: 1000 }, () => random.uniform());
  const prediction = emulator.predict(points, 500).get("y");
  assert.ok(prediction !== undefined);
  const { mean, lower, upper } = prediction;
  let inside = 0;
  let squares = 0;
  for (let at = 0; at < 500; at++) {
    const truth = sumOfSingles([points[2 * at] ?? 0, points[2 * at + 1] ?? 0]);
    if (truth >= (lower[at] ?? 0) && truth <= (upper[at] ?? 0)) inside += 1;
    squares += ((mean[at] ?? 0) - truth) ** 2;
  }
  assert.ok(inside >= 450, `${inside} of 500 inside`);
  assert.ok(Math.sqrt(squares / 500) < 0.01, `error ${Math.sqrt(squares / 500)}`);
});
