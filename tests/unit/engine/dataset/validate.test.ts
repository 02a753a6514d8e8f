import { assert, suite } from "../../../harness.ts";
import {
  badOutputs,
  badParameters,
  check,
  csv,
  NUMBER_THEM,
  soundOutputs,
  soundParameters,
  withRow,
} from "../../../support/engine/csv-files.ts";
import { says } from "../../../support/engine/csv-sentences.ts";

const it = suite("files that cannot be used");
const sound = suite("files that can be used");

sound("are read into numbers", async () => {
  const { table, inputRows, outputRows, sentences } = await check(soundParameters, soundOutputs);
  assert.equal(sentences, []);
  assert.equal(table, {
    rows: 12,
    inputs: [
      { name: "x", levels: null },
      { name: "y", levels: null },
    ],
    outputs: [{ name: "gain", vectorLength: null }],
    failedRows: [],
    hasUndefined: false,
  });
  assert.equal(inputRows[5], [5, 2]);
  assert.equal(outputRows[5], [10]);
});

it("name a missing header", async () => {
  says(
    await badParameters(csv("0.5,1", 12, (row) => `${row},1`)),
    "Parameters File",
    "parameters.csv, row 1: this row holds numbers. The first row must hold the names of the columns; is the header missing?",
  );
});

it("name a missing header of lists", async () => {
  const { errors } = await badOutputs(csv('"[1, 2]"', 12, () => '"[1, 2]"'));
  assert.match(errors["Outputs File"]?.[0] ?? "", /row 1: this row holds numbers/);
});

it("name a header cell that is a number", async () => {
  says(
    await badParameters(csv("x,2.5", 12, (row) => `${row},1`)),
    "Parameters File",
    'parameters.csv, row 1, column 2: "2.5" is a number, not the name of a column',
  );
});

it("name a duplicate name and the way on", async () => {
  const text = csv('"dT/dtMax,v",b,"dT/dtMax,v"', 12, (row) => `${row},1,2`);
  says(
    await badOutputs(text),
    "Outputs File",
    'outputs.csv, row 1, column 3: the name "dT/dtMax,v" is already that of column 1',
    NUMBER_THEM,
  );
  const { table } = await check(soundParameters, text, { options: { number_duplicate_names: true } });
  assert.equal(
    table?.outputs.map(({ name }) => name),
    ["dT/dtMax,v", "b", "dT/dtMax,v (2)"],
  );
});

it("number names round those that exist", async () => {
  const text = csv("a,a (2),a,a", 12, (row) => `${row},1,2,3`);
  const { table } = await check(soundParameters, text, { options: { number_duplicate_names: true } });
  assert.equal(new Set(table?.outputs.map(({ name }) => name)).size, 4);
});

it("name a name used in both files", async () => {
  const text = csv("x", 12, (row) => `${row}`);
  says(
    await badOutputs(text),
    "Outputs File",
    'outputs.csv, row 1, column 1: the name "x" is also the name of a parameter',
    NUMBER_THEM,
  );
  const { table } = await check(soundParameters, text, { options: { number_duplicate_names: true } });
  assert.equal(
    table?.outputs.map(({ name }) => name),
    ["x (2)"],
  );
});

it("name an empty name", async () => {
  says(
    await badParameters(csv("x, ", 12, (row) => `${row},1`)),
    "Parameters File",
    "parameters.csv, row 1, column 2: the name of this column is empty",
  );
});

it("name a name that no object can hold", async () => {
  const { sentences } = await badParameters(csv("x,__proto__", 12, (row) => `${row},1`));
  assert.match(sentences[0] ?? "", /column 2: "__proto__" cannot be the name of a column/);
});

it("name ragged rows", async () => {
  says(
    await badParameters(withRow(withRow(soundParameters, 4, "1"), 9, "1,2,3")),
    "Parameters File",
    "parameters.csv, row 4: this row has 1 cell, but the header has 2",
    "parameters.csv, row 9: this row has 3 cells, but the header has 2",
  );
});

