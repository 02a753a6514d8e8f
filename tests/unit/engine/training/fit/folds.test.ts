import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createFolds, heldOutRows, trainingRows } from "@understudy/engine/training/fit/folds.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the folds of a training");

it("keep rows with the same inputs in one fold, every row in one", () => {
  const count = 600;
  const inputs = Float64Array.from({ length: count }, (_, i) => i % 50);
  const { folds, foldCount } = createFolds(new Matrix(1, count, inputs), createRandom(1));
  assert.is(foldCount, 5);
  for (let row = 50; row < count; row++) assert.is(folds[row], folds[row % 50]);
  const rows = Array.from({ length: foldCount }, (_, fold) => Array.from(heldOutRows(folds, fold)));
  assert.equal(
    rows.map((foldRows) => foldRows.length),
    [120, 120, 120, 120, 120],
  );
  for (const [fold, foldRows] of rows.entries()) {
    const together = [...foldRows, ...trainingRows({ folds }, fold)].sort((a, b) => a - b);
    assert.equal(
      together,
      Array.from({ length: count }, (_, row) => row),
    );
  }
});

it("deal the rows of a handful of repeated points singly, so that no fold misses one", () => {
  const count = 90;
  const inputs = Float64Array.from({ length: count }, (_, i) => i % 3);
  const { folds, foldCount } = createFolds(new Matrix(1, count, inputs), createRandom(1));
  for (let fold = 0; fold < foldCount; fold++) {
    assert.is(new Set(Array.from(trainingRows({ folds }, fold), (row) => inputs[row])).size, 3);
  }
});

it("of many rows leave one share out of all fits", () => {
  const count = 10_000;
  const inputs = Float64Array.from({ length: count }, (_, i) => i);
  const { folds, foldCount } = createFolds(new Matrix(1, count, inputs), createRandom(1));
  assert.is(foldCount, 1);
  assert.is(heldOutRows(folds, 0).length, 1500);
});
