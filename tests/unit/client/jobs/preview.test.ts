import type { FileHead } from "@understudy/client/pages/jobs/new/preview/file-head.ts";
import { previewCsv } from "@understudy/client/pages/jobs/new/preview/preview-csv.ts";
import { isSound, mismatchText, rowsText } from "@understudy/client/pages/jobs/new/preview/preview-text.ts";
import { DATA_OPTION_HINTS, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the preview of a chosen file");

const whole = (text: string): FileHead => {
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

it("counts columns and rows, whatever separates them", () => {
  const preview = contents(whole("\uFEFFlength;width\r\n1;2\r\n3;4\r\n\r\n"), parameters);
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
  assert.equal(contents(whole("a,b\n1,2\n3\n"), parameters).problems, [
    "p.csv, row 3: this row has 1 cell, but the header has 2",
  ]);
  assert.match(contents(whole("1,2\n3,4\n"), parameters).problems.join(), /is the header missing\?/);
  assert.match(
    contents(whole('y\n"[1, 2]"\n"[1]"\n'), outputs).problems.join(),
    /row 3, column "y": .*number/,
  );
  assert.match(contents(whole('a,b\n1,"2\n3,4\n'), parameters).problems.join(), /never closed/);
});

it("takes the options into account", () => {
  const text = "y\n1\nNaN\n3\n";
  assert.ok(!isSound(contents(whole(text), outputs)));
  const options = { ...NO_DATA_OPTIONS, ignore_failed_runs: true };
  assert.ok(isSound(previewCsv(whole(text), { ...outputs, options })));
});

it("names the rows with marks of failed runs, and leaves the choice", () => {
  const gains = Array.from({ length: 40 }, (_, row) =>
    [4, 17].includes(row) ? "1e30" : String(2 + row / 7),
  );
  const text = `gain\n${gains.join("\n")}\n`;
  const [mark, ...furtherMarks] = contents(whole(text), outputs).suspectedMarks;
  assert.equal(furtherMarks, []);
  assert.equal([mark?.output, mark?.value, mark?.rows], ["gain", 1e30, [6, 19]]);
  assert.equal(contents(whole(text), parameters).suspectedMarks, []);
});

it("passes over rows with missing inputs where that is chosen", () => {
  const text = "a,b\n1,2\n,4\n5,NaN\n7,8\n";
  const refused = contents(whole(text), parameters);
  assert.is(refused.problems.length, 2);
  assert.equal(refused.hints, [DATA_OPTION_HINTS.ignore_missing_inputs]);
  const options = { ...NO_DATA_OPTIONS, ignore_missing_inputs: true };
  assert.ok(isSound(previewCsv(whole(text), { ...parameters, options })));
});

it("says why a file is no CSV", () => {
  for (const [text, reason] of [
    ["PK\u0003\u0004", /Excel workbook/],
    ["%PDF-1.7", /PDF/],
    ["", /empty/],
  ] as const) {
    const preview = previewCsv(whole(text), parameters);
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

it("says when the two files do not belong together", () => {
  const [two, three] = ["a\n1\n2\n", "b\n1\n2\n3\n"].map((text) => contents(whole(text), outputs));
  assert.ok(two !== undefined && three !== undefined);
  assert.match(mismatchText(two, three) ?? "", /has 3 rows, but the Parameters File has 2 rows/);
  assert.is(mismatchText(two, two), null);
  assert.is(mismatchText(null, two), null);
});
