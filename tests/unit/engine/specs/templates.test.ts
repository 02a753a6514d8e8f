import { specFromTemplate, templates } from "@understudy/engine/specs/templates.ts";
import { specTemplate } from "@understudy/shared/api/spec.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { findTemplateErrors, made } from "../../../support/specs/template-specs.ts";

const it = suite("a spec template");

it("has the fields of the specification, each of them described", async () => {
  const all = templates();
  assert.equal(
    all.map(({ key }) => key),
    ["ngspice", "spectre_nnva", "command_line"],
  );
  for (const template of all) {
    assert.equal(specTemplate.parse(template), template);
    for (const { type, choices, description } of template.fields) {
      assert.is(type === "Select", choices !== null);
      assert.ok(description.length > 20, description);
    }
  }
  await rejects(() => specFromTemplate("abaqus", {}, new Map()), /no spec template abaqus/);
});

it("makes a spec of a program", () => {
  const { manifest } = made(
    "command_line",
    {
      files: ["model.py", "case.in.tmpl"],
      command: 'python3 model.py "{{label}}" --n={{n}}',
      variables:
        'width = 20u in 5u .. 60um [m]\nn = 3 in 1..8 integer\ndepth in 0 .. 4\ncorner = tt | ss\nlabel = "a b"; mesh = file',
      outputs: "gain [dB]",
      format: "keyvalue",
      timeout_seconds: "30",
    },
    { "model.py": "print()", "case.in.tmpl": "{{width}} {{corner}}" },
  );
  assert.equal(
    manifest.variables.map(({ name, type, default_val, unit }) => [name, type, default_val, unit]),
    [
      ["width", "Scalar", 2e-5, "m"],
      ["n", "Scalar", 3, ""],
      ["depth", "Scalar", 2, ""],
      ["corner", "MultiSelect", "tt", ""],
      ["label", "String", "a b", ""],
      ["mesh", "File", null, ""],
    ],
  );
  assert.equal(manifest.run.command, ["python3", "model.py", "{{label}}", "--n={{n}}"]);
  assert.equal(manifest.run.templates, ["case.in.tmpl"]);
  assert.equal([manifest.run.timeout_seconds, manifest.outputs[0]?.source.file], [30, "stdout.txt"]);
});

it("says by field what is wrong with a program, in the words of the form", () => {
  const errors = findTemplateErrors(
    "command_line",
    {
      files: ["m.tmpl"],
      command: "run {{widht}}",
      variables: "width = 1",
      outputs: "gain over f",
      format: "keyvalue",
    },
    { "m.tmpl": "{{w}}" },
  );
  assert.equal(errors, {
    outputs: [
      "gain: keyvalue files hold single numbers only: read a Vector as table, json or regex",
      'gain: there is no coordinate named "f"',
    ],
    command: ["{{widht}}: there is no variable named widht; did you mean width?"],
    files: ["m.tmpl, line 1: {{w}}: there is no variable named w"],
  });
  const base = { command: "x", outputs: "a", format: "json" };
  assert.match(
    findTemplateErrors("command_line", { ...base, variables: "2 = 3 = 4" }).variables?.[0] ?? "",
    /^"2 = 3 = 4": write name = number/,
  );
  assert.match(
    findTemplateErrors("command_line", { ...base, variables: "a1 = 1", format: "xml" }).format?.[0] ?? "",
    /not one of the choices/,
  );
  assert.match(
    findTemplateErrors("command_line", { ...base, variables: "a1 = 1", timeout_seconds: "soon" })
      .timeout_seconds?.[0] ?? "",
    /^Invalid number$/,
  );
});
