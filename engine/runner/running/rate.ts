/** Over so long (ms). */
const WINDOW_MS = 15_000;

/** How fast a count has risen lately, per second; 0 until two counts are known. Times in milliseconds. */
export function createRate(): (count: number, now: number) => number {
  const seen: { count: number; now: number }[] = [];
  return (count, now) => {
    seen.push({ count, now });
    while (seen.length > 2 && now - (seen[1]?.now ?? now) > WINDOW_MS) seen.shift();
    const [oldest] = seen;
    if (oldest === undefined || oldest.now === now) return 0;
    return Math.max(0, ((count - oldest.count) * 1_000) / (now - oldest.now));
  };
}
