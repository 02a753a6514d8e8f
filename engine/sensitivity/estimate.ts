/** The Sobol' indices of one output, from replicates that grow together. */
import { createSobol, type SobolSequence } from "../designs/sobol.ts";
import type { Random } from "../math/random.ts";
import type { Emulator, EmulatorInput, EmulatorOutput } from "../models/emulator.ts";
import { type Indices, type Interval, indicesAt, REPLICATE_COUNT, variances } from "./indices.ts";
import { type Axis, createAxes, restingPoint } from "./input-space.ts";
import { addPair, createSums, pointsOfPair, type SwappedSums } from "./swapped-sums.ts";

export type StopReason = "tolerance" | "evaluation limit" | "time limit" | "nothing varies";

export interface OutputSensitivity {
  output: string;
  /** Over the inputs' ranges; of a curve, the root of the mean variance along it. 0: no input changes it. */
  standardDeviation: number;
  /** One for each of the emulator's inputs, in their order: of a curve, as a whole. All 0 where nothing changes it. */
  inputs: readonly Indices[];
  /** The sensitivity of a curve at some of its knots. */
  along: CurveSensitivity | null;
  /** Points at which the emulator was evaluated. */
  evaluations: number;
  stopReason: StopReason;
}

export interface CurveSensitivity {
  /** Some of the output's knots, ascending. */
  coordinates: Float64Array;
  /** At each of `coordinates`: false where no input changes the curve, and the indices mean nothing. */
  varies: readonly boolean[];
  /** One for each of the emulator's inputs: the indices at each of `coordinates`. */
  inputs: readonly (readonly Indices[])[];
}

/** Points and values of one call of the emulator: they bound its memory, and the time between two yields. */
const MAX_POINTS = 2048;
const MAX_VALUES = 2 ** 18;
/** Knots of a curve that have indices of their own: more cannot be seen in a figure. */
const MAX_KNOTS = 200;

const ZERO_INTERVAL: Interval = { value: 0, lower: 0, upper: 0 };
const ZERO_INDICES: Indices = { firstOrder: ZERO_INTERVAL, total: ZERO_INTERVAL };

export class SensitivityEstimate {
  readonly #emulator: Emulator;
  readonly #output: EmulatorOutput;
  readonly #points: PairPoints;
  readonly #knots: Int32Array;
  readonly #sums: SwappedSums;
  /** One for each replicate. */
  readonly #sequences: readonly SobolSequence[];
  /** Pairs in each replicate, and in all. */
  #pairsPerReplicate = 0;
  #pairs = 0;
  /** Values are divided by it where their squares would overflow; 0 before the first. */
  #unit = 0;

