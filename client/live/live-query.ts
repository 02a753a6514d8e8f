import type { Subject } from "@understudy/shared/live.ts";
import { useCallback, useEffect } from "react";
import type { ApiFailure } from "../api/failure.ts";
import { onDatabaseRecovery } from "../store/database-status.ts";
import { keyed } from "../store/keyed.ts";
import { getSocketStatus } from "../store/socket-status.ts";
import { pollWhileDown } from "./poll.ts";
import { Reader } from "./reader.ts";
import { watch } from "./socket.ts";

/** The time that the first read waits for the server to listen. */
const LISTEN_MS = 200;

/**
 * Something a page shows that is read over HTTP and kept fresh over the socket: one reader and one watch however many
 * components use it, read again when the socket comes back, polled only while it is down.
 */
export type LiveQuery<Key> = {
  /** Follows it while the component is on the page; null follows nothing. */
  useLive: (key: Key | null) => { failure: ApiFailure | null; reload: () => Promise<void> };
  /** Reads again if anybody follows it; a read already under way is followed by another. */
  reload: (key: Key) => Promise<void>;
  /** The keys somebody follows now. */
  keys: () => Key[];
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

  return {
    useLive: (key) => {
      useEffect(() => (key === null ? undefined : follow(key)), [key]);
      const again = useCallback(() => (key === null ? Promise.resolve() : reload(key)), [key]);
      return { failure: failures.useValue(key), reload: again };
    },
    reload,
    keys: () => [...followed.keys()],
  };
}
