/** Runners announce themselves in Redis, where every process can read whether any is connected. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { log } from "./log.ts";
import { isWriteRefusal } from "./write-refusal.ts";

const RENEW_MS = 5_000;
/** A runner that was killed counts as connected for this long at most. */
const EXPIRES_MS = 15_000;
/** Redis that answers later than this is taken for one that does not answer. */
const ANSWER_MS = 2_000;

const toKey = (redisPrefix: string): string => `${redisPrefix}:runner`;

/** Says, until the returned function is called, that a runner is connected. All runners share one key, which the last one lets expire. */
export function announceRunner(redis: Redis, redisPrefix: string): () => void {
  const renew = () => {
    redis
      .set(toKey(redisPrefix), "connected", "PX", EXPIRES_MS)
      .catch((err: unknown) => log.warn({ err }, "the runner could not be announced"));
  };
  renew();
  const timer = setInterval(renew, RENEW_MS);
  return () => clearInterval(timer);
}

/** @returns null when Redis does not answer, or stores nothing, as without memory: then runners cannot announce themselves either */
export async function isRunnerConnected(redis: Redis, redisPrefix: string): Promise<boolean | null> {
  if (redis.status !== "ready") return null;
  const read = async () => {
    const [, count] = await Promise.all([
      redis.set(`${redisPrefix}:write-check`, "", "PX", EXPIRES_MS),
      redis.exists(toKey(redisPrefix)),
    ]);
    return count > 0;
  };
  const onRefusal = (error: unknown) => {
    if (isWriteRefusal(error)) return null;
    throw error;
  };
  return await Promise.race([read().catch(onRefusal), sleep(ANSWER_MS, null, { ref: false })]);
}
