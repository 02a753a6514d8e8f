/**
 * The voice of a straight line in every feature, by ridge regression: what every other must beat. Each row's prediction
 * without that row is exact (Allen, 1974, "PRESS"), and chooses how much the slopes are held back.
 */
import type { LearningData, NetworkModel } from "../../learning/lesson.ts";
import { contentsOf, type Matrix64 } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";

/** With more features a line would cost more than it tells; with many, such as the levels of a category, it is held back less freely. */
const MOST_FEATURES = 600;
const MANY_FEATURES = 200;
/** Times the rows: features are of unit deviation. */
const RIDGES = [1e-8, 1e-4, 1e-2, 1e-1, 1];
const RIDGES_OF_MANY = [1e-4, 1e-2];
/** Beyond, rounding decides what is left of a row's residual. */
const MOST_LEVERAGE = 0.999;
/** Rows worked on at once. */
const BLOCK = 1024;

export interface LinearVoice {
  /** A network without hidden units: one output a target. */
  model: NetworkModel;
  /** One array a target: each row predicted without it. Rows that no fit was to see are simply predicted. */
  predictions: Float64Array[];
}

/** A training asks twice: for the panel that listens, and for the one that makes the emulator. */
const found = new WeakMap<LearningData, LinearVoice | null>();

/** Null where there are too many features. */
export function linearVoice(data: LearningData): LinearVoice | null {
  const known = found.get(data);
  if (known !== undefined) return known;
  const kernels = threadKernels();
  const mark = kernels.mark();
  const voice = data.width > MOST_FEATURES ? null : fitLine(data, kernels);
  kernels.release(mark);
  found.set(data, voice);
  return voice;
}

function fitLine(data: LearningData, kernels: LayerKernels): LinearVoice | null {
  const { count, width, folds, foldCount, targets } = data;
  // Where a share of the rows is kept out by all, the line does not see it either.
  const isSeen = (row: number): boolean => foldCount > 1 || folds[row] !== 0;
  const all = Int32Array.from(folds.keys());
  const seen = all.filter(isSeen);
  const system = kernels.matrix64(width + 1, width + 1);
  const projections = kernels.matrix64(width + 1, targets.length);
  forEachBlock(data, seen, kernels, (design, rows) => {
    kernels.symmetricRankUpdate(design, system);
    const values = kernels.matrix64(targets.length, rows.length);
    targets.forEach((own, target) => {
      rows.forEach((row, at) => {
        values.values[target * values.stride + at] = own[row] ?? 0;
      });
    });
    kernels.multiply(design, values, projections, "A Bᵀ", 1);
  });

  const predictions = targets.map(() => new Float64Array(count));
  const coefficients = kernels.matrix64(width + 1, targets.length);
  const least = targets.map(() => Number.POSITIVE_INFINITY);
  const ridges = width > MANY_FEATURES ? RIDGES_OF_MANY : RIDGES;
  let fits = 0;
  for (const ridge of ridges) {
    const mark = kernels.mark();
    const fit = fitterOf(system, projections, ridge * seen.length, kernels);
    if (fit !== null) {
      fits += 1;
      const leftOut = leaveOut(data, seen, fit, kernels);
      leftOut.forEach(({ errors, predicted }, target) => {
        if (!(errors < (least[target] ?? 0))) return;
        least[target] = errors;
        seen.forEach((row, at) => {
          const own = predictions[target];
          if (own !== undefined) own[row] = predicted[at] ?? 0;
        });
        for (let at = target; at < coefficients.values.length; at += coefficients.stride)
          coefficients.values[at] = fit.coefficients.values[at] ?? 0;
      });
    }
    kernels.release(mark);
  }
  if (fits === 0) return null;

  const unseen = all.filter((row) => !isSeen(row));
  forEachBlock(data, unseen, kernels, (design, rows) => {
    const fitted = kernels.matrix64(targets.length, rows.length);
    kernels.multiply(coefficients, design, fitted, "Aᵀ B");
    predictions.forEach((own, target) => {
      rows.forEach((row, at) => {
        own[row] = fitted.values[target * fitted.stride + at] ?? 0;
      });
    });
  });
  return { model: modelOf(coefficients), predictions };
}

