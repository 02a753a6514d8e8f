/**
 * The hyperparameter search. It descends from several starting points with one kernel family, then tries the
 * variations of the best form one after the other. A variation is kept if it raises the mean log density of left-out
 * rows (Sundararajan and Keerthi, 2001). With many rows the variations are compared on a subset; the best form is
 * then continued with all rows.
 */

import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { minimise, type Objective } from "../../math/lbfgs.ts";
import type { Random } from "../../math/random.ts";
import type { EvaluationLog } from "./evaluation-log.ts";
import { componentsAt, createLayout, factorsAt, type Layout } from "./layout.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { Likelihood } from "./likelihood.ts";
import { pickRows, type Rows } from "./model/rows.ts";
import { independentTerms } from "./model/terms.ts";
import { defaultSpec, type ProcessKind, requiredBy, roundsFor, type Spec } from "./model/variations.ts";
import type { LengthPrior } from "./prior.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** A form of kernel and trend with its hyperparameters, and the quality of its fit to the rows. */
export interface Hyperparameters {
  spec: Spec;
  layout: Layout;
  point: Float64Array;
  /** The negative log posterior density of the hyperparameters, up to a constant. */
  value: number;
  /** The mean log density of the rows, each left out. */
  density: number;
}

export interface SearchContext {
  sources: Int32Array;
  random: Random;
  kernels: ProcessKernels;
  restarts: number;
  kind: ProcessKind;
  /**
   * True: the rows lie on levels, so that a row left out by itself is predicted from others on its levels. Forms of kernel are
   * compared by their posterior density then, and not by that of left-out rows. False when absent.
   */
  liesOnLevels?: boolean;
  /** The default prior holds when this is absent. */
  lengthPrior?: LengthPrior;
  /** One log records the evaluations of all searches, in their order, so that an interrupted fit can be resumed. */
  evaluationLog: EvaluationLog;
  stopRequested: () => boolean;
}

/** The number of rows on which variations are compared, where there are clearly more. */
const SCREENING_ROWS = 320;
/** Limits of a descent: evaluations of the likelihood, and the gain of three steps together below which it ends. */
const SHORT_DESCENT = { evaluations: 12, tolerance: 0.2 };
const LONG_DESCENT = { evaluations: 40, tolerance: 0.05 };
/** The tolerance is at least this much for each row: with many rows the likelihood is in the thousands. */
const TOLERANCE_PER_ROW = 3e-4;
/**
 * The best form of another family is also continued with all rows if its mean log density of a row is at most this
 * much lower.
 */
const MAX_DENSITY_DEFICIT = 0.03;
/**
 * A variation must raise the log density of all rows together by this much, and by more for each hyperparameter that
 * it adds.
 */
const MIN_DENSITY_GAIN = 1;
const MIN_DENSITY_GAIN_PER_PARAMETER = 0.5;

/** Returns the number of rows, of `count`, on which variations are compared. */
export const screeningRows = (count: number): number =>
  count > 1.5 * SCREENING_ROWS ? SCREENING_ROWS : count;

/**
 * Searches for the form of kernel and trend that predicts left-out rows best, with its hyperparameters.
 * @param chosen the indices of the rows on which variations are compared; null for all rows.
 * @param initial the result of `quickFit` on these rows.
 * @returns the form found, fitted to all rows unless a stop is requested before.
 */
export function* search(
  rows: Rows,
  chosen: Int32Array | null,
  initial: Hyperparameters,
  context: SearchContext,
): Generator<undefined, Hyperparameters> {
  const { kernels, stopRequested } = context;
  const screenedRows = chosen === null ? rows : pickRows(rows, chosen);
  const mark = kernels.mark();
  const [best, ...alternatives] = yield* screen(
    screenedRows,
    initial,
    context,
    createWorkspace(kernels, screenedRows.count),
  );
  kernels.release(mark);
  if (chosen === null || stopRequested()) return best;
  // The best family may depend on how dense the rows are: the best of another one is continued for some steps too.
  const rival = alternatives.find(
    ({ spec, density }) =>
      spec.family !== best.spec.family &&
      spec.warpsInputs === best.spec.warpsInputs &&
      density > best.density - MAX_DENSITY_DEFICIT,
  );
  const workspace = createWorkspace(kernels, rows.count);
  let improved = yield* improve(
    rows,
    best,
    context,
    workspace,
    rival === undefined ? LONG_DESCENT : SHORT_DESCENT,
  );
  if (rival !== undefined && !stopRequested()) {
    const improvedRival = yield* improve(rows, rival, context, workspace, SHORT_DESCENT);
    if (improvedRival.density > improved.density) improved = improvedRival;
    improved = yield* improve(rows, improved, context, workspace, LONG_DESCENT);
  }
  kernels.release(mark);
  return improved;
}

