import { createRandom } from "../../math/random.ts";
import type { LearningData, NetworkLesson } from "../../models/fit-task.ts";
import {
  type BayesianFit,
  createBayesianFitter,
  hasConverged,
  noiseOf,
  startFit,
} from "../../models/network/bayesian-fit.ts";
import { initialParameters } from "../../models/network/network.ts";
import { inputsAt, rowsOf, targetAt } from "./fitted-rows.ts";
import type { Study, StudyContext } from "./fitter.ts";
import { opinionsOf } from "./network-predictions.ts";

/** Steps after which starts are compared. */
export const TRIAL_STEPS = 30;

export interface SecondOrderState {
  method: "second-order";
  fit: BayesianFit;
  /** The start that `fit` came from. */
  start: number;
  /** The best of the starts before it; null once all were compared. */
  rival: BayesianFit | null;
}

/** One target's network, fitted by Levenberg-Marquardt under Bayesian regularisation. */
export function startSecondOrderStudy(
  data: LearningData,
  lesson: NetworkLesson,
  earlier: SecondOrderState | null,
  { kernels }: Pick<StudyContext, "kernels">,
): Study {
  const { shape, features, starts = 1 } = lesson;
  const rows = rowsOf(data, lesson);
  const count = rows.learnt.length;
  const inputs = inputsAt(data, rows.learnt, features);
  const targets = targetAt(data, lesson.targets[0] ?? 0, rows.learnt);
  const fitter = createBayesianFitter(shape, inputs, count, kernels);
  const begin = (start: number): BayesianFit =>
    startFit(shape, initialParameters(shape, createRandom(lesson.seed, start)));
  /** Between two steps; the step in hand changes `fit` bit by bit. */
  let settled: SecondOrderState = earlier ?? { method: "second-order", fit: begin(0), start: 0, rival: null };
  let fit = copyOf(settled.fit);
  let step = fitter.advance(fit, targets);

  const isOver = (steps: number): boolean => hasConverged(settled.fit) || settled.fit.iteration >= steps;
  const isDone = (): boolean => settled.start >= starts - 1 && settled.rival === null && isOver(lesson.steps);

  const settle = (next: SecondOrderState): void => {
    settled = next;
    fit = copyOf(next.fit);
    step = fitter.advance(fit, targets);
  };

  /** From the end of a start's trial to the next start, or to the best of them. */
  const compare = (): void => {
    const { fit: own, start, rival } = settled;
    if (start >= starts - 1 && rival === null) return;
    if (!isOver(Math.min(TRIAL_STEPS, lesson.steps))) return;
    const best = rival !== null && noiseOf(rival, count) <= noiseOf(own, count) ? rival : own;
    const next = start + 1;
    settle(
      next < starts
        ? { ...settled, fit: begin(next), start: next, rival: best }
        : { ...settled, fit: best, rival: null },
    );
  };

  const work = (starts - 1) * Math.min(TRIAL_STEPS, lesson.steps) + lesson.steps;

  return {
    advance: () => {
      if (isDone()) return false;
      if (!step.next().done) return true;
      settle({ ...settled, fit: copyOf(fit) });
      compare();
      return !isDone();
    },
    done: () => (isDone() ? 1 : Math.min(1, (settled.start * TRIAL_STEPS + settled.fit.iteration) / work)),
    state: () => ({ ...settled, fit: copyOf(settled.fit), rival: settled.rival && copyOf(settled.rival) }),
    learnt: () => {
      const { parameters } = settled.rival ?? settled.fit;
      const model = { shape, features: Int32Array.from(features), parameters: parameters.slice() };
      return { lesson, fitted: { family: "network", model }, keptOut: opinionsOf(data, model, rows.keptOut) };
    },
  };
}

const copyOf = (fit: BayesianFit): BayesianFit => ({
  ...fit,
  parameters: fit.parameters.slice(),
  alphas: fit.alphas.slice(),
});
