/** The size that a manifest may have, and that a small one cannot keep the check busy. */
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { createNearest, nearest } from "@understudy/engine/specs/expressions/nearest.ts";
import { compilePattern } from "@understudy/engine/specs/language/safe-pattern.ts";
import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import { MANIFEST_LIMITS, MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";
import { DIVIDER, dividerFiles } from "../../../support/specs/specs.ts";

const it = suite("a manifest made to keep the check busy");

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const scalars = (count: number, name = (i: number) => `v${i}`) =>
  times(count, (i) => ({ name: name(i), type: "Scalar", default_val: 1 }));
const check = (manifest: unknown, files: Record<string, string | null> = {}) =>
  checkManifest(new Map(Object.entries({ ...dividerFiles(manifest), ...files })));

function listProblems(manifest: unknown, files: Record<string, string | null> = {}) {
  const checked = check(manifest, files);
  if ("manifest" in checked) throw new Error("there is nothing wrong with it");
  const sentences = checked.problems.map(({ file, path, message }) => `${file}, ${path}: ${message}`);
  return { sentences, more: checked.more };
}

it("gets its first problems, and how many more there are", () => {
  const variables = times(412, (i) => ({ name: `v ${i}`, type: "Scalar", default_val: 1 }));
  const { sentences, more } = listProblems({
    ...DIVIDER,
    variables,
    variable_groups: [],
    run: { command: ["x"] },
  });
  assert.equal([sentences.length, more], [MAX_VALIDATION_ERRORS, 312]);
});

// One of 29 kB took 100 s, one of 51 kB ten minutes: every entry of the list had its file read anew.
it("reads a template once, however often it is listed", () => {
  const name = (prefix: string) => (i: number) => `${prefix}${String(i).padStart(39, "0")}`;
  const unknown = times(20, (i) => `{{${name("m")(i)}}}`).join("\n");
  const manifest = (templates: string[]) => ({
    ...DIVIDER,
    variables: scalars(1_000, name("n")),
    variable_groups: [],
    run: { command: ["x"], templates },
  });
  const listed = listProblems(manifest(times(20_000, () => "t.tmpl")), { "t.tmpl": unknown });
  assert.equal([listed.sentences.length, listed.more], [21, 0]);
  assert.is(listed.sentences[0], "spec.json, run.templates: must not have more than 200 items");
  const files = Object.fromEntries(times(200, (i) => [`t${i}.tmpl`, unknown]));
  const many = listProblems(manifest(Object.keys(files)), files);
  assert.equal([many.sentences.length, many.more], [100, 3_900]);
  assert.is(
    many.sentences.filter((sentence) => sentence.includes("did you mean")).length,
    20,
    "suggestions are few",
  );
});

it("says which list is too long", () => {
  const lists = {
    variables: scalars(MANIFEST_LIMITS.variables + 1),
    outputs: scalars(MANIFEST_LIMITS.outputs + 1),
    coordinates: times(MANIFEST_LIMITS.coordinates + 1, (i) => ({ name: `c${i}`, grid: [0, 1] })),
    graphs: times(MANIFEST_LIMITS.graphs + 1, (i) => ({ name: `g${i}`, type: "histogram", x: "r1" })),
    score_functions: times(MANIFEST_LIMITS.scoreFunctions + 1, (i) => ({
      name: `s${i}`,
      expression: "gain",
    })),
    variable_groups: times(MANIFEST_LIMITS.groups + 1, (i) => ({ name: `g${i}`, variable_names: [] })),
  };
  for (const [field, list] of Object.entries(lists)) {
    const { sentences } = listProblems({ ...DIVIDER, [field]: list });
    const expected = `spec.json, ${field}: has ${list.length} items; at most ${list.length - 1} are allowed`;
    assert.ok(sentences.includes(expected), sentences.join("\n"));
  }
});

it("cannot ask for a million elements in a few bytes", () => {
  const variables = times(11, (i) => ({ name: `v${i}`, type: "Vector", length: 1_000, default_val: 1 }));
  assert.equal(
    listProblems({ ...DIVIDER, variables, variable_groups: [], run: { command: ["x"] } }).sentences,
    ["spec.json, variables: the Vectors have 11000 elements in total; at most 10000 are allowed"],
  );
});

it("is refused for its size and its depth", () => {
  assert.equal(listProblems(DIVIDER, { "spec.json": null }).sentences, [
    "spec.json, : a manifest may have at most 1 MB",
  ]);
  const deep = `{"x": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
  assert.equal(listProblems(deep).sentences, ["spec.json, : it is nested more than 50 levels deep"]);
});

it("names parts like what every object inherits", () => {
  const named = JSON.stringify({ ...DIVIDER, constructor: 1, toString: 2 }).replace("{", '{"__proto__": 1, ');
  assert.ok("manifest" in check(named));
});

it("repeats no pattern more often than an automaton can hold", () => {
  assert.ok("groups" in compilePattern("(a{1000})"));
  const repeated = compilePattern(`(${"a{1000}".repeat(140)})`);
  assert.match("problem" in repeated ? repeated.problem : "", /must not exceed 1000 in total/);
});

const suggestion = suite("a suggestion");
suggestion("is made for names that people type, and a limited number of times", () => {
  const long = "n".repeat(65);
  assert.is(nearest(`${long}x`, [long]), "");
  assert.is(nearest("gian_db", ["gain_db"]), "; did you mean gain_db?");
  assert.is(nearest("frequenzy_hz", ["freq_hz", "frequency_hz"]), "; did you mean frequency_hz?");
  const twice = createNearest(2);
  assert.equal(
    times(3, () => twice("gainn", ["gain"])),
    ["; did you mean gain?", "; did you mean gain?", ""],
  );
});

const netlist = suite("a netlist");
netlist("of more parameters than a spec has variables asks which of them are meant", () => {
  const text = `t\n${times(1_001, (i) => `.param p${i}=${i}`).join("\n")}\n.ac dec 10 1 10\n`;
  const fields = { netlist: "n", vectors: "v(a)" };
  const made = specFromTemplate("ngspice", fields, new Map([["n", text]]));
  assert.match(
    "errors" in made ? (made.errors.parameters?.[0] ?? "") : "",
    /sets 1001 parameters .* at most 1000$/,
  );
  const chosen = specFromTemplate("ngspice", { ...fields, parameters: "P7 p8" }, new Map([["n", text]]));
  assert.equal("manifest" in chosen ? chosen.manifest.variables.map(({ name }) => name) : [], ["p7", "p8"]);
});
