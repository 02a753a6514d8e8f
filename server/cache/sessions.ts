import { findSessions, type LoggedIn, toSessionId } from "../commands/users/sessions.ts";
import { type CacheOptions, createCache, MAX_AGE_MS } from "../core/cache.ts";
import { batchReads } from "../core/share-reads.ts";
import type { Platform } from "../platform/platform.ts";

/** Sessions in use at once, as one process sees them: a thousand take about 1 MB. */
const MAX_SESSIONS = 1_000;

/** Who is logged in, without a database query for each of their requests. */
export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions that end, and people whose password or rights change, leave the cache at once: see `changes`. So the person of a request is
 * as stored, as long as every write to a person is published.
 */
export function createSessions(
  platform: Pick<Platform, "store" | "changes">,
  { clock = Date.now }: CacheOptions = {},
) {
  const { changes } = platform;
  const sessions = createCache<string, LoggedIn>({ maxEntries: MAX_SESSIONS, maxAge: MAX_AGE_MS, clock });
  changes.onChange((change) => {
    if (change.kind === "session") sessions.forget(change.id);
    if (change.kind === "people") sessions.clear();
  }, sessions.clear);

  // Hundreds of pages, each of another person, may come back at once.
  const readById = batchReads((ids: readonly string[]) => findSessions(platform, ids));
  const read = async (token: string | undefined): Promise<LoggedIn | null> =>
    token ? await readById(toSessionId(token)) : null;

  return {
    /** Who holds this secret; null: it opens no session. */
    find: async (token: string | undefined): Promise<LoggedIn | null> => {
      if (!token || !changes.isSubscribed()) return await read(token);
      const cached = await sessions.get(toSessionId(token), () => read(token));
      return cached !== null && cached.session.expires.getTime() > clock() ? cached : null;
    },
    /** The same, as it is stored at this moment or later. */
    read,
  };
}
