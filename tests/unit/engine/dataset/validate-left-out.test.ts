import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";
import {
  check,
  csv,
  LEAVE_OUT,
  soundOutputs,
  soundParameters,
  withRow,
} from "../../../support/engine/csv-files.ts";

const it = suite("rows that are left out by choice");

const ROW_COUNT = 120;
const MARKED_ROWS = [17, 42, 43, 79, 102, 121];
const random = createRandom(1);
const values = Array.from({ length: ROW_COUNT }, () => Array.from({ length: 3 }, () => random.uniform()));
const parameters = csv("a,b,c", ROW_COUNT, (row) => (values[row] ?? []).join());
const computeGain = (row: number): number => {
  const [a = 0, b = 0, c = 0] = values[row] ?? [];
  return 2 + Math.sin(3 * a) + b * c;
};
/** As in the case `failed-runs-as-1e30`, six rows hold the mark of a failed run; `offset` is sound in all rows. */
const outputs = csv(
  "gain,offset",
  ROW_COUNT,
  (row) => `${MARKED_ROWS.includes(row + 2) ? "1e30" : computeGain(row)},${computeGain(row) / 7}`,
);

it("are proposed where they hold a mark of failed runs, and used until it is chosen", async () => {
  const { table, report } = await check(parameters, outputs);
  assert.equal(table?.failedRows, []);
  const [mark, ...furtherMarks] = report?.suspectedMarks ?? [];
  assert.equal(furtherMarks, []);
  assert.equal([mark?.output, mark?.value, mark?.row_count, mark?.rows], ["gain", 1e30, 6, MARKED_ROWS]);
  assert.ok(mark !== undefined && mark.other_values.max < 4);
});

it("lack the output whose mark is chosen, and nothing else", async () => {
  const { table, report, outputRows } = await check(parameters, outputs, {
    options: { failed_run_marks: [{ output: "gain", value: 1e30 }] },
  });
  assert.equal(table?.failedRows, []);
  assert.equal(
    outputRows.flatMap(([gain], row) => (Number.isNaN(gain) ? [row + 2] : [])),
    MARKED_ROWS,
  );
  assert.equal(
    outputRows.map(([, offset]) => offset),
    outputRows.map((_, row) => computeGain(row) / 7),
  );
  assert.equal(report?.suspectedMarks, []);
  assert.equal([report?.leftOut.marks, report?.leftOut.rows], [0, []]);
});

it("are left out, counted and listed once their marks are chosen for all outputs", async () => {
  const gains = csv(
    "gain",
    ROW_COUNT,
    (row) => `${MARKED_ROWS.includes(row + 2) ? "1e30" : computeGain(row)}`,
  );
  const { table, report, outputRows } = await check(parameters, gains, {
    options: { failed_run_marks: [{ output: "gain", value: 1e30 }] },
  });
  assert.equal(
    table?.failedRows,
    MARKED_ROWS.map((row) => row - 2),
  );
  assert.is(outputRows.length, ROW_COUNT - MARKED_ROWS.length);
  assert.equal(report?.leftOut, {
    failed_runs: 0,
    marks: 6,
    missing_inputs: 0,
    by_number: 0,
    rows: MARKED_ROWS,
  });
  const elsewhere = await check(parameters, outputs, {
    options: { failed_run_marks: [{ output: "offset", value: 1e30 }] },
  });
  assert.equal(elsewhere.table?.failedRows, []);
});

it("are left out where one point of a curve is the mark", async () => {
  const curves = csv("vout", 12, (row) => `"[0, ${row}, ${row === 4 ? -999 : row * row}]"`);
  const { table } = await check(soundParameters, curves, {
    options: { failed_run_marks: [{ output: "vout", value: -999 }] },
  });
  assert.equal(table?.failedRows, [4]);
});

it("are chosen by number, whatever they hold", async () => {
  const broken = withRow(soundOutputs, 4, "oops");
  const { table, report, sentences } = await check(soundParameters, broken, {
    options: { left_out_rows: [4, 13, 500] },
  });
  assert.equal(sentences, []);
  assert.equal(table?.failedRows, [2, 11]);
  assert.equal([report?.leftOut.by_number, report?.leftOut.rows], [2, [4, 13]]);
});

it("may lack an input: the report says how, and they are counted and listed", async () => {
  const rows = csv(
    "x,kind",
    16,
    (row) => `${row === 3 ? "" : row === 5 ? "NA" : row},${row % 2 ? "a" : "none"}`,
  );
  const text = withRow(withRow(rows, 9, "nan,a"), 2, "0,a");
  const sound = csv("gain", 16, (row) => `${row * 2}`);
  const refused = await check(text, sound);
  assert.is(refused.errors["Parameters File"]?.at(-1), LEAVE_OUT);
  const { table, report, sentences } = await check(text, sound, { options: { ignore_missing_inputs: true } });
  assert.equal(sentences, []);
  assert.equal(table?.failedRows, [3, 5, 7]);
  assert.equal(table?.inputs[1]?.levels, ["a", "none"]);
  assert.equal([report?.leftOut.missing_inputs, report?.leftOut.rows], [3, [5, 7, 9]]);
});

