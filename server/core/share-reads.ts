import { setTimeout as sleep } from "node:timers/promises";

/**
 * A read that takes longer than this delays nobody any further: the next one begins beside it. Larger values let a read that hangs hold up
 * the answers of others; smaller ones let more reads of one thing run at a time.
 */
const MAX_WAIT_MS = 500;

type Reading<Value> = { readonly ended: Promise<unknown>; next: Promise<Value> | null };

/**
 * Reads of what many ask for at the same time. One read of a key is under way at a time, unless it takes long; all who ask meanwhile share the next
 * one. It begins after they have asked, so that nobody gets what was no longer true by then.
 */
export function shareReads<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const readings = new Map<Key, Reading<Value>>();

  function begin(key: Key): Promise<Value> {
    const value = read(key);
    const end = () => {
      if (reading.next === null) readings.delete(key);
    };
    const reading: Reading<Value> = { ended: value.then(end, end), next: null };
    readings.set(key, reading);
    return value;
  }

  return (key) => {
    const reading = readings.get(key);
    if (reading === undefined) return begin(key);
    reading.next ??= Promise.race([reading.ended, sleep(MAX_WAIT_MS, null, { ref: false })]).then(() =>
      begin(key),
    );
    return reading.next;
  };
}

/**
 * Reads of many different records at the same time. One query is under way at a time, and the next one reads all that was asked for
 * meanwhile. It begins after they were asked for, as a read that is shared does.
 *
 * @param readAll answers the records that exist, by their keys
 * @returns a function that reads one record; null: it does not exist
 */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | null> {
  let requestedKeys = new Set<Key>();
  const readRequested = shareReads((_batch: "all") => {
    const keys = [...requestedKeys];
    requestedKeys = new Set();
    return readAll(keys);
  });
  return async (key) => {
    requestedKeys.add(key);
    const values = await readRequested("all");
    return values.get(key) ?? null;
  };
}
