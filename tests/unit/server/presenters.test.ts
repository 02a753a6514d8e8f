import { Problem } from "@understudy/server/core/problem.ts";
import { presentConfig } from "@understudy/server/presenters/config.ts";
import { presentRow } from "@understudy/server/presenters/data-row.ts";
import { decimate, spread } from "@understudy/server/presenters/decimate.ts";
import { presentJob, presentJobListItem } from "@understudy/server/presenters/job.ts";
import { presentPerson } from "@understudy/server/presenters/person.ts";
import { presentSpec } from "@understudy/server/presenters/spec.ts";
import { identiconHref, presentCurrentUser } from "@understudy/server/presenters/user.ts";
import { jobListItem, job as jobSchema } from "@understudy/shared/api/job.ts";
import { jobConfig } from "@understudy/shared/api/job-config.ts";
import { person } from "@understudy/shared/api/person.ts";
import { currentUser } from "@understudy/shared/api/user.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { assert, suite } from "../../harness.ts";
import { makeConfig, makeCoordinate, makeJob, makeOutput, makeUser } from "../../support/factories.ts";
import { dividerManifest, makeSpec, makeSpecVersion } from "../../support/specs/specs.ts";

const JOB_AUDIENCES = ["manager", "member", "restricted"] as const;
const running = makeJob({
  status: "Training",
  tags: ["rf"],
  description: "Gate length study",
  error: "an error",
  validation_errors: { "Parameters File": ["row 3"] },
  source_job_id: 7,
  emulator_version: 2,
  // No time of day reads like it.
  progress_percentage: 41.0625,
  progress_text: "Training",
  config: makeConfig({ outputs: [makeOutput("gain"), makeOutput("left out")], ignored_row_count: 3 }),
});

const jobs = suite("a presented job");
jobs("is what the contract says, for each of its audience, field by field", () => {
  for (const audience of JOB_AUDIENCES) {
    const presented = presentJob(running, audience);
    assert.equal(jobSchema.parse(presented), presented, audience);
    assert.equal(jobListItem.parse(presentJobListItem(running, audience)).id, running._id);
    assert.equal(
      jobConfig.parse(presentConfig(running, audience, null)),
      presentConfig(running, audience, null),
    );
  }
});
jobs("states no progress once it rests, even if a step was stored after its end", () => {
  const presented = presentJob({ ...running, status: "Interrupted" }, "manager");
  assert.equal([presented.progress_percentage, presented.progress_text], [null, null]);
  const { progress_percentage, progress_text } = presentJob(running, "manager");
  assert.equal([progress_percentage, progress_text], [41.0625, "Training"]);
});
jobs("offers its buttons only to those who manage it", () => {
  const rights = JOB_AUDIENCES.map((audience) => {
    const { can_be_paused, can_be_changed, can_be_deleted, config_is_editable } = presentJob(
      running,
      audience,
    );
    return { can_be_paused, can_be_changed, can_be_deleted, config_is_editable };
  });
  const all = (value: boolean) => ({
    can_be_paused: value,
    can_be_changed: value,
    can_be_deleted: value,
    config_is_editable: value,
  });
  assert.equal(rights, [all(true), all(false), all(false)]);
});
jobs("shows restricted users neither who made it nor how, nor what went wrong", () => {
  const text = JSON.stringify([
    presentJob(running, "restricted"),
    presentConfig(running, "restricted", null),
  ]);
  for (const secret of [
    "Person 1",
    '"rf"',
    "an error",
    "row 3",
    "left out",
    '"source_job_id":7',
    "41.0625",
  ]) {
    assert.not.match(text, secret);
  }
  assert.match(text, '"emulator_status":"available"');
});
jobs("can be paused only while something works on it", () => {
  assert.is(presentJob(makeJob({ status: "Complete" }), "manager").can_be_paused, false);
  assert.is(presentJob(makeJob({ status: "Pending Training" }), "manager").can_be_paused, true);
});
jobs("says whether it was interrupted while training", () => {
  const interrupted = makeJob({ status: "Interrupted", interrupted_status: "Training" });
  assert.is(presentJob(interrupted, "manager").interrupted_while_training, true);
  const before = makeJob({ status: "Interrupted", interrupted_status: "Validating" });
  assert.is(presentJob(before, "manager").interrupted_while_training, false);
});

const people = suite("a presented person");
people("is what the contract says, and never holds the password's hash", () => {
  const user = makeUser({ password_hash: "$argon2id$secret" });
  const presented = [presentCurrentUser(user, { logToFiles: false, provision: null }), presentPerson(user)];
  assert.equal(currentUser.parse(presented[0]), presented[0]);
  assert.equal(person.parse(presented[1]), presented[1]);
  assert.not.match(JSON.stringify(presented), "argon2id");
});
people("has a picture of their own that keeps when they change their name", () => {
  assert.is(identiconHref(1), identiconHref(1));
  assert.is.not(identiconHref(1), identiconHref(2));
});

