/** The place of a job in the queue, and whether it trains by itself, over HTTP. */
import { assert, suite } from "../harness.ts";
import { colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";
import { makeRun } from "../support/specs/simulations.ts";

const work = (claim_id: string | null) => ({ ticket: 1, claim_id, more: false, retry: false });
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const queue = suite("a job that waits for a runner");
queue("knows how many are ahead of it and how many are being worked on", async () => {
  await storeJob({ status: "Training", work: work("one"), last_modified_time: at(1) });
  await storeJob({ status: "Pending Training", work: work(null), last_modified_time: at(2) });
  const mine = await storeJob({ status: "Pending Training", work: work(null), last_modified_time: at(3) });
  await storeJob({ status: "Pending Training", work: work(null), last_modified_time: at(4) });
  // Neither another phase nor a training for a server of its own takes a place.
  await storeJob({ status: "Validating", work: work("two"), last_modified_time: at(1) });
  const server = { id: 1, name: "lab", lease_until: null, infrastructure_failures: 0, reason: null };
  const elsewhere = await storeJob({
    status: "Pending Training",
    work: work(null),
    last_modified_time: at(1),
    training_server: server,
  });
  assert.equal(await owner.call("getJobQueue", params(mine)), { is_waiting: true, running: 1, ahead: 1 });
  const none = { is_waiting: false, running: 0, ahead: 0 };
  assert.equal(await owner.call("getJobQueue", params(elsewhere)), none);
  assert.equal(await owner.call("getJobQueue", params(await storeJob({ status: "Complete" }))), none);
});

const later = suite("a job that is to train by itself");
later("can be made one by its creator while its simulations run", async () => {
  const job = await storeJob({ status: "Running", run: makeRun(), is_data_driven: false });
  const body = { train_when_done: true };
  assert.is((await owner.call("trainWhenDone", { ...params(job), body })).train_when_done, true);
  assert.is((await owner.call("getJob", params(job))).train_when_done, true);
  assert.is((await colleague.refused("trainWhenDone", { ...params(job), body })).status, 403);
});
later("is refused once they are done, and where there are none", async () => {
  const body = { train_when_done: true };
  const done = await storeJob({ status: "Complete", run: makeRun(), is_data_driven: false });
  const fromData = await storeJob({ status: "Interrupted" });
  for (const job of [done, fromData])
    assert.is((await owner.refused("trainWhenDone", { ...params(job), body })).status, 409);
});
