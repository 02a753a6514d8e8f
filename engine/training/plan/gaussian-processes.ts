import type { GaussianLesson } from "../../models/fit-task.ts";
import type { ProcessKind } from "../../models/gaussian-process/variations.ts";
import type { EffortLimits } from "./effort.ts";
import { lessonCost } from "./fit-cost.ts";
import type { PlanData } from "./stages.ts";

/** Of the work, what Gaussian processes may take at most; and up to where none of them is made light of. */
const WORK_SHARE = 0.85;
const FULL_SHARE = 0.7;
/** A process of a target that holds less of its output is searched from one start. */
const SMALL_SHARE = 0.01;

/**
 * Up to so many rows none tells for sure which kind of process suits them, and several together foretell others better than
 * the likeliest alone; of more it would cost more than it gains.
 */
const FEW_ROWS = 500;
/** A row: of more features the parameters alone would be too many to be found. */
const MOST_FEATURES = 1 / 6;
const KINDS: readonly ProcessKind[] = ["rough", "smooth", "product"];

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
  const strongest = Array.from(shares.keys()).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
  const isSmall = learning.count <= FEW_ROWS && learning.width <= MOST_FEATURES * learning.count;
  const kinds = limits.hasKinds && isSmall ? KINDS : (["any"] as const);
  let work = 0;
  for (const { target, kind } of kinds.flatMap((kind) => strongest.map((target) => ({ target, kind })))) {
    const common = {
      family: "gaussian-process",
      voice: kind === "any" ? "Gaussian process" : `Gaussian process, ${kind}`,
      targets: [target],
      fold,
      seed: seed(1, target),
      kind,
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
