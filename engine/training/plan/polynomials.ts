/** Polynomials, which cost next to nothing: they make an emulator before anything else is fitted. */

import type { PolynomialFitTask } from "../../models/fit-task.ts";
import { polynomialDesign } from "../../models/polynomial/fit.ts";
import { trainingRows } from "../fit/folds.ts";
import type { EffortLimits } from "./effort.ts";
import { taskCost } from "./fit-cost.ts";
import type { Leaderboard, Plan, PlanData } from "./stages.ts";

const MIN_DEGREE = 2;
const MAX_DEGREE = 8;
/** The share of the work that limits one polynomial. */
const WORK_SHARE = 0.01;
/** A higher degree is tried while the last one reduced the error to this share at most. */
const MAX_ERROR_RATIO = 0.8;

export function* planPolynomials(
  { trainingData, varianceShares, seed }: PlanData,
  limits: EffortLimits,
  leaderboard: Leaderboard,
): Plan {
  const targets = Array.from(varianceShares.keys());
  const fold = trainingData.foldCount > 1 ? null : 0;
  const rows = trainingRows(trainingData, fold);
  let before = Number.POSITIVE_INFINITY;
  for (let degree = MIN_DEGREE; degree <= MAX_DEGREE; degree++) {
    const task: PolynomialFitTask = {
      family: "polynomial",
      candidate: `polynomial of degree ${degree}`,
      targets,
      fold,
      seed: seed(4, degree),
      degree,
    };
    if (polynomialDesign(trainingData, rows, degree) === null) return;
    if (taskCost(task, trainingData) > WORK_SHARE * limits.work) return;
    const results = yield { tasks: [task], workAhead: limits.work, isShort: true };
    leaderboard.add(results);
    const readError = (target: number): number => Math.min(1, leaderboard.error(task.candidate, target));
    const error = targets.reduce((sum, target) => sum + varianceShares[target] * readError(target), 0);
    if (!(error < MAX_ERROR_RATIO * before)) return;
    before = error;
  }
}
