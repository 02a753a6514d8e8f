import { assert, suite } from "../../../harness.ts";
import { findWordHits } from "../../../style/plain-words.ts";

const hits = (...lines: string[]) =>
  findWordHits(lines.join("\n")).map(({ line, rule, text }) => `${line}: ${rule}: ${text}`);

const words = suite("the count of plain words");

words("reports vague names, one-word constants, xOf functions and comments without a sentence", () => {
  assert.equal(
    hits(
      "/** What is left of it. */",
      "const KEPT = 0.95;",
      "function* scaleOf(rows) {",
      "  for (const one of rows) row.found(one.length);",
      "}",
    ),
    [
      "2: one-word constant: KEPT",
      "3: xOf function: scaleOf",
      "4: vague name: one",
      "4: vague name: found",
      "4: vague name: one",
      "1: comment without a sentence: What is left of it.",
    ],
  );
});

words("accepts names of what things are, parts of longer names, and sentences", () => {
  assert.equal(
    hits(
      "/** Each evaluation multiplies the weight of the earlier ones by this factor. */",
      "const EVALUATION_DECAY = 0.95;",
      "const { oneSided, known_rows: knownRows } = options;",
      "const formatScale = (scale) => String(scale);",
    ),
    [],
  );
});

words("does not read texts and comments", () => {
  assert.equal(
    hits('const text = "one found";', "// one found", "/* What one", "found */", "const b = `one`;"),
    [],
  );
});

words("reads the code within a template, and finds its end", () => {
  assert.equal(
    hits(
      `const text = \`one \${rows.map((one) => ({ a: one }))} found\`;`,
      `const known = \`\${a}\` + 'kept';`,
    ),
    ["1: vague name: one", "1: vague name: one", "2: vague name: known"],
  );
});

words("goes on after regular expressions", () => {
  assert.equal(hits("const mark = /^\\s*[#%*]+/;", "const found = 1;"), ["2: vague name: found"]);
});
