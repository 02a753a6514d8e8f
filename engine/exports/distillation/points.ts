/** Points at which a network is fitted to an emulator or compared with it. */
import { fromScale, type Scale, toScale } from "../../dataset/scaling.ts";
import { createSobol } from "../../designs/sobol.ts";
import type { Random } from "../../math/random.ts";
import type { ExportedInput } from "../exported-model.ts";

/** Around a row: deviations as a share of the input's range on its scale. */
const ROW_DEVIATION_SHARE = 0.03;
const OTHER_LEVEL = 0.1;

/** count x inputs, row-major; every call continues where the last one ended. */
export type DrawPoints = (count: number) => Float64Array;

/**
 * Creates a source of points. Of every two, one is from a sequence that fills the ranges and one lies around a row:
 * so inputs that move together in the rows are covered as well, however small a part of the ranges they fill.
 *
 * @param rows training rows, row-major.
 */
export function createPoints(
  inputs: readonly ExportedInput[],
  scales: readonly Scale[],
  rows: Float64Array,
  random: Random,
): DrawPoints {
  const width = inputs.length;
  const count = rows.length / width;
  const sobol = createSobol(width, random.fork(1));
  const draws = random.fork(2);
  let drawn = 0;
  const filling = (index: number): Float64Array =>
    sobol.points(index, 1).map((share, at) => {
      const input = inputs[at];
      if (input.kind === "categorical") return Math.floor(share * input.levels.length);
      const [low, high] = [input.minimum, input.maximum].map((end) => toScale(scales[at], end));
      return held(input, fromScale(scales[at], low + share * (high - low)));
    });
  const around = (row: number): Float64Array =>
    rows.slice(row * width, (row + 1) * width).map((cell, at) => {
      const input = inputs[at];
      if (input.kind === "categorical")
        return draws.uniform() < OTHER_LEVEL ? draws.integer(input.levels.length) : cell;
      const [low, high] = [input.minimum, input.maximum].map((end) => toScale(scales[at], end));
      const step = ROW_DEVIATION_SHARE * (high - low) * draws.normal();
      return held(input, fromScale(scales[at], toScale(scales[at], cell) + step));
    });
  return (pointCount) => {
    const points = new Float64Array(pointCount * width);
    for (let i = 0; i < pointCount; i++, drawn++) {
      const isFilling = drawn % 2 === 0 || count === 0;
      points.set(isFilling ? filling(Math.floor(drawn / 2)) : around(draws.integer(count)), i * width);
    }
    return points;
  };
}

type Continuous = Extract<ExportedInput, { kind: "continuous" }>;

const held = ({ minimum, maximum }: Continuous, value: number): number =>
  Math.min(maximum, Math.max(minimum, value));
