/**
 * Requests that nobody would send by hand: whatever comes is answered, never with a failure of the server's own, and
 * nothing piles up.
 */

import { assert, suite } from "../harness.ts";
import { type Campaign, sendManifests, sendMessages, sendRequests } from "../support/fuzz/campaigns.ts";
import { openHouse } from "../support/fuzz/house.ts";

const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 1);
/**
 * Memory that is not collected yet comes to as much as 140 MB; `npm run bench -- fuzz` sends so much more that
 * smaller leaks show.
 */
const MAX_GROWTH_MB = 250;

const house = await openHouse();
const it = suite("a server that is sent things at random", { timeout: 300_000 });

function isFine({ failures, growthMb }: Campaign): void {
  assert.equal(failures, [], `seed ${FUZZ_SEED}`);
  assert.ok(growthMb < MAX_GROWTH_MB, `${growthMb} MB more than after a quarter`);
}

it("answers 2,000 requests without one failure of its own", async () => {
  const sent = await sendRequests(house, 2_000, FUZZ_SEED);
  isFine(sent);
  // Most of them reach what they are for.
  assert.ok((sent.statuses.get(200) ?? 0) > 200, JSON.stringify([...sent.statuses]));
});
it("takes or refuses 200 specs with a damaged manifest", async () => {
  const sent = await sendManifests(house, 200, FUZZ_SEED);
  isFine(sent);
  assert.equal([...sent.statuses.keys()].sort(), [201, 400]);
});
it("survives 2,000 messages of pages and of connected servers", async () => {
  const sent = await sendMessages(house, 2_000, FUZZ_SEED);
  isFine(sent);
  assert.ok((sent.statuses.get(200) ?? 0) > 1_000, JSON.stringify([...sent.statuses]));
});
