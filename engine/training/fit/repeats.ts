/** Rows with the same inputs, by which the noise of the outputs is measured: the pure error of a regression (Draper and Smith, 1998). */
import type { TrainingData } from "../../models/fit-task.ts";
import { numberPoints } from "./folds.ts";

/** With fewer degrees of freedom the noise is not known well enough to limit anything. */
const MIN_FREEDOM = 5;
/** A smaller variance, in units of the target's, is that of copies: rows that were written twice, not measured twice. */
const MIN_VARIANCE = 1e-20;

export interface Repeats {
  /** The number of each row's point, in the order in which the points first occur. */
  points: Int32Array;
  /** The number of rows of each point. */
  sizes: Int32Array;
}

/** A training makes two ensembles, and every output may ask. */
const repeatsByData = new WeakMap<TrainingData, Repeats | null>();

/** The points of the rows; null where no two rows are of one point. */
export function findRepeats(data: TrainingData): Repeats | null {
  const earlier = repeatsByData.get(data);
  if (earlier !== undefined) return earlier;
  const repeats = countRepeats(data);
  repeatsByData.set(data, repeats);
  return repeats;
}

function countRepeats({ inputs, width, count }: TrainingData): Repeats | null {
  const points = numberPoints(inputs, width, count);
  const sizes = new Int32Array(points.reduce((most, point) => Math.max(most, point + 1), 0));
  if (sizes.length === count) return null;
  for (const point of points) sizes[point] += 1;
  return { points, sizes };
}

/** The variance of a target between rows of one point, Σ (y - mean of its point)² / (rows - points); null where it is not known. */
export function measureNoise({ points, sizes }: Repeats, target: Float64Array): number | null {
  const freedom = points.length - sizes.length;
  if (freedom < MIN_FREEDOM) return null;
  const means = new Float64Array(sizes.length);
  points.forEach((point, row) => {
    means[point] += target[row] / sizes[point];
  });
  const squares = points.reduce((sum, point, row) => sum + (target[row] - means[point]) ** 2, 0);
  const variance = squares / freedom;
  return variance > MIN_VARIANCE ? variance : null;
}
