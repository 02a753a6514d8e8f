/** Shares the free places of one server among the jobs whose simulations it may run. */

export type JobShare = {
  readonly job: number;
  /** Simulations that wait and that this server may have: how many more there are does not matter. */
  readonly pending: number;
  /** Simulations of the job that run, on whatever server. */
  readonly running: number;
  /** Further ones that the job may have running on this server. */
  readonly room: number;
};

/**
 * One place after the other goes to the job that has the fewest simulations running (max-min fairness): a job that was
 * created behind a large one starts at once. Ties go to the older job.
 * @returns how many each job gets; those that get none are left out
 */
export function shareSlots(count: number, jobs: readonly JobShare[]): Map<number, number> {
  const slotsByJob = new Map<number, number>();
  const wanting = jobs
    .map(({ job, pending, running, room }) => ({ job, running, left: Math.min(pending, room) }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => a.job - b.job);
  for (let free = count; free > 0; free--) {
    const [first] = wanting;
    if (first === undefined) break;
    const next = wanting.reduce((least, job) => (job.running < least.running ? job : least), first);
    next.running++;
    next.left--;
    slotsByJob.set(next.job, (slotsByJob.get(next.job) ?? 0) + 1);
    if (next.left === 0) wanting.splice(wanting.indexOf(next), 1);
  }
  return slotsByJob;
}
