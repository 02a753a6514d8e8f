import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../core/problem.ts";

/** A rule that allows at most `points` in `duration` seconds. */
type Rule = { keyPrefix: string; points: number; duration: number };

/** Creates a limiter that counts in Redis, so that all web processes share the count. */
export function createLimiter(redis: Redis, rule: Rule): RateLimiterRedis {
  return new RateLimiterRedis({
    ...rule,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    // While Redis is away each process counts for itself: people still get in, guessing stays slow.
    insuranceLimiter: new RateLimiterMemory(rule),
  });
}

/**
 * Counts an action of a person.
 * @throws Problem 429 with the message, after too many
 */
export async function limitPerson(redis: Redis, rule: Rule, userId: number, message: string): Promise<void> {
  await createLimiter(redis, rule)
    .consume(userId)
    .catch((refusal: unknown) => {
      throw tooMany(refusal, message);
    });
}

/** Converts the refusal of a limiter to an answer 429. Other errors are returned unchanged. */
export function tooMany(refusal: unknown, message: string): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  return new Problem(429, message, { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
}
