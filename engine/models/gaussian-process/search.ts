/**
 * The hyperparameter search: from several starts with one family, then the variations one after the other from the best so far,
 * each kept if it predicts left-out rows better (Sundararajan and Keerthi, 2001). With many rows on a subset first; the best
 * is then continued with all.
 */

import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { minimise, type Objective } from "../../math/lbfgs.ts";
import type { Random } from "../../math/random.ts";
import type { EvaluationLog } from "./evaluation-log.ts";
import { componentsAt, createLayout, factorsAt, type Layout } from "./layout.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { Likelihood } from "./likelihood.ts";
import type { LengthPrior } from "./prior.ts";
import { pickRows, type Rows } from "./rows.ts";
import { independentTerms } from "./terms.ts";
import { defaultSpec, type ProcessKind, requiredBy, roundsFor, type Spec } from "./variations.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** A form of kernel and trend with its hyperparameters, and how well it fits the rows. */
export interface Hyperparameters {
  spec: Spec;
  layout: Layout;
  point: Float64Array;
  value: number;
  /** Mean log density of the rows, each left out. */
  density: number;
}

export interface SearchContext {
  sources: Int32Array;
  random: Random;
  kernels: ProcessKernels;
  restarts: number;
  kind: ProcessKind;
  /** Without it the default one. */
  lengthPrior?: LengthPrior;
  /** Of all searches, one after the other. */
  evaluationLog: EvaluationLog;
  stopRequested: () => boolean;
}

/** Rows on which variations are compared, where there are clearly more. */
const SCREENING_ROWS = 320;
/** Evaluations of the likelihood, and the gain of three steps below which a descent ends. */
const SHORT = { evaluations: 12, tolerance: 0.2 };
const LONG = { evaluations: 40, tolerance: 0.05 };
/** Raises the tolerance with many rows, where the likelihood is in the thousands. */
const TOLERANCE_PER_ROW = 3e-4;
/** In units of log density a row: how much worse another family may be to be continued with all rows too. */
const CLOSE = 0.03;
/** In units of log density over all rows: what a change must gain, and more for each hyperparameter that it adds. */
const GAIN = 1;
const GAIN_PER_PARAMETER = 0.5;

/** The number of rows, of so many, on which variations are compared. */
export const screeningRows = (count: number): number =>
  count > 1.5 * SCREENING_ROWS ? SCREENING_ROWS : count;

/**
 * @param chosen the rows on which variations are compared; all when null.
 * @param initial the result of `quickFit` on these.
 */
export function* search(
  rows: Rows,
  chosen: Int32Array | null,
  initial: Hyperparameters,
  context: SearchContext,
): Generator<undefined, Hyperparameters> {
  const { kernels, stopRequested } = context;
  const some = chosen === null ? rows : pickRows(rows, chosen);
  const mark = kernels.mark();
  const [best, ...others] = yield* screen(some, initial, context, createWorkspace(kernels, some.count));
  kernels.release(mark);
  if (chosen === null || stopRequested()) return best;
  // The best family may depend on how dense the rows are: the best of another one is continued for some steps too.
  const rival = others.find(
    ({ spec, density }) =>
      spec.family !== best.spec.family &&
      spec.warpsInputs === best.spec.warpsInputs &&
      density > best.density - CLOSE,
  );
  const all = createWorkspace(kernels, rows.count);
  let found = yield* improve(rows, best, context, all, rival === undefined ? LONG : SHORT);
  if (rival !== undefined && !stopRequested()) {
    const other = yield* improve(rows, rival, context, all, SHORT);
    if (other.density > found.density) found = other;
    found = yield* improve(rows, found, context, all, LONG);
  }
  kernels.release(mark);
  return found;
}

/** All variations that were tried, the chosen one first and the others by their density. */
function* screen(
  rows: Rows,
  initial: Hyperparameters,
  context: SearchContext,
  workspace: Workspace,
): Generator<undefined, [Hyperparameters, ...Hyperparameters[]]> {
  const { sources, random, restarts, kind, stopRequested } = context;
  const { spec, layout } = initial;
  let best = initial;
  for (let restart = 1; restart < restarts && !stopRequested(); restart++) {
    const start = { spec, layout, point: startingPoint(layout, restart, random) };
    const found = yield* improve(rows, start, context, workspace, SHORT);
    if (found.value < best.value) best = found;
  }
  if (best !== initial) best = yield* improve(rows, best, context, workspace, LONG);
  function* changed(from: Hyperparameters, changes: Partial<Spec>): Generator<undefined, Hyperparameters> {
    const own = { ...from.spec, ...changes };
    const to = createLayout(rows, sources, own);
    const point = transferredPoint(from.layout, from.point, to);
    return yield* improve(rows, { spec: own, layout: to, point }, context, workspace, LONG);
  }
  const required = requiredBy(kind);
  if (Object.keys(required).length > 0 && !stopRequested()) best = yield* changed(best, required);
  const tried = [best];
  for (const round of roundsFor(rows, sources, best.spec, kind)) {
    const from = best;
    for (const changes of round) {
      if (stopRequested()) break;
      const found = yield* changed(from, changes);
      tried.push(found);
      const more = Math.max(0, found.layout.size - best.layout.size);
      const gain = (found.density - best.density) * rows.count;
      if (gain > GAIN + GAIN_PER_PARAMETER * more) best = found;
    }
  }
  const others = tried.filter((hyperparameters) => hyperparameters !== best);
  return [best, ...others.sort((a, b) => b.density - a.density)];
}

/** The default form from the default start: enough to estimate what further features gain. */
export function* quickFit(rows: Rows, context: SearchContext): Generator<undefined, Hyperparameters> {
  const { kernels, sources, random } = context;
  const mark = kernels.mark();
  const spec = defaultSpec(rows);
  const layout = createLayout(rows, sources, spec);
  const start = { spec, layout, point: startingPoint(layout, 0, random) };
  const found = yield* improve(rows, start, context, createWorkspace(kernels, rows.count), LONG);
  kernels.release(mark);
  return found;
}

/** Minimises the negative log posterior from a given point. */
export function* improve(
  rows: Rows,
  { spec, layout, point }: Pick<Hyperparameters, "spec" | "layout" | "point">,
  { evaluationLog, lengthPrior, stopRequested }: SearchContext,
  workspace: Workspace,
  effort: { evaluations: number; tolerance: number },
): Generator<undefined, Hyperparameters> {
  const likelihood = likelihoodOf(rows, spec, layout, workspace, lengthPrior);
  // By value, so that the point that is kept is not evaluated again.
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
  const found = yield* minimise(objective, point, { ...effort, tolerance, patience: 3, stopRequested });
  const density = densities.get(found.value) ?? Number.NEGATIVE_INFINITY;
  return { spec, layout, point: found.point, value: found.value, density };
}

export function likelihoodOf(
  rows: Rows,
  spec: Spec,
  layout: Layout,
  workspace: Workspace,
  lengthPrior?: LengthPrior,
): Likelihood {
  const terms = independentTerms(rows.inputs, rows.width, rows.count, spec.degree);
  return new Likelihood(rows, layout, spec.family, terms, workspace, lengthPrior);
}

/** Times that the noise is raised, by a factor of e² each, where the covariances are singular. */
const MAX_NOISE_RAISES = 24;
/** The logarithm of the noise from which it is raised at least: below it is rounding. */
const MIN_LOG_NOISE = -20;

/**
 * Evaluates the likelihood, and raises the noise of the point until the covariances are well-conditioned: with all rows they may not be
 * where they were with some. @returns false where they stay singular
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

/** The same process in another layout, as far as that can express it. */
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
