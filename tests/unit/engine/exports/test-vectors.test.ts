import { parse } from "csv-parse/sync";
import { testVectorsFile } from "../../../../engine/exports/test-vectors.ts";
import { fromCellText } from "../../../../shared/csv-text.ts";
import { assert, suite } from "../../../harness.ts";
import {
  everyInstruction,
  HOSTILE_NAMES,
  sampleModel,
  sampleVectors,
} from "../../../support/exports/sample-model.ts";

const it = suite("test-vectors.csv");
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program, 4);
const [first = "", second = "", third = ""] = HOSTILE_NAMES;
const read = (testVectors = vectors): string[][] =>
  parse(String(testVectorsFile(model, testVectors).contents));

it("has columns of the inputs, then of every output its means and bounds, then those of the program", () => {
  const [names = []] = read();
  const curve = (part: string) =>
    Array.from({ length: 5 }, (_, k) => `${third.toWellFormed()}[${k + 1}]${part}`);
  const block = (suffix: string) => [
    ...[first, `${first} lower`, `${first} upper`].map((name) => name + suffix),
    ...[...curve(""), ...curve(" lower"), ...curve(" upper")].map((name) => name + suffix),
    ...["fixed", "fixed lower", "fixed upper"].map((name) => name + suffix),
  ];
  assert.equal(
    names.map(fromCellText).map((name) => name.toWellFormed()),
    [first, second, "material", ...block(""), ...block(" of the program")],
  );
  const [alone = []] = read({ ...vectors, program: null });
  assert.is(alone.length, 3 + 21);
});

it("has values that read back as the same doubles", () => {
  const [, ...rows] = read();
  assert.is(rows.length, 4);
  rows.forEach((row, i) => {
    const values = (vectors.program ?? []).flatMap(({ mean, lower, upper }) =>
      [mean, lower, upper].flatMap((part) => {
        const size = mean.length / 4;
        return [...(part ?? [])].slice(i * size, (i + 1) * size);
      }),
    );
    assert.equal(row.slice(0, 3).map(Number), [...vectors.points.subarray(3 * i, 3 * i + 3)]);
    assert.equal(row.slice(24).map(Number), values);
  });
});

it("has no name that a spreadsheet would run", () => {
  const [names = []] = read();
  for (const name of names) assert.not.match(name, /^[=+\-@\t\r]/);
});
