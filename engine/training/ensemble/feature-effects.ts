/** The total effects of the features on the outputs of an ensemble, estimated from a few hundred predictions. */
import { everyRow, thinRows } from "../../dataset/table.ts";
import { createEnsemblePredictor } from "../../models/ensemble/predictor.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
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

/**
 * Estimates for each feature the mean squared change of a target when the feature takes the value of another row, as Jansen (1999)
 * does for total indices, divided by the sum over the features. @returns one a feature: its largest share in any target
 */
export function estimateFeatureEffects(
  trainingData: TrainingData,
  { models, targets }: EnsembleMembers,
  outputs: readonly Pick<OutputModel, "targets">[],
): Float64Array {
  const { width } = trainingData;
  const predictor = createEnsemblePredictor(models, targets);
  const selected = selectTargets(outputs);
  const work = (width + 1) * models.length * width * Math.min(trainingData.count, MAX_PROCESS_ROWS);
  const rowCount = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(MAX_WORK / Math.max(1, work))));
  const rows = thinRows(everyRow(trainingData.count), rowCount);
  const count = rows.length;
  const points = inputsAt(trainingData, rows);
  const predict = (inputs: Float64Array): Float64Array[] => {
    const byModel = new Map<number, Float64Array[]>();
    return Array.from(selected, (target) => predictor.meansOf(target, { inputs, count }, byModel));
  };
  const before = predict(points);
  const changes = before.map(() => new Float64Array(width));
  const shift = Math.max(1, Math.floor(count / 2));
  for (let feature = 0; feature < width; feature++) {
    const moved = points.slice();
    for (let i = 0; i < count; i++)
      moved[feature * count + i] = points[feature * count + ((i + shift) % count)];
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

/** The leading targets of the outputs, spread over these where there are many. */
function selectTargets(outputs: readonly Pick<OutputModel, "targets">[]): Int32Array {
  const leading = outputs.flatMap(({ targets }) => Array.from(targets.slice(0, MAX_TARGETS_PER_OUTPUT)));
  return thinRows(Int32Array.from(new Set(leading)), MAX_TARGETS);
}
