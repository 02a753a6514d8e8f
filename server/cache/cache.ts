/**
 * Milliseconds after which everything is read anew, whatever was heard: should a process die between storing a change and telling
 * of it, nobody acts on what was before for longer.
 */
export const MAX_AGE_MS = 10_000;

export type CacheOptions = {
  /** Milliseconds since 1970. */
  clock?: () => number;
};

type Options = {
  /** Entries kept; those read longest ago go first. */
  maxEntries: number;
  /** Milliseconds after which an entry is read anew. */
  maxAge: number;
  /** Milliseconds. */
  clock: () => number;
};

/** What was read a moment ago, by key, until somebody says that it has changed. What is not there (null) is not remembered. */
export type Cache<Key, Value> = {
  /** What is remembered, else what `read` answers; those who ask while it is being read wait for the one reading. */
  get(key: Key, read: () => Promise<Value | null>): Promise<Value | null>;
  /** Whoever asks from now on reads anew, even while an older reading is under way. */
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
