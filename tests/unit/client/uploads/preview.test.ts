import type { FileHead } from "@understudy/client/uploads/file-head.ts";
import { type CsvPreview, previewCsv } from "@understudy/client/uploads/preview-csv.ts";
import { isSound, mismatchText, rowsText } from "@understudy/client/uploads/preview-text.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { DATA_OPTION_HINTS } from "@understudy/shared/texts/data-option-texts.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the preview of a chosen file");

const completeHead = (text: string): FileHead => {
  const bytes = new TextEncoder().encode(text);
  return { bytes, size: bytes.length, isWhole: true };
};
const parameters = { field: "Parameters File", name: "p.csv", options: NO_DATA_OPTIONS } as const;
const outputs = { field: "Outputs File", name: "o.csv", options: NO_DATA_OPTIONS } as const;
function contents(head: FileHead, file: typeof parameters | typeof outputs) {
  const preview = previewCsv(head, file);
  if ("notCsv" in preview) throw new Error(preview.notCsv);
  return preview;
}

const listTexts = ({ notes }: CsvPreview) => notes.map(({ text }) => text);

it("counts columns and rows, whatever separates them", () => {
  const preview = contents(completeHead("\uFEFFlength;width\r\n1;2\r\n3;4\r\n\r\n"), parameters);
  assert.equal(preview.names, ["length", "width"]);
  assert.is(preview.rows, 2);
  assert.equal(preview.cells, [
    ["1", "2"],
    ["3", "4"],
  ]);
  assert.equal(preview.problems, []);
  assert.ok(isSound(preview));
});

it("names the mistakes as the server will", () => {
  assert.equal(contents(completeHead("a,b\n1,2\n3\n"), parameters).problems, [
    "p.csv, row 3: this row has 1 cell, but the header has 2",
  ]);
  assert.match(contents(completeHead("1,2\n3,4\n"), parameters).problems.join(), /is the header missing\?/);
  assert.match(
    contents(completeHead('y\n"[1, 2]"\n"[1]"\n'), outputs).problems.join(),
    /row 3, column "y": .*number/,
  );
  assert.match(contents(completeHead('a,b\n1,"2\n3,4\n'), parameters).problems.join(), /never closed/);
});

it("says what was passed over above the table, and shows the rows as the server reads them", () => {
  const text = "# tool 1.2\n# date\nR C  T\nOhm F degC\n1000 1e-9 20\n2200 1e-9 25\n";
  const preview = contents(completeHead(text), parameters);
  assert.equal(preview.names, ["R", "C", "T"]);
  assert.equal([preview.rows, preview.cells[0]], [2, ["1000", "1e-9", "20"]]);
  assert.equal([preview.problems, preview.hints], [[], []]);
  assert.equal(listTexts(preview), [
    "Row 4 holds units: Ohm, F, degC.",
    "2 comment lines were passed over.",
    "The cells are separated by blanks.",
  ]);
});

it("says how numbers are read that could be read otherwise, and what is a category", () => {
  const rows = ['10k,"10,000",slow', '4k7,"22,000",fast', "470,470,slow"].join("\n");
  assert.equal(listTexts(contents(completeHead(`R,L,corner\n${rows}\n`), parameters)), [
    'Column "R": 10k is read as 10000.',
    'Column "L": 10,000 is read as ten thousand.',
    'Column "corner" is read as a category of 2 texts: "slow", "fast".',
  ]);
  const unclear = contents(completeHead('x\n"1,200"\n"4,700"\n'), parameters);
  assert.match(unclear.problems.join(), /"1,200" may be 1200 or 1\.200/);
});

it("takes the options into account", () => {
  const text = "y\n1\nNaN\n3\n";
  assert.ok(!isSound(contents(completeHead(text), outputs)));
  const options = { ...NO_DATA_OPTIONS, ignore_failed_runs: true };
  assert.ok(isSound(previewCsv(completeHead(text), { ...outputs, options })));
});

