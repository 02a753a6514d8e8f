import { JOB_CREATION } from "../limits.ts";

/** "Resume training" of a job whose simulations servers ran asks for so many more of them. */
const MORE = 0.25;

/** How many simulations are added to so many when the training of a Complete job is resumed. */
export function moreSimulations(count: number): number {
  return Math.max(0, Math.min(Math.ceil(count * MORE), JOB_CREATION.maximumSimulations.max - count));
}

/** "Extend" of a Complete sampling: as many again. */
export const moreSamples = (count: number): number =>
  Math.max(0, Math.min(count, JOB_CREATION.maximumSimulations.max - count));
