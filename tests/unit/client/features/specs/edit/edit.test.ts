import { createBody } from "@understudy/client/features/specs/edit/body.ts";
import {
  createDraft,
  type SpecDraft,
  type VariableDraft,
} from "@understudy/client/features/specs/edit/draft.ts";
import {
  countProblems,
  listOtherProblems,
  problemAt,
  problemsElsewhere,
} from "@understudy/client/features/specs/edit/problems.ts";
import { withoutChanged } from "@understudy/client/ui/field-errors.ts";
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { presentSpecVersion } from "@understudy/server/presenters/spec.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeUser } from "../../../../../support/factories.ts";
import { DIVIDER, dividerFiles, makeSpec, makeSpecVersion } from "../../../../../support/specs/specs.ts";

/** Every kind of everything that a manifest may hold. */
const ALL_KINDS = {
  ...DIVIDER,
  variables: [
    ...DIVIDER.variables,
    { name: "taps", type: "Vector", length: 3, default_min: 0, default_max: [1, 2, 3], default_val: 0.5 },
    { name: "count", type: "Scalar", is_integer: true, absolute_max: 20, default_val: 4 },
    { name: "title", type: "String", default_val: "a, b", optional: true },
    { name: "order", type: "SingleSelect", is_integer: true, options: [1, 2, 4], default_val: 2 },
    { name: "pitch", type: "MultiSelect", unit: "m", options: [1e-6, 2e-6], default_val: 2e-6 },
    { name: "mesh", type: "File", optional: true, help_text: "A mesh" },
  ],
  coordinates: [
    { name: "frequency", unit: "Hz", grid: { from: 10, to: 1e9, points: 41, spacing: "log" } },
    { name: "position", grid: [0, 0.1, 0.5, 1] },
  ],
  outputs: [
    ...DIVIDER.outputs,
    { name: "bode", type: "Vector", coordinate: "frequency", source: { file: "bode.txt", format: "table" } },
    { name: "peak", type: "Scalar", source: { file: "log.txt", format: "regex", pattern: "peak = (\\S+)" } },
    { name: "stress", type: "Vector", coordinate: "position", source: { format: "json", key: "a.stress" } },
  ],
  score_functions: [
    {
      name: "Margin",
      job_types: ["Out of Spec"],
      inputs: [
        { name: "limit", type: "Scalar", default: 2 },
        { name: "wanted", type: "Output Vector", help_text: "A curve" },
      ],
      expression: "min(wanted) - limit",
    },
  ],
  graphs: [
    { name: "Bode", type: "line", per: "simulation", y: ["bode"] },
    { name: "Powers", title: "All powers", type: "histogram", per: "job", x: "power" },
  ],
};

function readManifest(written: unknown): SpecManifest {
  const checked = checkManifest(new Map(Object.entries(dividerFiles(written))));
  if ("manifest" in checked) return checked.manifest;
  throw new Error(JSON.stringify(checked.problems, null, 1));
}
function makeForm(manifest: SpecManifest): SpecDraft {
  const version = makeSpecVersion({ _id: 1, name: "Divider", description: "Two resistors", manifest });
  return createDraft(presentSpecVersion(version, makeSpec({ _id: 1 }), makeUser()));
}
const changed = (changes: Partial<VariableDraft>) => (form: SpecDraft, name: string) =>
  createBody({
    ...form,
    variables: form.variables.map((variable) =>
      variable.name === name ? { ...variable, ...changes } : variable,
    ),
  }).variables.find((variable) => variable.name === name);

const forms = suite("the form of a spec");
forms("gives back the very manifest that it was filled from, whatever kinds it holds", () => {
  for (const written of [DIVIDER, ALL_KINDS]) {
    const manifest = readManifest(written);
    assert.equal(readManifest({ ...manifest, ...createBody(makeForm(manifest)) }), manifest);
  }
});
forms("reads numbers as people write them, and keeps what is none as it was typed", () => {
  const form = makeForm(readManifest(ALL_KINDS));
  const body = changed({ default_min: "20u", default_max: " 1.5k ", default_val: "much", absolute_min: "" });
  assert.equal(
    (({ default_min, default_max, default_val, absolute_min }: object & Record<string, unknown>) => [
      default_min,
      default_max,
      default_val,
      absolute_min,
    ])({ ...body(form, "r1") }),
    [2e-5, 1500, "much", null],
  );
  const taps = { ...changed({ default_min: "1, 2; 3", default_val: "0.1" })(form, "taps") };
  assert.equal("default_min" in taps && taps.default_min, [1, 2, 3]);
  assert.equal("default_val" in taps && taps.default_val, 0.1);
});
forms("keeps options that were numbers numbers, and texts texts", () => {
  const form = makeForm(readManifest(ALL_KINDS));
  const order = { ...changed({ options: ["1", "8"], default_val: "8" })(form, "order") };
  assert.equal("options" in order && order.options, [1, 8]);
  const corner = { ...changed({ options: ["1", "slow"], default_val: "1" })(form, "corner") };
  assert.equal("options" in corner && corner.options, ["1", "slow"]);
});

const problems = suite("a problem of a manifest");
const MANIFEST_PROBLEMS = {
  "variables[1].default_min": ["2 is greater than default_max, 1"],
  "variables[1].options[2]": ["must not be empty"],
  "variables[10].name": ["is missing"],
  "variables[1]": ["is odd"],
  "run.command[0]": ["must not be empty"],
};
problems("stands at its field, in the words of the form, or at the field that it lies in", () => {
  assert.is(problemAt(MANIFEST_PROBLEMS, "variables[1].default_min"), "2 is greater than the maximum, 1");
  assert.is(problemAt(MANIFEST_PROBLEMS, "variables[1].options"), "must not be empty");
  assert.is(problemAt(MANIFEST_PROBLEMS, "variables[1].default_max"), null);
  assert.is(problemAt(MANIFEST_PROBLEMS, "variables[10].name"), "is missing");
  assert.is(countProblems(MANIFEST_PROBLEMS, "variables"), 4);
});
problems("is shown beside the fields where none of them shows it", () => {
  assert.equal(listOtherProblems(MANIFEST_PROBLEMS, "variables[1]", ["default_min", "options"]), ["is odd"]);
  assert.equal(listOtherProblems(MANIFEST_PROBLEMS, "variables[1]", ["options"]), [
    "default_min: 2 is greater than default_max, 1",
    "is odd",
  ]);
  assert.equal(problemsElsewhere(MANIFEST_PROBLEMS, ["variables"]), ["run.command[0]: must not be empty"]);
});
problems("goes once its place has been changed, and only then", () => {
  const left = withoutChanged(MANIFEST_PROBLEMS, ["variables[1].options"]);
  assert.equal(Object.keys(left).length, 4);
  assert.is(withoutChanged(left, ["variables[1].options", "variables[2]"]), left);
  assert.equal(Object.keys(withoutChanged(MANIFEST_PROBLEMS, ["variables"])), ["run.command[0]"]);
});
