/**
 * Milliseconds after which everything is read again, even if no change was published: should a process die between storing a change
 * and publishing it, stale values are used no longer than this.
 */
export const MAX_AGE_MS = 10_000;

export type CacheOptions = {
  /** Milliseconds since 1970. */
  clock?: () => number;
};

type Options = {
  /** Entries that are kept; those read longest ago are removed first. */
  maxEntries: number;
  /** Milliseconds after which an entry is read again. */
  maxAge: number;
  /** Milliseconds. */
  clock: () => number;
};

/** What was read a moment ago, by key, until it is reported as changed. What does not exist (null) is not cached. */
export type Cache<Key, Value> = {
  /** The cached value, else what `read` returns; callers that come while it is being read share that one read. */
  get(key: Key, read: () => Promise<Value | null>): Promise<Value | null>;
  /** Later callers read again, even while an older read is under way. */
  forget(key: Key): void;
  clear(): void;
};

export function createCache<Key, Value>({ maxEntries, maxAge, clock }: Options): Cache<Key, Value> {
  /** The one read longest ago first. */
  const kept = new Map<Key, { value: Promise<Value | null>; until: number }>();

  return {
    get: async (key, read) => {
      const known = kept.get(key);
      if (known !== undefined && clock() < known.until) return await known.value;
      const entry = { value: read(), until: clock() + maxAge };
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
      const remember = (found: Value | null) => {
        if (found === null && kept.get(key) === entry) kept.delete(key);
      };
      entry.value.then(remember, () => remember(null));
      return await entry.value;
    },
    forget: (key) => kept.delete(key),
    clear: () => kept.clear(),
  };
}
