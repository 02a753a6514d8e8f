/**
 * The parts of a fitted process that a predictor needs, computed once, so that a prediction is fast and a model
 * small.
 */
import type { Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import { chooseAnchors } from "./anchors.ts";
import type { Likelihood } from "./likelihood.ts";
import type { GaussianModel } from "./model/model.ts";
import { pack, timesVector } from "./packed.ts";
import {
  createPoints,
  factoriseOwn,
  fillCross,
  fillOwn,
  type Points,
  pickPoints,
  priorVariance,
  toMatrices,
} from "./points.ts";
import { createShape } from "./shape.ts";

/** Up to so many rows all of them determine the variance; with more only the anchors among them. */
const MAX_ROWS = 512;
export const MAX_ANCHORS = 320;

export type PosteriorVariance = Pick<
  GaussianModel,
  "anchors" | "explained" | "unexplainedShare" | "uncertain" | "trendWeights"
>;

/**
 * Computes the parts of a model with which means and variances are predicted. Up to MAX_ROWS rows all of them determine the
 * variance; with more only the anchors among them.
 * @param likelihood one that was evaluated last at this point.
 * @param point the hyperparameters, in the order of the likelihood's layout.
 * @returns the model, its arrays independent of the memory of the `kernels`.
 */
export function* computePosterior(
  likelihood: Likelihood,
  point: Float64Array,
  kernels: ProcessKernels,
): Generator<undefined, Omit<GaussianModel, "discontinuities">> {
  const { rows, family, terms, layout, state } = likelihood;
  const { inputs, count } = rows;
  const shape = createShape(layout, point);
  const points = createPoints(family, shape, inputs);
  const mark = kernels.mark();
  try {
    const variance =
      count <= MAX_ROWS
        ? computeVarianceOfAllRows(likelihood, points, kernels)
        : yield* computeVarianceOfAnchors(likelihood, points, kernels);
    return {
      family,
      count,
      width: inputs.rows,
      inputs: inputs.values,
      ...shape,
      signalVariance: state.signalVariance,
      noise: state.noise,
      weights: state.weights.slice(),
      terms,
      coefficients: state.coefficients.slice(),
      trendRoot: inverseRoot(state.trendFactor),
      ...variance,
    };
  } finally {
    kernels.release(mark);
  }
}

function computeVarianceOfAllRows(
  likelihood: Likelihood,
  points: Points,
  kernels: ProcessKernels,
): PosteriorVariance {
  const { rows, state } = likelihood;
  const { count, noiseShares } = rows;
  const matrix = kernels.matrix64(count, count);
  fillOwn(kernels, toMatrices(kernels, points), matrix);
  const prior = priorVariance(points.strengths);
  for (let i = 0; i < count; i++)
    matrix.values[i * (matrix.stride + 1)] = prior + state.noise * noiseShares[i];
  kernels.cholesky(matrix);
  const root = identity(kernels, count);
  kernels.solveLower(matrix, root);
  return {
    anchors: Int32Array.from({ length: count }, (_, i) => i),
    explained: pack(root.values, root.stride, count),
    unexplainedShare: 1,
    uncertain: new Float64Array(0),
    trendWeights: state.solvedTrend.values.slice(),
  };
}

/**
 * The variance from the covariances with some rows, the anchors: what these leave unexplained, and the uncertainty at the
 * anchors themselves given all rows (Titsias, 2009). The rows between the anchors explain a part of the rest: its share is
 * measured at the rows that are no anchors, by leaving them out.
 */
function* computeVarianceOfAnchors(
  likelihood: Likelihood,
  points: Points,
  kernels: ProcessKernels,
): Generator<undefined, PosteriorVariance> {
  const { rows, state, trend } = likelihood;
  const { count, noiseShares } = rows;
  const size = state.coefficients.length;
  const anchors = yield* chooseAnchors(points, MAX_ANCHORS);
  const anchorCount = anchors.length;
  const rowMatrices = toMatrices(kernels, points);
  const chosen = toMatrices(kernels, pickPoints(points, anchors));
  const factor = kernels.matrix64(anchorCount, anchorCount);
  factoriseOwn(kernels, chosen, factor);
  // V = L⁻¹ times the covariances of the anchors with the rows.
  const explaining = kernels.matrix64(anchorCount, count);
  fillCross(kernels, chosen, rowMatrices, explaining);
  const cross = Matrix.copyOf(explaining);
  kernels.solveLower(factor, explaining);
  yield;
  const precise = kernels.matrix64(anchorCount, count);
  for (let a = 0; a < anchorCount; a++)
    for (let i = 0; i < count; i++) {
      const at = a * precise.stride + i;
      precise.values[at] = explaining.values[at] / (state.noise * noiseShares[i]);
    }
  // B = I + V D⁻¹ Vᵀ with the noise D.
  const inner = identity(kernels, anchorCount);
  kernels.multiply(precise, explaining, inner, "A Bᵀ", 1);
  kernels.cholesky(inner);
  yield;
  const root = identity(kernels, anchorCount);
  kernels.solveLower(factor, root);
  const explained = pack(root.values, root.stride, anchorCount);
  // Hᵀ D⁻¹ Vᵀ B⁻¹ L⁻¹, transposed on the way: anchors x terms.
  const terms = kernels.copyIn(trend);
  const projectedTrend = kernels.matrix64(anchorCount, size);
  kernels.multiply(precise, terms, projectedTrend, "A Bᵀ");
  kernels.solveLower(inner, projectedTrend);
  kernels.solveLower(inner, root);
  const uncertain = pack(root.values, root.stride, anchorCount);
  const trendWeights = kernels.matrix64(size, anchorCount);
  kernels.multiply(projectedTrend, root, trendWeights, "Aᵀ B");
  const variance = {
    anchors,
    explained,
    unexplainedShare: 1,
    uncertain,
    trendWeights: Matrix.copyOf(trendWeights).values,
  };
  yield;
  const prior = priorVariance(points.strengths);
  return { ...variance, unexplainedShare: computeUnexplainedShare(likelihood, variance, cross, prior) };
}

/** Rows at which the unexplained share is measured. */
const SHARE_ROWS = 200;

/** @param cross covariances of the anchors with the rows, anchors x rows. */
function computeUnexplainedShare(
  likelihood: Likelihood,
  variance: PosteriorVariance,
  cross: Matrix,
  prior: number,
): number {
  const { rows, state, trend } = likelihood;
  const { anchors, explained, uncertain, trendWeights } = variance;
  const { count } = rows;
  const size = state.coefficients.length;
  const trendRoot = inverseRoot(state.trendFactor);
  const isAnchor = new Set(anchors);
  const remainingRows = Array.from({ length: count }, (_, i) => i).filter((i) => !isAnchor.has(i));
  const step = Math.max(1, Math.floor(remainingRows.length / SHARE_ROWS));
  const crossCovariances = new Float64Array(anchors.length);
  const product = new Float64Array(anchors.length);
  const termErrors = new Float64Array(size);
  const termProduct = new Float64Array(size);
  let shares = 0;
  let counted = 0;
  for (let at = 0; at < remainingRows.length; at += step) {
    const i = remainingRows[at];
    for (let a = 0; a < crossCovariances.length; a++) crossCovariances[a] = cross.at(a, i);
    timesVector(explained, crossCovariances, product);
    const unexplained = prior - dot(product, product);
    timesVector(uncertain, crossCovariances, product);
    const uncertainVariance = dot(product, product);
    for (let term = 0; term < size; term++) {
      const from = term * crossCovariances.length;
      termErrors[term] =
        trend.at(term, i) -
        dot(crossCovariances, trendWeights.subarray(from, from + crossCovariances.length));
    }
    timesVector(trendRoot, termErrors, termProduct);
    const noise = state.noise * rows.noiseShares[i];
    const exact = 1 / state.precisions[i] - noise - uncertainVariance - dot(termProduct, termProduct);
    if (!(unexplained > 0)) continue;
    shares += Math.min(1, Math.max(0, exact / unexplained));
    counted += 1;
  }
  return counted > 0 ? shares / counted : 1;
}

/**
 * Allocates the identity matrix (n x n).
 * @param kernels the memory, which the caller releases
 * @param n the number of rows
 */
export function identity(kernels: ProcessKernels, n: number): Matrix64 {
  const matrix = kernels.matrix64(n, n);
  for (let i = 0; i < n; i++) matrix.values[i * (matrix.stride + 1)] = 1;
  return matrix;
}

/**
 * Computes L⁻¹ of a lower triangular factor L.
 * @param factor L: n x n
 * @returns packed, n (n + 1) / 2
 */
export function inverseRoot(factor: Matrix): Float64Array {
  const n = factor.rows;
  const inverse = new Matrix(n, n);
  for (let i = 0; i < n; i++) {
    const row = inverse.row(i);
    row[i] = 1;
    for (let p = 0; p < i; p++) {
      const share = factor.at(i, p);
      for (let j = 0; j <= p; j++) row[j] -= share * inverse.at(p, j);
    }
    const pivot = factor.at(i, i);
    for (let j = 0; j <= i; j++) row[j] /= pivot;
  }
  return pack(inverse.values, n, n);
}
