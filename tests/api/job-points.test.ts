/** Points with names: stored with the job, the same for everybody, and never two of one name. */
import { MAX_JOB_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeInput } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";

const it = suite("points with names", { timeout: 60_000 });

const config = makeConfig({ inputs: [makeInput("x"), makeInput("y")] });
const emulated = () => storeJob({ status: "Complete", emulator_version: 1, config });
type Job = Awaited<ReturnType<typeof emulated>>;
const save = (job: Job, name: string, values: Record<string, number> = { x: 0.5 }, by = owner) =>
  by.call("saveJobPoint", { ...params(job), body: { name, values } });
const pointParams = (job: Job, point_id: number) => ({
  params: { job_id: job._id, point_id: String(point_id) },
});
const listNames = async (job: Job, reader = owner) =>
  (await reader.call("getJobPoints", params(job))).points.map(({ name }) => name);

it("are saved, renamed, moved and deleted, each as a revision of the job that everybody gets", async () => {
  const job = await emulated();
  const socket = await openSocket(colleague);
  await socket.watch({ kind: "job", job_id: job._id });
  const saved = await save(job, "nominal", { x: 0.2, y: 0.7 });
  assert.equal(saved, {
    points: [{ id: 1, name: "nominal", values: { x: 0.2, y: 0.7 }, can_be_changed: true }],
    revision: job.revision + 1,
  });
  assert.is((await socket.next("job-points")).revision, job.revision + 1);
  await owner.call("updateJobPoint", { ...pointParams(job, 1), body: { name: "worst case" } });
  const moved = await owner.call("updateJobPoint", { ...pointParams(job, 1), body: { values: { x: 1 } } });
  assert.equal([moved.points[0]?.name, moved.points[0]?.values], ["worst case", { x: 1 }]);
  const { points, revision } = await owner.call("deleteJobPoint", pointParams(job, 1));
  assert.equal([points, revision], [[], job.revision + 4]);
  const again = await owner.call("deleteJobPoint", pointParams(job, 1));
  assert.is(again.revision, revision, "a point that is gone changes nothing");
  const next = await save(job, "nominal");
  assert.is(next.points[0]?.id, 2, "the id of a deleted point is not given again");
});
it("saved by several people at once are all kept", async () => {
  const job = await emulated();
  await Promise.all([save(job, "a"), save(job, "b", { y: 1 }, colleague), save(job, "c")]);
  assert.equal((await listNames(job)).sort(), ["a", "b", "c"]);
  const { points } = await owner.call("getJobPoints", params(job));
  assert.is(new Set(points.map(({ id }) => id)).size, 3);
});
it("are refused where the name is taken, a value has no input, or there are too many", async () => {
  const job = await emulated();
  await save(job, "Nominal");
  const taken = await owner.refused("saveJobPoint", {
    ...params(job),
    body: { name: " nominal ", values: { z: 1 } },
  });
  assert.equal(taken.status, 400);
  assert.equal(taken.errors, {
    name: [MESSAGES.pointNameTaken],
    "values.z": [MESSAGES.noSuchVariable("z")],
  });
  const select = makeInput("colour", { type: "MultiSelect", values: ["red", "blue"] });
  const coloured = await storeJob({ config: makeConfig({ inputs: [makeInput("x"), select] }) });
  const misfit = await owner.refused("saveJobPoint", {
    ...params(coloured),
    body: { name: "misfit", values: { x: "much", colour: "green" } },
  });
  assert.equal(misfit.errors, {
    "values.x": [MESSAGES.invalidNumber],
    "values.colour": [MESSAGES.noSuchCategory("green")],
  });
  const full = await storeJob({
    config,
    points: Array.from({ length: MAX_JOB_POINTS }, (_, id) => ({
      ...{ id, name: `point ${id}`, values: {}, creator_id: owner.id, editor_name: null },
    })),
  });
  const { errors } = await owner.refused("saveJobPoint", {
    ...params(full),
    body: { name: "one more", values: {} },
  });
  assert.equal(errors, { name: [MESSAGES.noMorePoints(MAX_JOB_POINTS)] });
  const gone = await owner.refused("updateJobPoint", { ...pointParams(job, 9), body: { name: "gone" } });
  assert.equal([gone.status, gone.message], [404, MESSAGES.pointNotFound]);
});
it("are changed by their creator and the job's, and by no other colleague", async () => {
  const job = await emulated();
  await save(job, "mine");
  await save(job, "theirs", { x: 1 }, colleague);
  const { points } = await colleague.call("getJobPoints", params(job));
  assert.equal(
    points.map(({ name, can_be_changed }) => [name, can_be_changed]),
    [
      ["mine", false],
      ["theirs", true],
    ],
  );
  for (const refused of [
    await colleague.refused("updateJobPoint", { ...pointParams(job, 1), body: { name: "ours" } }),
    await colleague.refused("deleteJobPoint", pointParams(job, 1)),
  ]) {
    assert.equal([refused.status, refused.message], [403, MESSAGES.notYourPoint]);
  }
  await owner.call("deleteJobPoint", pointParams(job, 2));
  assert.equal(await listNames(job, colleague), ["mine"]);
});
it("are neither renamed nor moved over a change that was not seen", async () => {
  const job = await emulated();
  await save(job, "nominal", { x: 0.2, y: 0.7 });
  const base = { name: "nominal", values: { y: 0.7, x: 0.2 } };
  await admin.call("updateJobPoint", {
    ...pointParams(job, 1),
    body: { name: "typical", values: { x: 0.3 }, base },
  });
  const { name } = await admin.call("getUser");
  const refused = await owner.refused("updateJobPoint", {
    ...pointParams(job, 1),
    body: { name: "usual", values: { x: 0.4 }, base },
  });
  assert.equal(
    [refused.status, refused.errors],
    [
      409,
      {
        name: [MESSAGES.aboutChanged(name, "name", "“typical”")],
        values: [MESSAGES.pointMoved(name)],
      },
    ],
  );
  assert.equal(await listNames(job), ["typical"]);
  await owner.call("updateJobPoint", {
    ...pointParams(job, 1),
    body: { name: "usual", base: { name: "typical" } },
  });
  assert.equal(await listNames(job), ["usual"]);
});
it("are moved from a negative zero, which a browser sends back as zero", async () => {
  const point = { id: 1, name: "nominal", values: { x: -0 }, creator_id: owner.id, editor_name: null };
  const job = await storeJob({ status: "Complete", emulator_version: 1, config, points: [point] });
  const { points } = await owner.call("updateJobPoint", {
    ...pointParams(job, 1),
    body: { values: { x: 0.5 }, base: { values: { x: 0 } } },
  });
  assert.equal(points[0]?.values, { x: 0.5 });
});
it("are seen by restricted users with whom the job is shared, who cannot change them", async () => {
  const job = await emulated();
  await save(job, "nominal");
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const { points } = await guest.call("getJobPoints", params(job));
  assert.equal(points, [{ id: 1, name: "nominal", values: { x: 0.5 }, can_be_changed: false }]);
});
it("stand in the activity of the job", async () => {
  const job = await emulated();
  await save(job, "nominal");
  const { items } = await owner.call("listJobActivity", params(job));
  assert.ok(items.some(({ action, detail }) => action === "job-points-changed" && detail === "+nominal"));
});
