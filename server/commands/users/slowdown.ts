import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { createLimiter } from "../../rate-limits/limiter.ts";

const WINDOW_SECONDS = 15 * 60;
const MAX_PAUSE_SECONDS = 60;
/** The counters only count: it is the pauses that refuse. */
const UNLIMITED_POINTS = Number.MAX_SAFE_INTEGER;

/** Slows down attempts under one key: after some without a delay, each has to wait twice as long as the one before. */
export type Slowdown = {
  /** @returns milliseconds until the next attempt may be made; 0: now */
  pause(key: string): Promise<number>;
  /** Counts an attempt, of those made at the same moment each. @returns milliseconds until it may be made again; 0: it may be made */
  count(key: string): Promise<number>;
  /** Takes back an attempt that was counted. */
  takeBack(key: string): Promise<void>;
  /** The next attempt is the first one. */
  forget(key: string): Promise<void>;
};

/** @param attempts how many were made in the window, the next one included @returns seconds until there may be another */
export function pauseAfter(attempts: number, free: number): number {
  if (attempts <= free) return 0;
  return Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(attempts - free - 1, 10));
}

/** In Redis: the same for all web processes. @param free attempts in 15 minutes without a delay */
export function createSlowdown(redis: Redis, keyPrefix: string, free: number): Slowdown {
  const rule = { keyPrefix, points: UNLIMITED_POINTS, duration: WINDOW_SECONDS };
  const attempts = createLimiter(redis, rule);
  const pauses = createLimiter(redis, { ...rule, keyPrefix: `${keyPrefix}:pause`, points: 1 });
  return {
    pause: async (key) => {
      const paused = await pauses.get(key);
      return paused === null ? 0 : Math.max(0, paused.msBeforeNext);
    },
    count: async (key) => {
      const { consumedPoints } = await attempts.consume(key);
      const customDuration = pauseAfter(consumedPoints, free);
      if (customDuration === 0) return 0;
      try {
        await pauses.consume(key, 1, { customDuration });
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
        throw refusal;
      }
    },
    takeBack: async (key) => {
      await attempts.reward(key);
    },
    forget: async (key) => {
      // Deleting would wait until Redis is back, and so would the person who has just logged in.
      if (redis.status !== "ready") {
        await attempts.reward(key);
        return;
      }
      await Promise.all([attempts.delete(key), pauses.delete(key)]);
    },
  };
}
