import { specManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { assert, suite } from "../../../harness.ts";
import {
  findProblems,
  listMessages,
  makeManifest,
  makeSpecFiles,
  put,
  putting,
} from "../../../support/specs/changed-manifests.ts";
import { fixtureManifest, SPEC_FIXTURES, soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("the check of a manifest");

it("takes a whole manifest and fills its gaps", () => {
  const manifest = soundManifest(makeSpecFiles(makeManifest()));
  const [w, n, pair, corner] = manifest.variables;
  assert.equal(
    [w?.default_min, w?.default_max, w?.verbose_name, w?.absolute_min],
    [1e-6, 4e-6, "w", null],
    "half of the value to twice as much",
  );
  assert.equal([n?.default_min, n?.default_max], [1, 6], "whole numbers outwards");
  assert.equal(pair?.default_val, [5, 5]);
  assert.is(corner?.default_val, "slow");
  assert.equal(manifest.outputs[1]?.source, {
    ...{ format: "json", file: "outputs.json", key: "power", coordinate_key: null },
  });
  assert.equal(manifest.score_functions[0]?.job_types, ["Optimization", "Sampling", "Out of Spec"]);
  assert.is(manifest.graphs[0]?.per, "simulation");
});

it("lets what it has made pass again, unchanged, and as the platform keeps it", () => {
  const manifests = [soundManifest(makeSpecFiles(makeManifest())), ...SPEC_FIXTURES.map(fixtureManifest)];
  for (const manifest of manifests) {
    assert.equal(specManifest.parse(manifest), manifest);
    const { templates } = manifest.run;
    const files = new Map([
      ["spec.json", JSON.stringify(manifest)],
      ...templates.map((path) => [path, ""] as const),
    ]);
    assert.equal(soundManifest(files), manifest);
  }
});

it("names what is missing", () => {
  assert.equal(
    findProblems(() => ({ format: 1 })),
    [
      "variables: is missing; write [] if there are none",
      "outputs: is missing",
      "run: is missing: it defines the command that runs a simulation",
    ],
  );
  const [none] = listMessages(new Map([["model.txt", "x"]]));
  assert.match(none, /^spec\.json: is missing/);
  const [nested] = listMessages(new Map([["bracket/spec.json", "{}"]]));
  assert.match(nested, /there is bracket\/spec\.json/);
});

it("points at every mistake of JSON by line and column, all of them at once", () => {
  const broken = '{\n  "format": 1,\n  "variables": [1, 2,],\n  "outputs": [] "run": {}\n}';
  assert.equal(listMessages(makeSpecFiles(broken)), [
    "spec.json, line 3: this is not valid JSON: expected a value (is there an extra comma?) (line 3, column 22)",
    "spec.json, line 4: this is not valid JSON: expected a comma (line 4, column 17)",
  ]);
  assert.match(listMessages(makeSpecFiles(""))[0], /not valid JSON/);
  assert.match(listMessages(makeSpecFiles("[1, 2]"))[0], /must be a JSON object/);
  assert.match(listMessages(makeSpecFiles("[".repeat(100_000)))[0], /levels deep|not valid JSON/);
  assert.match(
    listMessages(makeSpecFiles('{"run": 1,\n"run": 2}'))[0],
    /line 2: the name "run" occurs twice/,
  );
});

it("names the place of a problem, with its line", () => {
  const text = JSON.stringify(put(makeManifest(), ["variables", 1, "default_val"], 2.5), null, 2);
  const line = text.split("\n").findIndex((textLine) => textLine.includes("2.5")) + 1;
  assert.equal(listMessages(makeSpecFiles(text)), [
    `spec.json, line ${line}, variables[1].default_val: 2.5 is not a whole number`,
  ]);
});

it("finds everything at once, whatever else is wrong", () => {
  const problems = findProblems((manifest) => ({
    ...manifest,
    variables: [
      { name: "w", type: "Scalar", default_val: "wide" },
      { name: "2n", type: "Skalar", default_val: 1 },
      ...manifest.variables.slice(2),
    ],
    score_functions: [{ name: "Best", expression: "gane +" }],
    graphs: [{ name: "g", type: "line", y: "max(gainn)" }],
    run: { command: ["x", "{{widht}}"], templates: ["model.txt.tmpl", "gone.tmpl"] },
  }));
  for (const expected of [
    /^variables\[0\]\.default_val: must be a number, not "wide"$/,
    /^variables\[1\]\.name: "2n" is not a valid name/,
    /^variables\[1\]\.type: must be Scalar, Vector, .* or File, not "Skalar"; did you mean Scalar\?$/,
    /^score_functions\[0\]\.expression: expected expression after \+/,
    /^graphs\[0\]\.y: in "max\(gainn\)": nothing is named gainn; did you mean gain\?$/,
    /^run\.command\[1\]: \{\{widht\}\}: there is no variable named widht$/,
    /^run\.templates\[1\]: there is no file "gone\.tmpl"/,
    /^: \{\{n\}\}: there is no variable named n$/,
  ]) {
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${expected} among\n${problems.join("\n")}`,
    );
  }
});

it("does not call wrong what only refers to something wrong", () => {
  const problems = putting(["outputs", 0, "coordinate"], "frequenzy");
  assert.equal(problems, [
    'outputs[0].coordinate: there is no coordinate named "frequenzy"; did you mean frequency?',
  ]);
  assert.equal(putting(["variables", 0, "default_val"], null), [
    "variables[0].default_val: is missing: give default_val, or both default_min and default_max",
  ]);
});
