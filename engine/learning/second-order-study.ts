import { type BayesianFit, createBayesianFitter, hasConverged, startFit } from "../emulators/bayesian-fit.ts";
import { initialParameters } from "../emulators/network.ts";
import { createRandom } from "../math/random.ts";
import { inputsAt, rowsOf, targetAt } from "./learnt-rows.ts";
import type { LearningData, NetworkLesson } from "./lesson.ts";
import { opinionsOf } from "./opinions.ts";
import type { Study } from "./study.ts";

export interface SecondOrderState {
  method: "second-order";
  fit: BayesianFit;
}

/** One target's network, fitted by Levenberg-Marquardt under Bayesian regularisation. */
export function startSecondOrderStudy(
  data: LearningData,
  lesson: NetworkLesson,
  earlier: SecondOrderState | null,
): Study {
  const { shape, features } = lesson;
  const rows = rowsOf(data, lesson);
  const inputs = inputsAt(data, rows.learnt, features);
  const targets = targetAt(data, lesson.targets[0] ?? 0, rows.learnt);
  const fitter = createBayesianFitter(shape, inputs, rows.learnt.length);
  const fit = earlier?.fit ?? startFit(shape, initialParameters(shape, createRandom(lesson.seed)));
  /** The fit before the step in hand, which changes it bit by bit. */
  let settled = copyOf(fit);
  let step = fitter.advance(fit, targets);

  const isDone = (): boolean => hasConverged(fit) || fit.iteration >= lesson.steps;

  return {
    advance: () => {
      if (isDone()) return false;
      if (!step.next().done) return true;
      settled = copyOf(fit);
      step = fitter.advance(fit, targets);
      return !isDone();
    },
    done: () => (isDone() ? 1 : settled.iteration / lesson.steps),
    state: () => ({ method: "second-order", fit: copyOf(settled) }),
    learnt: () => {
      const model = { shape, features: Int32Array.from(features), parameters: settled.parameters.slice() };
      return { lesson, fitted: { family: "network", model }, keptOut: opinionsOf(data, model, rows.keptOut) };
    },
  };
}

const copyOf = (fit: BayesianFit): BayesianFit => ({
  ...fit,
  parameters: fit.parameters.slice(),
  alphas: fit.alphas.slice(),
});
