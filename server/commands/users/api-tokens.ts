/**
 * Personal API tokens let scripts call the API as the person who made them, but for calls that need a session. A token is shown
 * once, when it is made; only its hash is stored.
 */
import { createHash, randomBytes } from "node:crypto";
import { MAX_API_TOKENS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Redis } from "ioredis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { invalid, notFound } from "../../core/problem.ts";
import type { ApiTokenRecord, User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { createLimiter, tooMany } from "../../rate-limits/limiter.ts";

/** Programs that look for secrets in source code know tokens by how they begin. */
const TOKEN_PREFIX = "ust_";
const TOKEN_PATTERN = /^ust_[\w-]{43}$/;
const SHOWN_LENGTH = TOKEN_PREFIX.length + 6;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A token in use is written about no more often. */
const NOTE_USE_MS = 60_000;

/** Computes the hash that stands for a token in the database and in memory; null when the text cannot be a token. */
export const apiTokenHash = (token: string): string | null =>
  TOKEN_PATTERN.test(token) ? createHash("sha256").update(token).digest("hex") : null;

/** @throws Problem 400 naming the field when the person has too many. */
export async function createApiToken(
  { store }: Records,
  owner: User,
  { name, expires_in_days }: { name: string; expires_in_days: number | null },
): Promise<{ token: string; record: ApiTokenRecord }> {
  if ((await store.apiTokens.count({ user_id: owner._id })) >= MAX_API_TOKENS) {
    throw invalid({ name: [MESSAGES.noMoreTokens(MAX_API_TOKENS)] });
  }
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
  const now = Date.now();
  const record = await store.apiTokens.insert({
    _id: await store.nextId("api_tokens"),
    user_id: owner._id,
    hash: createHash("sha256").update(token).digest("hex"),
    prefix: token.slice(0, SHOWN_LENGTH),
    name,
    creation_time: new Date(now),
    last_used: null,
    expires: expires_in_days === null ? null : new Date(now + expires_in_days * DAY_MS),
  });
  return { token, record };
}

/** Refused everywhere from now on. @throws Problem 404 when the person has no such token. */
export async function revokeApiToken(
  { store, publish }: LiveRecords,
  userId: number,
  id: number,
): Promise<void> {
  const record = await store.apiTokens.findOne({ _id: id, user_id: userId });
  if (record === null) throw notFound(MESSAGES.tokenNotFound);
  await store.apiTokens.remove({ _id: id });
  publish.endApiToken(record.hash);
}

export async function revokeAllApiTokens({ store, publish }: LiveRecords, userId: number): Promise<void> {
  const records = await store.apiTokens.find({ user_id: userId });
  await store.apiTokens.remove({ _id: { $in: records.map(({ _id }) => _id) } });
  for (const { hash } of records) publish.endApiToken(hash);
}

/**
 * Finds the owner of a token and notes its use; null when there is no such token, it has expired, or its owner may
 * have none.
 */
export async function findApiToken(
  { store }: Records,
  hash: string,
  now: Date,
): Promise<{ user: User; record: ApiTokenRecord } | null> {
  const record = await store.apiTokens.findOne({ hash });
  if (record === null || isOver(record, now)) return null;
  const user = await store.users.findOne({ _id: record.user_id });
  if (user === null || user.restricted || !user.active) return null;
  if (record.last_used === null || now.getTime() - record.last_used.getTime() > NOTE_USE_MS) {
    await store.apiTokens.update({ _id: record._id }, { last_used: now });
  }
  return { user, record };
}

export const isOver = ({ expires }: Pick<ApiTokenRecord, "expires">, now: Date): boolean =>
  expires !== null && expires.getTime() <= now.getTime();

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
