import { LRUCache } from "lru-cache";

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
  /** Entries that are kept; those used longest ago are removed first. */
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

export function createCache<Key extends {}, Value>({
  maxEntries,
  maxAge,
  clock,
}: Options): Cache<Key, Value> {
  const entries = new LRUCache<Key, Promise<Value | null>>({
    max: maxEntries,
    // The library still uses an entry whose age is its time to live.
    ttl: maxAge - 1,
    // The library would otherwise cache the time itself.
    ttlResolution: 0,
    perf: { now: clock },
  });

  return {
    get: (key, read) => {
      const cached = entries.get(key);
      if (cached !== undefined) return cached;
      const value = read();
      entries.set(key, value);
      const removeIfMissing = (answer: Value | null) => {
        if (answer === null && entries.peek(key) === value) entries.delete(key);
      };
      value.then(removeIfMissing, () => removeIfMissing(null));
      return value;
    },
    forget: (key) => entries.delete(key),
    clear: () => entries.clear(),
  };
}
