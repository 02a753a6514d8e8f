/**
 * The voice of a straight line in every feature, by ridge regression: what every other must beat. Each row's prediction
 * without that row is exact (Allen, 1974, "PRESS"), and chooses how much the slopes are held back.
 */

import type { LearningData, NetworkModel } from "../../learning/lesson.ts";
import { factorise, solve } from "../../math/cholesky.ts";
import { addGram, dot, transpose } from "../../math/kernels.ts";

/** With more features a line would cost more than it tells; with many, such as the levels of a category, it is held back less freely. */
const MOST_FEATURES = 600;
const MANY_FEATURES = 200;
/** Times the rows: features are of unit deviation. */
const RIDGES = [1e-8, 1e-4, 1e-2, 1e-1, 1];
const RIDGES_OF_MANY = [1e-4, 1e-2];
/** Beyond, rounding decides what is left of a row's residual. */
const MOST_LEVERAGE = 0.999;

export interface LinearVoice {
  /** A network without hidden units: one output a target. */
  model: NetworkModel;
  /** One array a target: each row predicted without it. Rows that no fit was to see are simply predicted. */
  predictions: Float64Array[];
}

/** Null where there are too many features. */
export function linearVoice(data: LearningData): LinearVoice | null {
  const { count, width, folds, foldCount, targets } = data;
  if (width > MOST_FEATURES) return null;
  // Where a share of the rows is kept out by all, the line does not see it either.
  const seen = Int32Array.from(folds.keys()).filter((row) => foldCount > 1 || folds[row] !== 0);
  const size = width + 1;
  const terms = designOf(data, seen);
  const gram = new Float64Array(size * size);
  addGram(terms, gram, size, seen.length);
  const rows = new Float64Array(size * count);
  transpose(seen.length === count ? terms : designOf(data, Int32Array.from(folds.keys())), rows, size, count);
  const ridges = width > MANY_FEATURES ? RIDGES_OF_MANY : RIDGES;
  const fits = ridges.flatMap((ridge) => fitterOf(gram, rows, size, count, ridge * seen.length) ?? []);
  if (fits.length === 0) return null;

  const parameters = new Float64Array(targets.length * size);
  const predictions = targets.map((values, target) => {
    const projections = Float64Array.from({ length: size }, (_, i) => {
      let sum = 0;
      seen.forEach((row, at) => {
        sum += (terms[i * seen.length + at] ?? 0) * (values[row] ?? 0);
      });
      return sum;
    });
    let best = new Float64Array(count);
    let least = Number.POSITIVE_INFINITY;
    for (const fit of fits) {
      const coefficients = projections.slice();
      solve(fit.factor, coefficients, size);
      const kept = new Float64Array(count);
      let errors = 0;
      for (let row = 0; row < count; row++) {
        const fitted = dot(rows.subarray(row * size, (row + 1) * size), coefficients);
        const value = values[row] ?? 0;
        const isSeen = foldCount > 1 || folds[row] !== 0;
        const leverage = isSeen ? (fit.leverages[row] ?? 0) : 0;
        // Without a row that decides its own prediction, all that is known is the mean.
        kept[row] = leverage > MOST_LEVERAGE ? 0 : value - (value - fitted) / (1 - leverage);
        if (isSeen) errors += ((kept[row] ?? 0) - value) ** 2;
      }
      if (!(errors < least)) continue;
      least = errors;
      best = kept;
      parameters.set(coefficients.subarray(1), target * width);
      parameters[targets.length * width + target] = coefficients[0] ?? 0;
    }
    return best;
  });
  const shape = { inputs: width, hidden: [], outputs: targets.length };
  return {
    model: { shape, features: Int32Array.from({ length: width }, (_, i) => i), parameters },
    predictions,
  };
}

/** (1 + width) x rows: the constant, then the features. */
function designOf({ inputs, width, count }: LearningData, rows: Int32Array): Float64Array {
  const terms = new Float64Array((width + 1) * rows.length).fill(1, 0, rows.length);
  for (let feature = 0; feature < width; feature++) {
    const from = (feature + 1) * rows.length;
    rows.forEach((row, at) => {
      terms[from + at] = inputs[feature * count + row] ?? 0;
    });
  }
  return terms;
}

interface Fitter {
  factor: Float64Array;
  /** Of each row: how much its own value weighs in its prediction. */
  leverages: Float64Array;
}

function fitterOf(
  gram: Float64Array,
  rows: Float64Array,
  size: number,
  count: number,
  ridge: number,
): Fitter | undefined {
  const system = gram.slice();
  for (let i = 1; i < size; i++) system[i * size + i] = (system[i * size + i] ?? 0) + ridge;
  const factor = new Float64Array(size * size);
  if (!factorise(system, factor, size)) return undefined;
  const leverages = Float64Array.from({ length: count }, (_, row) => {
    const term = rows.subarray(row * size, (row + 1) * size);
    const solved = term.slice();
    solve(factor, solved, size);
    return dot(term, solved);
  });
  return { factor, leverages };
}
