import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import type { LeftOutPart } from "../../math/left-out-rows.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import type { FeatureScaling } from "../fit-task.ts";
import {
  chooseDiscontinuities,
  rowsWithIndicators,
  type SearchStart,
  sourcesWithIndicators,
} from "./choose-discontinuities.ts";
import { constantModel, isNearlyConstant } from "./constant.ts";
import {
  type CrossValidated,
  correctForOptimism,
  crossValidate,
  crossValidateParts,
  groupParts,
  hasRefits,
  refit,
} from "./cross-validate.ts";
import { type PackedDiscontinuities, packDiscontinuities } from "./discontinuities.ts";
import { createEvaluationLog, type EvaluationLog } from "./evaluation-log.ts";
import type { GaussianFit } from "./gaussian-fit.ts";
import { withPooledKernels } from "./kernel-pool.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model/model.ts";
import { mergeRows, pickRows, type Rows } from "./model/rows.ts";
import type { ProcessKind } from "./model/variations.ts";
import { computePosterior } from "./posterior.ts";
import {
  evaluateWithEnoughNoise,
  type Hyperparameters,
  likelihoodOf,
  type SearchContext,
  screeningRows,
  search,
} from "./search.ts";
import { fitSparse } from "./sparse.ts";
import { createWorkspace } from "./workspace.ts";

export interface GaussianData {
  /** features x rows, standardised. */
  inputs: Matrix;
  /** Standardised, one a row. */
  targets: Float64Array;
  /** The input that each feature encodes; features of one input are the levels of a category. */
  sources: Int32Array;
  /** The standardisation of each feature; null for the level of a category. */
  scalings?: readonly (FeatureScaling | null)[];
  /** The group number of each row, where rows are left out by groups. */
  groups?: Int32Array;
  /**
   * The rows that are left out together where rows lie on levels; none where no row is left out. Rows on levels are
   * predicted from others on the same levels, so leaving single rows out does not tell one form of kernel from another.
   */
  parts?: readonly LeftOutPart[];
}

export interface GaussianOptions {
  random: Random;
  /** Starting points of the search on a subset of the rows; the best is continued with all. */
  restarts?: number;
  kind?: ProcessKind;
  /** At most, where there are too many rows for an exact process. */
  inducingPoints?: number;
  /**
   * True when the hyperparameters are fitted again without the rows of each fold, so that held-out errors are as
   * large as new rows'.
   */
  crossValidates?: boolean;
  /** The log of an interrupted fit, to resume it. */
  evaluationLog?: EvaluationLog;
  /** Once true the search ends with the best found so far. */
  stopRequested?: () => boolean;
}

/** The hyperparameter search uses at most so many of the rows. */
export const MAX_SEARCH_ROWS = 1200;
/** With more rows the process is sparse, through inducing rows. */
export const MAX_EXACT_ROWS = 3000;
/** A sparse process has at most so many inducing rows. */
export const MAX_INDUCING_POINTS = 700;

interface FittedRows extends CrossValidated {
  model: Omit<GaussianModel, "discontinuities">;
}

interface SearchedRows {
  discontinuities: PackedDiscontinuities;
  rows: Rows;
  hyperparameters: Hyperparameters;
}

/**
 * Fits a Gaussian process with a polynomial trend: exact up to MAX_EXACT_ROWS different rows, sparse with more. It yields
 * between steps of a tenth of a second or less up to some 1,200 rows; a factor of 3,000 rows takes longer.
 * @returns the model, and the prediction of every row from the others.
 */
export function* fitGaussianProcess(
  data: GaussianData,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const plain = mergeRows(data.inputs, data.targets);
  if (isNearlyConstant(plain)) return constantModel(plain);
  return yield* withPooledKernels((kernels) => fitRows(data, plain, kernels, options));
}

