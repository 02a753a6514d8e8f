/**
 * How much of an output's variance comes from which input: Sobol' indices (I. M. Sobol', 1993) of an emulator, over the
 * ranges that its inputs had in training, every input by itself.
 *
 * Pairs of points come from scrambled Sobol' sequences (engine/designs/sobol.ts). Several independently scrambled replicates
 * grow together, doubling, until their scatter is small enough; they are what the 95% intervals come from. The intervals
 * speak of the sampling alone, not of how far the emulator is from what it stands for.
 */
import { createSobol } from "../designs/sobol.ts";
import type { Random } from "../math/random.ts";
import type { Emulator, EmulatorOutput } from "../models/emulator.ts";
import { type Indices, type Interval, indicesAt, REPLICATES, variances } from "./indices.ts";
import { axesOf, restingPoint } from "./input-space.ts";
import { addPair, createSums, pointsOfPair, type SwappedSums } from "./swapped-sums.ts";

export interface SensitivityOptions {
  /** Half the width of the widest interval (of the whole output) that is good enough. */
  tolerance?: number;
  /** Points evaluated at most; the first round is always done. */
  mostEvaluations?: number;
  /** Milliseconds by `clock` after which no further round is begun that would not end before twice as long. */
  milliseconds?: number;
}

export interface OutputSensitivity {
  output: string;
  /** Over the inputs' ranges; of a curve, the root of the mean variance along it. 0: no input changes it. */
  standardDeviation: number;
  /** One for each of the emulator's inputs, in their order: of a curve, as a whole. All 0 where nothing changes it. */
  inputs: readonly Indices[];
  /** Of a curve, at some of its knots. */
  along: CurveSensitivity | null;
  /** Points at which the emulator was evaluated. */
  evaluations: number;
  stopReason: "precise enough" | "most evaluations" | "time is up" | "nothing varies";
}

export interface CurveSensitivity {
  /** Some of the output's knots, ascending. */
  coordinates: Float64Array;
  /** At each of `coordinates`: false where no input changes the curve, and the indices say nothing. */
  varies: readonly boolean[];
  /** One for each of the emulator's inputs: the indices at each of `coordinates`. */
  inputs: readonly (readonly Indices[])[];
}

/** Pairs in the first round, and before the intervals are believed, in each replicate. */
const FIRST_PAIRS = 4;
const LEAST_PAIRS = 64;
/** In one call of the emulator: what is worked on at once stays small, and so does the time between two yields. */
const MOST_POINTS = 2048;
const MOST_VALUES = 2 ** 18;
/** Knots told apart along a curve: more cannot be seen. */
const MOST_KNOTS = 200;

const NOTHING: Interval = { value: 0, lower: 0, upper: 0 };
const NONE: Indices = { firstOrder: NOTHING, total: NOTHING };

/**
 * Yields the number of points evaluated so far, often: the caller may stop in between.
 * @throws Error, a sentence for the user, when the emulator has no such output.
 */
export function* estimateSensitivity(
  emulator: Emulator,
  name: string,
  options: SensitivityOptions,
  { random, clock }: { random: Random; clock: () => number },
): Generator<number, OutputSensitivity> {
  const { tolerance = 0.005, mostEvaluations = 2 ** 20, milliseconds = Number.POSITIVE_INFINITY } = options;
  const output = emulator.outputs.find((one) => one.name === name);
  if (output === undefined) throw new Error(`The emulator has no output named “${name}”.`);
  const started = clock();
  const study = createStudy(emulator, output, random);
  if (study.dimensions === 0) return study.result("nothing varies");
  for (let pairs = FIRST_PAIRS; ; pairs *= 2) {
    yield* study.grow(pairs);
    const stopReason = reason(pairs);
    if (stopReason !== null) return study.result(stopReason);
  }

  function reason(pairs: number): OutputSensitivity["stopReason"] | null {
    const believed = pairs >= LEAST_PAIRS;
    if (believed && !study.varies()) return "nothing varies";
    if (believed && study.widest() <= tolerance) return "precise enough";
    // The next round costs as much as all so far.
    if (2 * study.evaluations() > mostEvaluations) return "most evaluations";
    return 2 * (clock() - started) > milliseconds ? "time is up" : null;
  }
}

