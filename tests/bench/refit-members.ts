/** Fits the models of a trained ensemble again, networks from the weights that they have: to all rows, or to the rows that they had. */

import { LayerKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { Matrix } from "../../engine/math/matrix.ts";
import { createRandom } from "../../engine/math/random.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import type { EnsembleEmulatorParts } from "../../engine/models/ensemble/parts.ts";
import type {
  FitTask,
  FittedModel,
  NetworkFitTask,
  NetworkModel,
  TrainingData,
} from "../../engine/models/fit-task.ts";
import { annealedRate, createAdamFitter, startAdam } from "../../engine/models/network/adam-fit.ts";
import { BayesianFitter, hasConverged, startFit } from "../../engine/models/network/bayesian-fit.ts";
import { createFitter } from "../../engine/training/fit/create-fitter.ts";
import {
  inputsAt,
  MAX_PROCESS_ROWS,
  MAX_SECOND_ORDER_ROWS,
  targetAt,
} from "../../engine/training/fit/fitted-rows.ts";
import { trainingRows } from "../../engine/training/fit/folds.ts";
import { computeShares } from "../../engine/training/fit/mini-batch-fitter.ts";
import type { Prepared } from "../../engine/training/prepare/prepare.ts";
import { conditionProcess } from "./refit-process.ts";

/** A network continues for this share of its steps, from this share of its first rate. */
const STEPS_SHARE = 0.3;
const RATE_SHARE = 0.3;
const SECOND_ORDER_STEPS = 30;
/** Models with less weight than this in a target's mean change nothing that could be measured. */
const MIN_WEIGHT = 0.01;

/** Adds the validation rows, standardised as the others, to the training rows. No row is held out. @throws where outputs are curves */
export function joinValidationRows({ trainingData, validation, outputs }: Prepared): TrainingData {
  if (validation.method !== "held-out rows") throw new Error("No rows are held out for validation.");
  const { inputs, targets } = trainingData;
  const joinedInputs = new Matrix(inputs.rows, inputs.columns + validation.inputs.columns);
  joinedInputs.rowViews().forEach((values, feature) => {
    values.set(inputs.row(feature));
    values.set(validation.inputs.row(feature), inputs.columns);
  });
  const joinedTargets = targets.map((values, target) => {
    const output = outputs.find(({ model }) => model.size === 1 && model.targets[0] === target);
    if (output === undefined) throw new Error("Only numbers can be refitted.");
    return Float64Array.of(...values, ...output.standardisedTruth);
  });
  const folds = new Uint8Array(joinedInputs.columns).fill(1);
  return { ...trainingData, inputs: joinedInputs, targets: joinedTargets, folds, foldCount: 1 };
}

/**
 * Fits the models again that have weight; the weights and the bounds stay as they are.
 * @param tasks the task that each model is the result of
 */
export function refitMembers(
  parts: EnsembleEmulatorParts,
  tasks: ReadonlyMap<FittedModel["model"], FitTask>,
  data: TrainingData,
): EnsembleEmulatorParts {
  const weights = new Float64Array(parts.models.length);
  for (const { members } of parts.targets)
    for (const { models, weight, foldWeights } of members)
      models.forEach((model, at) => {
        weights[model] = (weights[model] ?? 0) + weight * (foldWeights[at] ?? 0);
      });
  const kernels = new LayerKernels();
  const empty = kernels.mark();
  const models = parts.models.map((fitted, at) => {
    const task = tasks.get(fitted.model);
    if (task === undefined || (weights[at] ?? 0) < MIN_WEIGHT) return fitted;
    kernels.release(empty);
    return refit(fitted, task, data, kernels);
  });
  return { ...parts, models };
}

function refit(fitted: FittedModel, task: FitTask, data: TrainingData, kernels: LayerKernels): FittedModel {
  if (fitted.family === "gaussian-process") {
    const rows = trainingRows(data, 0).slice(0, MAX_PROCESS_ROWS);
    const inputs = data.inputs.gatherColumns(rows);
    const model = runToEnd(
      conditionProcess(fitted.model, inputs, targetAt(data, task.targets[0] ?? 0, rows)),
    );
    return model === null ? fitted : { family: "gaussian-process", model };
  }
  if (fitted.family !== "network" || task.family !== "network") return fitAnew(task, data, kernels) ?? fitted;
  const continueFit = task.method === "mini-batch" ? continueMiniBatches : continueSecondOrder;
  const parameters = continueFit(fitted.model, task, data, kernels);
  return { family: "network", model: { ...fitted.model, parameters } };
}

function fitAnew(task: FitTask, data: TrainingData, kernels: LayerKernels): FittedModel | null {
  const context = { clock: () => performance.now(), timeLimitMs: Number.POSITIVE_INFINITY, kernels };
  const fitter = createFitter(data, task, null, context);
  while (fitter.advance());
  return fitter.result()?.fitted ?? null;
}

function continueMiniBatches(
  { shape, parameters }: NetworkModel,
  task: NetworkFitTask,
  data: TrainingData,
  kernels: LayerKernels,
): Float64Array {
  const rows = trainingRows(data, 0);
  const targets = new Float64Array(task.targets.length * rows.length);
  task.targets.forEach((target, at) => {
    targets.set(targetAt(data, target, rows), at * rows.length);
  });
  const random = createRandom(task.seed, 1);
  const inputs = inputsAt(data, rows, task.features);
  const shares = computeShares(task);
  const fitter = createAdamFitter(shape, inputs, targets, shares, rows.length, random, kernels);
  const fit = startAdam(parameters);
  const steps = Math.round(STEPS_SHARE * task.steps);
  fitter.advance(fit, steps, (step) => annealedRate(RATE_SHARE * task.learningRate, step / steps));
  return fit.parameters.slice();
}

function continueSecondOrder(
  { shape, parameters }: NetworkModel,
  task: NetworkFitTask,
  data: TrainingData,
  kernels: LayerKernels,
): Float64Array {
  const rows = trainingRows(data, 0).slice(0, MAX_SECOND_ORDER_ROWS);
  const fitter = new BayesianFitter(shape, inputsAt(data, rows, task.features), rows.length, kernels);
  const fit = startFit(shape, parameters.slice());
  const targets = targetAt(data, task.targets[0] ?? 0, rows);
  while (!hasConverged(fit) && fit.iteration < SECOND_ORDER_STEPS) runToEnd(fitter.advance(fit, targets));
  return fit.parameters;
}
