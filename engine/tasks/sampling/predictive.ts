/** The posterior predictive distribution of every output, by the outputs of points drawn from a chain. */

import type { Axis } from "../../designs/axes.ts";
import { quantileOf } from "../../math/quantile.ts";
import { createRandom } from "../../math/random.ts";
import { movedValue } from "../optimization/emulator/log-mean-density.ts";
import type { BoundedValues } from "../optimization/emulator/score-bounds.ts";
import { snap } from "../search-space.ts";
import type { ChainHistory } from "./chain-history.ts";

/** The 2.5%, 25%, 50%, 75% and 97.5% quantiles at each coordinate of a curve; a scalar has one coordinate. */
export interface OutputBand {
  name: string;
  isCurve: boolean;
  bands: number[][];
}

const BAND_LEVELS = [0.025, 0.25, 0.5, 0.75, 0.975] as const;

/** Points of the cube, evenly spread over the chain from a step on. @param axes of the cube: the first columns of the chain */
export function drawPoints(
  axes: readonly Axis[],
  history: ChainHistory,
  from: number,
  count: number,
): { point: Float64Array; logDensity: number }[] {
  const columns = Array.from({ length: history.columns }, (_, c) => history.series(c, from).values);
  const samples = columns[0].length;
  const some = Math.min(count, samples);
  return Array.from({ length: some }, (_, i) => {
    const at = Math.floor(((i + 0.5) * samples) / some);
    const place = Float64Array.from(axes, (axis, a) =>
      axis.place(axis.isChoice ? axis.value(columns[a][at]) : columns[a][at]),
    );
    return { point: snap(axes, place), logDensity: columns[history.columns - 1][at] };
  });
}

/**
 * @param outputs of each design, with the bounds of an emulator's predictions; a result has none
 * @param seed of what the emulator's error is taken to be for each design
 */
export function outputBands(outputs: readonly BoundedValues[], seed: number): OutputBand[] {
  const random = createRandom(seed, 5);
  const [first = {}] = outputs;
  return Object.entries(first).map(([name, { mean }]) => {
    const isCurve = typeof mean !== "number";
    const values = outputs.map((prediction) => [movedValue(prediction[name], random.normal())].flat());
    const size = values[0]?.length ?? 0;
    const bands = BAND_LEVELS.map(() => new Array<number>(size).fill(0));
    for (let at = 0; at < size; at++) {
      const sorted = Float64Array.from(values, (drawnValues) => drawnValues[at]).sort();
      BAND_LEVELS.forEach((level, l) => {
        bands[l][at] = quantileOf(sorted, level);
      });
    }
    return { name, isCurve, bands };
  });
}
