import { Matrix } from "@understudy/engine/math/matrix.ts";
import { withResidentRows } from "@understudy/engine/models/gaussian-process/batch.ts";
import type { Points } from "@understudy/engine/models/gaussian-process/points.ts";
import { assert, rejects, suite } from "../../../../harness.ts";

const FEATURE_COUNT = 50;
const ROW_COUNT = 4_000;
const NO_VALUES = new Float64Array(0);

/** 1.6 MB of rows, all of whose entries are `value`. */
const makeRows = (value: number): Points => ({
  family: "matern-5/2",
  scaled: new Matrix(FEATURE_COUNT, ROW_COUNT, new Float64Array(FEATURE_COUNT * ROW_COUNT).fill(value)),
  strengths: NO_VALUES,
  components: new Matrix(0, ROW_COUNT),
  factors: NO_VALUES,
});
/** The first, a middle and the last entry, as they lie in the memory of the kernels. */
const readEntries = (rows: Points): number[] =>
  withResidentRows(rows, (kernels, { scaled: { values, stride } }) => {
    // Whoever borrows the kernels may fill the rest of their memory.
    kernels.matrix64(100, 1_000, false).values.fill(-1);
    return [0, 20 * stride + 7, (FEATURE_COUNT - 1) * stride + ROW_COUNT - 1].map(
      (at) => values[at] ?? Number.NaN,
    );
  });

const it = suite("rows that stay in the memory of the kernels");
it("are what they were, however many others have come since", () => {
  // Twice as many as fit.
  const all = Array.from({ length: 80 }, (_, i) => makeRows(i));
  for (let round = 0; round < 2; round++) {
    for (const [i, rows] of all.entries()) assert.equal(readEntries(rows), [i, i, i], `round ${round}`);
  }
  assert.equal(
    [79, 0, 79].map((i) => readEntries(all[i] ?? makeRows(-2))[0]),
    [79, 0, 79],
  );
});
it("stay after work that failed", async () => {
  const rows = makeRows(7);
  await rejects(
    () =>
      withResidentRows(rows, () => {
        throw new Error("failed");
      }),
    /failed/,
  );
  assert.equal(readEntries(rows), [7, 7, 7]);
});
