import {
  refusedVariables,
  shownErrors,
  stillRefused,
  unshownProblems,
  variablesIn,
} from "@understudy/client/features/spec-job/errors.ts";
import { groupVariables } from "@understudy/client/features/spec-job/groups.ts";
import { type JobDraft, newDraft } from "@understudy/client/features/spec-job/job-draft.ts";
import { readDraft, withFiles } from "@understudy/client/features/spec-job/read-job.ts";
import { isWithin } from "@understudy/client/ui/field-errors.ts";
import type { FileState } from "@understudy/client/uploads/use-file-upload.ts";
import { type SpecJobSettings, specJobSettings } from "@understudy/shared/api/spec-job.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeSpecVersion } from "../../../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion();
const read = (objective: Objective, changes: Partial<JobDraft> = {}) =>
  readDraft(spec, objective, null, { ...newDraft(spec, objective), name: "First", ...changes });

const forms = suite("the form of a job from a spec version");
forms("lacks only a name when it is opened for a Training, and may be sent with one", () => {
  assert.equal(read("Training", { name: " " }).errors, { name: ["Name is required"] });
  const { errors, payload } = read("Training");
  assert.equal(errors, {});
  assert.equal([payload.maximum_simulations, payload.warm_start, payload.num_walkers], [100, false, null]);
});
forms("holds settings to their limits, and sends those of its objective only", () => {
  assert.equal(read("Training", { maximumSimulations: "15" }).errors, {
    maximum_simulations: ["Must be from 16 to 1,000,000"],
  });
  assert.equal(read("Training", { maximumSimulations: "" }).errors, {
    maximum_simulations: [MESSAGES.invalidNumber],
  });
  const wrong = { walkers: "3", stretchProbability: "1.1", warmStart: true };
  assert.equal(read("Training", wrong).errors, {});
  assert.is(read("Training", wrong).payload.warm_start, false);
  const settings = Object.keys(read("Sampling", wrong).errors).filter(
    (field) => !isWithin(field, "score_function"),
  );
  assert.equal(settings.sort(), ["num_walkers", "stretch_probability"]);
});
forms("keeps the other settings while one is wrong", () => {
  const { payload, errors } = read("Sampling", { name: "", maximumSimulations: "48", walkers: "3" });
  assert.ok(errors.name && errors.num_walkers);
  assert.is(payload.maximum_simulations, 48);
});
forms("follows the number of varied variables with the number of walkers", () => {
  const before = read("Sampling");
  assert.equal([before.varied, before.defaultWalkers], [3, 6]);
  const { variables } = newDraft(spec, "Sampling");
  const w1 = { type: "Scalar" as const, min: "0", value: "2e-5", max: "1", fixed: true, isTyped: false };
  assert.is(read("Sampling", { variables: { ...variables, w1 } }).varied, 2);
});
forms("takes the only score function there is, with what is given of its inputs", () => {
  const score = newDraft(spec, "Optimization").score;
  assert.is(score.name, "Match");
  assert.equal(Object.keys(read("Optimization").errors), [
    "score_function.inputs.output",
    "score_function.inputs.curve",
    "score_function.inputs.target",
  ]);
  const none: FileState = { status: "empty" };
  const input = (output: string | null, text = "0", file: FileState = none) => ({ output, text, file });
  const inputs = {
    Match: {
      output: input("gain"),
      curve: input("bode"),
      target: input(null, "0", { status: "done", fileId: "id", name: "t.csv", size: 1 }),
      weight: input(null, "2.5m"),
    },
  };
  const { errors, payload } = read("Optimization", { score: { name: "Match", inputs } });
  assert.equal(errors, {});
  assert.equal(payload.score_function?.inputs.weight, { type: "Scalar", value: 0.0025 });
});
forms("begins with all that an earlier job was given, but for its name and its files", () => {
  const settings = specJobSettings.parse({
    variables: { fingers: { type: "Scalar", initval: 4, fixed: true } },
    maximum_simulations: 300,
    score_function: {
      name: "Match",
      inputs: {
        output: { type: "Output Scalar", output_name: "gain" },
        curve: { type: "Output Vector", output_name: "bode" },
        target: { type: "File" },
        weight: { type: "Scalar", value: 0.0025 },
      },
    },
    further_goals: [
      { kind: "limits", output_name: "gain", lower: 60, upper: null },
      { kind: "maximise", output_name: "gain" },
    ],
  });
  const draft = newDraft(spec, "Optimization", settings);
  assert.is(draft.name, "");
  const { payload } = readDraft(spec, "Optimization", null, { ...draft, name: "Second" });
  assert.is(
    payload.respect_relation,
    true,
    "designs keep a relation between inputs unless somebody says otherwise",
  );
  assert.equal(payload.variables.fingers, {
    type: "Scalar",
    lbound: null,
    ubound: null,
    initval: 4,
    fixed: true,
  });
  type Kept = Pick<SpecJobSettings, "maximum_simulations" | "score_function" | "further_goals">;
  const same = ({ maximum_simulations, score_function, further_goals }: Kept) => ({
    maximum_simulations,
    score_function,
    further_goals,
  });
  assert.equal(same(payload), same(settings));
});
forms(
  "of a search for failing designs sends the distributions of what varies, and says what is wrong with them",
  () => {
    const normal = { kind: "normal", mean: 2e-5, standard_deviation: 1e-6 } as const;
    const settings = specJobSettings.parse({ distributions: { w1: normal, temp_c: normal } });
    const draft = newDraft(spec, "Out of Spec", settings);
    assert.equal(readDraft(spec, "Out of Spec", null, draft).payload.distributions, { w1: normal });
    assert.equal(read("Training", { distributions: draft.distributions }).payload.distributions, {});
    const wrong = { w1: { ...normal, standard_deviation: 0 } };
    assert.equal(read("Out of Spec", { distributions: wrong }).errors["distributions.w1"], [
      "The standard deviation of w1 must be above 0.",
    ]);
  },
);
forms("is sent with the ids of its files once they are up, and not at all where one failed", () => {
  const file = new File(["x"], "extra.csv");
  const { payload } = read("Training", {
    extraData: { status: "uploading", file, sentBytes: 0, bytesPerSecond: null },
  });
  assert.is(
    withFiles(payload, (field) => (field === "extra_data_file_id" ? "id" : null))?.extra_data_file_id,
    "id",
  );
  assert.is(
    withFiles(payload, () => null),
    null,
  );
});
forms("shows variables by group, each of them once, the others before them", () => {
  const { groups, ungrouped } = groupVariables(spec);
  assert.equal(
    groups.map(({ name, variables }) => [name, variables.map((variable) => variable.name)]),
    [
      ["Devices", ["w1", "fingers"]],
      ["Conditions", ["temp_c"]],
    ],
  );
  assert.equal(
    ungrouped.map(({ name }) => name),
    ["corner"],
  );
});
forms(
  "shows problems of fields that have been left, all once creating was tried, and the server's at once",
  () => {
    const formErrors = { name: ["a"], "variables.w1.lbound": ["b"] };
    const refused = { tags: ["c"] };
    assert.equal(shownErrors(formErrors, refused, { wasSubmitted: false, touched: new Set(["name"]) }), {
      ...refused,
      name: ["a"],
    });
    assert.equal(shownErrors(formErrors, refused, { wasSubmitted: true, touched: new Set() }), {
      ...refused,
      ...formErrors,
    });
  },
);
forms("drops what was refused of a variable, and of all together, once that variable changes", () => {
  const refused = {
    "variables.w1.lbound": ["a"],
    "variables.w2.lbound": ["b"],
    variables: ["c"],
    name: ["d"],
  };
  const left = stillRefused(refused, new Set(["variables.w1"]));
  assert.equal(left, { "variables.w2.lbound": ["b"], name: ["d"] });
  assert.is(stillRefused(refused, new Set(["tags"])), refused);
});
forms("puts what was refused where it belongs, and the rest above the form", () => {
  const refused = {
    "variables.w1.lbound": ["a"],
    "variables.gone": ["b"],
    objective: ["c"],
    "resources.servers.0.id": ["d"],
    variables: ["e"],
  };
  assert.equal(refusedVariables(refused), { w1: { lbound: ["a"] } });
  assert.equal(unshownProblems(refused, spec.variables), ["b", "c"]);
  assert.equal([...variablesIn(refused)], ["w1", "gone"]);
  assert.ok(isWithin("variables.w1.lbound", "variables.w1") && !isWithin("variables.w10", "variables.w1"));
});
