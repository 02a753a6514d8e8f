import type { GaussianLesson, LearningData, Lesson, NetworkLesson } from "../../models/fit-task.ts";
import { refitEvaluations } from "../../models/gaussian-process/cross-validate.ts";
import { MOST_EXACT, MOST_SEARCHED } from "../../models/gaussian-process/fit.ts";
import { screeningRows } from "../../models/gaussian-process/search.ts";
import { adamStepCost } from "../../models/network/adam-fit.ts";
import { parameterCount } from "../../models/network/network.ts";
import { TRIAL_STEPS } from "../fit/second-order-fitter.ts";

/** Multiplications that a lesson takes, about; what takes as long as they would is counted too. */
export function lessonCost(lesson: Lesson, { count, width }: Pick<LearningData, "count" | "width">): number {
  const learnt = count * (lesson.share ?? 1) * (lesson.fold === null ? 1 : 0.8);
  if (lesson.family === "polynomial") return polynomialCost(learnt, termCount(width, lesson.degree));
  if (lesson.family === "gaussian-process") return processCost(lesson, learnt, width);
  if (lesson.method === "mini-batch") return lesson.steps * adamStepCost(lesson.shape);
  return secondOrderSteps(lesson) * secondOrderCost(learnt, parameterCount(lesson.shape));
}

/** Products of the terms, and some solutions with them. */
function polynomialCost(rows: number, terms: number): number {
  return 3 * rows * terms ** 2;
}

/** Of a full polynomial. */
function termCount(width: number, degree: number): number {
  let terms = 1;
  for (let k = 1; k <= degree; k++) terms = (terms * (width + k)) / k;
  return terms;
}

/** The trials of all starts included. */
function secondOrderSteps({ steps, starts = 1 }: NetworkLesson): number {
  return steps + (starts - 1) * Math.min(TRIAL_STEPS, steps);
}

/** Gram matrix, then factorisation and inverse, which run at a third of its speed. */
export function secondOrderCost(rows: number, parameters: number): number {
  return (rows * parameters ** 2) / 2 + 0.8 * parameters ** 3;
}

/** The number of inducing rows squared. */
const INDUCING = 5e5;
/**
 * Evaluations of the likelihood as counted on sets of 130 to 880 rows: on the rows that are screened, more where every kind is
 * tried, and for each further start; and on all that are searched. Half of them or twice as many are not rare.
 */
const SCREENED = { any: 190, oneKind: 160 };
const FROM_A_START = 12;
const SEARCHED = 22;

/** Parameters are searched on few of the rows, then on more; all take part once. */
function processCost(
  { restarts, fold, kind = "any", isLight = false }: GaussianLesson,
  rows: number,
  width: number,
): number {
  const screened = screeningRows(rows);
  const searched = Math.min(rows, MOST_SEARCHED);
  const tried = kind === "any" ? SCREENED.any : SCREENED.oneKind;
  const screening = (tried + FROM_A_START * restarts) * evaluationCost(screened, width);
  const search = searched > screened ? SEARCHED * evaluationCost(searched, width) : 0;
  const refits = fold === null && !isLight ? refitEvaluations(rows) * evaluationCost(0.8 * rows, width) : 0;
  return screening + search + refits + (rows > MOST_EXACT ? INDUCING * rows : rows ** 3);
}

/** Of the likelihood and its gradient. */
function evaluationCost(rows: number, width: number): number {
  return rows ** 3 / 2 + (15 * width + 30) * rows ** 2 + 1e6;
}
