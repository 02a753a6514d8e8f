/**
 * The search for a process that suits the rows: from several starts with one family, then the variations one after the other
 * from where that ended, each kept if it foretells rows better that were left out (Sundararajan and Keerthi, 2001). On some
 * of the rows where there are many; what was found is then carried on with all.
 */

import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { minimise, type Objective } from "../../math/lbfgs.ts";
import type { Random } from "../../math/random.ts";
import type { EvaluationLog } from "./evaluation-log.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { createLikelihood, type Likelihood } from "./likelihood.ts";
import { componentsAt, createLayout, factorsAt, type Layout } from "./parameters.ts";
import { pickRows, type Rows } from "./rows.ts";
import { independentTerms } from "./terms.ts";
import { demandedBy, type ProcessKind, plainSpec, roundsFor, type Spec } from "./variations.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface Candidate {
  spec: Spec;
  layout: Layout;
  point: Float64Array;
  value: number;
  /** Mean logarithm of the density that rows have when they are left out. */
  density: number;
}

export interface SearchContext {
  sources: Int32Array;
  random: Random;
  kernels: ProcessKernels;
  restarts: number;
  kind: ProcessKind;
  /** Of the evaluations of all searches, one after the other. */
  evaluationLog: EvaluationLog;
  stopRequested: () => boolean;
}

/** Rows that candidates are compared on, where there are clearly more. */
const SCREENING_ROWS = 320;
/** Evaluations of the likelihood, and the gain of three steps below which it is not worth going on. */
const SHORT = { evaluations: 12, tolerance: 0.2 };
const LONG = { evaluations: 40, tolerance: 0.05 };
/** With many rows, where the likelihood counts in thousands, such gains are too small to look for. */
const TOLERANCE_PER_ROW = 3e-4;
/** In units of log density a row: what another family may lack and yet be followed with all rows. */
const CLOSE = 0.03;
/** In units of log density over all rows: what a change must gain, and more for each parameter that it adds. */
const GAIN = 1;
const GAIN_PER_PARAMETER = 0.5;

/** Of so many rows, those that candidates are compared on. */
export const screeningRows = (count: number): number =>
  count > 1.5 * SCREENING_ROWS ? SCREENING_ROWS : count;

/**
 * @param chosen the rows that candidates are compared on; all when null.
 * @param begun what `quickFit` came to on these.
 */
export function* search(
  rows: Rows,
  chosen: Int32Array | null,
  begun: Candidate,
  context: SearchContext,
): Generator<undefined, Candidate> {
  const { kernels, stopRequested } = context;
  const some = chosen === null ? rows : pickRows(rows, chosen);
  const mark = kernels.mark();
  const [best, ...others] = yield* screen(some, begun, context, createWorkspace(kernels, some.count));
  kernels.release(mark);
  if (chosen === null || stopRequested()) return best;
  // Which family suits may depend on how near rows are to each other: the best of another is followed a little, too.
  const rival = others.find(
    ({ spec, density }) =>
      spec.family !== best.spec.family && spec.bends === best.spec.bends && density > best.density - CLOSE,
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

/** All candidates, the chosen one first and the others by how well they foretell rows that are left out. */
function* screen(
  rows: Rows,
  begun: Candidate,
  context: SearchContext,
  workspace: Workspace,
): Generator<undefined, [Candidate, ...Candidate[]]> {
  const { sources, random, restarts, kind, stopRequested } = context;
  const { spec, layout } = begun;
  let best = begun;
  for (let restart = 1; restart < restarts && !stopRequested(); restart++) {
    const start = { spec, layout, point: startingPoint(layout, restart, random) };
    const found = yield* improve(rows, start, context, workspace, SHORT);
    if (found.value < best.value) best = found;
  }
  if (best !== begun) best = yield* improve(rows, best, context, workspace, LONG);
  function* changed(from: Candidate, changes: Partial<Spec>): Generator<undefined, Candidate> {
    const own = { ...from.spec, ...changes };
    const to = createLayout(rows, sources, own);
    const point = carriedOver(from.layout, from.point, to);
    return yield* improve(rows, { spec: own, layout: to, point }, context, workspace, LONG);
  }
  const demanded = demandedBy(kind);
  if (Object.keys(demanded).length > 0 && !stopRequested()) best = yield* changed(best, demanded);
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
  const others = tried.filter((candidate) => candidate !== best);
  return [best, ...others.sort((a, b) => b.density - a.density)];
}

/** A plain process from the usual start: enough to tell what further features are worth. */
export function* quickFit(rows: Rows, context: SearchContext): Generator<undefined, Candidate> {
  const { kernels, sources, random } = context;
  const mark = kernels.mark();
  const spec = plainSpec(rows);
  const layout = createLayout(rows, sources, spec);
  const start = { spec, layout, point: startingPoint(layout, 0, random) };
  const found = yield* improve(rows, start, context, createWorkspace(kernels, rows.count), LONG);
  kernels.release(mark);
  return found;
}

/** Follows the likelihood down from a candidate's point. */
function* improve(
  rows: Rows,
  { spec, layout, point }: Pick<Candidate, "spec" | "layout" | "point">,
  { evaluationLog, stopRequested }: SearchContext,
  workspace: Workspace,
  effort: { evaluations: number; tolerance: number },
): Generator<undefined, Candidate> {
  const likelihood = likelihoodOf(rows, spec, layout, workspace);
  // By value, so that the point that is kept need not be evaluated again.
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

export function likelihoodOf(rows: Rows, spec: Spec, layout: Layout, workspace: Workspace): Likelihood {
  const terms = independentTerms(rows.inputs, rows.width, rows.count, spec.degree);
  return createLikelihood(rows, layout, spec.family, terms, workspace);
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

/** The same process, as far as the other layout can say it. */
function carriedOver(from: Layout, point: Float64Array, to: Layout): Float64Array {
  const carried = new Float64Array(to.size);
  to.groups.forEach((group, feature) => {
    carried[group] = point[from.groups[feature] ?? 0] ?? 0;
  });
  carried[to.lengths] = point[from.lengths] ?? 0;
  to.bent.forEach((feature, at) => {
    const earlier = from.bent.indexOf(feature);
    if (earlier < 0) return;
    carried[to.lengths + 1 + at] = point[from.lengths + 1 + earlier] ?? 0;
    carried[to.lengths + 1 + to.bent.length + at] = point[from.lengths + 1 + from.bent.length + earlier] ?? 0;
  });
  const componentsFrom = componentsAt(to);
  to.components.forEach((feature, at) => {
    const earlier = from.components.indexOf(feature);
    const length = earlier < 0 ? Math.log(2) : (point[componentsAt(from) + earlier] ?? 0);
    const strength =
      earlier < 0 ? Math.log(1e-2) : (point[componentsAt(from) + from.components.length + earlier] ?? 0);
    carried[componentsFrom + at] = length;
    carried[componentsFrom + to.components.length + at] = strength;
  });
  if (to.factors > 0) {
    const factor = from.factors > 0 ? null : Math.log(1 / Math.max(1, Math.sqrt(to.width)));
    for (let at = 0; at < to.factors; at++)
      carried[factorsAt(to) + at] = factor ?? point[factorsAt(from) + at] ?? 0;
    if (from.factors === 0)
      for (let at = 0; at < to.lengths; at++) carried[at] = Math.min(carried[at] ?? 0, Math.log(3));
  }
  return carried;
}
