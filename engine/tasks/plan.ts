/** Decides, from the size of the data, the effort and what came of earlier lessons, what is learnt next. */
import type { EffortLimits } from "./effort.ts";
import { planFewRows } from "./few-rows-plan.ts";
import { learnCurve } from "./learning-curve.ts";
import { planManyRows } from "./many-rows-plan.ts";
import { planPolynomials } from "./polynomial-plan.ts";
import { createStandings, type Plan, type PlanData } from "./rungs.ts";

/**
 * The same data and seed give the same plan: it never asks for the time.
 *
 * @param extensions how many times more was asked for.
 */
export function* planLessons(data: PlanData, limits: EffortLimits, extensions: number): Plan {
  const standings = createStandings(data.learning);
  yield* planPolynomials(data, limits, standings);
  if (data.learning.foldCount > 1) yield* planFewRows(data, limits, standings, extensions);
  else yield* planManyRows(data, limits, standings, extensions);
  yield* learnCurve(data, limits, standings);
}
