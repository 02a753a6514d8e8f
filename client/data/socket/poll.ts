import { getSocketStatus, onSocketStatus } from "./status.ts";

/** The interval at which a query that needs no polling now is asked whether it needs it. */
const RECHECK_MS = 1_000;

/**
 * Reads again and again while the socket is down, until the returned function is called.
 * @param pollMs how long after a reading the next begins, in milliseconds; null: not now
 */
export function pollWhileDown(read: () => Promise<void>, pollMs: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const next = () => {
    clearTimeout(timer);
    if (hasEnded || getSocketStatus() !== "down") return;
    const wait = pollMs();
    const step = wait === null ? next : () => void read().then(next);
    timer = setTimeout(step, wait ?? RECHECK_MS);
  };
  const stop = onSocketStatus(next);
  next();
  return () => {
    hasEnded = true;
    stop();
    clearTimeout(timer);
  };
}
