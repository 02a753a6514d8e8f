/**
 * A rate limit that lets bursts pass: tokens come in at a steady rate, up to a burst's worth, and each message takes some.
 *
 * @param perSecond Tokens a second.
 * @param burst The most tokens that are kept.
 * @param now Milliseconds that never go back.
 */
export function createTokenBucket(perSecond: number, burst: number, now: () => number) {
  let tokens = burst;
  let at = now();

  const refill = () => {
    const seconds = (now() - at) / 1000;
    at = now();
    tokens = Math.min(burst, tokens + seconds * perSecond);
  };

  return {
    /** Takes tokens, and goes into debt where there are too few. */
    take: (count: number): void => {
      refill();
      tokens -= count;
    },
    /** Milliseconds until what was taken too much has come in again; 0: there is no debt. */
    debtMs: (): number => {
      refill();
      return Math.max(0, (-tokens / perSecond) * 1000);
    },
  };
}
