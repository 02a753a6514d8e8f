/** Decides which tasks are run next, from the size of the data, the effort and the results of earlier tasks. */
import type { EffortLimits } from "./effort.ts";
import { planFewRows } from "./few-rows.ts";
import { planLearningCurve } from "./learning-curve.ts";
import { planManyRows } from "./many-rows.ts";
import { planPolynomials } from "./polynomials.ts";
import { createLeaderboard, type Plan, type PlanData } from "./stages.ts";

/**
 * The same data and seed give the same plan: it does not depend on the time.
 *
 * @param extensions how many times "more" was requested.
 */
export function* planTasks(data: PlanData, limits: EffortLimits, extensions: number): Plan {
  const leaderboard = createLeaderboard(data.trainingData);
  yield* planPolynomials(data, limits, leaderboard);
  if (data.trainingData.foldCount > 1) yield* planFewRows(data, limits, leaderboard, extensions);
  else yield* planManyRows(data, limits, leaderboard, extensions);
  yield* planLearningCurve(data, limits, leaderboard);
}
