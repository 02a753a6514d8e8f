/** The rate is measured over this time (ms). */
const WINDOW_MS = 15_000;

/**
 * Creates a function that measures how fast a count has risen lately, per second. It returns 0 until two counts are
 * known. Times are in milliseconds.
 */
export function createRate(): (count: number, now: number) => number {
  const counts: { count: number; now: number }[] = [];
  return (count, now) => {
    counts.push({ count, now });
    while (counts.length > 2 && now - (counts[1]?.now ?? now) > WINDOW_MS) counts.shift();
    const [oldest] = counts;
    if (oldest === undefined || oldest.now === now) return 0;
    return Math.max(0, ((count - oldest.count) * 1_000) / (now - oldest.now));
  };
}
