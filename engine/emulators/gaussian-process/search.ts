/**
 * The search for a process that suits the rows: from several starts with one family, then with bends, other families and
 * other trends from where that ended, each kept if it foretells rows better that were left out (Sundararajan and Keerthi,
 * 2001). On some of the rows where there are many; what was found is then carried on with all.
 */

import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { minimise } from "../../math/lbfgs.ts";
import type { Random } from "../../math/random.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { createLikelihood, type Likelihood } from "./likelihood.ts";
import type { CovarianceFamily, TrendDegree } from "./model.ts";
import { componentsAt, createLayout, type Layout } from "./parameters.ts";
import { pickRows, type Rows } from "./rows.ts";
import { independentTerms, mostTerms } from "./terms.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface Spec {
  family: CovarianceFamily;
  degree: TrendDegree;
  bends: boolean;
  freeLevels: boolean;
  components: boolean;
}

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
  stopRequested: () => boolean;
}

/** Rows that candidates are compared on. */
const SCREENING_ROWS = 320;
/** With fewer terms than this share of the rows, a trend is tried. */
const TERMS_PER_ROW = 1 / 3;
/** In units of log density over all rows: what a change must gain, and more for each parameter that it adds. */
const GAIN = 1;
const GAIN_PER_PARAMETER = 0.5;

export function* search(rows: Rows, context: SearchContext): Generator<undefined, Candidate> {
  const { random, restarts, stopRequested } = context;
  const some =
    rows.count > 1.5 * SCREENING_ROWS
      ? pickRows(rows, random.permutation(rows.count).subarray(0, SCREENING_ROWS).sort())
      : rows;
  const mark = context.kernels.mark();
  const workspace = createWorkspace(context.kernels, some.count);
  const allowed = (degree: TrendDegree): boolean =>
    mostTerms(degree, rows.width) <= TERMS_PER_ROW * some.count;
  const spec: Spec = {
    family: "matern-5/2",
    degree: allowed("linear") ? "linear" : "constant",
    bends: false,
    freeLevels: false,
    components: false,
  };
  let best: Candidate | null = null;
  for (let restart = 0; restart < Math.max(1, restarts); restart++) {
    const layout = createLayout(some, context.sources, spec);
    const start = startingPoint(layout, restart, random);
    const found: Candidate = yield* improve(some, spec, layout, start, context, workspace, 12, 0.2);
    if (best === null || found.value < best.value) best = found;
    if (stopRequested()) break;
  }
  if (best === null) throw new Error("No restart.");
  best = yield* improve(some, best.spec, best.layout, best.point, context, workspace, 40, 0.05);

  const tryOut = function* (changes: Partial<Spec>, from: Candidate): Generator<undefined, Candidate> {
    const changed = { ...from.spec, ...changes };
    const layout = createLayout(some, context.sources, changed);
    const start = carriedOver(from.layout, from.point, layout);
    return yield* improve(some, changed, layout, start, context, workspace, 40, 0.05);
  };
  const choose = (a: Candidate, b: Candidate): Candidate => {
    const more = Math.max(0, b.layout.size - a.layout.size);
    return (b.density - a.density) * some.count > GAIN + GAIN_PER_PARAMETER * more ? b : a;
  };
  const isMixed = new Set(context.sources).size < context.sources.length;
  const rounds: Partial<Spec>[][] = [
    [{ bends: true }],
    [{ family: "squared-exponential" }, { family: "matern-3/2" }],
    (["constant", "quadratic"] as const)
      .filter((degree) => degree !== spec.degree && allowed(degree))
      .map((degree) => ({ degree })),
    isMixed ? [{ freeLevels: true }] : [],
    [{ components: true }],
  ];
  for (const round of rounds) {
    const from: Candidate = best;
    for (const changes of round) {
      if (stopRequested()) break;
      best = choose(best, yield* tryOut(changes, from));
    }
  }
  context.kernels.release(mark);
  if (some === rows || stopRequested()) return best;
  const all = createWorkspace(context.kernels, rows.count);
  const polished = yield* improve(rows, best.spec, best.layout, best.point, context, all, 40, 0.05);
  context.kernels.release(mark);
  return polished;
}

export function* improve(
  rows: Rows,
  spec: Spec,
  layout: Layout,
  start: Float64Array,
  context: SearchContext,
  workspace: Workspace,
  evaluations: number,
  tolerance: number,
): Generator<undefined, Candidate> {
  const likelihood = likelihoodOf(rows, spec, layout, workspace);
  const found = yield* minimise(likelihood.evaluate, start, {
    evaluations,
    tolerance,
    patience: 3,
    stopRequested: context.stopRequested,
  });
  yield* likelihood.evaluate(found.point, new Float64Array(layout.size));
  const { density } = leaveOneOut(rows, likelihood.state);
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
  return carried;
}
