/** "Would more data help?": the best candidates are fitted again to subsamples of the rows. */

import type { FitResult, FitTask, TrainingData } from "../../models/fit-task.ts";
import { trainingRows } from "../fit/folds.ts";
import { computeMeanSquare, foldErrors } from "../fit/held-out-errors.ts";
import type { EffortLimits } from "./effort.ts";
import { type Leaderboard, type Plan, type PlanData, sumCosts } from "./stages.ts";

const SUBSAMPLE_SHARES = [1 / 8, 1 / 4, 1 / 2];
const MIN_ROWS = 8;
/** The share of the work for all points of the curve together. */
const WORK_SHARE = 0.1;
/** The share of the steps of mini-batch training: fewer rows need fewer. */
const STEPS_SHARE = 0.3;
/** Targets with a smaller share of their output's variance are left out. */
const MIN_VARIANCE_SHARE = 0.01;

export function* planLearningCurve(data: PlanData, limits: EffortLimits, leaderboard: Leaderboard): Plan {
  const { trainingData, varianceShares } = data;
  const rows = trainingRows(trainingData, 0).length;
  const targets = Array.from(varianceShares.keys()).filter(
    (target) => varianceShares[target] >= MIN_VARIANCE_SHARE,
  );
  const winners = new Map(
    targets.flatMap((target): [string, FitTask][] => {
      const [task] = leaderboard.bestTasks(target);
      return task === undefined ? [] : [[`${task.candidate} ${task.targets.join()}`, task]];
    }),
  );
  const tasks = SUBSAMPLE_SHARES.filter((subsample) => subsample * rows >= MIN_ROWS).flatMap((subsample) =>
    Array.from(winners.values(), (task) => onSubsample(task, subsample)),
  );
  let affordable = tasks;
  while (sumCosts(affordable, trainingData) > WORK_SHARE * limits.work) {
    const largest = Math.max(...affordable.map(({ subsample = 1 }) => subsample));
    affordable = affordable.filter(({ subsample = 1 }) => subsample < largest);
  }
  if (affordable.length > 0) yield { tasks: affordable, workAhead: 0 };
}

function onSubsample(task: FitTask, subsample: number): FitTask {
  const changed = { candidate: `${task.candidate}, from ${subsample} of the rows`, fold: 0, subsample };
  if (task.family !== "network" || task.method === "second-order") {
    return { ...task, ...changed };
  }
  return { ...task, ...changed, steps: Math.ceil(task.steps * STEPS_SHARE) };
}

export interface CurvePoint {
  /** Number of rows in the fit. */
  rows: number;
  /** For each target, the errors on the first fold's rows; empty where it was not fitted. */
  errors: Float64Array[];
}

/** Returns the points of the curve from the fewest rows to all, where the best candidate stands for the emulator. */
export function learningCurve(data: TrainingData, results: readonly FitResult[]): CurvePoint[] {
  const rowCount = trainingRows(data, 0).length;
  const selectResults = (subsample: number): FitResult[] =>
    results.filter(({ task }) => (task.subsample ?? 1) === subsample && (task.fold ?? 0) === 0);
  const subsamples = SUBSAMPLE_SHARES.filter((subsample) => selectResults(subsample).length > 0);
  if (subsamples.length === 0) return [];
  return [...subsamples, 1].map((subsample) => ({
    rows: Math.round(subsample * rowCount),
    errors: leastErrors(data, selectResults(subsample)),
  }));
}

/** Returns for each target the errors of its best result. */
function leastErrors(data: TrainingData, results: readonly FitResult[]): Float64Array[] {
  return data.targets.map((_, target) => {
    let best: Float64Array = new Float64Array(0);
    let leastError = Number.POSITIVE_INFINITY;
    for (const result of results) {
      const errors = foldErrors(data, result, target, 0);
      const error = computeMeanSquare(errors);
      if (error < leastError) [best, leastError] = [errors, error];
    }
    return best;
  });
}
