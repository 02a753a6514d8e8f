import { createRandom } from "../../math/random.ts";
import type { NetworkFitTask, TrainingData } from "../../models/fit-task.ts";
import {
  type BayesianFit,
  BayesianFitter,
  hasConverged,
  noiseOf,
  startFit,
} from "../../models/network/bayesian-fit.ts";
import { initialParameters } from "../../models/network/network.ts";
import { inputsAt, selectRows, targetAt } from "./fitted-rows.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { networkPredictions } from "./network-predictions.ts";

/** Starts are compared after this many steps. */
export const TRIAL_STEPS = 30;

export interface SecondOrderState {
  method: "second-order";
  fit: BayesianFit;
  /** The number of the start that `fit` began with. */
  start: number;
  /** The best of the earlier starts; null once all have been compared. */
  bestStart: BayesianFit | null;
}

/** Fits one target's network by Levenberg-Marquardt under Bayesian regularisation. */
export function createSecondOrderFitter(
  data: TrainingData,
  task: NetworkFitTask,
  earlier: SecondOrderState | null,
  { kernels }: Pick<FitterContext, "kernels">,
): Fitter<SecondOrderState> {
  const { shape, features, starts = 1 } = task;
  const rows = selectRows(data, task);
  const count = rows.training.length;
  const inputs = inputsAt(data, rows.training, features);
  const targets = targetAt(data, task.targets[0], rows.training);
  const fitter = new BayesianFitter(shape, inputs, count, kernels);
  const begin = (start: number): BayesianFit =>
    startFit(shape, initialParameters(shape, createRandom(task.seed, start)));
  /** The state between two steps; the current step changes a copy. */
  let settled: SecondOrderState = earlier ?? {
    method: "second-order",
    fit: begin(0),
    start: 0,
    bestStart: null,
  };
  let fit = copyBayesianFit(settled.fit);
  let step = fitter.advance(fit, targets);

  const isOver = (steps: number): boolean => hasConverged(settled.fit) || settled.fit.iteration >= steps;
  const isDone = (): boolean =>
    settled.start >= starts - 1 && settled.bestStart === null && isOver(task.steps);

  const settle = (next: SecondOrderState): void => {
    settled = next;
    fit = copyBayesianFit(next.fit);
    step = fitter.advance(fit, targets);
  };

  /** Continues, at the end of a start's trial, with the next start or with the best of them. */
  const compare = (): void => {
    const { fit: currentFit, start, bestStart } = settled;
    if (start >= starts - 1 && bestStart === null) return;
    if (!isOver(Math.min(TRIAL_STEPS, task.steps))) return;
    const best =
      bestStart !== null && noiseOf(bestStart, count) <= noiseOf(currentFit, count) ? bestStart : currentFit;
    const next = start + 1;
    settle(
      next < starts
        ? { ...settled, fit: begin(next), start: next, bestStart: best }
        : { ...settled, fit: best, bestStart: null },
    );
  };

  const work = (starts - 1) * Math.min(TRIAL_STEPS, task.steps) + task.steps;

  return {
    advance: () => {
      if (isDone()) return false;
      if (!step.next().done) return true;
      settle({ ...settled, fit: copyBayesianFit(fit) });
      compare();
      return !isDone();
    },
    fraction: () =>
      isDone() ? 1 : Math.min(1, (settled.start * TRIAL_STEPS + settled.fit.iteration) / work),
    state: () => ({
      ...settled,
      fit: copyBayesianFit(settled.fit),
      bestStart: settled.bestStart && copyBayesianFit(settled.bestStart),
    }),
    result: () => {
      const { parameters } = settled.bestStart ?? settled.fit;
      const model = { shape, features: Int32Array.from(features), parameters: parameters.slice() };
      const heldOut = networkPredictions(data, model, rows.heldOut);
      return { task, fitted: { family: "network", model }, heldOut };
    },
  };
}

export const copyBayesianFit = (fit: BayesianFit): BayesianFit => ({
  ...fit,
  parameters: fit.parameters.slice(),
  alphas: fit.alphas.slice(),
});
