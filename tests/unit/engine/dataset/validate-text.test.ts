import { assert, suite } from "../../../harness.ts";
import {
  type Checked,
  check,
  csv,
  LEAVE_OUT,
  soundOutputs,
  soundParameters,
  type Text,
  WAY_ON,
  withRow,
} from "../../../support/engine/csv-files.ts";

const it = suite("files that are not CSV, or have many problems");

function says(checked: Checked, field: "Parameters File" | "Outputs File", ...sentences: string[]): void {
  assert.equal(checked.errors, { [field]: sentences });
}

const badParameters = (text: Text) => check(text, soundOutputs);

it("are refused as empty", async () => {
  const { errors } = await check("", "\uFEFF \n\n");
  assert.equal(errors, {
    "Parameters File": ["parameters.csv: the file is empty"],
    "Outputs File": ["outputs.csv: the file is empty"],
  });
});

const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
const padded = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(200, 7)]);
const notText: [string, Uint8Array, RegExp][] = [
  ["an Excel workbook", padded(0x50, 0x4b, 3, 4), /zip archive or an Excel workbook \(\.xlsx\)/],
  ["an old Excel workbook", padded(0xd0, 0xcf, 0x11, 0xe0), /old Excel workbook \(\.xls\)/],
  ["UTF-16 with a mark", utf16(soundParameters, true), /UTF-16 text\. Save it as CSV UTF-8/],
  ["UTF-16 without a mark", utf16(soundParameters, false), /UTF-16 text\. Save it as CSV UTF-8/],
  ["gzip", padded(0x1f, 0x8b), /gzip archive/],
  ["a binary file", padded(1, 2, 0, 4, 9, 0, 0, 0, 7, 7, 7, 7), /binary file, not a CSV file/],
];
for (const [name, bytes, expected] of notText) {
  it(`are refused as ${name}`, async () => {
    const { errors } = await badParameters(bytes);
    assert.is(errors["Parameters File"]?.length, 1);
    assert.match(errors["Parameters File"]?.[0] ?? "", expected);
  });
}

it("take several words for missing values for the categories of a column that holds nothing else", async () => {
  const words = ["failed", "none"];
  const { table, sentences } = await check(
    csv("a,state", 12, (row) => `${row},${words[row % 2]}`),
    csv("out", 12, (row) => `${row * row}`),
    { options: { ignore_missing_inputs: true } },
  );
  assert.equal([sentences, table?.rows, table?.inputs[1]?.levels], [[], 12, words]);
});

it("are refused where text is not UTF-8, with the line", async () => {
  const latin = Buffer.from(withRow(soundParameters, 5, "1,µ"), "latin1");
  says(
    await badParameters(latin),
    "Parameters File",
    "parameters.csv: line 5 is not UTF-8 text. Save it as CSV UTF-8",
  );
  const { sentences } = await check(latin, soundOutputs, { chunkSize: 3 });
  assert.equal(sentences, ["parameters.csv: line 5 is not UTF-8 text. Save it as CSV UTF-8"]);
  const cut = Buffer.concat([Buffer.from(soundParameters), Buffer.from([0xe2, 0x82])]);
  assert.match((await badParameters(cut)).sentences[0] ?? "", /line 14 is not UTF-8/);
});

it("are refused with the row of a quote that is never closed", async () => {
  says(
    await badParameters(withRow(withRow(soundParameters, 3, "a,1"), 6, '1,"2')),
    "Parameters File",
    'parameters.csv, row 3, column "x": "a" is not a number',
    "parameters.csv, row 6: a quote opened in this row is never closed",
  );
});

it("are refused with the row of a quote in the wrong place", async () => {
  const after = await badParameters(withRow(soundParameters, 4, '1,"2"3'));
  assert.match(after.sentences[0] ?? "", /row 4: a quoted cell goes on after its closing quote/);
  const inside = await badParameters(withRow(soundParameters, 4, '1,2"3'));
  assert.match(
    inside.sentences[0] ?? "",
    /row 4: there is a quote inside a cell that does not begin with one/,
  );
});

it("are reported together, the first hundred of many, both files shown", async () => {
  const { errors } = await check(
    csv("x,y", 500, () => "1,"),
    csv("gain", 500, () => "nan"),
  );
  const parameters = errors["Parameters File"] ?? [];
  const outputs = errors["Outputs File"] ?? [];
  assert.is(parameters.length, 52);
  assert.equal(parameters.slice(-2), ["and 450 more", LEAVE_OUT]);
  assert.is(parameters[0], 'parameters.csv, row 2, column "y": the cell is empty');
  assert.is(outputs.length, 52);
  assert.equal(outputs.slice(-2), ["and 450 more", WAY_ON]);
});

it("show a hundred problems of one file when the other is sound", async () => {
  const { errors } = await check(
    soundParameters.replace(/\d+,\d+\n$/, ""),
    csv("gain", 500, () => "nan"),
  );
  assert.is(errors["Outputs File"]?.length, 102);
});
