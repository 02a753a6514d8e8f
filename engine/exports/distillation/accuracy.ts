/** The differences between a distilled program and the emulator, at points that it was not fitted to. */
import { joined } from "../../math/joined.ts";
import { quantileOf } from "../../math/quantile.ts";
import { createRandom } from "../../math/random.ts";
import type { Signature } from "../equations/signature.ts";
import type { OutputDifferences, VectorValues } from "../exported-model.ts";
import type { Program } from "../program.ts";
import { runProgram } from "../run-program.ts";
import type { Pace } from "./pace.ts";
import type { DrawPoints } from "./points.ts";
import { type Predict, samplePoints } from "./sample.ts";

/** Few enough that a block takes tens of milliseconds. */
export const BLOCK_POINTS = 250;
/** Coordinates a point at most, all of them knots. */
const MAX_COORDINATES = 4;
const KNOT_SEED = 3;

export interface OutputAccuracy extends OutputDifferences {
  /** The root mean square of the differences between means, in the unit of each output; null where that is 0. */
  share: number | null;
  /** The largest of them, in the output's own unit. */
  largest: number;
}

/** Points, coordinates included, with what the emulator says there. */
export interface ComparedPoints {
  count: number;
  /** count x inputs, row-major. */
  points: Float64Array;
  /** The values of each output, one a point. */
  values: readonly VectorValues[];
}

/** At each point: of a curve of few knots no more than these. */
const coordinatesAt = ({ knots }: Signature): number =>
  Math.min(MAX_COORDINATES, Math.max(1, ...knots.map(({ length }) => length)));

/** At which the emulator is asked: with their coordinates they are at least `count`, in whole blocks. */
export const pointsToCompare = (signature: Signature, count: number): number =>
  BLOCK_POINTS * Math.ceil(count / coordinatesAt(signature) / BLOCK_POINTS);

/** Blocks of points, each with a few coordinates. @param count of points, coordinates included */
export async function comparedPoints(
  signature: Signature,
  count: number,
  predict: Predict,
  draw: DrawPoints,
  pace: Pace,
): Promise<ComparedPoints[]> {
  const random = createRandom(KNOT_SEED);
  const repeats = coordinatesAt(signature);
  const blocks: ComparedPoints[] = [];
  for (let done = 0; done < pointsToCompare(signature, count); done += BLOCK_POINTS) {
    const { points, values } = await samplePoints(predict, draw(BLOCK_POINTS), BLOCK_POINTS, pace);
    for (let repeat = 0; repeat < repeats; repeat++) {
      const knots = signature.knots.map(({ length }) =>
        Int32Array.from({ length: BLOCK_POINTS }, () => random.integer(length)),
      );
      blocks.push({
        count: BLOCK_POINTS,
        points: withCoordinates(signature, points, BLOCK_POINTS, knots),
        values: values.map((outputValues, output) => atCoordinates(signature, output, outputValues, knots)),
      });
    }
  }
  return blocks;
}

/** @param units of each output, what differences are measured in. */
export async function measureAccuracy(
  program: Program,
  units: readonly number[],
  compared: readonly ComparedPoints[],
  pace: Pace,
): Promise<OutputAccuracy[]> {
  const sums = units.map((unit) => new Differences(unit));
  for (const [block, { count, points, values }] of compared.entries()) {
    const programValues = runProgram(program, points, count);
    for (const [output, sum] of sums.entries()) sum.add(programValues[output], values[output]);
    pace.note((block + 1) / compared.length);
    await pace.pause();
  }
  return sums.map((sum) => sum.result());
}

/** @param knots of each coordinate, the index of a knot for every point. */
export function withCoordinates(
  { inputs, knots: all }: Signature,
  points: Float64Array,
  count: number,
  knots: readonly Int32Array[],
): Float64Array {
  if (all.length === 0) return points;
  const width = inputs.length;
  const inputCount = width - all.length;
  const extended = new Float64Array(count * width);
  for (let i = 0; i < count; i++) {
    extended.set(points.subarray(i * inputCount, (i + 1) * inputCount), i * width);
    all.forEach((coordinates, at) => {
      extended[i * width + inputCount + at] = coordinates[knots[at][i]];
    });
  }
  return extended;
}

/** An output's values at the points; of a curve whose coordinate is an input, that at the coordinate. */
export function atCoordinates(
  { inputs, outputs, knots: all }: Signature,
  output: number,
  values: VectorValues,
  knots: readonly Int32Array[],
): VectorValues {
  const input = outputs[output].curve?.input ?? null;
  if (input === null) return values;
  const at = input - (inputs.length - all.length);
  const size = all[at].length;
  const picked = (every: Float64Array) => Float64Array.from(knots[at], (knot, i) => every[i * size + knot]);
  const { mean, lower, upper } = values;
  return {
    mean: picked(mean),
    lower: lower === null ? null : picked(lower),
    upper: upper === null ? null : picked(upper),
  };
}

class Differences {
  readonly #unit: number;
  /** Differences are squared in these: squares of very small or large numbers are none any more. */
  readonly #scale: number;
  #count = 0;
  #squares = 0;
  #largest = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  readonly #bounds: Float64Array[] = [];

  constructor(unit: number) {
    this.#unit = unit;
    this.#scale = unit > 0 ? unit : 1;
  }

  add(program: VectorValues, emulator: VectorValues): void {
    this.#count += program.mean.length;
    program.mean.forEach((value, at) => {
      const mean = emulator.mean[at];
      const difference = Math.abs(value - mean);
      this.#squares += (difference / this.#scale) ** 2;
      this.#largest = Math.max(this.#largest, difference);
      this.#low = Math.min(this.#low, mean);
      this.#high = Math.max(this.#high, mean);
    });
    for (const bound of ["lower", "upper"] as const) {
      const [values, reference] = [program[bound], emulator[bound]];
      if (values !== null && reference !== null)
        this.#bounds.push(values.map((value, at) => Math.abs(value - reference[at])));
    }
  }

  result(): OutputAccuracy {
    const relative = Math.sqrt(this.#squares / this.#count);
    return {
      share: this.#unit > 0 ? relative : null,
      typical: relative * this.#scale,
      largest: this.#largest,
      bounds: this.#bounds.length === 0 ? null : quantileOf(joined(this.#bounds).sort(), 0.5),
      range: this.#high - this.#low,
    };
  }
}