/** Returns all variations that were tried, the chosen one first and the others by descending density. */
function* screen(
  rows: Rows,
  initial: Hyperparameters,
  context: SearchContext,
  workspace: Workspace,
): Generator<undefined, [Hyperparameters, ...Hyperparameters[]]> {
  const { sources, random, restarts, kind, liesOnLevels = false, stopRequested } = context;
  const { spec, layout } = initial;
  let best = initial;
  for (let restart = 1; restart < restarts && !stopRequested(); restart++) {
    const start = { spec, layout, point: startingPoint(layout, restart, random) };
    const candidate = yield* improve(rows, start, context, workspace, SHORT_DESCENT);
    if (candidate.value < best.value) best = candidate;
  }
  if (best !== initial) best = yield* improve(rows, best, context, workspace, LONG_DESCENT);
  function* improveVariation(
    from: Hyperparameters,
    changes: Partial<Spec>,
  ): Generator<undefined, Hyperparameters> {
    const variedSpec = { ...from.spec, ...changes };
    const to = createLayout(rows, sources, variedSpec);
    const point = transferredPoint(from.layout, from.point, to);
    return yield* improve(rows, { spec: variedSpec, layout: to, point }, context, workspace, LONG_DESCENT);
  }
  const required = requiredBy(kind);
  if (Object.keys(required).length > 0 && !stopRequested()) best = yield* improveVariation(best, required);
  const tried = [best];
  for (const round of roundsFor(rows, sources, best.spec, kind, liesOnLevels)) {
    const from = best;
    for (const changes of round) {
      if (stopRequested()) break;
      const candidate = yield* improveVariation(from, changes);
      tried.push(candidate);
      const addedParameters = Math.max(0, candidate.layout.size - best.layout.size);
      const gain = liesOnLevels
        ? best.value - candidate.value
        : (candidate.density - best.density) * rows.count;
      if (gain > MIN_DENSITY_GAIN + MIN_DENSITY_GAIN_PER_PARAMETER * addedParameters) best = candidate;
    }
  }
  const alternatives = tried.filter((hyperparameters) => hyperparameters !== best);
  return [best, ...alternatives.sort((a, b) => b.density - a.density)];
}

/** Fits the default form from the default starting point: enough to estimate the gain of further features. */
export function* quickFit(rows: Rows, context: SearchContext): Generator<undefined, Hyperparameters> {
  const { kernels, sources, random } = context;
  const mark = kernels.mark();
  const spec = defaultSpec(rows);
  const layout = createLayout(rows, sources, spec);
  const start = { spec, layout, point: startingPoint(layout, 0, random) };
  const optimum = yield* improve(rows, start, context, createWorkspace(kernels, rows.count), LONG_DESCENT);
  kernels.release(mark);
  return optimum;
}

/**
 * Minimises the negative log posterior density of the hyperparameters from a starting point by L-BFGS (see lbfgs.ts).
 * @param point the starting point, as long as the layout.
 * @param effort the most evaluations of the likelihood, and the gain of three steps together below which the descent
 * ends.
 */
export function* improve(
  rows: Rows,
  { spec, layout, point }: Pick<Hyperparameters, "spec" | "layout" | "point">,
  { evaluationLog, lengthPrior, stopRequested }: SearchContext,
  workspace: Workspace,
  effort: { evaluations: number; tolerance: number },
): Generator<undefined, Hyperparameters> {
  const likelihood = likelihoodOf(rows, spec, layout, workspace, lengthPrior);
  // Densities are stored under the values of the objective, so that the point that is kept is not evaluated again.
  const densities = new Map<number, number>();
  const objective: Objective = function* (at, gradient) {
    const entry = yield* evaluationLog.replay(function* () {
      const value = yield* likelihood.evaluate(at, gradient);
      const isSound = Number.isFinite(value);
      const density = isSound ? leaveOneOut(rows, likelihood.state).density : Number.NEGATIVE_INFINITY;
      return Float64Array.of(value, density, ...gradient);
    });
    const [value = Number.NaN, density = Number.NaN] = entry;
    if (Number.isFinite(value)) densities.set(value, density);
    gradient.set(entry.subarray(2));
    return value;
  };
  const tolerance = Math.max(effort.tolerance, TOLERANCE_PER_ROW * rows.count);
  const optimum = yield* minimise(objective, point, { ...effort, tolerance, patience: 3, stopRequested });
  const density = densities.get(optimum.value) ?? Number.NEGATIVE_INFINITY;
  return { spec, layout, point: optimum.point, value: optimum.value, density };
}

