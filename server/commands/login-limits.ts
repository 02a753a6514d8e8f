import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../problem.ts";

/** Failed attempts in `WINDOW_SECONDS`. Many people may share an address; nobody forgets a password that often. */
const PER_ADDRESS = 50;
const PER_EMAIL = 10;
const WINDOW_SECONDS = 15 * 60;

/** Counts failed attempts to log in, in Redis: the same for all web processes. */
export type LoginLimits = {
  /** @throws Problem 429 when the address or the e-mail has failed too often; counts the attempt otherwise. */
  count(address: string, email: string): Promise<void>;
  /** The attempt that was counted succeeded: it does not weigh on the address, and the e-mail starts anew. */
  forgive(address: string, email: string): Promise<void>;
};

export function createLoginLimits(redis: Redis, redisPrefix: string): LoginLimits {
  const limiter = (kind: string, points: number) => {
    const rule = { keyPrefix: `${redisPrefix}:login:${kind}`, points, duration: WINDOW_SECONDS };
    // While Redis is away each process counts for itself: people still get in, guessing stays slow.
    const insuranceLimiter = new RateLimiterMemory(rule);
    return new RateLimiterRedis({
      ...rule,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter,
    });
  };
  const addresses = limiter("address", PER_ADDRESS);
  const emails = limiter("email", PER_EMAIL);
  return {
    count: async (address, email) => {
      try {
        await emails.consume(email);
        await addresses.consume(address);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const headers = { "Retry-After": String(Math.ceil(refusal.msBeforeNext / 1000)) };
        throw new Problem(429, MESSAGES.tooManyAttempts, { headers });
      }
    },
    forgive: async (address, email) => {
      await Promise.all([emails.delete(email), addresses.reward(address)]);
    },
  };
}
