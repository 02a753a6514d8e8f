/** The differences between a program's values and those of its emulator. */
import type { Emulator } from "../../models/emulator.ts";
import { dropBounds, type TestVectors, type VectorValues } from "../exported-model.ts";
import { type Program, pruned, RESULT_PARTS } from "../program.ts";
import { runProgram } from "../run-program.ts";
import { computeRanges } from "../test-vectors.ts";

/** At which every export is compared with its emulator, unless the time is over before. */
export const COMPARED_POINTS = 10_000;
/** Few enough that the caller hears of progress several times a second. */
const POINTS_AT_ONCE = 20;
/** A file adds in an order of its own, whose rounding was up to eight times that of one other order (numpy's products). */
const ROUNDING_FACTOR = 10;
/** So many are compared however long it takes. */
const MIN_POINTS = 200;

export interface LargestDifferences {
  /** The differences between the means of each output, in its unit, with what sums in another order add. */
  differences: number[];
  /** The number of points that were compared. */
  points: number;
}

export interface ComparisonLimits {
  clock: () => number;
  /** Milliseconds by `clock`: after it no further points are compared. */
  timeLimitMs: number;
}

/**
 * Compares means point by point; yields the share of the points that are done.
 * @param program with the outputs `names` of the emulator, in their order
 * @param points count x inputs, row-major
 */
export function* largestDifferences(
  emulator: Emulator,
  names: readonly string[],
  program: Program,
  points: Float64Array,
  { clock, timeLimitMs }: ComparisonLimits,
): Generator<number, LargestDifferences> {
  const width = emulator.inputs.length;
  const count = points.length / width;
  const fromEmulator = new Float64Array(names.length);
  const rounding = new Float64Array(names.length);
  const started = clock();
  // Bounds need most of the time and are compared at the test vectors.
  const means = pruned({
    ...program,
    results: program.results.map(dropBounds),
  });
  let done = 0;
  while (done < count && (done < MIN_POINTS || clock() - started < timeLimitMs)) {
    const size = Math.min(POINTS_AT_ONCE, count - done);
    const some = points.subarray(done * width, (done + size) * width);
    const forward = runProgram(means, some, size);
    const backward = runProgram(means, some, size, "backward");
    names.forEach((name, at) => {
      const { mean } = forward[at];
      emulator.means(some, size, name).forEach((value, k) => {
        fromEmulator[at] = Math.max(fromEmulator[at], Math.abs(mean[k] - value));
        rounding[at] = Math.max(rounding[at], Math.abs(mean[k] - backward[at].mean[k]));
      });
    });
    done += size;
    yield done / count;
  }
  const differences = names.map((_, at) => fromEmulator[at] + ROUNDING_FACTOR * rounding[at]);
  return { differences, points: done };
}

/** Predicts the values of some outputs. @param points count x inputs, row-major */
export function predictedValues(
  emulator: Emulator,
  names: readonly string[],
  points: Float64Array,
  count: number,
): VectorValues[] {
  const predicted = emulator.predict(points, count, names);
  return names.map((name) => {
    const prediction = predicted.get(name);
    if (prediction === undefined) throw new Error(`The emulator predicted nothing of ${name}.`);
    return prediction;
  });
}

/** Their means alone. @param points count x inputs, row-major */
export const predictedMeans = (
  emulator: Emulator,
  names: readonly string[],
  points: Float64Array,
  count: number,
): VectorValues[] => names.map((name) => dropBounds({ mean: emulator.means(points, count, name) }));

/**
 * The largest steady difference, as a share of an output's range. Where an exact program is farther from its
 * emulator, sums in another order are, too.
 */
const MAX_STEADY_SHARE = 1e-10;

/**
 * The values of an emulator and of its exact program at some points. Those of the program are left out where rounding moves them:
 * a file is then compared with the emulator, as `chooseTolerance` allows.
 */
export function makeTestVectors(
  emulator: Emulator,
  names: readonly string[],
  program: Program,
  points: Float64Array,
  withBounds: boolean,
): TestVectors {
  const count = points.length / emulator.inputs.length;
  const predicted = predictedValues(emulator, names, points, count);
  const values = withBounds ? predicted : predicted.map(dropBounds);
  const vectors = { points, count, emulator: values, program: runProgram(program, points, count) };
  return isSteady(vectors) ? vectors : { ...vectors, program: null };
}

function isSteady({
  emulator,
  program,
  ...rest
}: TestVectors & { program: readonly VectorValues[] }): boolean {
  const ranges = computeRanges({ ...rest, emulator, program });
  const isNear = (left: Float64Array | null, right: Float64Array | null, range: number): boolean =>
    left === null ||
    right === null ||
    left.every((value, k) => Math.abs(value - right[k]) <= MAX_STEADY_SHARE * range);
  return emulator.every((outputValues, at) =>
    RESULT_PARTS.every((part) => isNear(outputValues[part], program[at][part], ranges[at])),
  );
}
