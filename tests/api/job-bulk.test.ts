/** The actions on several jobs of the list at once. */
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { assert, suite } from "../harness.ts";
import { admin, colleague, owner, store, storeJob } from "../support/api/stored-jobs.ts";

const readTags = async (id: number) => (await store.jobs.findOne({ _id: id }))?.tags;

const archive = suite("archiving jobs");
archive("hides them from the list, and shows them there again", async () => {
  const ids = [(await storeJob())._id, (await storeJob())._id];
  const listed = async () => (await owner.call("listJobs")).items.filter(({ id }) => ids.includes(id)).length;
  await owner.call("archiveJobs", { body: { ids, archived: true } });
  assert.is(await listed(), 0);
  assert.is((await owner.call("getJob", { params: { job_id: ids[0] ?? 0 } })).archived, true);
  await admin.call("archiveJobs", { body: { ids, archived: false } });
  assert.is(await listed(), 2);
});
archive("is for those who may change all of them: otherwise none is archived", async () => {
  const [ownJob, other] = [await storeJob(), await storeJob({ creator: { id: colleague.id, name: "Zoe" } })];
  const body = { ids: [ownJob._id, other._id], archived: true };
  assert.is((await owner.refused("archiveJobs", { body })).status, 403);
  assert.is(await store.jobs.count({ _id: { $in: body.ids }, archived: true }), 0);
});
archive("skips jobs that were deleted meanwhile", async () => {
  const { _id } = await storeJob();
  await owner.call("archiveJobs", { body: { ids: [_id, 99_999], archived: true } });
  assert.is((await store.jobs.findOne({ _id }))?.archived, true);
});
archive("is refused for more jobs than a page holds", async () => {
  const ids = Array.from({ length: 201 }, (_, i) => i + 1);
  assert.is((await owner.refused("archiveJobs", { body: { ids, archived: true } })).status, 400);
});

const tags = suite("the tags of several jobs");
tags("are added and removed together, whichever way they are written", async () => {
  const [first, other] = [await storeJob({ tags: ["RF", "old"] }), await storeJob({ tags: ["keep"] })];
  const ids = [first._id, other._id];
  await owner.call("tagJobs", { body: { ids, add: ["thermal", "rf"], remove: ["OLD", "nowhere"] } });
  assert.equal(await readTags(first._id), ["RF", "thermal"]);
  assert.equal(await readTags(other._id), ["keep", "thermal", "rf"]);
  const { items } = await owner.call("listTags");
  assert.ok(items.some(({ name }) => name === "thermal"));
});
tags("are not changed at all where one job would have too many", async () => {
  const many = Array.from({ length: 20 }, (_, i) => `tag ${i}`);
  const [full, empty] = [await storeJob({ tags: many }), await storeJob()];
  const body = { ids: [full._id, empty._id], add: ["one more"] };
  const refused = await owner.refused("tagJobs", { body });
  assert.equal(refused.errors, { add: [LIST_MESSAGES.tooManyTags([full._id], 20)] });
  assert.equal(await readTags(empty._id), []);
  await owner.call("tagJobs", { body: { ...body, remove: ["tag 3"] } });
  assert.is((await readTags(full._id))?.length, 20);
});
tags("are changed only by who may change all of the jobs", async () => {
  const { _id } = await storeJob({ creator: { id: colleague.id, name: "Zoe" } });
  assert.is((await owner.refused("tagJobs", { body: { ids: [_id], add: ["mine"] } })).status, 403);
  assert.equal(await readTags(_id), []);
});
