/**
 * The voice of a straight line in every feature, by ridge regression: what every other must beat.
 */
import { rowsWhere } from "../../dataset/table.ts";
import type { Matrix64 } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";
import { type Design, regress } from "../../math/least-squares.ts";
import type { LearningData, NetworkModel } from "../../models/fit-task.ts";

/** With more features a line would cost more than it tells; with many, such as the levels of a category, it is held back less freely. */
const MOST_FEATURES = 600;
const MANY_FEATURES = 200;
/** Times the rows: features are of unit deviation. */
const RIDGES = [1e-8, 1e-4, 1e-2, 1e-1, 1];
const RIDGES_OF_MANY = [1e-4, 1e-2];
/** With so many rows a feature nothing needs to be held back. */
const MANY_ROWS_PER_FEATURE = 20;
const LEAST_RIDGE = 1e-6;

export interface LinearVoice {
  /** A network without hidden units: one output a target. */
  model: NetworkModel;
  /** One array a target: each row predicted without it, where some fold keeps it out. */
  predictions: Float64Array[];
}

/** A training asks twice: for the panel that listens, and for the one that makes the emulator. */
const found = new WeakMap<LearningData, LinearVoice | null>();

/** Null where there are too many features. */
export function linearVoice(data: LearningData): LinearVoice | null {
  const known = found.get(data);
  if (known !== undefined) return known;
  const voice = data.width > MOST_FEATURES ? null : fitLine(data, threadKernels());
  found.set(data, voice);
  return voice;
}

function fitLine(data: LearningData, kernels: LayerKernels): LinearVoice | null {
  const { count, width, folds, foldCount, targets } = data;
  // Where a share of the rows is kept out by all, the line does not see it either.
  const isSeen = (row: number): boolean => foldCount > 1 || folds[row] !== 0;
  const seen = rowsWhere(count, isSeen);
  const isWorthChoosing = seen.length < MANY_ROWS_PER_FEATURE * width;
  const several = isWorthChoosing ? (width > MANY_FEATURES ? RIDGES_OF_MANY : RIDGES) : [LEAST_RIDGE];
  const ridges = foldCount > 1 || isWorthChoosing ? several : LEAST_RIDGE;
  const fitting = regress(designOf(data), targets, seen, ridges, kernels);
  let step = fitting.next();
  while (!step.done) step = fitting.next();
  const line = step.value;
  if (line === null) return null;
  const predictions = targets.map((_, target) => {
    const said = new Float64Array(count);
    const own = line.leftOut[target];
    own?.forEach((value, at) => {
      said[seen[at] ?? 0] = value;
    });
    return said;
  });
  const unseen = rowsWhere(count, (row) => !isSeen(row));
  predictions.forEach((said, target) => {
    const own = line.coefficients.subarray(target * (width + 1), (target + 1) * (width + 1));
    for (const row of unseen) {
      let sum = own[0] ?? 0;
      for (let feature = 0; feature < width; feature++)
        sum += (own[feature + 1] ?? 0) * (data.inputs[feature * count + row] ?? 0);
      said[row] = sum;
    }
  });
  return { model: modelOf(line.coefficients, targets.length, width), predictions };
}

/** The constant, then the features. */
function designOf({ inputs, width, count }: LearningData): Design {
  return {
    size: width + 1,
    fill: (rows: Int32Array, { values, stride }: Matrix64) => {
      values.fill(1, 0, rows.length);
      for (let feature = 0; feature < width; feature++) {
        const own = inputs.subarray(feature * count, (feature + 1) * count);
        const to = (feature + 1) * stride;
        for (let at = 0; at < rows.length; at++) values[to + at] = own[rows[at] ?? 0] ?? 0;
      }
    },
  };
}

/** The constant, then the slopes, of each target as a network's weights and biases. */
function modelOf(coefficients: Float64Array, outputs: number, inputs: number): NetworkModel {
  const parameters = new Float64Array(outputs * (inputs + 1));
  for (let output = 0; output < outputs; output++) {
    const own = coefficients.subarray(output * (inputs + 1), (output + 1) * (inputs + 1));
    parameters.set(own.subarray(1), output * inputs);
    parameters[outputs * inputs + output] = own[0] ?? 0;
  }
  const features = Int32Array.from({ length: inputs }, (_, i) => i);
  return { shape: { inputs, hidden: [], outputs }, features, parameters };
}
