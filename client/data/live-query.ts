import type { Subject } from "@understudy/shared/live/live.ts";
import { useCallback, useEffect } from "react";
import { type ApiFailure, asFailure, isAbort } from "#api/call.ts";
import { pollWhileDown } from "./socket/poll.ts";
import { watch } from "./socket/socket.ts";
import { getSocketStatus, onDatabaseRecovery } from "./socket/status.ts";
import { keyed } from "./store.ts";

/** The time that the first read waits for the server to listen. */
const LISTEN_MS = 200;
/** A smaller value lets a list that changes often be read by every open page at each change. */
const REFRESH_MS = 300;

/** `failure` is why the last read failed; null: it did not. */
export type LiveState = { failure: ApiFailure | null; reload: () => Promise<void> };

/**
 * Something a page shows that is read over HTTP and kept fresh over the socket: one reader and one watch however many
 * components use it, read again when the socket comes back, polled only while it is down.
 */
export type LiveQuery<Key> = {
  /** Follows it while the component is on the page; null follows nothing. */
  useLive: (key: Key | null) => LiveState;
  /** Reads again if anybody follows it; a read already under way is followed by another. */
  reload: (key: Key) => Promise<void>;
  /** Reads all that is followed again, at most a few times a second. */
  refresh: () => void;
};

type Options<Key> = {
  subject: (key: Key) => Subject;
  /** Reads, and puts what it read into the store. */
  load: (key: Key, signal: AbortSignal) => Promise<void>;
  /** The interval of reads while the socket is down, in milliseconds; null: not now. Left out: never. */
  pollMs?: (key: Key) => number | null;
};

type FollowedQuery = { reader: Reader; followers: number; end: () => void };

export function liveQuery<Key extends string | number>({
  subject,
  load,
  pollMs,
}: Options<Key>): LiveQuery<Key> {
  const failures = keyed<Key, ApiFailure | null>(null);
  const followed = new Map<Key, FollowedQuery>();

  /** Reads once the server listens, so that nothing is missed in between; sooner where that takes long. */
  function begin(key: Key): FollowedQuery {
    const reader = new Reader(
      (signal) => load(key, signal),
      (failure) => failures.set(key, failure),
    );
    const late = setTimeout(() => void reader.read(), getSocketStatus() === "up" ? LISTEN_MS : 0);
    const unwatch = watch(subject(key), () => {
      clearTimeout(late);
      void reader.read();
    });
    const stopPolling =
      pollMs &&
      pollWhileDown(
        () => reader.read(),
        () => pollMs(key),
      );
    const stopRecovering = onDatabaseRecovery(() => void reader.read());
    const end = () => {
      clearTimeout(late);
      stopRecovering();
      unwatch();
      stopPolling?.();
      reader.end();
      followed.delete(key);
    };
    const fresh = { reader, followers: 0, end };
    followed.set(key, fresh);
    return fresh;
  }

  function follow(key: Key): () => void {
    const entry = followed.get(key) ?? begin(key);
    entry.followers += 1;
    return () => {
      entry.followers -= 1;
      // A component that is replaced by another that follows the same thing must not cause a second read.
      queueMicrotask(() => {
        if (entry.followers === 0 && followed.get(key) === entry) entry.end();
      });
    };
  }

  const reload = (key: Key): Promise<void> => followed.get(key)?.reader.read() ?? Promise.resolve();
  let refreshing: ReturnType<typeof setTimeout> | null = null;

  return {
    useLive: (key) => {
      useEffect(() => (key === null ? undefined : follow(key)), [key]);
      const again = useCallback(() => (key === null ? Promise.resolve() : reload(key)), [key]);
      return { failure: failures.useValue(key), reload: again };
    },
    reload,
    refresh: () => {
      if (refreshing !== null) return;
      refreshing = setTimeout(() => {
        refreshing = null;
        for (const { reader } of followed.values()) void reader.read();
      }, REFRESH_MS);
    },
  };
}

/** Reads something whenever it is asked to: one request at a time, and once more where it was asked meanwhile. */
export class Reader {
  readonly #load: (signal: AbortSignal) => Promise<void>;
  readonly #onEnd: (failure: ApiFailure | null) => void;
  readonly #abort = new AbortController();
  #reading: Promise<void> | null = null;
  #again = false;

  /** @param onEnd is called after every request with why it failed, or null */
  constructor(load: (signal: AbortSignal) => Promise<void>, onEnd: (failure: ApiFailure | null) => void) {
    this.#load = load;
    this.#onEnd = onEnd;
  }

  /** Ends once what was asked for is read, or has failed. */
  read(): Promise<void> {
    this.#again = this.#reading !== null;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  end(): void {
    this.#abort.abort();
  }

  async #readAll(): Promise<void> {
    const { signal } = this.#abort;
    do {
      this.#again = false;
      try {
        await this.#load(signal);
        this.#onEnd(null);
      } catch (thrown) {
        if (isAbort(thrown) || signal.aborted) return;
        this.#onEnd(asFailure(thrown));
      }
    } while (this.#again && !signal.aborted);
  }
}
