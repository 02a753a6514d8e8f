import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../core/problem.ts";
import { createLimiter } from "../../rate-limits/limiter.ts";

/** Wrong passwords in 15 minutes without a delay: of one e-mail from one address, or from one known device. */
const FREE_OF_PAIR = 5;
/** Many people may share an address. */
const FREE_OF_ADDRESS = 50;
/** More often than anybody forgets a password: this limits guesses that come from many addresses. */
const FREE_OF_EMAIL = 200;

type Sender = {
  readonly address: string;
  readonly email: string;
  /** The device by which this person has logged in before; null: it is not known. */
  readonly device: string | null;
};

/** An attempt that may be made. */
export type Attempt = {
  /** The password was right: the attempt does not count for the address, and earlier wrong ones are forgotten. */
  succeeded(): Promise<void>;
  /** The password could not be checked. */
  takenBack(): Promise<void>;
};

/**
 * Slows down who tries passwords, in all web processes alike. Strangers at other addresses cannot keep a person from logging in,
 * and nobody can lock out a known device.
 */
export type LoginLimits = {
  /** @throws Problem 429 that says how long to wait */
  begin(sender: Sender): Promise<Attempt>;
  /**
   * The same for somebody who is logged in and confirms their password: whoever has stolen a session must not guess the password
   * this way, nor keep its owner from logging in.
   */
  beginOwn(userId: number): Promise<Attempt>;
};

type Counted = { readonly slowdown: Slowdown; readonly key: string; readonly isForgotten: boolean };

/** Looks at all of them before it counts any, and counts no further than the first that refuses. @throws Problem 429 */
async function begin(counted: readonly Counted[], refusal: (seconds: number) => Problem): Promise<Attempt> {
  const refuseFor = (pauses: readonly number[]) => {
    const longest = Math.max(...pauses);
    if (longest > 0) throw refusal(Math.ceil(longest / 1000));
  };
  refuseFor(await Promise.all(counted.map(({ slowdown, key }) => slowdown.pause(key))));
  for (const { slowdown, key } of counted) refuseFor([await slowdown.count(key)]);
  const end = (isForgotten: (counter: Counted) => boolean) => async () => {
    await Promise.all(
      counted.map((counter) =>
        isForgotten(counter) ? counter.slowdown.forget(counter.key) : counter.slowdown.takeBack(counter.key),
      ),
    );
  };
  return { succeeded: end((counter) => counter.isForgotten), takenBack: end(() => false) };
}

const tooMany = (seconds: number, message: string, field?: string): Problem =>
  new Problem(429, message, {
    retryAfter: seconds,
    ...(field !== undefined && { errors: { [field]: [message] } }),
  });

export function createLoginLimits(redis: Redis, redisPrefix: string): LoginLimits {
  const slowdown = (kind: string, free: number) =>
    createSlowdown(redis, `${redisPrefix}:login:${kind}`, free);
  const pairs = slowdown("pair", FREE_OF_PAIR);
  const addresses = slowdown("address", FREE_OF_ADDRESS);
  const emails = slowdown("email", FREE_OF_EMAIL);
  const devices = slowdown("device", FREE_OF_PAIR);
  const people = slowdown("person", FREE_OF_PAIR);
  const ofStranger = ({ address, email }: Sender): Counted[] => [
    { slowdown: pairs, key: `${address} ${email}`, isForgotten: true },
    { slowdown: addresses, key: address, isForgotten: false },
    { slowdown: emails, key: email, isForgotten: false },
  ];
  return {
    begin: (sender) =>
      begin(
        sender.device === null
          ? ofStranger(sender)
          : [{ slowdown: devices, key: sender.device, isForgotten: true }],
        (seconds) => tooMany(seconds, MESSAGES.tooManyAttempts(seconds)),
      ),
    beginOwn: (userId) =>
      begin([{ slowdown: people, key: String(userId), isForgotten: true }], (seconds) =>
        tooMany(seconds, MESSAGES.tooManyPasswords(seconds), "current_password"),
      ),
  };
}

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