/** Grows the replicates' sums of one output. */
function createStudy(emulator: Emulator, output: EmulatorOutput, random: Random) {
  const axes = axesOf(emulator.inputs);
  const dimensions = axes.length;
  const width = emulator.inputs.length;
  const resting = restingPoint(emulator.inputs);
  const { name, size } = output;
  const knots = size === 1 ? new Int32Array(0) : spread(size, MOST_KNOTS);
  const sums: SwappedSums = createSums(REPLICATES, dimensions, 1 + knots.length);
  const sequences = Array.from({ length: REPLICATES }, (_, replicate) =>
    createSobol(2 * dimensions, random.fork(replicate)),
  );
  const perPair = pointsOfPair(dimensions);
  const mostPairs = Math.max(1, Math.floor(Math.min(MOST_POINTS, MOST_VALUES / size) / perPair));
  /** In each replicate. */
  let grown = 0;
  let pairs = 0;
  /** Values are divided by it where they could not be squared. */
  let unit = 0;

  /** The points of some pairs: pairs x perPair x width. */
  function pointsOf(shares: Float64Array, count: number): Float64Array {
    const points = new Float64Array(count * perPair * width);
    for (let pair = 0; pair < count; pair++) {
      const own = points.subarray(pair * perPair * width, (pair + 1) * perPair * width);
      for (let at = 0; at < perPair; at++) own.set(resting, at * width);
      axes.forEach((axis, dimension) => {
        const a = axis.at(shares[pair * 2 * dimensions + dimension]);
        const b = axis.at(shares[pair * 2 * dimensions + dimensions + dimension]);
        for (let at = 0; at < perPair; at++) {
          // A, AB for other inputs, and BA for this one have A's value.
          const isSwapped = at >= 2 && (at - 2) >>> 1 === dimension;
          own[at * width + axis.column] = (at % 2 === 0) !== isSwapped ? a : b;
        }
      });
    }
    return points;
  }

  function* grow(target: number): Generator<number, void> {
    for (const [replicate, sequence] of sequences.entries()) {
      for (let from = grown; from < target; from += mostPairs) {
        const count = Math.min(mostPairs, target - from);
        const points = pointsOf(sequence.points(from, count), count);
        const values = emulator.means(points, count * perPair, name);
        if (unit === 0) unit = unitOf(values);
        if (unit !== 1) for (let i = 0; i < values.length; i++) values[i] /= unit;
        for (let pair = 0; pair < count; pair++) {
          const own = values.subarray(pair * perPair * size, (pair + 1) * perPair * size);
          addPair(sums, replicate, own, size, knots);
        }
        pairs += count;
        yield pairs * perPair;
      }
    }
    grown = target;
  }

  const whole = (): Indices[] => axes.map((_, input) => indicesAt(sums, input, 0));
  const varies = (): boolean => variances(sums, pairs)[0] > 0;

  /** By input of the emulator. */
  function byInput<T>(found: readonly T[], none: T): T[] {
    const all = emulator.inputs.map(() => none);
    axes.forEach(({ column }, dimension) => {
      all[column] = found[dimension] ?? none;
    });
    return all;
  }

  function along(spreads: Float64Array): CurveSensitivity {
    const places = Array.from(knots.keys(), (at) => at + 1);
    const none = places.map(() => NONE);
    return {
      coordinates: Float64Array.from(knots, (knot) => output.knots[knot]),
      varies: places.map((place) => spreads[place] > 0),
      inputs: byInput(
        axes.map((_, input) =>
          places.map((place) => (spreads[place] > 0 ? indicesAt(sums, input, place) : NONE)),
        ),
        none,
      ),
    };
  }

  return {
    dimensions,
    grow,
    varies,
    evaluations: () => pairs * perPair,
    /** Half the width of the widest interval. */
    widest: () =>
      whole().reduce(
        (most, { firstOrder, total }) => Math.max(most, halfWidth(firstOrder), halfWidth(total)),
        0,
      ),
    result: (stopReason: OutputSensitivity["stopReason"]): OutputSensitivity => {
      const spreads = pairs > 0 ? variances(sums, pairs) : new Float64Array(1 + knots.length);
      return {
        output: name,
        standardDeviation: Math.sqrt(spreads[0] / size) * unit,
        inputs: byInput(spreads[0] > 0 ? whole() : [], NONE),
        along: size === 1 ? null : along(spreads),
        evaluations: pairs * perPair,
        stopReason,
      };
    },
  };
}

const halfWidth = ({ lower, upper }: Interval): number => (upper - lower) / 2;

/** 1 for all but the largest and the smallest numbers there are. */
function unitOf(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 || (largest > 1e-100 && largest < 1e100) ? 1 : largest;
}

/** At most `most` of the numbers 0 .. size - 1, evenly spread, both ends among them. */
function spread(size: number, most: number): Int32Array {
  const count = Math.min(size, most);
  return Int32Array.from({ length: count }, (_, i) => Math.round((i * (size - 1)) / (count - 1)));
}
