import {
  type ApiTokenLimits,
  apiTokenHash,
  findApiToken,
  INVALID_TOKEN_WINDOW_MS,
  isOver,
} from "../commands/users/api-tokens.ts";
import { type CacheOptions, createCache, MAX_AGE_MS } from "../core/cache.ts";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform/platform.ts";

/** Tokens in use at once, as one process sees them. */
const MAX_TOKENS = 1_000;

/** The owners of API tokens, without a database query for each of their calls. */
export type ApiTokens = ReturnType<typeof createApiTokens>;

/**
 * Revoked tokens and changed rights leave the cache at once: see `changes`. A token that was refused is remembered as well:
 * a script that goes on with a revoked token counts as one invalid token, so that it does not use up the limit of the
 * address that it shares with others.
 */
export function createApiTokens(
  platform: Pick<Platform, "store" | "changes">,
  limits: ApiTokenLimits,
  { clock = Date.now }: CacheOptions = {},
) {
  const { changes } = platform;
  const tokens = createCache<string, NonNullable<Awaited<ReturnType<typeof findApiToken>>>>({
    maxEntries: MAX_TOKENS,
    maxAge: MAX_AGE_MS,
    clock,
  });
  const refusedTokens = createCache<string, true>({
    maxEntries: MAX_TOKENS,
    maxAge: INVALID_TOKEN_WINDOW_MS,
    clock,
  });
  const clear = () => {
    tokens.clear();
    refusedTokens.clear();
  };
  changes.onChange((change) => {
    if (change.kind === "api-token") tokens.forget(change.hash);
    // A token is valid again when its owner's rights are given back.
    if (change.kind === "people") clear();
  }, clear);

  const find = (hash: string) => findApiToken(platform, hash, new Date(clock()));
  const findUnlessRefused = async (hash: string, address: string) => {
    const lookup: { token: Awaited<ReturnType<typeof find>> } = { token: null };
    const isRefused = await refusedTokens.get(hash, async () => {
      await limits.countUnknown(address);
      lookup.token = await find(hash);
      if (lookup.token === null) return true;
      await limits.forgive(address);
      return null;
    });
    // Another call at this moment may have done the reading.
    return isRefused ? null : (lookup.token ?? (await find(hash)));
  };

  return {
    /**
     * The owner of a token; null: it is not valid.
     * @param address where the call came from @throws Problem 429 when there were too many calls, or unknown tokens
     */
    find: async (token: string, address: string): Promise<User | null> => {
      const hash = apiTokenHash(token);
      if (hash === null) return null;
      const read = () => findUnlessRefused(hash, address);
      const owner = await (changes.isSubscribed() ? tokens.get(hash, read) : read());
      if (owner === null || isOver(owner.record, new Date(clock()))) return null;
      await limits.countCall(owner.record._id);
      return owner.user;
    },
  };
}
