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

/**
 * Caches values by key until they expire or are reported as changed. A value that does not exist (null) is not
 * cached.
 */
export type Cache<Key, Value> = {
  /** The cached value, else what `read` returns; callers that come while it is being read share that one read. */
  get(key: Key, read: () => Promise<Value | null>): Promise<Value | null>;
  /** Later callers read again, even while an older read is under way. */
  forget(key: Key): void;
  clear(): void;
};

export function createCache<Key, Value>({ maxEntries, maxAge, clock }: Options): Cache<Key, Value> {
  /** The entry that was read longest ago stands first: a Map keeps the order of insertion. */
  const entries = new Map<Key, { value: Promise<Value | null>; until: number }>();

  return {
    get: async (key, read) => {
      const cached = entries.get(key);
      if (cached !== undefined && clock() < cached.until) return await cached.value;
      const entry = { value: read(), until: clock() + maxAge };
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      const removeIfMissing = (value: Value | null) => {
        if (value === null && entries.get(key) === entry) entries.delete(key);
      };
      entry.value.then(removeIfMissing, () => removeIfMissing(null));
      return await entry.value;
    },
    forget: (key) => entries.delete(key),
    clear: () => entries.clear(),
  };
}
