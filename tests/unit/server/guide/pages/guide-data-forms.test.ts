/** Every example on the guide's page about data files is read, as the page says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { classify, isList } from "@understudy/shared/csv/cells.ts";
import { splitHeaderUnit } from "@understudy/shared/csv/header-units.ts";
import { parseList } from "@understudy/shared/csv/list-cell.ts";
import { readComplex } from "@understudy/shared/quantities/complex-number.ts";
import { typedNumber, unitOfNumber } from "@understudy/shared/quantities/typed-number.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("an accepted form on the guide's data page");

const page = readFileSync(join(import.meta.dirname, "../../../../../server/guide/pages/data.md"), "utf8");

/** The examples of a row of a table, with the text of its last cell. */
function readForm(name: string): { examples: string[]; meaning: string } {
  const line = page.split("\n").find((row) => row.startsWith(`| ${name} |`)) ?? "";
  const [, , examples = "", meaning = ""] = line.split(/(?<!\\)\|/);
  const codes = [...examples.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/^"(.*)"$/, "$1"));
  assert.ok(codes.length > 0, name);
  return { examples: codes, meaning };
}

it("is a number that is read as the page says", () => {
  const forms = [
    "SI and SPICE prefixes",
    "Fortran",
    "powers of ten",
    "numpy's numbers",
    "the minus sign of typesetting",
    "percent",
  ];
  for (const form of forms) {
    const { examples, meaning } = readForm(form);
    const [values = ""] = meaning.split(";");
    const expected = values.split(",").map(Number);
    examples.forEach((example, at) => {
      const value = typedNumber(example.replace(" (U+2212)", ""));
      assert.ok(Math.abs((value ?? 0) / (expected[at] ?? expected[0] ?? 0) - 1) < 1e-12, example);
    });
  }
  for (const example of readForm("separators of thousands").examples) {
    const comma = example.endsWith(",5") ? "decimal" : "thousands";
    const value = typedNumber(example, { comma, hasGroupingPoints: comma === "decimal" });
    assert.is(value, comma === "decimal" ? 1234.5 : 10_000, example);
  }
  for (const example of readForm("units").examples.slice(0, 3))
    assert.not.equal(unitOfNumber(example) ?? "", "", example);
});

it("is a unit in a name, a missing value, a curve or a complex number", () => {
  assert.equal(
    readForm("units in names").examples.map((example) => splitHeaderUnit(example)?.name),
    ["R", "Vdd", "I", "U_in", "T", "C"],
  );
  for (const example of readForm("missing values").examples)
    assert.ok(["not finite", "missing word"].includes(classify(example)), example);
  for (const form of ["lists", "numpy's lists"])
    for (const example of readForm(form).examples.filter(isList)) {
      const list = parseList(example);
      assert.is("values" in list ? list.values?.length : 0, 2, example);
    }
  const complex = readForm("complex numbers").examples.slice(0, 6);
  for (const example of complex) assert.not.equal(readComplex(example), null, example);
});
