/** The page says how many rows define an output, and draws no others. */
import { definedRows } from "@understudy/client/predictions/defined-rows.ts";
import { measuredOnText, rowCountsText } from "@understudy/client/predictions/row-counts-text.ts";
import { describeOutputRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("outputs that not every row defines");
const getName = (name: string): string => (name === "pm" ? "Phase margin" : name);

it("are counted in one sentence, with what is too little to train on", () => {
  const sizes = { data_set_sizes: { combined: 1400, training: 1120, validation: 280 } };
  const describe = (...output_rows: { output: string; rows: number }[]) =>
    describeOutputRows({ ...sizes, output_rows }, getName);
  assert.is(describe(), "");
  assert.is(describe({ output: "pm", rows: 1394 }), "Of 1,400 rows, Phase margin has a value in 1,394.");
  assert.is(
    describe({ output: "pm", rows: 1394 }, { output: "psrr", rows: 3 }),
    "Of 1,400 rows, Phase margin has a value in 1,394 and psrr in 3 (too few to train on).",
  );
});

it("are named on the trust panel with the rows that they were trained and measured on", () => {
  const validation_method = "held-out rows" as const;
  const gain = { name: "gain", training_rows: 320, validation_rows: 80, validation_method };
  const report = { training_rows: 320, validation_rows: 80 };
  assert.is(rowCountsText({ ...report, outputs: [gain] }, getName), "");
  assert.is(
    measuredOnText({ ...report, outputs: [gain] }, getName),
    "Trained on 320 rows; measured on 80 rows held out for validation",
  );
  const fittedLast = {
    ...gain,
    training_rows: 400,
    validation_method: "held-out rows, then every row",
  } as const;
  assert.is(
    measuredOnText({ ...report, training_rows: 400, outputs: [fittedLast] }, getName),
    "Trained on 400 rows; measured on 80 rows before it was trained on these",
  );
  const pm = { name: "pm", training_rows: 160, validation_rows: 41, validation_method };
  assert.is(
    rowCountsText({ ...report, outputs: [gain, pm] }, getName),
    " Where values are missing in the data, fewer rows count: Phase margin is trained on 160 and measured on 41.",
  );
});

it("are measured on held-out rows, or by cross-validation where there are few rows", () => {
  const gain = {
    name: "gain",
    training_rows: 1200,
    validation_rows: 300,
    validation_method: "held-out rows",
  } as const;
  const pm = {
    name: "pm",
    training_rows: 700,
    validation_rows: 700,
    validation_method: "cross-validation",
  } as const;
  const report = { training_rows: 1200, validation_rows: 300 };
  const method = "by cross-validation: each row by models that were fitted without it";
  const heldOut = "Trained on 1,200 rows; measured on 300 rows held out for validation";
  assert.is(measuredOnText({ ...report, outputs: [gain] }, getName), heldOut);
  assert.is(
    measuredOnText({ ...report, outputs: [gain, pm] }, getName),
    `${heldOut}, Phase margin ${method}`,
  );
  assert.is(
    measuredOnText({ training_rows: 700, validation_rows: 700, outputs: [pm] }, getName),
    `Trained on 700 rows; measured ${method}`,
  );
});

it("are compared in the rows that have them, and keep the numbers of these rows", () => {
  const values = [1, 2, 3];
  const compared = { actual: [4, null, 6], values, lower_bounds: values, upper_bounds: values };
  const answer = { status: "ready" as const, indices: [10, 11, 12], outputs: { pm: compared } };
  assert.equal(definedRows(answer, "pm"), {
    indices: [10, 12],
    actual: [4, 6],
    values: [1, 3],
    lower_bounds: [1, 3],
    upper_bounds: [1, 3],
  });
  assert.equal(definedRows(answer, "gain").actual, []);
  assert.equal(definedRows(null, "pm").actual, []);
});