it("must leave four rows", async () => {
  const { errors } = await check(soundParameters, soundOutputs, {
    options: { left_out_rows: [2, 3, 4, 5, 6, 7, 8, 9, 10] },
  });
  assert.equal(errors, {
    "Outputs File": ["outputs.csv: without the 9 rows left out, 3 rows remain; at least 4 are needed"],
  });
});

it("of another job come first, and are marked and numbered like those of files", async () => {
  const { outputRows, inputRows, table } = await check(parameters, outputs, {
    options: { failed_run_marks: [{ output: "gain", value: 1e30 }], left_out_rows: [3, 14] },
    earlierRows: {
      rows: 12,
      inputs: ["a", "b", "c"].map((name) => ({ name, levels: null })),
      outputs: ["gain", "offset"].map((name) => ({ name, vectorLength: null })),
      read: async function* () {
        for (let row = 0; row < 12; row++)
          yield {
            inputs: Float64Array.of(row, row, row),
            outputs: Float64Array.of(row === 7 ? 1e30 : row, 1),
          };
      },
    },
  });
  // Rows 3 and 14 of all: the second of the other job and the first of the files.
  assert.equal(table?.failedRows, [1, 12]);
  assert.equal([inputRows.length, outputRows.length], [ROW_COUNT + 12, ROW_COUNT + 12 - 2]);
  assert.is(outputRows.filter(([gain]) => Number.isNaN(gain)).length, 1 + MARKED_ROWS.length);
});

/** Lines 1 to 3 are a comment, the header and a row of units; a comment stands below 20 rows. */
function laidOut(header: string, units: string, cells: (row: number) => string): string {
  const rows = Array.from({ length: 40 }, (_, row) => cells(row));
  return ["# tool 1.2", header, units, ...rows.slice(0, 20), "# restarted", ...rows.slice(20), ""].join("\n");
}
const LAID_OUT_MARKS = [5, 12, 30];
const laidOutParameters = laidOut(
  "r,mode",
  "Ohm,",
  (row) => `${row === 9 ? "NA" : `${row + 1}k`},${row % 2 === 0 ? "fast" : "slow"}`,
);
const laidOutCells = (row: number): string =>
  LAID_OUT_MARKS.includes(row) ? "1e30" : `${200 + 7 * row + (row % 5)}m`;

it("are named as in a spreadsheet, and read as their columns are written", async () => {
  const laidOutOutputs = laidOut("gain", "V", laidOutCells);
  const proposed = await check(laidOutParameters, laidOutOutputs, {
    options: { ignore_missing_inputs: true },
  });
  assert.equal(proposed.sentences, []);
  assert.equal(proposed.table?.failedRows, [9]);
  assert.equal([proposed.report?.leftOut.missing_inputs, proposed.report?.leftOut.rows], [1, [13]]);
  const [mark] = proposed.report?.suspectedMarks ?? [];
  assert.equal([mark?.output, mark?.value, mark?.rows], ["gain", 1e30, [9, 16, 35]]);
  assert.equal(mark?.other_values, { min: 0.2, max: 0.477 });

  const { table, report, units, inputRows, outputRows } = await check(laidOutParameters, laidOutOutputs, {
    options: {
      ignore_missing_inputs: true,
      failed_run_marks: [{ output: "gain", value: 1e30 }],
      left_out_rows: [6, 24],
    },
  });
  // Line 24 is a comment.
  assert.equal(table?.failedRows, [2, 5, 9, 12, 30]);
  assert.equal(report?.leftOut.rows, [6, 9, 13, 16, 35]);
  assert.equal([inputRows.length, outputRows.length], [40, 35]);
  assert.equal(
    [inputRows[0], inputRows[39]],
    [
      [1000, 0],
      [40_000, 1],
    ],
  );
  assert.equal([outputRows[0], outputRows.at(-1)], [[0.2], [0.477]]);
  assert.equal(
    [...units],
    [
      ["r", "Ohm"],
      ["gain", "V"],
    ],
  );
});

it("have the numbers of the file that is the reason where files are laid out differently", async () => {
  const outputsOnly = `sep=;\ngain\n${Array.from({ length: 40 }, (_, row) => `${laidOutCells(row)}\n`).join("")}`;
  const { table, report } = await check(laidOutParameters, outputsOnly, {
    options: { ignore_missing_inputs: true, left_out_rows: [6] },
  });
  assert.equal(table?.failedRows, [2, 9]);
  assert.equal(report?.leftOut.rows, [6, 13]);
  assert.equal(report?.suspectedMarks[0]?.rows, [8, 15, 33]);
});

it("are told by the outputs that columns make", async () => {
  const names = Array.from({ length: 9 }, (_, point) => `id_${point}`);
  const numbered = csv(names.join(), 40, (row) =>
    names.map((_, at) => (at === 3 && LAID_OUT_MARKS.includes(row) ? 1e30 : row * at + row / 7)).join(),
  );
  const options = { join_numbered_columns: true };
  const sound = csv("x", 40, (row) => `${row}`);
  const [mark, ...furtherMarks] = (await check(sound, numbered, { options })).report?.suspectedMarks ?? [];
  assert.equal([mark?.output, mark?.value, mark?.rows, furtherMarks.length], ["id", 1e30, [7, 14, 32], 0]);
  const failed_run_marks = [{ output: "id", value: 1e30 }];
  const { table } = await check(sound, numbered, { options: { ...options, failed_run_marks } });
  assert.equal(table?.failedRows, LAID_OUT_MARKS);
});
