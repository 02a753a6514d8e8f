/** Who has a demo server, told apart over several web processes that share one database. */
import { createClaims } from "@understudy/server/demo/claims.ts";
import { Problem } from "@understudy/server/problem.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { assert, rejects, suite } from "../harness.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const platform = await openTestPlatform();
const { demoServers } = platform.store;
const one = createClaims(platform);
const other = createClaims(platform);

const it = suite("demo servers of several processes");
it("are one a person", async () => {
  assert.equal(await Promise.all([one.claim(1, false), one.claim(1, false)]).then((all) => all.sort()), [
    false,
    true,
  ]);
  assert.is(await other.claim(1, true), false);
  assert.is((await other.renew(1)) === null, true, "it is another's");
  assert.is((await one.renew(1))?.stays, true, "--demo asked for what somebody had started");
});
it("are four in all, and those that failed do not count", async () => {
  for (const person of [2, 3, 4]) assert.ok(await other.claim(person, false));
  const refusal = await rejects(() => one.claim(5, false));
  assert.ok(
    refusal instanceof Problem && refusal.status === 503 && refusal.message === MESSAGES.demosTaken(4),
  );
  assert.is(await one.find(5), null);
  await other.fail(4, "It ended.");
  assert.ok(await one.claim(5, false));
  await one.release(5);
});
it("may be asked for again once they failed", async () => {
  assert.is((await other.find(4))?.error, "It ended.");
  assert.ok(await one.claim(4, false));
  assert.is((await one.find(4))?.error, null);
});
it("are taken over when their process was not heard of", async () => {
  assert.equal(await one.takeOver(), []);
  await demoServers.updateAll({ _id: { $in: [2, 3] } }, { until: new Date(0) });
  const taken = await Promise.all([one.takeOver(), createClaims(platform).takeOver()]);
  assert.equal(taken.flat().sort(), [2, 3]);
  assert.is(await other.renew(2), null);
});
it("go with their process", async () => {
  await one.releaseAll();
  assert.is(await one.find(1), null);
});
