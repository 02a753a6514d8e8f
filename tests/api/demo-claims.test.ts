/** Who has a demo server, told apart over several web processes that share one database. */

import { Problem } from "@understudy/server/core/problem.ts";
import { createClaims } from "@understudy/server/demo/claims.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, rejects, suite } from "../harness.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const platform = await openTestPlatform();
const { demoServers } = platform.store;
const claims = createClaims(platform);
const other = createClaims(platform);

const HOUR_MS = 3_600_000;
/** A new claim lasts for less. */
const HELD_WITHIN_MS = 60_000;

const it = suite("demo servers of several processes");
it("are one a person", async () => {
  assert.equal(
    await Promise.all([claims.claim(1, false), claims.claim(1, false)]).then((all) => all.sort()),
    [false, true],
  );
  assert.is(await other.claim(1, true), false);
  assert.is((await other.renew(1)) === null, true, "it is another's");
  assert.is((await claims.renew(1))?.stays, true, "--demo asked for what somebody had started");
});
it("are four in all, and those that failed do not count", async () => {
  for (const person of [2, 3, 4]) assert.ok(await other.claim(person, false));
  const refusal = await rejects(() => claims.claim(5, false));
  assert.ok(
    refusal instanceof Problem && refusal.status === 503 && refusal.message === MESSAGES.demosTaken(4),
  );
  assert.is(await claims.find(5), null);
  await other.fail(4, "It ended.");
  assert.ok(await claims.claim(5, false));
  await claims.release(5);
});
it("may be asked for again once they failed", async () => {
  assert.is((await other.find(4))?.error, "It ended.");
  assert.ok(await claims.claim(4, false));
  assert.is((await claims.find(4))?.error, null);
});
it("are taken over when their process was not heard of", async () => {
  assert.equal(await claims.takeOver(), []);
  await demoServers.updateAll({ _id: { $in: [2, 3] } }, { until: new Date(0) });
  const taken = await Promise.all([claims.takeOver(), createClaims(platform).takeOver()]);
  assert.equal(taken.flat().sort(), [2, 3]);
  assert.is(await other.renew(2), null);
});
it("are taken over when the clock was set back since their process died", async () => {
  await demoServers.updateAll({ _id: 4 }, { until: new Date(Date.now() + HOUR_MS) });
  assert.equal(await claims.takeOver(), []);
  const until = (await claims.find(4))?.until.getTime() ?? 0;
  assert.ok(until < Date.now() + HELD_WITHIN_MS);
});
it("go with their process", async () => {
  await claims.releaseAll();
  assert.is(await claims.find(1), null);
});
