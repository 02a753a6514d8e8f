import type { Subject } from "@understudy/shared/live.ts";
import { useCallback, useEffect } from "react";
import { type ApiFailure, asFailure, isAbort } from "../api/failure.ts";
import { keyed } from "../store/keyed.ts";
import { getSocketStatus, onSocketStatus } from "../store/socket-status.ts";
import { watch } from "./socket.ts";

/** How long the first read waits for the server to listen. */
const LISTEN_MS = 200;

/** How soon to ask again whether something that needs no polling now needs it. */
const RECHECK_MS = 1_000;

/**
 * Something a page shows that is read over HTTP and kept fresh over the socket: one reader and one watch however many
 * components use it, read again when the socket comes back, polled only while it is down.
 */
export type Resource<Key> = {
  /** Follows it while the component is on the page; null follows nothing. */
  use: (key: Key | null) => { failure: ApiFailure | null; reload: () => Promise<void> };
  /** Reads again if anybody follows it; a read already under way is followed by another. */
  reload: (key: Key) => Promise<void>;
  /** The keys somebody follows now. */
  keys: () => Key[];
};

type Options<Key> = {
  subject: (key: Key) => Subject;
  /** Reads, and puts what it read into the store. */
  load: (key: Key, signal: AbortSignal) => Promise<void>;
  /** How often to read while the socket is down, in milliseconds; null: not now. */
  pollMs?: (key: Key) => number | null;
};

type Entry = {
  users: number;
  abort: AbortController;
  reading: Promise<void> | null;
  again: boolean;
  end: () => void;
};

export function resource<Key extends string | number>({
  subject,
  load,
  pollMs,
}: Options<Key>): Resource<Key> {
  const failures = keyed<Key, ApiFailure | null>(null);
  const entries = new Map<Key, Entry>();

  async function read(key: Key, entry: Entry): Promise<void> {
    do {
      entry.again = false;
      try {
        await load(key, entry.abort.signal);
        failures.set(key, null);
      } catch (thrown) {
        if (isAbort(thrown) || entry.abort.signal.aborted) return;
        failures.set(key, asFailure(thrown));
      }
    } while (entry.again && !entry.abort.signal.aborted);
  }

  function reload(key: Key): Promise<void> {
    const entry = entries.get(key);
    if (entry === undefined) return Promise.resolve();
    if (entry.reading !== null) {
      entry.again = true;
      return entry.reading;
    }
    entry.reading = read(key, entry).finally(() => {
      entry.reading = null;
    });
    return entry.reading;
  }

  function poll(key: Key): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const next = () => {
      clearTimeout(timer);
      if (ended || pollMs === undefined || getSocketStatus() !== "down") return;
      const wait = pollMs(key);
      const step = wait === null ? next : () => void reload(key).then(next);
      timer = setTimeout(step, wait ?? RECHECK_MS);
    };
    const stop = onSocketStatus(next);
    next();
    return () => {
      ended = true;
      stop();
      clearTimeout(timer);
    };
  }

  /** Reads once the server listens, so that nothing is missed in between; sooner where that takes long. */
  function begin(key: Key, entry: Entry): () => void {
    const late = setTimeout(() => void reload(key), getSocketStatus() === "up" ? LISTEN_MS : 0);
    const unwatch = watch(subject(key), () => {
      clearTimeout(late);
      void reload(key);
    });
    const stopPolling = poll(key);
    return () => {
      clearTimeout(late);
      unwatch();
      stopPolling();
      entry.abort.abort();
      entries.delete(key);
    };
  }

  function follow(key: Key): () => void {
    const known = entries.get(key);
    const entry: Entry = known ?? {
      users: 0,
      abort: new AbortController(),
      reading: null,
      again: false,
      end: () => {},
    };
    entry.users += 1;
    if (known === undefined) {
      entries.set(key, entry);
      entry.end = begin(key, entry);
    }
    return () => {
      entry.users -= 1;
      // A component that is replaced by another that follows the same thing must not cause a second read.
      queueMicrotask(() => {
        if (entry.users === 0 && entries.get(key) === entry) entry.end();
      });
    };
  }

  return {
    use: (key) => {
      useEffect(() => (key === null ? undefined : follow(key)), [key]);
      const again = useCallback(() => (key === null ? Promise.resolve() : reload(key)), [key]);
      return { failure: failures.useValue(key), reload: again };
    },
    reload,
    keys: () => [...entries.keys()],
  };
}
