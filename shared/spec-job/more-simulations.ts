import { JOB_CREATION } from "../limits.ts";

/** "Resume training" of a job whose simulations servers ran asks for so many more of them. */
const ADDED_SHARE = 0.25;

/**
 * Returns the number of simulations that are added when the training of a Complete job is resumed.
 * @param count the job's simulations so far
 */
export function moreSimulations(count: number): number {
  return Math.max(0, Math.min(Math.ceil(count * ADDED_SHARE), JOB_CREATION.maximumSimulations.max - count));
}

/** "Extend" of a Complete sampling: as many again. */
export const moreSamples = (count: number): number =>
  Math.max(0, Math.min(count, JOB_CREATION.maximumSimulations.max - count));
