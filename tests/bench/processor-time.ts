/**
 * Measures the cost of work: the least processor time of some runs, for which other programs on the machine count for
 * little.
 */

/** Seconds. */
export function least(work: () => void, runs = 10): number {
  work();
  let leastSeconds = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    leastSeconds = Math.min(leastSeconds, (user + system) / 1e6);
  }
  return leastSeconds;
}

export const repeated = (times: number, work: () => void) => () => {
  for (let i = 0; i < times; i++) work();
};
