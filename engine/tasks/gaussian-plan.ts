import type { GaussianLesson } from "../learning/lesson.ts";
import type { EffortLimits } from "./effort.ts";
import { lessonCost } from "./lesson-cost.ts";
import type { PlanData } from "./rungs.ts";

/** Of the work, what Gaussian processes may take at most; and up to where none of them is made light of. */
const WORK_SHARE = 0.85;
const FULL_SHARE = 0.7;
/** A process of a target that holds less of its output is searched from one start. */
const SMALL_SHARE = 0.01;

/**
 * Gaussian processes for all targets, those that hold most first, as far as the work goes.
 *
 * @param fold the rows that they do not see; null where they tell of every row what they would say without it.
 */
export function gaussianProcesses(
  { learning, shares, seed }: PlanData,
  limits: EffortLimits,
  fold: number | null,
): GaussianLesson[] {
  const lessons: GaussianLesson[] = [];
  let work = 0;
  for (const target of Array.from(shares.keys()).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))) {
    const common = {
      family: "gaussian-process",
      voice: "Gaussian process",
      targets: [target],
      fold,
      seed: seed(1, target),
    } as const;
    const full: GaussianLesson = {
      ...common,
      restarts: (shares[target] ?? 0) < SMALL_SHARE ? 1 : limits.restarts,
    };
    const fits = work + lessonCost(full, learning) <= FULL_SHARE * limits.work;
    const lesson: GaussianLesson = fits ? full : { ...common, restarts: 1, isLight: true };
    work += lessonCost(lesson, learning);
    if (work > WORK_SHARE * limits.work) break;
    lessons.push(lesson);
  }
  return lessons;
}