it("offers each choice about how the outputs are read, and says what it does", () => {
  const names = Array.from({ length: 9 }, (_, i) => `id_${i}`).join();
  const text = `${names},s21\n1,2,3,4,5,6,7,8,9,0.1-0.2j\n`;
  const offered = contents(completeHead(text), outputs);
  assert.equal(offered.notes, [
    { text: "Columns id_0 to id_8 may be the 9 points of one curve.", option: "join_numbered_columns" },
    { text: 'Column "s21" holds complex numbers.', option: "complex_as_parts" },
    { text: 'Column "s21" holds complex numbers.', option: "complex_as_polar" },
  ]);
  assert.match(offered.problems.join(), /"0.1-0.2j" is a complex number/);
  const options = { ...NO_DATA_OPTIONS, join_numbered_columns: true, complex_as_parts: true };
  const chosen = previewCsv(completeHead(text), { ...outputs, options });
  assert.ok(isSound(chosen) && !("notCsv" in chosen));
  assert.match(listTexts(chosen).join(), /one curve of 9 points, "id".*read as s21_re, s21_im/);
});

it("reads units in the names of columns, and offers to leave the names as they are", () => {
  const head = completeHead("R (Ohm),Vdd [V]\n1,2\n3,4\n");
  const read = contents(head, parameters);
  assert.equal(read.names, ["R", "Vdd"]);
  assert.equal(read.notes, [
    { text: "The names of columns hold units: R in Ohm and Vdd in V.", option: "header_units" },
  ]);
  const options = { ...NO_DATA_OPTIONS, header_units: false };
  const left = previewCsv(head, { ...parameters, options });
  assert.ok(!("notCsv" in left));
  assert.equal(left.names, ["R (Ohm)", "Vdd [V]"]);
  assert.equal(
    left.notes.map(({ option }) => option),
    ["header_units"],
  );
});

it("names the rows with marks of failed runs, and leaves the choice", () => {
  const gains = Array.from({ length: 40 }, (_, row) =>
    [4, 17].includes(row) ? "1e30" : String(2 + row / 7),
  );
  const text = `gain\n${gains.join("\n")}\n`;
  const [mark, ...furtherMarks] = contents(completeHead(text), outputs).suspectedMarks;
  assert.equal(furtherMarks, []);
  assert.equal([mark?.output, mark?.value, mark?.rows], ["gain", 1e30, [6, 19]]);
  assert.equal(contents(completeHead(text), parameters).suspectedMarks, []);
  const [below] = contents(
    completeHead(`# tool 1.2\nvout\nV\n${gains.join("\n")}\n`),
    outputs,
  ).suspectedMarks;
  assert.equal([below?.output, below?.rows], ["vout", [8, 21]]);
});

it("passes over rows with missing inputs where that is chosen", () => {
  const text = "a,b\n1k,2\n,4\n5k,NaN\n7k,8\n";
  const refused = contents(completeHead(text), parameters);
  assert.is(refused.problems.length, 2);
  assert.equal(refused.hints, [DATA_OPTION_HINTS.ignore_missing_inputs]);
  const options = { ...NO_DATA_OPTIONS, ignore_missing_inputs: true };
  assert.ok(isSound(previewCsv(completeHead(text), { ...parameters, options })));
});

it("says why a file is no CSV", () => {
  for (const [text, reason] of [
    ["PK\u0003\u0004", /Excel workbook/],
    ["%PDF-1.7", /PDF/],
    ["", /empty/],
  ] as const) {
    const preview = previewCsv(completeHead(text), parameters);
    assert.ok("notCsv" in preview);
    assert.match(preview.notCsv, reason);
    assert.ok(!isSound(preview));
  }
});

it("estimates the rows of a file that is read in part, and leaves its cut row alone", () => {
  const lines = `x,y\n${'1,"[1, 2]"\n'.repeat(100)}`;
  const bytes = new TextEncoder().encode(`${lines}1,"[1,`);
  const preview = contents({ bytes, size: bytes.length * 10, isWhole: false }, outputs);
  assert.equal(preview.problems, []);
  assert.is(rowsText(preview), "about 1,000 rows");
});

it("leaves to the rest of a file what its beginning cannot tell", () => {
  const bytes = new TextEncoder().encode('x\n"1,200"\n"4,700"\n');
  const preview = contents({ bytes, size: 10 * bytes.length, isWhole: false }, parameters);
  assert.equal(preview.problems, []);
  assert.match(listTexts(preview).join(), /"1,200" may be 1200 or 1\.200.*unless a later row tells/);
});

it("says when the two files do not belong together", () => {
  const [two, three] = ["a\n1\n2\n", "b\n1\n2\n3\n"].map((text) => contents(completeHead(text), outputs));
  assert.ok(two !== undefined && three !== undefined);
  assert.match(mismatchText(two, three) ?? "", /has 3 rows, but the Parameters File has 2 rows/);
  assert.is(mismatchText(two, two), null);
  assert.is(mismatchText(null, two), null);
});
