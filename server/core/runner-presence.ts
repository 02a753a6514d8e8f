/** Runners announce themselves in Redis, where every process can read whether any is connected. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { log } from "./log.ts";

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

/** @returns null when Redis does not answer */
export async function isRunnerConnected(redis: Redis, redisPrefix: string): Promise<boolean | null> {
  if (redis.status !== "ready") return null;
  const count = await Promise.race([
    redis.exists(toKey(redisPrefix)),
    sleep(ANSWER_MS, null, { ref: false }),
  ]);
  return count === null ? null : count > 0;
}