function* fitRows(
  data: GaussianData,
  plain: Rows,
  kernels: ProcessKernels,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const {
    random,
    restarts = 3,
    kind = "any",
    inducingPoints = MAX_INDUCING_POINTS,
    crossValidates = true,
    evaluationLog = createEvaluationLog(),
    stopRequested = () => false,
  } = options;
  const liesOnLevels = data.parts !== undefined;
  const { sources } = data;
  const context = { sources, random, kernels, restarts, kind, liesOnLevels, evaluationLog, stopRequested };
  const order = random.permutation(data.targets.length);
  const searchRows = (rows: Rows): Rows =>
    rows.count > MAX_SEARCH_ROWS
      ? pickRows(rows, order.filter((row) => row < rows.count).subarray(0, MAX_SEARCH_ROWS))
      : rows;
  const searched = searchRows(plain);
  const screened = screeningRows(searched.count);
  const subset =
    screened < searched.count ? random.permutation(searched.count).subarray(0, screened).sort() : null;
  const [first, ...alternatives] = yield* chooseDiscontinuities(
    plain,
    searched,
    subset,
    context,
    data.scalings ?? [],
  );
  function* searchOn({ discontinuities, initial }: SearchStart): Generator<undefined, SearchedRows> {
    const rows = rowsWithIndicators(plain, discontinuities);
    const sources = sourcesWithIndicators(data.sources, discontinuities);
    const hyperparameters = yield* search(searchRows(rows), subset, initial, { ...context, sources });
    return { discontinuities: packDiscontinuities(discontinuities), rows, hyperparameters };
  }
  let best = yield* searchOn(first);
  for (const alternative of alternatives) {
    const rival = yield* searchOn(alternative);
    if (rival.hyperparameters.density > best.hyperparameters.density) best = rival;
  }
  const groups = data.groups && mergedGroups(best.rows, data.groups);
  const parts =
    data.parts?.map((part) => mergedPart(best.rows, part)) ?? (groups && groupParts(groups, random));
  const fitted =
    best.rows.count > MAX_EXACT_ROWS
      ? yield* fitInducing(best, kernels, { inducingPoints, order })
      : yield* fitExact(best, context, { crossValidates, parts });
  return unmerged(best, fitted);
}

/** The groups of merged rows. */
function mergedGroups({ mergedRow, count }: Rows, groups: Int32Array): Int32Array {
  const merged = new Int32Array(count);
  groups.forEach((group, row) => {
    merged[mergedRow[row]] = group;
  });
  return merged;
}

/** Merged rows lie on the same levels, so they are left out together. */
const mergedPart = ({ mergedRow }: Rows, { leftOut, predicted }: LeftOutPart): LeftOutPart => ({
  leftOut: Int32Array.from(new Set(leftOut.map((row) => mergedRow[row]))),
  predicted: Int32Array.from(new Set(predicted.map((row) => mergedRow[row]))),
});

/** The same of the rows before they were merged. */
function unmerged(
  { discontinuities, rows }: SearchedRows,
  { model, heldOut, varianceFactor }: FittedRows,
): GaussianFit {
  return {
    model: { ...model, discontinuities, signalVariance: varianceFactor * model.signalVariance },
    heldOut: {
      mean: Float64Array.from(rows.mergedRow, (row) => heldOut.mean[row]),
      variance: Float64Array.from(rows.mergedRow, (row) => varianceFactor * heldOut.variance[row]),
    },
  };
}

function* fitInducing(
  { rows, hyperparameters }: SearchedRows,
  kernels: ProcessKernels,
  options: { inducingPoints: number; order: Int32Array },
): Generator<undefined, FittedRows> {
  const { model, heldOut } = yield* fitSparse(rows, hyperparameters, kernels, options);
  return { model, ...correctForOptimism(rows, hyperparameters, heldOut) };
}

function* fitExact(
  { rows, hyperparameters }: SearchedRows,
  context: SearchContext,
  { crossValidates, parts }: { crossValidates: boolean; parts: readonly LeftOutPart[] | undefined },
): Generator<undefined, FittedRows> {
  const { kernels } = context;
  const mark = kernels.mark();
  try {
    const workspace = createWorkspace(kernels, rows.count);
    const likelihood = likelihoodOf(rows, hyperparameters.spec, hyperparameters.layout, workspace);
    const evaluateSoundly = function* (point: Float64Array): Generator<undefined, void> {
      if (!(yield* evaluateWithEnoughNoise(likelihood, point, hyperparameters.layout)))
        throw new Error("The covariances of the rows are singular.");
    };
    const start = hyperparameters.point.slice();
    yield* evaluateSoundly(start);
    let point: Float64Array = start;
    if (crossValidates && hasRefits(rows.count)) {
      // The refits without some of the rows begin at the same point, with the same effort. If the model stayed there, they would have better
      // hyperparameters than it, and held-out errors smaller than those on new rows: half as large where the search had ended too early.
      point = yield* refit(likelihood, start, rows.count, context);
      yield* evaluateSoundly(point);
    }
    const leftOut = leaveOneOut(rows, likelihood.state);
    const model = yield* computePosterior(likelihood, point, kernels);
    if (parts !== undefined) {
      const options = { parts, refits: crossValidates };
      return { model, ...(yield* crossValidateParts(rows, options, hyperparameters, start, context)) };
    }
    const crossValidated = crossValidates
      ? yield* crossValidate(rows, hyperparameters, start, likelihood, context)
      : null;
    return { model, ...(crossValidated ?? correctForOptimism(rows, hyperparameters, leftOut)) };
  } finally {
    kernels.release(mark);
  }
}