/** The constant, then the slopes, of each target (size x targets) as a network's weights and biases. */
function modelOf(coefficients: Matrix64): NetworkModel {
  const [outputs, inputs] = [coefficients.columns, coefficients.rows - 1];
  const parameters = new Float64Array(outputs * (inputs + 1));
  const known = contentsOf(coefficients);
  for (let output = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++)
      parameters[output * inputs + input] = known[(input + 1) * outputs + output] ?? 0;
    parameters[outputs * inputs + output] = known[output] ?? 0;
  }
  const features = Int32Array.from({ length: inputs }, (_, i) => i);
  return { shape: { inputs, hidden: [], outputs }, features, parameters };
}

/** Gives the design of some rows at a time, (1 + width) x rows: the constant, then the features. */
function forEachBlock(
  { inputs, width, count }: LearningData,
  rows: Int32Array,
  kernels: LayerKernels,
  visit: (design: Matrix64, rows: Int32Array, from: number) => void,
): void {
  const mark = kernels.mark();
  for (let from = 0; from < rows.length; from += BLOCK) {
    const own = rows.subarray(from, from + BLOCK);
    const design = kernels.matrix64(width + 1, own.length);
    const { values, stride } = design;
    values.fill(1, 0, own.length);
    for (let feature = 0; feature < width; feature++) {
      own.forEach((row, at) => {
        values[(feature + 1) * stride + at] = inputs[feature * count + row] ?? 0;
      });
    }
    visit(design, own, from);
    kernels.release(mark);
  }
}

interface Fitter {
  /** Upper triangular, of the system with its ridge. */
  factor: Matrix64;
  /** (1 + width) x targets. */
  coefficients: Matrix64;
}

function fitterOf(
  system: Matrix64,
  projections: Matrix64,
  ridge: number,
  kernels: LayerKernels,
): Fitter | null {
  const factor = kernels.matrix64(system.rows, system.rows);
  factor.values.set(system.values);
  for (let i = 1; i < factor.rows; i++) {
    const at = i * (factor.stride + 1);
    factor.values[at] = (factor.values[at] ?? 0) + ridge;
  }
  if (!kernels.cholesky(factor)) return null;
  const coefficients = kernels.matrix64(projections.rows, projections.columns);
  coefficients.values.set(projections.values);
  kernels.solveLower(factor, coefficients);
  kernels.solveUpper(factor, coefficients);
  return { factor, coefficients };
}

/** Of each target: every row seen predicted without it, and the sum of squares of what that errs by. */
function leaveOut(
  data: LearningData,
  seen: Int32Array,
  { factor, coefficients }: Fitter,
  kernels: LayerKernels,
): { predicted: Float64Array; errors: number }[] {
  const { targets } = data;
  const found = targets.map(() => ({ predicted: new Float64Array(seen.length), errors: 0 }));
  forEachBlock(data, seen, kernels, (design, rows, from) => {
    const fitted = kernels.matrix64(targets.length, rows.length);
    kernels.multiply(coefficients, design, fitted, "Aᵀ B");
    kernels.solveLower(factor, design);
    // Of each row: how much its own value weighs in its prediction.
    const leverages = new Float64Array(rows.length);
    for (let i = 0; i < design.rows; i++)
      for (let at = 0; at < leverages.length; at++)
        leverages[at] = (leverages[at] ?? 0) + (design.values[i * design.stride + at] ?? 0) ** 2;
    found.forEach((own, target) => {
      rows.forEach((row, at) => {
        const value = targets[target]?.[row] ?? 0;
        const residual = value - (fitted.values[target * fitted.stride + at] ?? 0);
        const leverage = leverages[at] ?? 0;
        // Without a row that decides its own prediction, all that is known is the mean.
        const predicted = leverage > MOST_LEVERAGE ? 0 : value - residual / (1 - leverage);
        own.predicted[from + at] = predicted;
        own.errors += (predicted - value) ** 2;
      });
    });
  });
  return found;
}
