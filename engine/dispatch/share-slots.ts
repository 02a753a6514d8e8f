/** Shares the free places of one server among the jobs whose simulations it may run. */
import type { FairShares, Flow } from "./fair-shares.ts";

export type JobShare = {
  readonly job: number;
  /** The creator of the job, who competes with other people. */
  readonly flow: Flow;
  /** Simulations that wait and that this server may have: how many more there are does not matter. */
  readonly pending: number;
  /** Simulations of the job that run, on whatever server. */
  readonly running: number;
  /** Further ones that the job may have running on this server. */
  readonly room: number;
};

/**
 * One place after the other goes to the person who has the fewest simulations running for their weight (max-min fairness),
 * and among their jobs to the one with the fewest: many jobs of one person do not delay another person's one. Persons with
 * equally many take turns by start-time fair queueing, so that a server with one place serves all of them. Ties go to the
 * older job.
 * @param shares what the persons were served before; every place is added in the order in which it is given
 * @returns how many each job gets; those that get none are left out
 */
export function shareSlots(
  count: number,
  jobs: readonly JobShare[],
  shares: FairShares,
): Map<number, number> {
  const slotsByJob = new Map<number, number>();
  const runningByPerson = new Map<number, number>();
  const addRunning = ({ person }: Flow, more: number) =>
    runningByPerson.set(person, (runningByPerson.get(person) ?? 0) + more);
  for (const { flow, running } of jobs) addRunning(flow, running);
  const load = ({ person, weight }: Flow) => (runningByPerson.get(person) ?? 0) / weight;
  const waiting = jobs
    .map(({ job, flow, pending, running, room }) => ({ job, flow, running, left: Math.min(pending, room) }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => a.job - b.job);
  for (let free = count; free > 0; free--) {
    const [first] = waiting;
    if (first === undefined) break;
    const next = waiting.reduce((least, job) => {
      const difference =
        load(job.flow) - load(least.flow) ||
        shares.start(job.flow) - shares.start(least.flow) ||
        (job.flow.person === least.flow.person ? job.running - least.running : 0);
      return difference < 0 ? job : least;
    }, first);
    next.running++;
    next.left--;
    addRunning(next.flow, 1);
    shares.serve(next.flow);
    slotsByJob.set(next.job, (slotsByJob.get(next.job) ?? 0) + 1);
    if (next.left === 0) waiting.splice(waiting.indexOf(next), 1);
  }
  return slotsByJob;
}
