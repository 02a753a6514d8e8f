/** The distributions of a job's inputs: stored with it, the same for everybody, and never half of what was sent. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { admin, colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { makeRun } from "../support/specs/simulations.ts";

const it = suite("the distributions of a job's inputs", { timeout: 60_000 });

const scored = makeRun({ score_function: { name: "Within limits", inputs: {} } });
const searched = () => storeJob({ objective: "Out of Spec", status: "Complete", run: scored });
const normal = (mean: number, standard_deviation = 0.1) => ({
  kind: "normal" as const,
  ...{ mean, standard_deviation },
});

it("are uniform over the ranges until somebody enters others", async () => {
  const job = await searched();
  const { inputs, distributions, around } = await colleague.call("getJobDistributions", params(job));
  assert.equal([distributions, around], [{}, null]);
  const uniform = { kind: "uniform", lower: 0, upper: 1 };
  assert.equal(
    inputs.map(({ name, kind, lower, upper, distribution }) => [name, kind, lower, upper, distribution]),
    [
      ["x", "number", 0, 1, uniform],
      ["y", "number", 0, 1, uniform],
    ],
  );
});

it("are changed one by one, so that people at once do not undo each other's", async () => {
  const job = await searched();
  const change = (distributions: Record<string, ReturnType<typeof normal> | null>) =>
    owner.call("updateJobDistributions", { ...params(job), body: { distributions } });
  await Promise.all([change({ x: normal(0.2) }), change({ y: normal(0.7) })]);
  const both = await colleague.call("getJobDistributions", params(job));
  assert.equal(both.distributions, { x: normal(0.2), y: normal(0.7) });
  const { inputs, distributions } = await change({ x: null });
  assert.equal(distributions, { y: normal(0.7) });
  assert.equal(inputs[0]?.distribution, { kind: "uniform", lower: 0, upper: 1 });
});

it("around another design replace those around the last one", async () => {
  const job = await searched();
  const change = (x: number, distributions: Record<string, ReturnType<typeof normal>>) =>
    owner.call("updateJobDistributions", { ...params(job), body: { distributions, around: { x, y: 0.5 } } });
  await change(0.2, { x: normal(0.2), y: normal(0.5) });
  assert.equal((await change(0.2, { y: normal(0.6) })).distributions, { x: normal(0.2), y: normal(0.6) });
  const { distributions, around } = await change(0.3, { x: normal(0.3) });
  assert.equal([distributions, around], [{ x: normal(0.3) }, { x: 0.3, y: 0.5 }]);
});

it("come with the score from which on a design counts as good, which stays until another is entered", async () => {
  const job = await searched();
  const change = (body: {
    distributions: Record<string, ReturnType<typeof normal>>;
    least_score?: number | null;
  }) => owner.call("updateJobDistributions", { ...params(job), body });
  assert.is((await owner.call("getJobDistributions", params(job))).least_score, null);
  await change({ distributions: {}, least_score: 53 });
  await change({ distributions: { x: normal(0.2) } });
  const { distributions, least_score } = await colleague.call("getJobDistributions", params(job));
  assert.equal([distributions, least_score], [{ x: normal(0.2) }, 53]);
  assert.is((await change({ distributions: {}, least_score: null })).least_score, null);
});

it("are changed only on top of the values that were read, and a refusal names who changed them", async () => {
  const job = await searched();
  const { name } = await admin.call("getUser");
  const change = (x: number, base: ReturnType<typeof normal> | null) => ({
    ...params(job),
    body: { distributions: { x: normal(x) }, base: { distributions: { x: base }, around: null } },
  });
  await admin.call("updateJobDistributions", change(0.2, null));
  const refused = await owner.refused("updateJobDistributions", change(0.3, null));
  const shown = "“normal, mean 0.2, standard deviation 0.1”";
  assert.equal(
    [refused.status, refused.errors],
    [409, { "distributions.x": [MESSAGES.fieldChanged(name, "Distribution of x", shown)] }],
  );
  const { distributions } = await owner.call("updateJobDistributions", change(0.3, normal(0.2)));
  assert.equal(distributions, { x: normal(0.3) });
});

it("around another design replace none that was not seen, and neither does a score", async () => {
  const job = await searched();
  const { name } = await admin.call("getUser");
  const base = { distributions: {}, around: null, least_score: null };
  await admin.call("updateJobDistributions", {
    ...params(job),
    body: { distributions: { y: normal(0.7) }, least_score: 1 },
  });
  const refused = await owner.refused("updateJobDistributions", {
    ...params(job),
    body: { distributions: { x: normal(0.3) }, around: { x: 0.3, y: 0.5 }, least_score: 2, base },
  });
  assert.equal(refused.errors, {
    "distributions.y": [
      MESSAGES.fieldChanged(name, "Distribution of y", "“normal, mean 0.7, standard deviation 0.1”"),
    ],
    least_score: [MESSAGES.fieldChanged(name, "the score from which on a design is good", "“1”")],
  });
  const around = { x: 0.1, y: 0.5 };
  await admin.call("updateJobDistributions", { ...params(job), body: { distributions: {}, around } });
  const moved = await owner.refused("updateJobDistributions", {
    ...params(job),
    body: { distributions: {}, around: { x: 0.3, y: 0.5 }, base },
  });
  const design = MESSAGES.fieldChanged(
    name,
    "the design that the distributions lie around",
    "“x 0.1, y 0.5”",
  );
  assert.equal(moved.errors, { around: [design] });
});

it("are refused by input, and then stay as they are", async () => {
  const job = await searched();
  await owner.call("updateJobDistributions", { ...params(job), body: { distributions: { x: normal(0.2) } } });
  const { status, errors } = await owner.refused("updateJobDistributions", {
    ...params(job),
    body: { distributions: { x: normal(0.3), y: normal(0.5, 0), z: normal(1) }, around: { w: 1 } },
  });
  assert.is(status, 400);
  assert.equal(errors, {
    "distributions.y": ["The standard deviation of y must be above 0."],
    "distributions.z": [MESSAGES.noSuchVariable("z")],
    "around.w": [MESSAGES.noSuchVariable("w")],
  });
  const { distributions } = await owner.call("getJobDistributions", params(job));
  assert.equal(distributions, { x: normal(0.2) });
});

it("reach those who look at the job", async () => {
  const job = await searched();
  const socket = await openSocket(colleague);
  await socket.watch({ kind: "job", job_id: job._id });
  const { revision } = await owner.call("updateJobDistributions", {
    ...params(job),
    body: { distributions: { x: normal(0.2) } },
  });
  assert.is((await socket.next("job-distributions")).revision, revision);
});

it("are not changed by a colleague, and not known of a job without a score", async () => {
  const job = await searched();
  const body = { distributions: { x: normal(0.2) } };
  assert.is((await colleague.refused("updateJobDistributions", { ...params(job), body })).status, 403);
  const other = await storeJob({ run: makeRun() });
  const { status, message } = await owner.refused("getJobDistributions", params(other));
  assert.equal([status, message], [404, MESSAGES.noInputDistributions]);
});
