import { assert, suite } from "../harness.ts";
import { colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";

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
it("are refused with a message under their name", async () => {
  const { errors } = await owner.refused("createTag", { body: { name: "a,b" } });
  assert.equal(Object.keys(errors), ["name"]);
});
