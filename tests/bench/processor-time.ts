/** Measures the time of work. Other programs on the machine count for little in the least processor time of some runs. */

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

/** Seconds by the wall clock. */
export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1_000;
}

export const repeated = (times: number, work: () => void) => () => {
  for (let i = 0; i < times; i++) work();
};
