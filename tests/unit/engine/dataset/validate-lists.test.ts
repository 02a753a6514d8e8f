import { assert, suite } from "../../../harness.ts";
import {
  badOutputs,
  badParameters,
  check,
  csv,
  soundParameters,
  WAY_ON,
} from "../../../support/engine/csv-files.ts";
import { says } from "../../../support/engine/csv-sentences.ts";

const it = suite("files whose lists cannot be used");

it("name lists that are not equally long", async () => {
  const text = csv("u", 12, (row) => (row === 5 ? '"[1, 2]"' : '"[1, 2, 3]"'));
  says(
    await badOutputs(text),
    "Outputs File",
    'outputs.csv, row 7, column "u": the list has 2 values, but that of row 2 has 3',
  );
});

it("name a number among lists and a list among numbers", async () => {
  const text = csv("u,v", 12, (row) => (row === 5 ? '5,"[1, 2]"' : '"[1, 2]",5'));
  says(
    await badOutputs(text),
    "Outputs File",
    'outputs.csv, row 7, column "u": the cell is a number, but row 2 holds a list',
    'outputs.csv, row 7, column "v": the cell is a list, but row 2 holds a number',
  );
});

it("name broken lists", async () => {
  const broken = ['"[1, 2"', '"[1, 2 3]"', '"[1, [2]]"', '"[1, x]"', '"[1,, 2]"', '"[1, ""2""]"'];
  const text = csv("u", 12, (row) => broken[row] ?? '"[1, 2]"');
  const { sentences } = await badOutputs(text);
  assert.equal(sentences, [
    'outputs.csv, row 2, column "u": the list is not closed with a ]',
    'outputs.csv, row 3, column "u": value 2 of the list, 2 3, is not a number',
    'outputs.csv, row 4, column "u": there is a list inside the list; only flat lists are read',
    'outputs.csv, row 5, column "u": value 2 of the list, x, is not a number',
    'outputs.csv, row 6, column "u": value 2 of the list is empty',
    'outputs.csv, row 7, column "u": value 2 of the list, "2", is not a number',
  ]);
});

it("name lists that hold NaN, and leave their runs out when that is chosen", async () => {
  const text = csv("u", 12, (row) => (row === 3 ? '"[1, NaN]"' : row === 4 ? "[]" : '"[1, 2.]"'));
  const list = "the list is empty or holds values that are not finite";
  says(
    await badOutputs(text),
    "Outputs File",
    `outputs.csv, row 5, column "u": ${list}`,
    `outputs.csv, row 6, column "u": ${list}`,
    WAY_ON,
  );
  const { table } = await check(soundParameters, text, { options: { ignore_failed_runs: true } });
  assert.equal(table?.failedRows, [3, 4]);
  assert.equal(table?.outputs, [{ name: "u", vectorLength: 2 }]);
});

it("name lists without quotes", async () => {
  const { sentences } = await badOutputs(csv("u", 12, () => "[1, 2, 3]"));
  assert.is(
    sentences[0],
    'outputs.csv, row 2: this row has 3 cells, but the header has 1. Lists must stand in double quotes, as in "[1.0, 2.0]"',
  );
});

it("name lists among the parameters", async () => {
  const { sentences } = await badParameters(csv("x,y", 12, (row) => `${row},"[1, 2]"`));
  assert.is(sentences[0], 'parameters.csv, row 2, column "y": the cell is a list; only outputs may be lists');
});
