/**
 * Fits a model on to every row, the validation rows included, from what it is: a network continues from its weights, a Gaussian process
 * keeps its hyperparameters, a polynomial is fitted anew. Networks from new weights were worse, 0.86 of the error instead of 0.75.
 */

import { createRandom } from "../../math/random.ts";
import type { FitTask, FittedModel, NetworkModel, TrainingData } from "../../models/fit-task.ts";
import { conditionProcess } from "../../models/gaussian-process/condition.ts";
import type { GaussianModel } from "../../models/gaussian-process/model/model.ts";
import {
  type AdamFit,
  adamStepCost,
  annealedRate,
  createAdamFitter,
  startAdam,
} from "../../models/network/adam-fit.ts";
import {
  type BayesianFit,
  BayesianFitter,
  hasConverged,
  startFit,
} from "../../models/network/bayesian-fit.ts";
import { inputsAt, selectRows, targetAt } from "./fitted-rows.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { CHUNK_WORK, computeShares, copyAdamFit, jointTargets } from "./mini-batch-fitter.ts";
import { createPolynomialFitter } from "./polynomial-fitter.ts";
import { copyBayesianFit } from "./second-order-fitter.ts";

/**
 * A network continues for this share of its steps, from this share of its first rate. They are what was measured with all effort levels
 * (`.github/decisions/held-out-rows.md`); the steps take about a quarter of the time of the training.
 */
export const STEPS_SHARE = 0.3;
const RATE_SHARE = 0.3;
/** The number of second-order steps, at most. */
export const LAST_SECOND_ORDER_STEPS = 30;

export interface LastFitState {
  method: "last fit";
  /** The model as it was fitted without the held-out rows. */
  fitted: FittedModel;
  /** The state of a network between two steps; null before the first, and for other models, which begin anew. */
  network: { adam: AdamFit } | { bayesian: BayesianFit } | null;
}

type Continuation = Pick<Fitter<LastFitState>, "advance" | "fraction"> & {
  network: () => LastFitState["network"];
  /** Null where the model cannot be fitted on. */
  model: () => FittedModel | null;
};

/** @param data every row; none is held out */
export function createLastFitter(
  data: TrainingData,
  task: FitTask,
  state: LastFitState,
  { kernels }: Pick<FitterContext, "kernels">,
): Fitter<LastFitState> {
  const { advance, fraction, network, model } = continueFit(data, task, state, kernels);
  return {
    advance,
    fraction,
    state: () => ({ ...state, network: network() }),
    result: () => {
      const fitted = model();
      return fitted && { task, fitted, heldOut: [] };
    },
  };
}

function continueFit(
  data: TrainingData,
  task: FitTask,
  { fitted, network }: LastFitState,
  kernels: FitterContext["kernels"],
): Continuation {
  if (task.family === "polynomial") {
    const { advance, fraction, result } = createPolynomialFitter(data, task, { kernels });
    return { advance, fraction, network: () => null, model: () => result()?.fitted ?? null };
  }
  if (task.family === "gaussian-process" && fitted.family === "gaussian-process")
    return continueProcess(data, task, fitted.model);
  if (task.family !== "network" || fitted.family !== "network")
    throw new Error(`A task of the family ${task.family} does not continue a ${fitted.family}.`);
  if (task.method === "mini-batch") {
    const earlier = network !== null && "adam" in network ? network.adam : null;
    return continueMiniBatches(data, task, fitted.model, earlier, kernels);
  }
  const earlier = network !== null && "bayesian" in network ? network.bayesian : null;
  return continueSecondOrder(data, task, fitted.model, earlier, kernels);
}

function continueProcess(
  data: TrainingData,
  task: Extract<FitTask, { family: "gaussian-process" }>,
  model: GaussianModel,
): Continuation {
  const rows = selectRows(data, task).training;
  const inputs = data.inputs.gatherColumns(rows);
  const steps = conditionProcess(model, inputs, targetAt(data, task.targets[0], rows));
  let isOver = false;
  let conditioned: GaussianModel | null = null;
  return {
    advance: () => {
      if (isOver) return false;
      const step = steps.next();
      if (step.done) conditioned = step.value;
      isOver = step.done ?? false;
      return !isOver;
    },
    fraction: () => (isOver ? 1 : 0),
    network: () => null,
    model: () => conditioned && { family: "gaussian-process", model: conditioned },
  };
}

type NetworkTask = Extract<FitTask, { family: "network" }>;

function continueMiniBatches(
  data: TrainingData,
  task: NetworkTask,
  model: NetworkModel,
  earlier: AdamFit | null,
  kernels: FitterContext["kernels"],
): Continuation {
  const { shape } = model;
  const rows = selectRows(data, task).training;
  const fitter = createAdamFitter(
    shape,
    inputsAt(data, rows, task.features),
    jointTargets(data, task.targets, rows),
    computeShares(task),
    rows.length,
    createRandom(task.seed, 1),
    kernels,
  );
  const fit = copyAdamFit(earlier ?? startAdam(model.parameters));
  const steps = Math.max(1, Math.round(STEPS_SHARE * task.steps));
  const chunkSteps = Math.max(1, Math.floor(CHUNK_WORK / adamStepCost(shape)));
  const rateAt = (step: number): number => annealedRate(RATE_SHARE * task.learningRate, step / steps);
  return {
    advance: () => {
      if (fit.step < steps) fitter.advance(fit, Math.min(chunkSteps, steps - fit.step), rateAt);
      return fit.step < steps;
    },
    fraction: () => fit.step / steps,
    network: () => ({ adam: copyAdamFit(fit) }),
    model: () => ({ family: "network", model: { ...model, parameters: fit.parameters.slice() } }),
  };
}

function continueSecondOrder(
  data: TrainingData,
  task: NetworkTask,
  model: NetworkModel,
  earlier: BayesianFit | null,
  kernels: FitterContext["kernels"],
): Continuation {
  const { shape } = model;
  const rows = selectRows(data, task).training;
  const targets = targetAt(data, task.targets[0], rows);
  const fitter = new BayesianFitter(shape, inputsAt(data, rows, task.features), rows.length, kernels);
  /** The state between two steps; the current step changes a copy. */
  let settled = copyBayesianFit(earlier ?? startFit(shape, model.parameters));
  let fit = copyBayesianFit(settled);
  let step = fitter.advance(fit, targets);
  const isDone = (): boolean => hasConverged(settled) || settled.iteration >= LAST_SECOND_ORDER_STEPS;
  return {
    advance: () => {
      if (isDone()) return false;
      if (!step.next().done) return true;
      settled = fit;
      fit = copyBayesianFit(settled);
      step = fitter.advance(fit, targets);
      return !isDone();
    },
    fraction: () => (isDone() ? 1 : settled.iteration / LAST_SECOND_ORDER_STEPS),
    network: () => ({ bayesian: copyBayesianFit(settled) }),
    model: () => ({ family: "network", model: { ...model, parameters: settled.parameters.slice() } }),
  };
}
