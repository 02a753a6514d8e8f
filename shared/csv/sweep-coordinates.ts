/** Tells the sweeps that curves are drawn over from curves, by their names and the steps of their values. */
import { MAX_SECTIONS } from "../limits.ts";
import { ascendingBranch, findBranches } from "../math/branches.ts";

/** The config of a job holds the values of a loop, so that every page can draw curves over it; a longer one is a curve like others. */
const MAX_LOOP_LENGTH = MAX_SECTIONS + 1;

/** A sweep that turns back goes in steps no longer than this many times the mean step of its branch; a peak of a curve does not. */
const MAX_STEP_RATIO = 4;
/** Names of coordinates, the surest first. */
const COORDINATE_NAMES = [
  /^(?:time|t|freq(?:uency)?|f)(?=$|[\s_([.\d])/i,
  /^(?:x|z|s|pos(?:ition)?|dist(?:ance)?|depth|sweep|v(?:gs|ds|bs|g|d|in|dd)|volt(?:age)?|bias)(?=$|[\s_([.\d])/i,
  /^(?:wavelength|lambda|omega|w|tau|theta|angle|temp(?:erature)?|coord(?:inate)?|grid)(?=$|[\s_([.\d])/i,
  /^(?:v|h|e|field|strain|stress|force|load|disp(?:lacement)?|extension|current|i)(?=$|[\s_([.\d])/i,
] as const;
/** Finds the rank of a name among those of coordinates: 0 is surest. */
export const rankCoordinateName = (name: string): number => {
  const rank = COORDINATE_NAMES.findIndex((names) => names.test(name));
  return rank === -1 ? COORDINATE_NAMES.length : rank;
};

/** Tells whether a name is one that people give to a coordinate. */
export const hasCoordinateName = (name: string): boolean =>
  rankCoordinateName(name) < COORDINATE_NAMES.length;

/** Tells whether no step of ascending values is much longer than the mean step. */
export function isEven(rising: Float64Array): boolean {
  const mean = ((rising.at(-1) ?? 0) - (rising[0] ?? 0)) / (rising.length - 1);
  return rising.every((value, i) => i === 0 || value - (rising[i - 1] ?? value) <= MAX_STEP_RATIO * mean);
}

/**
 * Tells whether a list is a sweep that turns back: it has the name of a coordinate, each of its branches goes in even steps, and a
 * config can hold it.
 */
export function isSweepLoop(name: string, values: Float64Array): boolean {
  if (values.length > MAX_LOOP_LENGTH || !hasCoordinateName(name)) return false;
  const branches = findBranches(values) ?? [];
  return branches.length > 1 && branches.every((branch) => isEven(ascendingBranch(values, branch)));
}
