/** The problems that the check of a manifest finds in each of its parts. */
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { assert, suite } from "../../../harness.ts";
import {
  findProblems,
  listMessages,
  makeManifest,
  makeSpecFiles,
  NO_PROBLEM,
  putting,
} from "../../../support/specs/changed-manifests.ts";

const it = suite("the parts of a manifest");

it("refuses names that are none, and names that are given twice", () => {
  assert.match(
    putting(["outputs", 1, "name"], "power loss")[0],
    /^outputs\[1\]\.name: "power loss" is not a valid name/,
  );
  assert.match(putting(["outputs", 1, "name"], "__proto__")[0], /cannot be used as a name/);
  assert.match(putting(["outputs", 1, "name"], "w")[0], /"w" is already the name of a variable/);
  assert.match(
    putting(["coordinates", 0, "name"], "gain").join(),
    /"gain" is already the name of a coordinate/,
  );
});

it("refuses ranges that are upside down and defaults outside of them", () => {
  const variable = (fields: object) => putting(["variables", 0], { name: "w", type: "Scalar", ...fields });
  assert.equal(variable({ absolute_min: 2, absolute_max: 1, default_val: 1 }), [
    "variables[0].absolute_min: 2 is greater than absolute_max, 1",
  ]);
  assert.equal(variable({ default_min: 3, default_max: 2, default_val: 2 }), [
    "variables[0].default_min: 3 is greater than default_max, 2",
  ]);
  assert.equal(variable({ absolute_max: 1, default_val: 2 }), [
    "variables[0].default_val: 2 is greater than absolute_max, 1",
  ]);
  assert.equal(variable({ default_min: 1, default_max: 2, default_val: 0.5 }), [
    "variables[0].default_val: 0.5 is less than default_min, 1",
  ]);
  assert.equal(putting(["variables", 2, "default_val"], [1, 2, 3]), [
    "variables[2].default_val: must have 2 numbers, one per element, not 3",
  ]);
});

it("refuses selects without options, and options that are not there", () => {
  assert.match(putting(["variables", 3, "options"], null)[0], /options: is missing/);
  assert.match(putting(["variables", 4, "default_val"], "c")[0], /"c" is not one of the options/);
  assert.match(putting(["variables", 3, "options"], ["slow", "slow"])[0], /"slow" is listed twice/);
});

it("asks about fields that nearly are ours and about those that belong to another type, and leaves others alone", () => {
  assert.equal(putting(["variables", 0, "defualt_min"], 1), [
    "variables[0].defualt_min: is not a known field; did you mean default_min?",
  ]);
  assert.equal(putting(["variables", 3, "absolute_min"], 1), [
    "variables[3].absolute_min: a MultiSelect has no absolute_min",
  ]);
  assert.equal(putting(["variables", 0, "author"], "somebody"), NO_PROBLEM);
});

it("refuses members of groups that are no variables, or of two groups", () => {
  assert.equal(putting(["variable_groups", 0, "variable_names"], ["w", "power"]), [
    'variable_groups[0].variable_names[1]: there is no variable named "power"',
  ]);
  const twice = [
    { name: "A", variable_names: ["w"] },
    { name: "B", variable_names: ["w"] },
  ];
  assert.match(putting(["variable_groups"], twice)[0], /"w" is already in the group "A"/);
});

it("refuses coordinates that are none", () => {
  const grid = (value: unknown) => putting(["coordinates", 0, "grid"], value)[0];
  assert.match(grid({ from: 2, to: 1, points: 3 }), /from, 2, must be less than to, 1/);
  assert.match(grid({ from: 0, to: 1, points: 3, spacing: "log" }), /from must be greater than 0/);
  assert.match(grid([1, 3, 2]), /must be in ascending order, but 2 follows 3/);
  assert.match(grid({ from: 0, to: 1, points: 1e6 }), /at most 10000/);
  assert.match(grid("wide"), /must be a list of two or more numbers, or from, to, points/);
});

it("refuses outputs that cannot be read", () => {
  const source = (value: object) => putting(["outputs", 1, "source"], value)[0];
  assert.match(source({ format: "table" }), /source\.file: is missing/);
  assert.match(source({ format: "keyvalue", file: "../secret" }), /must not lead outside the spec/);
  assert.match(source({ format: "keyvalue", file: "/etc/passwd" }), /not an absolute one/);
  assert.match(source({ format: "regex", file: "x", pattern: "(" }), /is not a valid regular expression/);
  assert.match(source({ format: "regex", file: "x", pattern: "gain" }), /must have one group/);
  assert.match(
    source({ format: "regex", file: "x", pattern: "(?=a)(b)" }),
    /is not a valid regular expression/,
  );
  assert.match(source({ format: "json", column: "x" }), /the format json has no column/);
  assert.match(putting(["outputs", 0, "coordinate"], null)[0], /a Vector is a curve over a coordinate/);
});

