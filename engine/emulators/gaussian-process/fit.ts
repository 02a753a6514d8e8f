import type { Opinion } from "../../learning/lesson.ts";
import { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import type { Random } from "../../math/random.ts";
import { type Breaks, findBreaks, withSides } from "./breaks.ts";
import { constantModel, hardlyVaries } from "./constant.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model.ts";
import { posteriorOf } from "./posterior.ts";
import { mergeRows, pickRows, type Rows } from "./rows.ts";
import { type Candidate, likelihoodOf, type SearchContext, search } from "./search.ts";
import { fitSparse } from "./sparse.ts";
import { createWorkspace } from "./workspace.ts";

export interface GaussianData {
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** Standardised, one a row. */
  targets: Float64Array;
  width: number;
  count: number;
  /** Of each feature, the input that it encodes; features of one input are the levels of a category. */
  sources: Int32Array;
}

export interface GaussianOptions {
  /** To compute with; otherwise this thread's own. */
  kernels?: ProcessKernels;
  random: Random;
  /** Searches from different starts, on some of the rows; the best is carried on with all. */
  restarts?: number;
  /** At most, where there are too many rows to use each of them. */
  inducingPoints?: number;
  /** The best found so far is kept once it says yes. */
  stopRequested?: () => boolean;
}

export interface GaussianFit {
  model: GaussianModel;
  /** Of every row, predicted from the others; the variance is that of an observation, noise included. */
  keptOut: Opinion;
}

/** More rows than these take part in the fit, but not in the search for its parameters. */
const MOST_SEARCHED = 1200;
/** More rows than these are taken in through inducing rows. */
const MOST_EXACT = 3000;

interface Found {
  breaks: Breaks;
  rows: Rows;
  candidate: Candidate;
}

/** Yields between steps of a tenth of a second or less, but for the few in which all rows take part. */
export function* fitGaussianProcess(
  data: GaussianData,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const { inputs, targets, width, count } = data;
  const { kernels = ownKernels(), random, restarts = 3, inducingPoints = 700 } = options;
  const { stopRequested = () => false } = options;
  const plain = mergeRows(inputs, targets, width, count);
  if (hardlyVaries(plain)) return constantModel(plain);

  const context = { sources: data.sources, random, kernels, restarts, stopRequested };
  const order = random.permutation(count);
  const seen = (rows: Rows): Rows =>
    rows.count > MOST_SEARCHED
      ? pickRows(rows, order.filter((row) => row < rows.count).subarray(0, MOST_SEARCHED))
      : rows;
  let found: Found = {
    breaks: new Float64Array(0),
    rows: plain,
    candidate: yield* search(seen(plain), context),
  };
  const breaks = findBreaks(inputs, targets, width, count);
  yield;
  if (breaks.length > 0 && !stopRequested()) {
    const rows = mergeRows(
      withSides(breaks, inputs, width, count),
      targets,
      width + breaks.length / 2,
      count,
    );
    const candidate = yield* search(seen(rows), { ...context, sources: withBreaks(data.sources, breaks) });
    if (candidate.density > found.candidate.density) found = { breaks, rows, candidate };
  }
  const { model, keptOut } =
    found.rows.count > MOST_EXACT
      ? yield* fitSparse(found.rows, found.candidate, kernels, { inducingPoints, order })
      : yield* fitExact(found, context);
  const toRows = (values: Float64Array): Float64Array =>
    Float64Array.from(found.rows.places, (place) => values[place] ?? 0);
  return {
    model: { ...model, breaks: found.breaks },
    keptOut: { mean: toRows(keptOut.mean), variance: toRows(keptOut.variance) },
  };
}

function* fitExact(
  { rows, candidate }: Found,
  { kernels }: SearchContext,
): Generator<undefined, { model: Omit<GaussianModel, "breaks">; keptOut: Opinion }> {
  const mark = kernels.mark();
  try {
    const workspace = createWorkspace(kernels, rows.count);
    const likelihood = likelihoodOf(rows, candidate.spec, candidate.layout, workspace);
    const gradient = new Float64Array(candidate.layout.size);
    const point = candidate.point.slice();
    const noiseAt = candidate.layout.lengths;
    // What was well-conditioned with some of the rows may not be with all.
    while ((yield* likelihood.evaluate(point, gradient)) === Number.POSITIVE_INFINITY)
      point[noiseAt] = Math.max(-20, point[noiseAt] ?? 0) + 2;
    const keptOut = leaveOneOut(rows, likelihood.state);
    return { model: yield* posteriorOf(likelihood, point, kernels), keptOut };
  } finally {
    kernels.release(mark);
  }
}

/** Each break is an input of its own. */
function withBreaks(sources: Int32Array, breaks: Breaks): Int32Array {
  const next = 1 + sources.reduce((most, source) => Math.max(most, source), -1);
  return Int32Array.of(...sources, ...Array.from({ length: breaks.length / 2 }, (_, at) => next + at));
}

let own: ProcessKernels | null = null;

function ownKernels(): ProcessKernels {
  own ??= new ProcessKernels();
  return own;
}
