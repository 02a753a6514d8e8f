import { adamStepCost } from "../emulators/adam-fit.ts";
import { parameterCount } from "../emulators/network.ts";
import type { Lesson } from "../learning/lesson.ts";

/** Evaluations of the marginal likelihood that a fit takes, about. */
const EVALUATIONS = 60;
/** Rows that a Gaussian process rests on at most, about; more are summed up in inducing points. */
const EXACT_ROWS = 3000;
const INDUCING_POINTS = 500;

/** Multiplications that a lesson takes, about, learning from so many rows. */
export function lessonCost(lesson: Lesson, rows: number): number {
  const learnt = rows * (lesson.share ?? 1) * (lesson.fold === null ? 1 : 0.8);
  if (lesson.family === "gaussian-process") return gaussianCost(learnt);
  if (lesson.method === "mini-batch") return lesson.steps * adamStepCost(lesson.shape);
  return lesson.steps * secondOrderCost(learnt, parameterCount(lesson.shape));
}

/** Gram matrix, then factorisation and inverse, which run at a third of its speed. */
export function secondOrderCost(rows: number, parameters: number): number {
  return (rows * parameters ** 2) / 2 + 0.8 * parameters ** 3;
}

export function gaussianCost(rows: number): number {
  return EVALUATIONS * (rows <= EXACT_ROWS ? rows ** 3 : 2 * rows * INDUCING_POINTS ** 2);
}
