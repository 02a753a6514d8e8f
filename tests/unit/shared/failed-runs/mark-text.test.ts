import { NO_LEFT_OUT_ROWS, type SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { withMarks, withoutMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { describeLeftOut, describeMark, listRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { MAX_FAILED_RUN_MARKS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("sentences about rows that are left out");

const mark = (
  value: number,
  other_values: SuspectedMark["other_values"],
  rows = [17, 203],
): SuspectedMark => ({
  output: "gain",
  value,
  row_count: rows.length,
  rows,
  other_values,
});

it("name a mark, its distance from the other values, and its rows", () => {
  const otherValues = { min: 2.01, max: 3.9 };
  assert.is(
    describeMark(mark(1e30, otherValues)),
    "2 rows hold 1e30 in gain, 30 decades from all other values: rows 17 and 203.",
  );
  assert.is(
    describeMark(mark(0, otherValues, [17])),
    "1 row holds 0 in gain, where all other values are 2.01 to 3.9: row 17.",
  );
  assert.is(
    describeMark(mark(-999, { min: -5000, max: 5000 })),
    "2 rows hold -999 in gain, where all other values (-5000 to 5000) differ from row to row: rows 17 and 203.",
  );
});

it("name ten rows and count the others", () => {
  const rows = Array.from({ length: 12 }, (_, at) => at + 2);
  assert.is(listRows(rows), "2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more");
  assert.is(listRows(rows, 1_000), "2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 990 more");
  assert.is(listRows([5, 7, 9]), "5, 7 and 9");
});

it("say for each reason how many rows are left out", () => {
  const leftOut = { ...NO_LEFT_OUT_ROWS, failed_runs: 1, marks: 2, rows: [5, 7, 9] };
  assert.is(
    describeLeftOut(leftOut, 3),
    "3 rows (1 failed run, 2 rows with a mark of a failed run) are left out, as requested: rows 5, 7 and 9.",
  );
  assert.is(
    describeLeftOut({ ...NO_LEFT_OUT_ROWS, failed_runs: 2, rows: [6, 11] }, 2),
    "2 failed runs are left out, as requested: rows 6 and 11.",
  );
  assert.is(describeLeftOut(NO_LEFT_OUT_ROWS, 1), "1 row is left out, as requested.");
});

it("follow a choice that holds each mark once, and no more than a job takes", () => {
  const chosen = withMarks([{ output: "gain", value: 1e30 }], [mark(1e30, { min: 0, max: 1 })]);
  assert.equal(chosen, [{ output: "gain", value: 1e30 }]);
  assert.equal(withoutMarks(chosen, chosen), []);
  const many = Array.from({ length: 30 }, (_, value) => ({ output: "gain", value }));
  assert.is(withMarks(chosen, many).length, MAX_FAILED_RUN_MARKS);
});
