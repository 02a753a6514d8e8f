/**
 * Limits how often something is done: at once where the last time is long enough ago, otherwise once at the end of the gap, with the
 * action that was requested last.
 *
 * @param gapMs the shortest time between two actions
 */
export function limitRate(gapMs: number): (action: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  let next: (() => void) | null = null;
  const act = (action: () => void): void => {
    last = performance.now();
    action();
  };
  return (action) => {
    const isWaiting = next !== null;
    const wait = last + gapMs - performance.now();
    if (!isWaiting && wait <= 0) return act(action);
    next = action;
    if (isWaiting) return;
    setTimeout(() => {
      const latest = next;
      next = null;
      if (latest !== null) act(latest);
    }, wait).unref();
  };
}
