/**
 * The candidate that is linear in every feature, by ridge regression: the baseline of the others.
 */
import { rowsWhere } from "../../dataset/table.ts";
import type { Matrix64 } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";
import { regress } from "../../math/least-squares.ts";
import { Matrix } from "../../math/matrix.ts";
import type { Design } from "../../math/normal-equations.ts";
import { runToEnd } from "../../math/run-to-end.ts";
import type { NetworkModel, TrainingData } from "../../models/fit-task.ts";
import { listLeftOutParts } from "../fit/folds.ts";

/** With more features it is not fitted; with many, such as the levels of a category, fewer ridges are compared. */
const MAX_FEATURES = 600;
const MANY_FEATURES = 200;
/** The ridges as multiples of the number of rows: features are of unit deviation. */
const RIDGES = [1e-8, 1e-4, 1e-2, 1e-1, 1];
const RIDGES_OF_MANY = [1e-4, 1e-2];
/** With at least this many rows per feature no regularisation is needed. */
const MANY_ROWS_PER_FEATURE = 20;
const MIN_RIDGE = 1e-6;

export interface LinearCandidate {
  /** A network without hidden units: one output a target. */
  model: NetworkModel;
  /** One array for each target: the prediction of each row without it, where some fold holds it out. */
  predictions: Float64Array[];
}

// A training makes two ensembles, one that measures progress and one that makes the emulator: both share the
// candidate.
const candidateByData = new WeakMap<TrainingData, LinearCandidate | null>();

/** Fits the linear candidate; null where there are too many features. */
export function linearCandidate(data: TrainingData): LinearCandidate | null {
  const cachedCandidate = candidateByData.get(data);
  if (cachedCandidate !== undefined) return cachedCandidate;
  const candidate = data.inputs.rows > MAX_FEATURES ? null : fitLine(data, threadKernels());
  candidateByData.set(data, candidate);
  return candidate;
}

function fitLine(data: TrainingData, kernels: LayerKernels): LinearCandidate | null {
  const { inputs, folds, foldCount, targets } = data;
  const { rows: width, columns: count } = inputs;
  // Where a share of the rows is held out of every fit, it is held out of this one too.
  const isFitted = (row: number): boolean => foldCount > 1 || folds[row] !== 0;
  const fittedRows = rowsWhere(count, isFitted);
  const needsRidge = fittedRows.length < MANY_ROWS_PER_FEATURE * width;
  const candidateRidges = needsRidge ? (width > MANY_FEATURES ? RIDGES_OF_MANY : RIDGES) : [MIN_RIDGE];
  const ridges = foldCount > 1 || needsRidge ? candidateRidges : MIN_RIDGE;
  const leavesOut = (foldCount > 1 && listLeftOutParts(data, fittedRows)) || "row by row";
  const line = runToEnd(regress(createDesign(data), targets, fittedRows, ridges, kernels, leavesOut));
  if (line === null) return null;
  const predictions = targets.map((_, target) => {
    const predicted = new Float64Array(count);
    const leftOutPredictions = line.leftOut[target];
    leftOutPredictions?.forEach((value, at) => {
      predicted[fittedRows[at]] = value;
    });
    return predicted;
  });
  const heldOutRows = rowsWhere(count, (row) => !isFitted(row));
  const coefficients = new Matrix(targets.length, width + 1, line.coefficients);
  predictions.forEach((predicted, target) => {
    const targetCoefficients = coefficients.row(target);
    for (const row of heldOutRows) {
      let sum = targetCoefficients[0];
      for (let feature = 0; feature < width; feature++)
        sum += targetCoefficients[feature + 1] * inputs.at(feature, row);
      predicted[row] = sum;
    }
  });
  return { model: createModel(coefficients), predictions };
}

/** Creates the design: the constant, then the features. */
function createDesign({ inputs }: TrainingData): Design {
  return {
    size: inputs.rows + 1,
    fill: (rows: Int32Array, { values, stride }: Matrix64) => {
      values.fill(1, 0, rows.length);
      inputs.rowViews().forEach((featureValues, feature) => {
        const to = (feature + 1) * stride;
        for (let at = 0; at < rows.length; at++) values[to + at] = featureValues[rows[at]];
      });
    },
  };
}

/**
 * Stores coefficients as a network's weights, outputs x inputs, followed by its biases.
 * @param coefficients targets x (1 + features), the constant first
 */
function createModel(coefficients: Matrix): NetworkModel {
  const { rows: outputs, columns: size } = coefficients;
  const inputs = size - 1;
  const parameters = new Float64Array(outputs * size);
  const biases = parameters.subarray(outputs * inputs);
  coefficients.rowViews().forEach((outputCoefficients, output) => {
    parameters.set(outputCoefficients.subarray(1), output * inputs);
    biases[output] = outputCoefficients[0];
  });
  const features = Int32Array.from({ length: inputs }, (_, i) => i);
  return { shape: { inputs, hidden: [], outputs }, features, parameters };
}
