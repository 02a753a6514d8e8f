import { newDraft } from "@understudy/client/features/spec-job/job-draft.ts";
import { parsePoint, startAt } from "@understudy/client/features/spec-job/start.ts";
import { onEmulatorPath, trainAgainPath } from "@understudy/client/predictions/new-job-links.ts";
import { specJobSettings } from "@understudy/shared/api/spec-job.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  makeCorner,
  makeScalar,
  makeSpecVersion,
  makeText,
  makeVector,
} from "../../../../support/specs/spec-jobs.ts";

const links = suite("the ways from an emulator to a new job");
links("lead to the page of its spec version, with the emulator and the point", () => {
  const job = { id: 12 };
  assert.is(
    onEmulatorPath(job, 3, "Out of Spec"),
    "/spec_versions/3/jobs/new?objective=Out+of+Spec&emulator_job_id=12",
  );
  const path = onEmulatorPath(job, 3, "Single Run", { w1: 2e-5, corner: "ss" });
  const search = new URL(path, "http://localhost").searchParams;
  assert.equal([search.get("objective"), search.get("emulator_job_id")], ["Single Run", "12"]);
  assert.equal(parsePoint(search.get("at")), { w1: 2e-5, corner: "ss" });
});
links("train a job again with its data, or from its spec version", () => {
  const job = { id: 12, spec_version_id: null };
  assert.is(trainAgainPath(job), "/jobs/new?source_job_id=12");
  assert.is(
    trainAgainPath({ ...job, spec_version_id: 3 }),
    "/spec_versions/3/jobs/new?objective=Training&source_job_id=12",
  );
});

const start = suite("a job that begins at a point of an emulator");
const { variables } = specJobSettings.parse({
  variables: {
    w1: { type: "Scalar", lbound: 1e-5, ubound: 4e-5, initval: 2e-5 },
    load: { type: "Scalar", initval: 7, fixed: true },
    bias: { type: "Vector", lbound: [0, 0, 0], ubound: [1, 1, 1], initval: [0.1, 0.2, 0.3] },
    corner: { type: "MultiSelect", options: ["tt", "ss"], initval: "tt" },
    title: { type: "String", initval: "as it was" },
    deck: { type: "File" },
  },
});
const settings = { ...specJobSettings.parse({}), variables, maximum_simulations: 500 };
start("has the values of the point and everything else as the emulator was trained", () => {
  const begun = startAt(settings, { w1: 3e-5, "bias[1]": 0.9, corner: "ss", unknown: 1 });
  assert.equal(begun.variables, {
    ...variables,
    w1: { type: "Scalar", lbound: 1e-5, ubound: 4e-5, initval: 3e-5, fixed: false },
    bias: { type: "Vector", lbound: [0, 0, 0], ubound: [1, 1, 1], initval: [0.1, 0.9, 0.3], fixed: false },
    corner: { type: "MultiSelect", options: ["tt", "ss"], initval: "ss", fixed: false },
  });
  assert.equal(startAt(settings, null).variables, variables);
});
start("is typed into the form so, with the settings that its objective has by default", () => {
  const spec = makeSpecVersion({
    variables: [
      makeScalar("w1"),
      makeScalar("load"),
      makeVector("bias"),
      makeCorner("corner"),
      makeText("title"),
    ],
  });
  const draft = newDraft(spec, "Single Run", startAt(settings, { w1: 3e-5, corner: "ss" }));
  const { w1, load, corner } = draft.variables;
  assert.equal(
    [w1, load, corner].map((variable) => variable !== undefined && "value" in variable && variable.value),
    ["30 µ", "7", "ss"],
  );
  assert.is(draft.maximumSimulations, "100");
});
start("takes nothing from an address that cannot be read", () => {
  assert.equal([null, "", "{", "7", '{"w1":[1]}', "null"].map(parsePoint), Array(6).fill(null));
});
