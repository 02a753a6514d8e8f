/** Polynomials, which cost next to nothing: an emulator that answers is there before anything else is learnt. */

import type { PolynomialLesson } from "../../models/fit-task.ts";
import { polynomialDesign } from "../../models/polynomial/fit.ts";
import { learntRows } from "../fit/folds.ts";
import type { EffortLimits } from "./effort.ts";
import { lessonCost } from "./fit-cost.ts";
import type { Leaderboard, Plan, PlanData } from "./stages.ts";

const LOWEST_DEGREE = 2;
const HIGHEST_DEGREE = 8;
/** Of the work, what one polynomial may take. */
const WORK_SHARE = 0.01;
/** A higher degree is tried while the one before left no more than this of the error. */
const WORTH_A_DEGREE = 0.8;

export function* planPolynomials(
  { learning, shares, seed }: PlanData,
  limits: EffortLimits,
  leaderboard: Leaderboard,
): Plan {
  const targets = Array.from(shares.keys());
  const fold = learning.foldCount > 1 ? null : 0;
  const rows = learntRows(learning.folds, fold);
  let before = Number.POSITIVE_INFINITY;
  for (let degree = LOWEST_DEGREE; degree <= HIGHEST_DEGREE; degree++) {
    const lesson: PolynomialLesson = {
      family: "polynomial",
      voice: `polynomial of degree ${degree}`,
      targets,
      fold,
      seed: seed(4, degree),
      degree,
    };
    if (polynomialDesign(learning, rows, degree) === null) return;
    if (lessonCost(lesson, learning) > WORK_SHARE * limits.work) return;
    const learnt = yield { lessons: [lesson], ahead: limits.work, isShort: true };
    leaderboard.note(learnt);
    const error = targets.reduce(
      (sum, target) => sum + (shares[target] ?? 0) * Math.min(1, leaderboard.error(lesson.voice, target)),
      0,
    );
    if (!(error < WORTH_A_DEGREE * before)) return;
    before = error;
  }
}
