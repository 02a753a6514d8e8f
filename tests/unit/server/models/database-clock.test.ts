import { createDatabaseClock } from "@understudy/server/models/database-clock.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the database's clock");

const DATABASE_TIME = Date.UTC(2026, 0, 1);
/** @param ahead how far this process's clock is ahead of the database's (ms) @param answerMs how long the database takes to answer */
function readTime(ahead: number, answerMs = 0) {
  let passed = 0;
  const store = {
    readTime: async () => {
      passed += answerMs;
      return new Date(DATABASE_TIME + passed);
    },
  };
  return createDatabaseClock(store, () => DATABASE_TIME + ahead + passed).readTime();
}

it("is the time for every process whose own clock is nearly right", async () => {
  for (const ahead of [0, 50_000, -50_000]) assert.equal(await readTime(ahead), new Date(DATABASE_TIME));
});

it("is not given to a process whose own clock is wrong", async () => {
  for (const ahead of [2 * 86_400_000, 61_000, -61_000]) assert.is(await readTime(ahead), null);
});

it("does not take a slow answer for a wrong clock", async () => {
  assert.equal(await readTime(0, 300_000), new Date(DATABASE_TIME + 300_000));
});
