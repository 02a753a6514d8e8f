import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Redis } from "ioredis";
import { createLimiter, tooMany } from "./limiter.ts";

/** Failed attempts in `WINDOW_SECONDS`. Many people may share an address; nobody forgets a password that often. */
const PER_ADDRESS = 50;
const PER_PERSON = 10;
const WINDOW_SECONDS = 15 * 60;

/** Counts wrong passwords, in Redis: the same for all web processes. */
export type LoginLimits = {
  /** @throws Problem 429 when the address or the e-mail has failed too often; counts the attempt otherwise. */
  count(address: string, email: string): Promise<void>;
  /** The attempt that was counted succeeded: it does not weigh on the address, and the e-mail starts anew. */
  forgive(address: string, email: string): Promise<void>;
  /**
   * Counts an attempt of somebody who is logged in to say what their password is. Whoever holds a session but no password
   * must not find it out that way, nor keep its owner from logging in.
   * @throws Problem 429 when there were too many.
   */
  countOwn(userId: number): Promise<void>;
  forgiveOwn(userId: number): Promise<void>;
};

export function createLoginLimits(redis: Redis, redisPrefix: string): LoginLimits {
  const limiter = (kind: string, points: number) =>
    createLimiter(redis, { keyPrefix: `${redisPrefix}:login:${kind}`, points, duration: WINDOW_SECONDS });
  const addresses = limiter("address", PER_ADDRESS);
  const emails = limiter("email", PER_PERSON);
  const people = limiter("person", PER_PERSON);
  return {
    count: async (address, email) => {
      try {
        await emails.consume(email);
        await addresses.consume(address);
      } catch (refusal) {
        throw tooMany(refusal, MESSAGES.tooManyAttempts);
      }
    },
    forgive: async (address, email) => {
      await Promise.all([emails.delete(email), addresses.reward(address)]);
    },
    countOwn: async (userId) => {
      try {
        await people.consume(String(userId));
      } catch (refusal) {
        throw tooMany(refusal, MESSAGES.tooManyPasswords, "current_password");
      }
    },
    forgiveOwn: async (userId) => {
      await people.delete(String(userId));
    },
  };
}
