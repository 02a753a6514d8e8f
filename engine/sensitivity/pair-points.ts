/** The points at which an emulator is evaluated for pairs of points A and B; see swapped-sums.ts. */
import type { EmulatorInput } from "../models/emulator.ts";
import { type Axis, createAxes, restingPoint } from "./input-space.ts";
import { pointsOfPair } from "./swapped-sums.ts";

export class PairPoints {
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
