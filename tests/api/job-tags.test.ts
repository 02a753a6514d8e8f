import { MAX_TAGS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { admin, colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";

const it = suite("tags");
it("are known to all once anybody has used them, in the spelling they were first given", async () => {
  const job = await storeJob();
  const body = { tags: [{ name: "Low Noise" }, { name: "rf" }] };
  await owner.call("updateJobTags", { ...params(job), body });
  assert.equal(await colleague.call("createTag", { body: { name: "low noise" } }), { name: "Low Noise" });
  const { items } = await colleague.call("listTags");
  assert.equal(
    items.map(({ name }) => name),
    ["Low Noise", "rf"],
  );
  const other = await storeJob();
  const again = { tags: [{ name: "RF" }, { name: "LOW NOISE" }] };
  assert.equal((await owner.call("updateJobTags", { ...params(other), body: again })).tags, [
    { name: "rf" },
    { name: "Low Noise" },
  ]);
});
it("that two people change at the same time are all kept, and those that one of them removes go", async () => {
  const job = await storeJob({ tags: ["old"] });
  const change = (by: Caller, from: readonly string[], to: readonly string[]) => {
    const toTags = (names: readonly string[]) => names.map((name) => ({ name }));
    const body = { tags: toTags(to), base: { tags: toTags(from) } };
    return by.call("updateJobTags", { ...params(job), body });
  };
  await change(owner, ["old"], ["old", "mine"]);
  await change(admin, ["old"], ["old", "theirs"]);
  assert.equal((await owner.call("getJob", params(job))).tags, [
    { name: "old" },
    { name: "mine" },
    { name: "theirs" },
  ]);
  const { tags } = await change(owner, ["old", "mine"], ["MINE"]);
  assert.equal(tags, [{ name: "mine" }, { name: "theirs" }]);
});
it("are refused where those of both people are too many", async () => {
  const full = Array.from({ length: MAX_TAGS }, (_, at) => `tag ${at}`);
  const job = await storeJob({ tags: full });
  const body = { tags: [{ name: "one more" }], base: { tags: [] } };
  const refused = await owner.refused("updateJobTags", { ...params(job), body });
  assert.equal(refused.errors, { tags: [LIST_MESSAGES.tooManyTags([job._id], MAX_TAGS)] });
});
it("are refused with a message under their name", async () => {
  const { errors } = await owner.refused("createTag", { body: { name: "a,b" } });
  assert.equal(Object.keys(errors), ["name"]);
});