it("compiles score functions against outputs, variables and their inputs", () => {
  const score = (fields: object) =>
    putting(["score_functions"], [{ name: "S", expression: "power", ...fields }])[0];
  const inputs = [
    { name: "limit", type: "Scalar" },
    { name: "curve", type: "Output Vector" },
  ];
  assert.is(score({ inputs, expression: "at(curve, 10) - limit + (corner == 'slow' ? w : 0)" }), "");
  assert.match(score({ expression: "gain - 1" }), /must be a single number, but is a curve/);
  assert.match(score({ expression: "powr" }), /nothing is named powr; did you mean power\?/);
  assert.match(score({ expression: "lg(power)" }), /there is no function named lg/);
  assert.match(score({ expression: "power.constructor" }), /nothing can follow a name with a point/);
  assert.match(score({ expression: "corner + 1" }), /a text can only be compared/);
  assert.match(score({ name: "Within limits" }), /is the name of a built-in score function/);
  assert.match(
    score({ inputs: [{ name: "power", type: "Scalar" }] }),
    /"power" is already the name of an output/,
  );
  assert.match(score({ job_types: ["Training"] }), /must be Optimization, Sampling or Out of Spec/);
});

it("refuses graphs that cannot be drawn", () => {
  const graph = (fields: object) => putting(["graphs"], [{ name: "g", type: "line", ...fields }])[0];
  assert.is(graph({ type: "heatmap", x: "w", y: "n", z: "power" }), "");
  assert.is(graph({ type: "scatter", x: "corner", y: "power", per: "job" }), "");
  assert.match(graph({}), /graphs\[0\]\.y: is missing/);
  assert.match(graph({ y: "power", per: "simulation" }), /must be a curve/);
  assert.match(graph({ y: "power", per: "job" }), /graphs\[0\]\.x: is missing/);
  assert.match(graph({ y: ["gain", "power"] }), /all curves or all numbers/);
  assert.match(graph({ type: "histogram", x: "power", y: "gain" }), /omit y/);
  assert.match(graph({ type: "pie", y: "gain" }), /must be line, scatter, histogram or heatmap/);
});

it("finds placeholders that nothing replaces, and leaves alone what is none", () => {
  const template = (text: string) => findProblems(() => undefined, text);
  assert.equal(template("int a[2][2] = {{1, 2}, {3, 4}}; {{}} {{w}} {{ pair[1] }}"), NO_PROBLEM);
  assert.equal(template("{{W}}"), [": {{W}}: there is no variable named W; did you mean w?"]);
  assert.match(template("{{pair[2]}}")[0], /pair has the elements \[0\] to \[1\]/);
  assert.match(template("{{w[0]}}")[0], /w is a Scalar and has no elements/);
  assert.match(template("{{w*2}}")[0], /is not a valid placeholder/);
  assert.equal(listMessages(makeSpecFiles(makeManifest(), "one\ntwo {{x1}}\n")), [
    "model.txt.tmpl, line 2: {{x1}}: there is no variable named x1",
  ]);
});

it("refuses templates that are no text, and files that were not uploaded", () => {
  const files = new Map<string, string | Uint8Array>(makeSpecFiles(makeManifest()));
  files.set("model.txt.tmpl", new Uint8Array([0xff, 0xfe, 0, 1]));
  const checked = checkManifest(files);
  assert.match("problems" in checked ? (checked.problems[0]?.message ?? "") : "", /not valid UTF-8 text/);
  assert.match(putting(["run", "command"], [])[0], /run\.command: must not be empty/);
  assert.match(putting(["run", "timeout_seconds"], -1)[0], /must be greater than 0/);
  assert.match(putting(["format"], 2)[0], /format: must be 1, not 2/);
});

it("spreads a grid evenly, its ends exact", () => {
  const log = gridValues({ from: 10, to: 1e9, points: 161, spacing: "log" });
  assert.is(log.length, 161);
  assert.equal([log[0], log.at(-1)], [10, 1e9]);
  assert.ok(Math.abs((log[20] ?? 0) - 100) < 1e-10, "twenty points a decade");
  assert.equal([...gridValues({ from: -1, to: 1, points: 5, spacing: "linear" })], [-1, -0.5, 0, 0.5, 1]);
  assert.equal([...gridValues([1, 2, 5])], [1, 2, 5]);
});
