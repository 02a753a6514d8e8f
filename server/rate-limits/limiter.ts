import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../problem.ts";

/** A rule that allows at most `points` in `duration` seconds. */
type Rule = { keyPrefix: string; points: number; duration: number };

/** Counts in Redis: the same for all web processes. */
export function createLimiter(redis: Redis, rule: Rule): RateLimiterRedis {
  return new RateLimiterRedis({
    ...rule,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    // While Redis is away each process counts for itself: people still get in, guessing stays slow.
    insuranceLimiter: new RateLimiterMemory(rule),
  });
}

/** The answer to a refusal by a limiter; whatever else went wrong stays what it is. */
export function tooMany(refusal: unknown, message: string): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  return new Problem(429, message, { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
}
