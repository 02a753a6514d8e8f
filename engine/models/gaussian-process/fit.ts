import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import type { Random } from "../../math/random.ts";
import type { Opinion } from "../fit-task.ts";
import { chooseBreaks, type Ground, rowsWithSides, sourcesWithSides } from "./choose-discontinuities.ts";
import { constantModel, hardlyVaries } from "./constant.ts";
import { allowForParameters, type Foretold, foretellKeptOut } from "./cross-validate.ts";
import { type Breaks, packBreaks } from "./discontinuities.ts";
import { createEvaluationLog, type EvaluationLog } from "./evaluation-log.ts";
import { withPooledKernels } from "./kernel-pool.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model.ts";
import type { Unit } from "./place-discontinuities.ts";
import { posteriorOf } from "./posterior.ts";
import { mergeRows, pickRows, type Rows } from "./rows.ts";
import { type Candidate, likelihoodOf, type SearchContext, screeningRows, search } from "./search.ts";
import { fitSparse } from "./sparse.ts";
import type { ProcessKind } from "./variations.ts";
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
  /** Of each feature its input's unit; null for the level of a category. */
  units?: readonly (Unit | null)[];
}

export interface GaussianOptions {
  random: Random;
  /** Searches from different starts, on some of the rows; the best is carried on with all. */
  restarts?: number;
  kind?: ProcessKind;
  /** At most, where there are too many rows to use each of them. */
  inducingPoints?: number;
  /** Whether parameters are found again without each row, so that what is said of it kept out is as of a new one. */
  keepsOut?: boolean;
  /** Of a fit that was cut short, to go on from there. */
  evaluationLog?: EvaluationLog;
  /** The best found so far is kept once it says yes. */
  stopRequested?: () => boolean;
}

export interface GaussianFit {
  model: GaussianModel;
  /** Of every row, predicted from the others; the variance is that of an observation, noise included. */
  keptOut: Opinion;
}

/** More rows than these take part in the fit, but not in the search for its parameters. */
export const MOST_SEARCHED = 1200;
/** More rows than these are taken in through inducing rows. */
export const MOST_EXACT = 3000;
/** Times that the noise is raised, by a factor of e² each, for covariances that are singular. */
const MOST_RAISES = 24;

interface Fitted extends Foretold {
  model: Omit<GaussianModel, "breaks">;
}

interface Found {
  breaks: Breaks;
  rows: Rows;
  candidate: Candidate;
}

/** Yields between steps of a tenth of a second or less up to some 1,200 rows; a factor of 3,000 rows takes longer. */
export function* fitGaussianProcess(
  data: GaussianData,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const plain = mergeRows(data.inputs, data.targets, data.width, data.count);
  if (hardlyVaries(plain)) return constantModel(plain);
  return yield* withPooledKernels((kernels) => fitRows(data, plain, kernels, options));
}

function* fitRows(
  data: GaussianData,
  plain: Rows,
  kernels: ProcessKernels,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const { count } = data;
  const {
    random,
    restarts = 3,
    kind = "any",
    inducingPoints = 700,
    keepsOut = true,
    evaluationLog = createEvaluationLog(),
    stopRequested = () => false,
  } = options;
  const context = { sources: data.sources, random, kernels, restarts, kind, evaluationLog, stopRequested };
  const order = random.permutation(count);
  const seen = (rows: Rows): Rows =>
    rows.count > MOST_SEARCHED
      ? pickRows(rows, order.filter((row) => row < rows.count).subarray(0, MOST_SEARCHED))
      : rows;
  const searched = seen(plain);
  const most = screeningRows(searched.count);
  const some = most < searched.count ? random.permutation(searched.count).subarray(0, most).sort() : null;
  const [first, ...others] = yield* chooseBreaks(plain, searched, some, context, data.units ?? []);
  function* searchOn({ breaks, begun }: Ground): Generator<undefined, Found> {
    const rows = rowsWithSides(plain, breaks);
    const sources = sourcesWithSides(data.sources, breaks);
    const candidate = yield* search(seen(rows), some, begun, { ...context, sources });
    return { breaks: packBreaks(breaks), rows, candidate };
  }
  let found = yield* searchOn(first);
  for (const other of others) {
    const rival = yield* searchOn(other);
    if (rival.candidate.density > found.candidate.density) found = rival;
  }
  const fitted =
    found.rows.count > MOST_EXACT
      ? yield* fitInducing(found, kernels, { inducingPoints, order })
      : yield* fitExact(found, context, keepsOut);
  return unmerged(found, fitted);
}

/** Of the rows as they were given. */
function unmerged({ breaks, rows }: Found, { model, keptOut, factor }: Fitted): GaussianFit {
  return {
    model: { ...model, breaks, signalVariance: factor * model.signalVariance },
    keptOut: {
      mean: Float64Array.from(rows.places, (place) => keptOut.mean[place] ?? 0),
      variance: Float64Array.from(rows.places, (place) => factor * (keptOut.variance[place] ?? 0)),
    },
  };
}

function* fitInducing(
  { rows, candidate }: Found,
  kernels: ProcessKernels,
  options: { inducingPoints: number; order: Int32Array },
): Generator<undefined, Fitted> {
  const { model, keptOut } = yield* fitSparse(rows, candidate, kernels, options);
  return { model, ...allowForParameters(rows, candidate, keptOut) };
}

function* fitExact(
  { rows, candidate }: Found,
  context: SearchContext,
  keepsOut: boolean,
): Generator<undefined, Fitted> {
  const { kernels } = context;
  const mark = kernels.mark();
  try {
    const workspace = createWorkspace(kernels, rows.count);
    const likelihood = likelihoodOf(rows, candidate.spec, candidate.layout, workspace);
    const point = candidate.point.slice();
    const noiseAt = candidate.layout.lengths;
    // What was well-conditioned with some of the rows may not be with all.
    for (let raises = 0; (yield* likelihood.evaluate(point, null)) === Number.POSITIVE_INFINITY; raises++) {
      if (raises === MOST_RAISES) throw new Error("The covariances of the rows are singular.");
      point[noiseAt] = Math.max(-20, point[noiseAt] ?? 0) + 2;
    }
    const leftOut = leaveOneOut(rows, likelihood.state);
    const model = yield* posteriorOf(likelihood, point, kernels);
    const foretold = keepsOut ? yield* foretellKeptOut(rows, candidate, point, likelihood, context) : null;
    return { model, ...(foretold ?? allowForParameters(rows, candidate, leftOut)) };
  } finally {
    kernels.release(mark);
  }
}
