import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Redis } from "ioredis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { createLimiter, tooMany } from "./limiter.ts";

/** Tokens that are not valid, of one address. Nobody can guess one; without this each guess would cost a look-up. */
const UNKNOWN = { points: 100, duration: 15 * 60 };
/** Calls by one token to one web process: a loop without a pause must not take it from the people who look at a page. */
const CALLS = { points: 100, duration: 1 };

export type ApiTokenLimits = ReturnType<typeof createApiTokenLimits>;

export function createApiTokenLimits(redis: Redis, redisPrefix: string) {
  const unknown = createLimiter(redis, { ...UNKNOWN, keyPrefix: `${redisPrefix}:token:address` });
  const calls = new RateLimiterMemory({ ...CALLS, keyPrefix: "calls" });
  return {
    /** Counts a token that is about to be looked up. @throws Problem 429 when too many from there were none. */
    countUnknown: async (address: string): Promise<void> => {
      await unknown.consume(address).catch((refusal: unknown) => {
        throw tooMany(refusal, MESSAGES.tooManyTokens);
      });
    },
    /** The one that was counted is known. */
    forgive: async (address: string): Promise<void> => {
      await unknown.reward(address);
    },
    /** @throws Problem 429 */
    countCall: async (tokenId: number): Promise<void> => {
      await calls.consume(tokenId).catch((refusal: unknown) => {
        throw tooMany(refusal, MESSAGES.tooManyCalls);
      });
    },
  };
}
