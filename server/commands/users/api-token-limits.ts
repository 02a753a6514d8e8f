import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Redis } from "ioredis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { createLimiter, tooMany } from "../../rate-limits/limiter.ts";

/** Different invalid tokens from one address. None can be guessed, but each guess would cost a database query. */
const INVALID_TOKENS = { points: 100, duration: 15 * 60 };
export const INVALID_TOKEN_WINDOW_MS = INVALID_TOKENS.duration * 1000;
/** Calls by one token to one web process: a loop without a pause must not take it from the people who look at a page. */
const CALL_LIMIT = { points: 100, duration: 1 };

export type ApiTokenLimits = ReturnType<typeof createApiTokenLimits>;

export function createApiTokenLimits(redis: Redis, redisPrefix: string) {
  const unknown = createLimiter(redis, { ...INVALID_TOKENS, keyPrefix: `${redisPrefix}:token:address` });
  const calls = new RateLimiterMemory({ ...CALL_LIMIT, keyPrefix: "calls" });
  return {
    /** Counts a token before it is looked up. @throws Problem 429 after too many invalid tokens from that address. */
    countUnknown: async (address: string): Promise<void> => {
      await unknown.consume(address).catch((refusal: unknown) => {
        throw tooMany(refusal, MESSAGES.tooManyTokens);
      });
    },
    /** The token that was counted is valid. */
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
