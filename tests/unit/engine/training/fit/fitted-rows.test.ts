/** The rows that a task is fitted to. */
import { Matrix } from "@understudy/engine/math/matrix.ts";
import {
  MAX_PROCESS_ROWS,
  MAX_SECOND_ORDER_ROWS,
  selectRows,
} from "@understudy/engine/training/fit/fitted-rows.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the rows of a task");

const ROW_COUNT = 2 * MAX_PROCESS_ROWS;
const data = {
  inputs: new Matrix(
    1,
    ROW_COUNT,
    Float64Array.from({ length: ROW_COUNT }, (_, row) => row),
  ),
  targets: [],
  sources: Int32Array.of(0),
  folds: Uint8Array.from({ length: ROW_COUNT }, (_, row) => (row % 10 === 0 ? 0 : 1)),
  foldCount: 1,
};

it("are all that are not held out for a network, and at most so many of them for a Gaussian process", () => {
  const [network, process] = (["network", "gaussian-process"] as const).map((family) =>
    selectRows(data, { family, fold: 0 }),
  );
  assert.is(network?.training.length, 0.9 * ROW_COUNT);
  assert.is(process?.training.length, MAX_PROCESS_ROWS);
  assert.equal(process?.heldOut, network?.heldOut);
  assert.is(new Set(process?.training).size, MAX_PROCESS_ROWS);
  assert.ok(process?.training.every((row) => row % 10 !== 0));
  // They are drawn from all of the table: a table in the order of a sweep is covered from end to end.
  const quarters = [0, 1, 2, 3].map(
    (quarter) => process?.training.filter((row) => Math.floor((4 * row) / ROW_COUNT) === quarter).length ?? 0,
  );
  assert.ok(
    quarters.every((count) => Math.abs(count / MAX_PROCESS_ROWS - 0.25) < 0.02),
    quarters.join(),
  );
});

it("are at most so many for a network that is fitted by second-order steps, and all for one fitted by mini-batches", () => {
  const countRows = (method: "second-order" | "mini-batch"): number =>
    selectRows(data, { family: "network", method, fold: 0 }).training.length;
  assert.is(countRows("second-order"), MAX_SECOND_ORDER_ROWS);
  assert.is(countRows("mini-batch"), 0.9 * ROW_COUNT);
});

it("are the same for every task, and those of other data are others", () => {
  const task = { family: "gaussian-process", fold: 0 } as const;
  const rows = selectRows(data, task).training;
  assert.equal(selectRows(data, task).training, rows);
  const inputs = new Matrix(1, ROW_COUNT - 1);
  const otherRows = selectRows({ ...data, inputs, folds: data.folds.slice(1) }, task).training;
  assert.is(otherRows.length, rows.length);
  assert.ok(otherRows.some((row, at) => row !== rows[at]));
});

it("of a subsample are fewer for a Gaussian process, too", () => {
  const { training } = selectRows(data, { family: "gaussian-process", fold: 0, subsample: 0.25 });
  assert.is(training.length, 0.25 * 0.9 * ROW_COUNT);
});

it("of few large groups are no more for a Gaussian process, and come from every group", () => {
  const groups = Int32Array.from({ length: ROW_COUNT }, (_, row) => row % 2);
  const { training } = selectRows({ ...data, groups }, { family: "gaussian-process", fold: 0 });
  assert.is(training.length, MAX_PROCESS_ROWS);
  assert.equal(new Set(training.map((row) => row % 2)).size, 2);
});
