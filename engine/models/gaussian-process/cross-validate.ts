/**
 * What a process says of rows that neither it nor its parameters have seen. Parameters that were found with a row know it a
 * little, and with few rows that is much: leaving it out with the parameters as they are makes its error look smaller than
 * those of rows to come (Cawley and Talbot, 2010, "On over-fitting in model selection").
 */

import { minimise, type Objective } from "../../math/lbfgs.ts";
import type { Opinion } from "../fit-task.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Likelihood } from "./likelihood.ts";
import { pickRows, type Rows } from "./rows.ts";
import { type Candidate, likelihoodOf, type SearchContext } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

/** Up to so many rows each fold is a tenth of them, so that what is left tells nearly as much as all. */
const FEWEST_ROWS = 250;
/** Of more different rows single ones change the parameters less, and of still more hardly at all. */
const FEW_ROWS = 500;
const MOST_ROWS = 1200;
/** Evaluations of the likelihood without a fold, and the gain of three steps that ends them: a loose end hides what is owed. */
const LONG = { evaluations: 40, tolerance: 0.02 };
const SHORT = { evaluations: 15, tolerance: 0.1 };
/** The variance is never thought to be wrong by more, nor a share of an error that was not measured to exceed the error. */
const MOST_RAISED = 4;
const MOST_OPTIMISM = 2;

/** Evaluations of the likelihood of the rows outside a fold that all this takes, at most. */
export const refitEvaluations = (count: number): number =>
  count > MOST_ROWS ? 0 : foldsFor(count) * effortFor(count).evaluations;

const foldsFor = (count: number): number => Math.min(count, count > FEWEST_ROWS ? 5 : 10);

const effortFor = (count: number) => (count > FEW_ROWS ? SHORT : LONG);

/** Of merged rows; `factor` is what the variances, and those of the model, are too small by. */
export interface Foretold {
  keptOut: Opinion;
  factor: number;
}

/**
 * Each row foretold from all others, with parameters that were found again, from the point on, without the rows of its
 * fold. The variances are as large as those rows make them that the parameters were found with.
 * @param whole the likelihood of all rows; what it was last evaluated at is lost.
 * @returns null where there are too many rows for it, or a stop was asked for.
 */
export function* foretellKeptOut(
  rows: Rows,
  { spec, layout }: Candidate,
  point: Float64Array,
  whole: Likelihood,
  { kernels, random, evaluationLog, stopRequested }: SearchContext,
): Generator<undefined, Foretold | null> {
  const { count } = rows;
  if (count > MOST_ROWS) return null;
  const effort = effortFor(count);
  const order = random.permutation(count);
  const mean = new Float64Array(count);
  const variance = new Float64Array(count);
  const folds = foldsFor(count);
  for (let fold = 0; fold < folds; fold++) {
    const own = order.filter((_, at) => at % folds === fold);
    const others = pickRows(rows, order.filter((_, at) => at % folds !== fold).sort());
    const mark = kernels.mark();
    try {
      const likelihood = likelihoodOf(others, spec, layout, createWorkspace(kernels, others.count));
      const objective: Objective = function* (at, gradient) {
        const entry = yield* evaluationLog.replay(function* () {
          const value = yield* likelihood.evaluate(at, gradient);
          return Float64Array.of(value, ...gradient);
        });
        gradient.set(entry.subarray(1));
        return entry[0] ?? Number.NaN;
      };
      const found = yield* minimise(objective, point, { ...effort, patience: 3, stopRequested });
      if (stopRequested()) return null;
      const isSound = Number.isFinite(yield* likelihood.evaluate(found.point, null));
      if (!isSound || !Number.isFinite(yield* whole.evaluate(found.point, null))) return null;
      const share = likelihood.state.signalVariance / whole.state.signalVariance;
      const said = leaveOneOut(rows, whole.state);
      for (const row of own) {
        mean[row] = said.mean[row] ?? 0;
        variance[row] = share * (said.variance[row] ?? 0);
      }
    } finally {
      kernels.release(mark);
    }
  }
  const squares = mean.map((value, row) => ((rows.targets[row] ?? 0) - value) ** 2 / (variance[row] ?? 1));
  const found = squares.reduce((sum, square) => sum + square, 0) / count;
  return { keptOut: { mean, variance }, factor: Math.min(MOST_RAISED, Math.max(1, found)) };
}

/**
 * Where parameters were found with all rows, and so a row left out is foretold a little better than an unseen one: its
 * squared error, and with it the variance, is raised by twice the parameters over the rows (after Akaike, 1974).
 */
export function allowForParameters(rows: Rows, { layout }: Candidate, leftOut: Opinion): Foretold {
  const factor = Math.min(MOST_OPTIMISM, 1 + (2 * layout.size) / rows.total);
  const mean = leftOut.mean.map((value, row) => {
    const target = rows.targets[row] ?? 0;
    return target + Math.sqrt(factor) * (value - target);
  });
  return { keptOut: { mean, variance: leftOut.variance }, factor };
}
