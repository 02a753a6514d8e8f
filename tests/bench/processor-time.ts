/** What work costs: the least processor time of some runs, for which other programs on the machine count for little. */

/** Seconds. */
export function least(work: () => void, runs = 10): number {
  work();
  let found = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    found = Math.min(found, (user + system) / 1e6);
  }
  return found;
}

export const repeated = (times: number, work: () => void) => () => {
  for (let i = 0; i < times; i++) work();
};
