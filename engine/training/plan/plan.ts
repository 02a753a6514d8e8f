/** Decides, from the size of the data, the effort and what came of earlier lessons, what is learnt next. */
import type { EffortLimits } from "./effort.ts";
import { planFewRows } from "./few-rows.ts";
import { learnCurve } from "./learning-curve.ts";
import { planManyRows } from "./many-rows.ts";
import { planPolynomials } from "./polynomials.ts";
import { createLeaderboard, type Plan, type PlanData } from "./stages.ts";

/**
 * The same data and seed give the same plan: it never asks for the time.
 *
 * @param extensions how many times more was asked for.
 */
export function* planLessons(data: PlanData, limits: EffortLimits, extensions: number): Plan {
  const leaderboard = createLeaderboard(data.learning);
  yield* planPolynomials(data, limits, leaderboard);
  if (data.learning.foldCount > 1) yield* planFewRows(data, limits, leaderboard, extensions);
  else yield* planManyRows(data, limits, leaderboard, extensions);
  yield* learnCurve(data, limits, leaderboard);
}