const decimation = suite("a decimated curve");
decimation("keeps its ends and its highest and lowest points, in order and within the limit", () => {
  const curve = Float64Array.from({ length: 10_000 }, (_, i) => Math.sin(i / 500));
  curve[3_333] = 50;
  curve[7_777] = -50;
  const positions = decimate([curve], 0, curve.length, 100);
  assert.ok(positions.length <= 100, `${positions.length} points`);
  for (const position of [0, 3_333, 7_777, 9_999])
    assert.ok(positions.includes(position), `${position} was lost`);
  assert.equal(
    positions,
    [...new Set(positions)].sort((a, b) => a - b),
  );
});
decimation("keeps the peaks of every curve that is drawn over the same places", () => {
  const [a, b] = [new Float64Array(1_000), new Float64Array(1_000)];
  a[100] = 1;
  b[900] = -1;
  const positions = decimate([a, b], 0, 1_000, 50);
  assert.ok(positions.length <= 50);
  assert.ok(positions.includes(100) && positions.includes(900));
});
decimation("is the whole curve where there are few enough points, and empty where there are none", () => {
  assert.equal(decimate([new Float64Array(5)], 1, 4, 10), [1, 2, 3]);
  assert.equal(decimate([new Float64Array(5)], 3, 3, 10), []);
});
decimation("of more curves than points is spread evenly", () => {
  const curves = Array.from({ length: 40 }, () => new Float64Array(1_000));
  const positions = decimate(curves, 0, 1_000, 20);
  assert.is(positions.length, 20);
  assert.equal([positions[0], positions.at(-1)], [0, 999]);
});
decimation("spreads numbers evenly with both ends", () => {
  assert.equal(spread(0, 11, 3), [0, 5, 10]);
  assert.equal(spread(2, 5, 10), [2, 3, 4]);
});

const rows = suite("a presented row");
const config = makeConfig({
  outputs: [
    makeOutput("frequency", { type: "Vector", length: 5 }),
    makeOutput("s21", { type: "Vector", length: 5, coordinate_name: "frequency" }),
    makeOutput("noise", { type: "Vector", length: 3 }),
    makeOutput("gain"),
  ],
  coordinates: [makeCoordinate("frequency", { min: 10, max: 50 })],
});
const row = {
  row: 0,
  inputs: { length: 0.25, colour: "red" },
  outputs: {
    frequency: Float64Array.of(10, 20, 30, 40, 50),
    s21: Float64Array.of(1, 2, 3, 4, 5),
    noise: Float64Array.of(7, 8, 9),
    gain: Float64Array.of(42),
  },
};
rows("holds numbers, categories and curves", () => {
  const { data, indices } = presentRow(row, config, ["length", "colour", "gain", "s21", "noise"], {});
  assert.equal(data, { length: 0.25, colour: "red", gain: 42, s21: [1, 2, 3, 4, 5], noise: [7, 8, 9] });
  assert.equal(indices, [0, 1, 2, 3, 4]);
});
rows("is cut to a range of the coordinate's values, not of positions", () => {
  const { data, indices } = presentRow(row, config, ["s21"], { range: [15, 40] });
  assert.equal(data, { s21: [2, 3, 4] });
  assert.equal(indices, [1, 2, 3]);
});
rows("is cut by position where there is no coordinate", () => {
  assert.equal(presentRow(row, config, ["noise"], { range: [1, 9] }).data, { noise: [8, 9] });
});
rows("is cut by position where its coordinate turns back", () => {
  const loop = { ...row, outputs: { ...row.outputs, frequency: Float64Array.of(10, 20, 30, 20, 10) } };
  const coordinates = [makeCoordinate("frequency", { loop_values: [10, 20, 30, 20, 10] })];
  const outputs = config.outputs.map((output) => ({ ...output, coordinate_name: null }));
  const { data } = presentRow(loop, { ...config, outputs, coordinates }, ["frequency"], { range: [1, 3] });
  assert.equal(data, { frequency: [20, 30, 20] });
});
rows("cannot cut curves of several lengths at once", () => {
  try {
    presentRow(row, config, ["s21", "noise"], { max_points: 2 });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, Problem);
  }
});

const specs = suite("a presented spec");
const objectivesWith = (fields: Partial<SpecManifest>) => {
  const version = makeSpecVersion({ _id: 1, manifest: { ...dividerManifest(), ...fields } });
  return presentSpec(makeSpec({ _id: 1 }), version, makeUser()).objectives;
};
specs("offers the objectives that one of its score functions allows, and those that need none", () => {
  assert.equal(objectivesWith({}), ["Training", "Optimization", "Sampling", "Out of Spec", "Single Run"]);
  const curves = dividerManifest().outputs.map(({ name, verbose_name, help_text, unit }) => ({
    ...{ name, verbose_name, help_text, unit, type: "Vector" as const, coordinate: "f" },
    source: { format: "json" as const, file: "out.json", key: name, coordinate_key: null },
  }));
  assert.equal(objectivesWith({ outputs: curves }), ["Training", "Optimization", "Sampling", "Single Run"]);
  const mask = { name: "Mask", job_types: ["Out of Spec" as const], inputs: [], expression: "1" };
  assert.equal(objectivesWith({ outputs: curves, score_functions: [mask] }), objective.options);
});
specs("cannot be run while its latest version is missing", () => {
  assert.equal(presentSpec(makeSpec({ _id: 1 }), null, makeUser()).objectives, []);
});