it("name an empty row between others, but not blank lines at the end", async () => {
  says(
    await badParameters(withRow(soundParameters, 6, "")),
    "Parameters File",
    "parameters.csv, row 6: this row is empty",
  );
  const { sentences } = await check(`${soundParameters}\n\n`, `${soundOutputs}\r\n \n`);
  assert.equal(sentences, []);
});

it("name a cell that is not a number", async () => {
  says(
    await badParameters(withRow(soundParameters, 7, "5,abc")),
    "Parameters File",
    'parameters.csv, row 7, column "y": "abc" is not a number',
  );
  says(
    await badOutputs(withRow(soundOutputs, 7, "0x1f")),
    "Outputs File",
    'outputs.csv, row 7, column "gain": "0x1f" is not a number',
  );
});

it("name a text that comes before any number of its column", async () => {
  says(
    await badOutputs(withRow(soundOutputs, 2, "abc")),
    "Outputs File",
    'outputs.csv, row 2, column "gain": "abc" is not a number',
  );
});

it("name an outputs column of text once", async () => {
  says(
    await badOutputs(csv("mode", 12, () => "fast")),
    "Outputs File",
    'outputs.csv, row 2, column "mode": "fast" is not a number, nor is any cell of this column. An output must be a number or a list of numbers',
  );
});

it("name a column of text with a few numbers in it", async () => {
  const text = csv("x,kind", 12, (row) => `${row},${row === 7 ? "3" : "abc"[row % 3]}`);
  says(
    await badParameters(text),
    "Parameters File",
    'parameters.csv, column "kind": 11 rows of this column hold text and 1 row numbers, the first in row 9. A column must hold only numbers, or only text',
  );
});

it("name a number too large", async () => {
  says(
    await badParameters(withRow(soundParameters, 3, "1e999,1")),
    "Parameters File",
    'parameters.csv, row 3, column "x": "1e999" is too large a number',
  );
});

it("are refused because they have unequal numbers of rows", async () => {
  says(
    await badOutputs(csv("gain", 14, (row) => `${row}`)),
    "Outputs File",
    "outputs.csv: there are 14 rows, but parameters.csv has 12 rows. Each row must have its counterpart; row 14 of outputs.csv has none",
  );
});

it("are refused because no parameter varies", async () => {
  says(
    await badParameters(csv("x,y", 12, () => "1,a")),
    "Parameters File",
    "parameters.csv: no parameter varies: every row holds the same values, so there is nothing to learn",
  );
});

it("are refused because there are fewer than four rows", async () => {
  const { errors } = await check(
    csv("x", 3, (row) => `${row}`),
    csv("gain", 3, (row) => `${row}`),
  );
  assert.equal(errors, {
    "Parameters File": ["parameters.csv: there are only 3 rows; at least 4 are needed"],
  });
});

it("are refused because there are no rows at all", async () => {
  const { errors } = await check("x\n", "gain\n");
  assert.equal(errors, {
    "Parameters File": ["parameters.csv: there is a header, but there are no rows below it"],
    "Outputs File": ["outputs.csv: there is a header, but there are no rows below it"],
  });
});

it("are refused because a column has a new text in nearly every row", async () => {
  const { sentences } = await check(
    csv("x,R|C|T", 24, (row) => `${row},${row === 7 ? "1|2|6" : `1|2|${row}`}`),
    csv("gain", 24, (row) => `${row}`),
  );
  assert.equal(sentences, [
    'parameters.csv, column "R|C|T": this column holds 23 different texts in 24 rows: it names the runs. Text is taken as a category; leave out columns that only name the runs',
  ]);
});

it("are not refused because of a category with few rows", async () => {
  const { table } = await check(
    csv("x,kind", 12, (row) => `${row},${"abcdefg"[row % 7]}`),
    csv("gain", 12, (row) => `${row}`),
  );
  assert.is(table?.inputs[1]?.levels?.length, 7);
});

it("are refused because a column of text names the runs", async () => {
  const { sentences } = await check(
    csv("x,run", 150, (row) => `${row},run_${row}`),
    csv("gain", 150, (row) => `${row}`),
  );
  assert.is(
    sentences[0],
    'parameters.csv, column "run": this column holds more than 100 different texts. Text is taken as a category; leave out columns that only name the runs',
  );
});
