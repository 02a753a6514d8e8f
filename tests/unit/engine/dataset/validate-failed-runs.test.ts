import { assert, suite } from "../../../harness.ts";
import {
  badOutputs,
  badParameters,
  check,
  csv,
  LEAVE_OUT,
  soundOutputs,
  soundParameters,
  WAY_ON,
  withRow,
} from "../../../support/engine/csv-files.ts";
import { says } from "../../../support/engine/csv-sentences.ts";

const it = suite("files with failed runs");

it("name empty, NaN and Inf cells of parameters", async () => {
  const text = withRow(withRow(withRow(soundParameters, 3, ",1"), 4, "NaN,1"), 5, "-Inf,1");
  says(
    await badParameters(text),
    "Parameters File",
    'parameters.csv, row 3, column "x": the cell is empty',
    'parameters.csv, row 4, column "x": "NaN" is not a finite number',
    'parameters.csv, row 5, column "x": "-Inf" is not a finite number',
    LEAVE_OUT,
  );
});

it("name empty, NaN and Inf outputs and the way on", async () => {
  const rows = csv("a,b", 12, (row) => `${row},1`);
  const text = [
    [3, ",1"],
    [4, "nan,1"],
    [5, "1,Infinity"],
    [6, "1,N/A"],
  ].reduce((outputText, [row, line]) => withRow(outputText, Number(row), String(line)), rows);
  says(
    await badOutputs(text),
    "Outputs File",
    'outputs.csv, row 3, column "a": the cell is empty',
    'outputs.csv, row 4, column "a": "nan" is not a finite number',
    'outputs.csv, row 5, column "b": "Infinity" is not a finite number',
    'outputs.csv, row 6, column "b": "N/A" is not a finite number',
    WAY_ON,
  );
});

it("name the words that stand for failed runs, and are used without them when that is chosen", async () => {
  const words = [
    "failed",
    "ERROR",
    "-",
    "--",
    "?",
    "no convergence",
    "nan(ind)",
    "#N/A",
    "undefined",
    "n.a.",
  ];
  const text = csv("a,b", 30, (row) => `${row < words.length ? words[row] : row},${row}`);
  const inputs = csv("x,mode", 30, (row) => `${row},${row % 2 === 0 ? "-" : "failed"}`);
  const { sentences } = await check(inputs, text);
  assert.is(sentences[0], 'outputs.csv, row 2, column "a": "failed" is not a finite number');
  assert.is(sentences.at(-1), WAY_ON);
  const { table, outputRows } = await check(inputs, text, { options: { ignore_failed_runs: true } });
  assert.equal(
    outputRows.map(([a = 0]) => Number.isNaN(a)),
    outputRows.map((_, row) => row < words.length),
  );
  assert.equal(table?.inputs[1]?.levels, ["-", "failed"], "in a column of texts they are categories");
});

it("are used without their failed runs when that is chosen", async () => {
  const text = withRow(withRow(soundOutputs, 3, "nan"), 13, "inf");
  const { table, outputRows, inputRows } = await check(soundParameters, text, {
    options: { ignore_failed_runs: true },
  });
  assert.equal(table?.failedRows, [1, 11]);
  assert.is(inputRows.length, 12);
  assert.equal(outputRows.length, 10);
});

it("are refused when too few runs are left without the failed ones", async () => {
  const failed = [3, 4, 5, 6, 7, 8, 9, 10, 11];
  const text = failed.reduce((outputs, row) => withRow(outputs, row, ""), soundOutputs);
  const { errors } = await check(soundParameters, text, { options: { ignore_failed_runs: true } });
  assert.equal(errors, {
    "Outputs File": ["outputs.csv: without the 9 failed runs, 3 rows remain; at least 4 are needed"],
  });
});

it("are refused when every run failed", async () => {
  const text = csv("a,b", 12, () => "nan,");
  const { errors } = await check(soundParameters, text, { options: { ignore_failed_runs: true } });
  assert.match(errors["Outputs File"]?.[0] ?? "", /without the 12 failed runs, 0 rows remain/);
});
