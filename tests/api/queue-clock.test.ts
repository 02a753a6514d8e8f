/** Queues of work on a machine whose clock was ahead, and was set right. */
import { randomUUID } from "node:crypto";
import { createWorkQueue } from "@understudy/engine/runner/queues.ts";
import { eventually, suite } from "../harness.ts";
import { atEnd } from "../support/cleanup.ts";
import { withRedis } from "../support/processes/databases.ts";
import { testStores } from "../support/processes/test-stores.ts";

const HOUR_MS = 3_600_000;
const ignore = () => undefined;
const it = suite("work that was put back while the clock was an hour ahead");

it("is tried again when it is queued again, and not an hour later", async () => {
  const { redisUrl } = await testStores();
  const prefix = `queue-${randomUUID()}`;
  const queue = createWorkQueue({ redisUrl, prefix }, { info: ignore, warn: ignore, error: ignore });
  atEnd("the queue", () => queue.close());
  await queue.ready();
  const work = { jobId: 1, phase: "data" as const, ticket: 1 };
  let attempts = 0;
  // It is put back again and again until that was seen: the first time lasts one second only.
  let mustWait = true;
  const readClock = Date.now;
  Date.now = () => readClock() + HOUR_MS;
  try {
    queue.take("data", 1, async () => {
      attempts += 1;
      if (mustWait) throw new Error("It has to wait.");
    });
    await queue.enqueue(work);
    await withRedis(redisUrl, (redis) =>
      eventually("it is put back", async () => (await redis.zcard(`${prefix}:queue:data:delayed`)) === 1),
    );
  } finally {
    Date.now = readClock;
  }
  mustWait = false;
  const attemptsBefore = attempts;
  await eventually("it is tried again", async () => {
    await queue.enqueue(work);
    return attempts > attemptsBefore;
  });
});
