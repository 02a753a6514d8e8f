import { createRandom } from "../../math/random.ts";
import type { LearningData, NetworkLesson } from "../../models/fit-task.ts";
import {
  type AdamFit,
  adamStepCost,
  annealedRate,
  createAdamFitter,
  startAdam,
} from "../../models/network/adam-fit.ts";
import { initialParameters } from "../../models/network/network.ts";
import { inputsAt, rowsOf, targetAt } from "./fitted-rows.ts";
import type { Study, StudyContext } from "./fitter.ts";
import { opinionsOf } from "./network-predictions.ts";

/** Multiplications between two yields. */
const BREATH = 1e9;
/** The fit is looked at so many times, and goes on from the best look in the end (early stopping; Prechelt, 1998). */
const LOOKS = 40;
/** Of the kept-out rows, every other one is looked at, so many at most; the others know nothing of the choice. */
const MOST_PROBED = 2000;
/** Of its time limit, a lesson may be this far behind before it hurries. */
const SLACK = 0.25;

export interface MiniBatchState {
  method: "mini-batch";
  fit: AdamFit;
  /** The least error seen at a look, and the weights that made it; null before the first look. */
  best: { error: number; parameters: Float64Array } | null;
}

/** One network for several targets, fitted by mini-batches. */
export function startMiniBatchStudy(
  data: LearningData,
  lesson: NetworkLesson,
  earlier: MiniBatchState | null,
  { clock, timeLimitMs, kernels }: StudyContext,
): Study {
  const { shape, features, steps } = lesson;
  const random = createRandom(lesson.seed);
  const rows = rowsOf(data, lesson);
  const probed = probeOf(rows.keptOut);
  const fitter = createAdamFitter(
    shape,
    inputsAt(data, rows.learnt, features),
    jointTargets(data, lesson.targets, rows.learnt),
    Float64Array.from(lesson.targets, () => 1 / lesson.targets.length),
    rows.learnt.length,
    random.fork(2),
    kernels,
  );
  const fit = earlier === null ? startAdam(initialParameters(shape, random.fork(1))) : copyOf(earlier.fit);
  let best = earlier?.best ?? null;
  const atOnce = Math.max(1, Math.floor(BREATH / adamStepCost(shape)));
  const between = Math.max(1, Math.ceil(steps / LOOKS));
  const started = clock() - (fit.step / steps) * timeLimitMs;
  let hurried = 0;

  const isDone = (): boolean => fit.step >= steps || hurried >= 1;

  const look = (): void => {
    const opinions = opinionsOf(data, modelOf(fit.parameters), probed);
    const error = opinions.reduce((sum, { mean }, at) => {
      const truth = targetAt(data, lesson.targets[at] ?? 0, probed);
      return sum + mean.reduce((squares, value, i) => squares + (value - (truth[i] ?? 0)) ** 2, 0);
    }, 0);
    if (best === null || error < best.error) best = { error, parameters: fit.parameters.slice() };
  };

  const modelOf = (parameters: Float64Array) => ({ shape, features: Int32Array.from(features), parameters });

  return {
    advance: () => {
      if (isDone()) return false;
      const used = (clock() - started) / timeLimitMs;
      if (used > fit.step / steps + SLACK) hurried = Math.max(hurried, used);
      const until = Math.min(steps, (Math.floor(fit.step / between) + 1) * between);
      // Cut where looks are due, so that a resumed fit draws the same rows.
      const count = Math.min(atOnce, until - fit.step);
      const late = hurried;
      fitter.advance(fit, count, (step) => annealedRate(lesson.learningRate, Math.max(step / steps, late)));
      if (fit.step >= until || isDone()) look();
      return !isDone();
    },
    done: () => (isDone() ? 1 : fit.step / steps),
    state: () => ({
      method: "mini-batch",
      fit: copyOf(fit),
      best: best && { ...best, parameters: best.parameters.slice() },
    }),
    learnt: () => {
      if (best === null) return null;
      const model = modelOf(best.parameters.slice());
      return { lesson, fitted: { family: "network", model }, keptOut: opinionsOf(data, model, rows.keptOut) };
    },
  };
}

const copyOf = (fit: AdamFit): AdamFit => ({
  ...fit,
  parameters: fit.parameters.slice(),
  first: fit.first.slice(),
  second: fit.second.slice(),
});

function jointTargets(data: LearningData, targets: readonly number[], rows: Int32Array): Float64Array {
  const joint = new Float64Array(targets.length * rows.length);
  targets.forEach((target, at) => {
    joint.set(targetAt(data, target, rows), at * rows.length);
  });
  return joint;
}

function probeOf(keptOut: Int32Array): Int32Array {
  const every = Math.max(2, Math.ceil(keptOut.length / MOST_PROBED));
  const probed = keptOut.filter((_, at) => at % every === 0);
  return probed.length > 0 ? probed : keptOut;
}
