/** The total effects of the features on the outputs of an ensemble, estimated from a few hundred predictions. */
import { thinRows } from "../../dataset/table.ts";
import { Matrix } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import { createEnsemblePredictor } from "../../models/ensemble/predictor.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";
import type { EnsembleMembers } from "./members.ts";

/**
 * Multiplications, about, of all predictions: fewer make the effects coarser, more delay the first emulator. A process compares each
 * point with its rows, of which large tables have no more than `MAX_PROCESS_ROWS`.
 */
const MAX_WORK = 2e8;
const MAX_PROCESS_ROWS = 3000;
const MIN_ROWS = 12;
const MAX_ROWS = 128;
/** The first principal components of an output, and targets in all, that are predicted. */
const MAX_TARGETS_PER_OUTPUT = 2;
const MAX_TARGETS = 12;
/** Fewer features are moved where the work is too much for `MIN_ROWS` rows, but never fewer than these: corners are searched in eight of them. */
const MIN_FEATURES = 32;
/** Rows from which linear effects are estimated. */
const MAX_LINEAR_ROWS = 512;
/** Rows are chosen at random: evenly chosen rows of nested sweeps may all have the same value of the innermost input. */
const ROW_SEED = 1;

/**
 * Estimates for each feature the mean squared change of a target when the feature takes the value of another row, as Jansen (1999)
 * does for total indices, divided by the sum over the features. Of very many features only those with the largest linear effects are
 * moved. Yields before each feature.
 * @returns one a feature: its largest share in any target; 0 for those that are not moved
 */
export function* estimateFeatureEffects(
  trainingData: TrainingData,
  { models, targets }: EnsembleMembers,
  outputs: readonly Pick<OutputModel, "targets">[],
): Generator<undefined, Float64Array> {
  const { rows: width, columns: trainingCount } = trainingData.inputs;
  const predictor = createEnsemblePredictor(models, targets);
  const selected = selectTargets(outputs);
  const workPerPoint = Math.max(1, models.length * width * Math.min(trainingCount, MAX_PROCESS_ROWS));
  const pointCount = Math.floor(MAX_WORK / workPerPoint);
  const featureCount = Math.min(width, Math.max(MIN_FEATURES, Math.floor(pointCount / MIN_ROWS) - 1));
  const rowCount = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(pointCount / (featureCount + 1))));
  const randomRows = createRandom(ROW_SEED).permutation(trainingCount);
  const features = chooseFeatures(
    trainingData,
    selected,
    randomRows.subarray(0, MAX_LINEAR_ROWS),
    featureCount,
  );
  const rows = randomRows.subarray(0, rowCount);
  const count = rows.length;
  const points = trainingData.inputs.gatherColumns(rows);
  const predict = (inputs: Matrix): Float64Array[] => {
    const byModel = new Map<number, Float64Array[]>();
    return Array.from(selected, (target) => predictor.meansOf(target, inputs, byModel));
  };
  const before = predict(points);
  const changes = before.map(() => new Float64Array(width));
  const shift = Math.max(1, Math.floor(count / 2));
  for (const feature of features) {
    yield;
    const moved = new Matrix(width, count, points.values.slice());
    const values = points.row(feature);
    moved.row(feature).set(values.map((_, i) => values[(i + shift) % count]));
    predict(moved).forEach((after, at) => {
      for (let i = 0; i < count; i++) changes[at][feature] += (after[i] - before[at][i]) ** 2;
    });
  }
  const effects = new Float64Array(width);
  for (const ofTarget of changes) {
    const total = ofTarget.reduce((sum, value) => sum + value, 0);
    if (!(total > 0)) continue;
    ofTarget.forEach((value, feature) => {
      effects[feature] = Math.max(effects[feature], value / total);
    });
  }
  return effects;
}

/** The features with the largest covariance, in absolute value, with any target; each feature has unit deviation. */
function chooseFeatures(
  { inputs, targets }: TrainingData,
  selected: Int32Array,
  rows: Int32Array,
  featureCount: number,
): number[] {
  const features = Array.from({ length: inputs.rows }, (_, feature) => feature);
  if (featureCount === inputs.rows) return features;
  const centred = Array.from(selected, (target) => {
    const values = Float64Array.from(rows, (row) => targets[target]?.[row] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  });
  const effects = features.map((feature) =>
    Math.max(
      ...centred.map((values) =>
        Math.abs(values.reduce((sum, value, at) => sum + value * inputs.at(feature, rows[at]), 0)),
      ),
    ),
  );
  return features.sort((a, b) => effects[b] - effects[a]).slice(0, featureCount);
}

/** The leading targets of the outputs, spread over these where there are many. */
function selectTargets(outputs: readonly Pick<OutputModel, "targets">[]): Int32Array {
  const leading = outputs.flatMap(({ targets }) => Array.from(targets.slice(0, MAX_TARGETS_PER_OUTPUT)));
  return thinRows(Int32Array.from(new Set(leading)), MAX_TARGETS);
}