  constructor(emulator: Emulator, output: EmulatorOutput, random: Random) {
    this.#emulator = emulator;
    this.#output = output;
    this.#points = new PairPoints(emulator.inputs);
    this.#knots = output.size === 1 ? new Int32Array() : spread(output.size, MAX_KNOTS);
    this.#sums = createSums(REPLICATE_COUNT, this.dimensions, 1 + this.#knots.length);
    this.#sequences = Array.from({ length: REPLICATE_COUNT }, (_, replicate) =>
      createSobol(2 * this.dimensions, random.fork(replicate)),
    );
  }

  /** Inputs that change something. */
  get dimensions(): number {
    return this.#points.axes.length;
  }

  /** Points at which the emulator was evaluated. */
  get evaluations(): number {
    return this.#pairs * this.#points.perPair;
  }

  /** Evaluates further pairs, until each replicate has so many. Yields the number of points evaluated so far. */
  *grow(pairsPerReplicate: number): Generator<number, void> {
    const { perPair } = this.#points;
    const perCall = Math.min(MAX_POINTS, MAX_VALUES / this.#output.size);
    const maxPairs = Math.max(1, Math.floor(perCall / perPair));
    for (const [replicate, sequence] of this.#sequences.entries()) {
      for (let from = this.#pairsPerReplicate; from < pairsPerReplicate; from += maxPairs) {
        const count = Math.min(maxPairs, pairsPerReplicate - from);
        this.#add(replicate, this.#points.of(sequence.points(from, count), count), count);
        yield this.evaluations;
      }
    }
    this.#pairsPerReplicate = pairsPerReplicate;
  }

  /** True when any input changes the output. */
  varies(): boolean {
    return variances(this.#sums, this.#pairs)[0] > 0;
  }

  /** Half the width of the widest interval, of the whole output. */
  maxHalfWidth(): number {
    return this.#indices(0).reduce(
      (max, { firstOrder, total }) => Math.max(max, halfWidth(firstOrder), halfWidth(total)),
      0,
    );
  }

  result(stopReason: StopReason): OutputSensitivity {
    const { name, size } = this.#output;
    const spreads =
      this.#pairs > 0 ? variances(this.#sums, this.#pairs) : new Float64Array(this.#sums.places);
    return {
      output: name,
      standardDeviation: Math.sqrt(spreads[0] / size) * this.#unit,
      inputs: this.#byInput(
        spreads[0] > 0 ? this.#indices(0) : this.#points.axes.map(() => ZERO_INDICES),
        ZERO_INDICES,
      ),
      along: size === 1 ? null : this.#along(spreads),
      evaluations: this.evaluations,
      stopReason,
    };
  }

  #add(replicate: number, points: Float64Array, count: number): void {
    const { name, size } = this.#output;
    const { perPair } = this.#points;
    const values = this.#emulator.means(points, count * perPair, name);
    if (this.#unit === 0) this.#unit = chooseUnit(values);
    if (this.#unit !== 1) for (let i = 0; i < values.length; i++) values[i] /= this.#unit;
    for (let pair = 0; pair < count; pair++) {
      const pairValues = values.subarray(pair * perPair * size, (pair + 1) * perPair * size);
      addPair(this.#sums, replicate, pairValues, size, this.#knots);
    }
    this.#pairs += count;
  }

  /** Returns the indices of each dimension. */
  #indices(place: number): Indices[] {
    return this.#points.axes.map((_, input) => indicesAt(this.#sums, input, place));
  }

  #along(spreads: Float64Array): CurveSensitivity {
    const places = Array.from(this.#knots.keys(), (at) => at + 1);
    const indicesByDimension = this.#points.axes.map((_, input) =>
      places.map((place) => (spreads[place] > 0 ? indicesAt(this.#sums, input, place) : ZERO_INDICES)),
    );
    return {
      coordinates: Float64Array.from(this.#knots, (knot) => this.#output.knots[knot]),
      varies: places.map((place) => spreads[place] > 0),
      inputs: this.#byInput(
        indicesByDimension,
        places.map(() => ZERO_INDICES),
      ),
    };
  }

  /**
   * Orders results for the dimensions by input of the emulator; `none` is the result of inputs that change nothing.
   */
  #byInput<T>(results: readonly T[], none: T): T[] {
    const ordered = this.#emulator.inputs.map(() => none);
    this.#points.axes.forEach(({ column }, dimension) => {
      ordered[column] = results[dimension];
    });
    return ordered;
  }
}

const halfWidth = ({ lower, upper }: Interval): number => (upper - lower) / 2;

/** 1 for all but extremely large and extremely small numbers. */
function chooseUnit(values: Float64Array): number {
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return largest === 0 || (largest > 1e-100 && largest < 1e100) ? 1 : largest;
}

/** At most `max` of the numbers 0 .. size - 1, evenly spread, both ends among them. */
function spread(size: number, max: number): Int32Array {
  const count = Math.min(size, max);
  return Int32Array.from({ length: count }, (_, i) => Math.round((i * (size - 1)) / (count - 1)));
}

/** The points at which an emulator is evaluated for pairs of points A and B; see swapped-sums.ts. */
class PairPoints {
  /** The inputs that change something: one dimension each. */
  readonly axes: readonly Axis[];
  /** Points that belong to one pair. */
  readonly perPair: number;
  readonly #width: number;
  readonly #resting: Float64Array;

  constructor(inputs: readonly EmulatorInput[]) {
    this.axes = createAxes(inputs);
    this.perPair = pointsOfPair(this.axes.length);
    this.#width = inputs.length;
    this.#resting = restingPoint(inputs);
  }

  /**
   * The points of `count` pairs: count x perPair x inputs, row-major.
   * @param shares count x (2 x dimensions): the coordinates of A and then of B, 0 .. 1
   */
  of(shares: Float64Array, count: number): Float64Array {
    const size = this.perPair * this.#width;
    const points = new Float64Array(count * size);
    const dimensions = this.axes.length;
    for (let pair = 0; pair < count; pair++) {
      const pairShares = shares.subarray(pair * 2 * dimensions, (pair + 1) * 2 * dimensions);
      this.#fill(points.subarray(pair * size, (pair + 1) * size), pairShares);
    }
    return points;
  }

  #fill(points: Float64Array, shares: Float64Array): void {
    for (let at = 0; at < this.perPair; at++) points.set(this.#resting, at * this.#width);
    this.axes.forEach((axis, dimension) => {
      const a = axis.at(shares[dimension]);
      const b = axis.at(shares[this.axes.length + dimension]);
      for (let at = 0; at < this.perPair; at++) {
        // A, AB for other inputs, and BA for this one have A's value.
        const isSwapped = at >= 2 && (at - 2) >>> 1 === dimension;
        points[at * this.#width + axis.column] = (at % 2 === 0) !== isSwapped ? a : b;
      }
    });
  }
}