/** Creates the likelihood of a form of kernel and trend, without terms of the trend that depend on others at these rows. */
export function likelihoodOf(
  rows: Rows,
  spec: Spec,
  layout: Layout,
  workspace: Workspace,
  lengthPrior?: LengthPrior,
): Likelihood {
  const terms = independentTerms(rows.inputs, spec.degree);
  return new Likelihood(rows, layout, spec.family, terms, workspace, lengthPrior);
}

/** The most times that the noise is raised, by a factor of e² each, where the covariances are singular. */
const MAX_NOISE_RAISES = 24;
/** The logarithm of the noise from which it is raised at least: below it is rounding. */
const MIN_LOG_NOISE = -20;

/**
 * Evaluates the likelihood, and raises the noise of the point until the covariances are well-conditioned: with all rows
 * they may not be where they were with some.
 * @param point its noise is changed in place.
 * @returns false where the covariances stay singular.
 */
export function* evaluateWithEnoughNoise(
  likelihood: Likelihood,
  point: Float64Array,
  { lengths: noiseAt }: Layout,
): Generator<undefined, boolean> {
  for (let raises = 0; (yield* likelihood.evaluate(point, null)) === Number.POSITIVE_INFINITY; raises++) {
    if (raises === MAX_NOISE_RAISES) return false;
    point[noiseAt] = Math.max(MIN_LOG_NOISE, point[noiseAt]) + 2;
  }
  return true;
}

function startingPoint(layout: Layout, restart: number, random: Random): Float64Array {
  const point = new Float64Array(layout.size);
  const factor = [2, 6, 1][restart] ?? Math.exp(random.normal());
  for (let at = 0; at < layout.lengths; at++) {
    const scatter = restart < 3 ? 0 : 0.5 * random.normal();
    point[at] = Math.log(factor * Math.sqrt(layout.width)) + scatter;
  }
  point[layout.lengths] = Math.log([1e-2, 1e-6, 1][restart % 3] ?? 1e-3);
  return point;
}

/** Expresses the same process in another layout, as far as that layout can. */
export function transferredPoint(from: Layout, point: Float64Array, to: Layout): Float64Array {
  const transferred = new Float64Array(to.size);
  to.groups.forEach((group, feature) => {
    transferred[group] = point[from.groups[feature]];
  });
  transferred[to.lengths] = point[from.lengths];
  to.warped.forEach((feature, at) => {
    const earlier = from.warped.indexOf(feature);
    if (earlier < 0) return;
    transferred[to.lengths + 1 + at] = point[from.lengths + 1 + earlier];
    transferred[to.lengths + 1 + to.warped.length + at] =
      point[from.lengths + 1 + from.warped.length + earlier];
  });
  const componentsFrom = componentsAt(to);
  to.components.forEach((feature, at) => {
    const earlier = from.components.indexOf(feature);
    const length = earlier < 0 ? Math.log(2) : point[componentsAt(from) + earlier];
    const strength =
      earlier < 0 ? Math.log(1e-2) : point[componentsAt(from) + from.components.length + earlier];
    transferred[componentsFrom + at] = length;
    transferred[componentsFrom + to.components.length + at] = strength;
  });
  if (to.factors > 0) {
    const factor = from.factors > 0 ? null : Math.log(1 / Math.max(1, Math.sqrt(to.width)));
    for (let at = 0; at < to.factors; at++)
      transferred[factorsAt(to) + at] = factor ?? point[factorsAt(from) + at];
    if (from.factors === 0)
      for (let at = 0; at < to.lengths; at++) transferred[at] = Math.min(transferred[at], Math.log(3));
  }
  return transferred;
}
