/** How far a program's values are from its emulator's own. */
import type { Emulator } from "../../models/emulator.ts";
import { meansOf, type TestVectors, type VectorValues } from "../exported-model.ts";
import { type Program, pruned, RESULT_PARTS } from "../program.ts";
import { runProgram } from "../run-program.ts";
import { rangesOf } from "../test-vectors.ts";

/** At which every export is compared with its emulator, unless the time is over before. */
export const COMPARED_POINTS = 10_000;
/** Few enough that the caller hears of progress several times a second. */
const POINTS_AT_ONCE = 20;
/** A file adds in an order of its own, whose rounding was up to eight times that of one other order (numpy's products). */
const ROUNDINGS = 10;
/** So many are compared however long it takes. */
const MIN_POINTS = 200;

export interface LargestDifferences {
  /** Of the means of each output, in its unit, with what sums in another order add. */
  differences: number[];
  /** How many points were compared. */
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
    results: program.results.map(meansOf),
  });
  let done = 0;
  while (done < count && (done < MIN_POINTS || clock() - started < timeLimitMs)) {
    const size = Math.min(POINTS_AT_ONCE, count - done);
    const some = points.subarray(done * width, (done + size) * width);
    const own = runProgram(means, some, size);
    const backward = runProgram(means, some, size, "backward");
    names.forEach((name, at) => {
      const { mean } = own[at];
      emulator.means(some, size, name).forEach((value, k) => {
        fromEmulator[at] = Math.max(fromEmulator[at], Math.abs(mean[k] - value));
        rounding[at] = Math.max(rounding[at], Math.abs(mean[k] - backward[at].mean[k]));
      });
    });
    done += size;
    yield done / count;
  }
  const differences = names.map((_, at) => fromEmulator[at] + ROUNDINGS * rounding[at]);
  return { differences, points: done };
}

/** Of each of these outputs. @param points count x inputs, row-major */
export function predictedValues(
  emulator: Emulator,
  names: readonly string[],
  points: Float64Array,
  count: number,
): VectorValues[] {
  const predicted = emulator.predict(points, count, names);
  return names.map((name) => {
    const found = predicted.get(name);
    if (found === undefined) throw new Error(`The emulator predicted nothing of ${name}.`);
    return found;
  });
}

/** Their means alone. @param points count x inputs, row-major */
export const predictedMeans = (
  emulator: Emulator,
  names: readonly string[],
  points: Float64Array,
  count: number,
): VectorValues[] => names.map((name) => meansOf({ mean: emulator.means(points, count, name) }));

/** Of an output's range. Where an exact program is farther from its emulator, sums in another order are, too. */
const STEADY = 1e-10;

/**
 * The values of an emulator and of its exact program at some points. Those of the program are left out where rounding moves them:
 * a file is then compared with the emulator, as `toleranceOf` allows.
 */
export function testVectorsOf(
  emulator: Emulator,
  names: readonly string[],
  program: Program,
  points: Float64Array,
  withBounds: boolean,
): TestVectors {
  const count = points.length / emulator.inputs.length;
  const predicted = predictedValues(emulator, names, points, count);
  const own = withBounds ? predicted : predicted.map(meansOf);
  const vectors = { points, count, emulator: own, program: runProgram(program, points, count) };
  return isSteady(vectors) ? vectors : { ...vectors, program: null };
}

function isSteady({
  emulator,
  program,
  ...rest
}: TestVectors & { program: readonly VectorValues[] }): boolean {
  const ranges = rangesOf({ ...rest, emulator, program });
  const isNear = (one: Float64Array | null, other: Float64Array | null, range: number): boolean =>
    one === null || other === null || one.every((value, k) => Math.abs(value - other[k]) <= STEADY * range);
  return emulator.every((own, at) =>
    RESULT_PARTS.every((part) => isNear(own[part], program[at][part], ranges[at])),
  );
}
