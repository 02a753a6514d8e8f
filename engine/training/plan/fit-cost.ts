import type { FitTask, GaussianProcessFitTask, NetworkFitTask, TrainingData } from "../../models/fit-task.ts";
import { MAX_CONDITIONED_ROWS } from "../../models/gaussian-process/condition.ts";
import { refitEvaluations } from "../../models/gaussian-process/cross-validate.ts";
import { MAX_EXACT_ROWS, MAX_SEARCH_ROWS } from "../../models/gaussian-process/fit.ts";
import { screeningRows } from "../../models/gaussian-process/search.ts";
import { adamStepCost } from "../../models/network/adam-fit.ts";
import { parameterCount } from "../../models/network/network.ts";
import { findMostRows } from "../fit/fitted-rows.ts";
import { LAST_SECOND_ORDER_STEPS, STEPS_SHARE } from "../fit/last-fitter.ts";
import { TRIAL_STEPS } from "../fit/second-order-fitter.ts";

/** The cost of a task in multiplications, about; other work is converted by the time that it takes. */
export function taskCost(task: FitTask, { inputs }: Pick<TrainingData, "inputs">): number {
  const { rows: width, columns: count } = inputs;
  if (task.isLast) return lastFitCost(task, count, width);
  const rows = count * (task.subsample ?? 1) * (task.fold === null ? 1 : 0.8);
  const trainedRows = Math.min(rows, findMostRows(task));
  if (task.family === "polynomial") return polynomialCost(trainedRows, termCount(width, task.degree));
  if (task.family === "gaussian-process") return processCost(task, trainedRows, width);
  if (task.method === "mini-batch") return task.steps * adamStepCost(task.shape);
  return secondOrderSteps(task) * secondOrderCost(trainedRows, parameterCount(task.shape));
}

function lastFitCost(task: FitTask, rows: number, width: number): number {
  if (task.family === "polynomial") return polynomialCost(rows, termCount(width, task.degree));
  if (task.family === "gaussian-process")
    return rows > MAX_CONDITIONED_ROWS ? INDUCING_ROWS_SQUARED * rows : rows ** 3;
  if (task.method === "mini-batch") return STEPS_SHARE * task.steps * adamStepCost(task.shape);
  return LAST_SECOND_ORDER_STEPS * secondOrderCost(rows, parameterCount(task.shape));
}

/** Products of the terms, and some solutions with them. */
function polynomialCost(rows: number, terms: number): number {
  return 3 * rows * terms ** 2;
}

/** Counts the terms of a full polynomial. */
function termCount(width: number, degree: number): number {
  let terms = 1;
  for (let k = 1; k <= degree; k++) terms = (terms * (width + k)) / k;
  return terms;
}

/** The trials of all starts included. */
function secondOrderSteps({ steps, starts = 1 }: NetworkFitTask): number {
  return steps + (starts - 1) * Math.min(TRIAL_STEPS, steps);
}

/** Gram matrix, then factorisation and inverse, which run at a third of its speed. */
export function secondOrderCost(rows: number, parameters: number): number {
  return (rows * parameters ** 2) / 2 + 0.8 * parameters ** 3;
}

/** The square of the number of inducing rows. */
const INDUCING_ROWS_SQUARED = 5e5;
/**
 * Evaluations of the likelihood as counted on sets of 130 to 880 rows: on the screening rows, more where every kind is tried, and
 * for each further start; and on all search rows. Half of them or twice as many are not rare.
 */
const SCREENING_EVALUATIONS = { any: 190, oneKind: 160 };
const EVALUATIONS_PER_START = 12;
const SEARCH_EVALUATIONS = 22;

/** The search uses few of the rows, then more; the final process all of them. */
function processCost(
  { restarts, fold, kind = "any", skipsRefits = false }: GaussianProcessFitTask,
  rows: number,
  width: number,
): number {
  const screened = screeningRows(rows);
  const searched = Math.min(rows, MAX_SEARCH_ROWS);
  const evaluations = kind === "any" ? SCREENING_EVALUATIONS.any : SCREENING_EVALUATIONS.oneKind;
  const screening = (evaluations + EVALUATIONS_PER_START * restarts) * evaluationCost(screened, width);
  const search = searched > screened ? SEARCH_EVALUATIONS * evaluationCost(searched, width) : 0;
  const { ofFolds, ofAllRows } = refitEvaluations(rows);
  const refits =
    fold === null && !skipsRefits
      ? ofFolds * evaluationCost(0.8 * rows, width) + ofAllRows * evaluationCost(rows, width)
      : 0;
  return screening + search + refits + (rows > MAX_EXACT_ROWS ? INDUCING_ROWS_SQUARED * rows : rows ** 3);
}

/** Computes the cost of the likelihood and its gradient. */
function evaluationCost(rows: number, width: number): number {
  return rows ** 3 / 2 + (15 * width + 30) * rows ** 2 + 1e6;
}
