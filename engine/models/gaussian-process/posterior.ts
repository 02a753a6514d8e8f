/** What a predictor needs of a fitted process, found once: so that a prediction costs little, and a model little room. */
import { contentsOf, fill, type Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot } from "../../math/products.ts";
import { chooseAnchors } from "./anchors.ts";
import type { Likelihood } from "./likelihood.ts";
import type { GaussianModel } from "./model.ts";
import { pack, timesVector } from "./packed.ts";
import { shapeOf } from "./parameters.ts";
import {
  factoriseOwn,
  fillCross,
  fillOwn,
  type Points,
  pickPoints,
  pointsOf,
  priorVariance,
  toMatrices,
} from "./points.ts";

/** Up to so many rows the variance rests on all of them; where there are more, on the fewer anchors among them. */
const MOST_ROWS = 512;
export const MOST_ANCHORS = 320;

export type Knowledge = Pick<
  GaussianModel,
  "anchors" | "explained" | "unexplainedShare" | "uncertain" | "trendWeights"
>;

/** Of a likelihood that was evaluated last at this point. */
export function* posteriorOf(
  likelihood: Likelihood,
  point: Float64Array,
  kernels: ProcessKernels,
): Generator<undefined, Omit<GaussianModel, "breaks">> {
  const { rows, family, terms, layout, state } = likelihood;
  const { width, inputs, count } = rows;
  const shape = shapeOf(layout, point);
  const points = pointsOf(family, shape, inputs, count);
  const mark = kernels.mark();
  try {
    const size = terms.length / 2;
    const knowledge =
      count <= MOST_ROWS
        ? ofAllRows(likelihood, points, kernels)
        : yield* ofAnchors(likelihood, points, kernels);
    return {
      family,
      count,
      width,
      inputs,
      ...shape,
      signalVariance: state.signalVariance,
      noise: state.noise,
      weights: state.weights.slice(),
      terms,
      coefficients: state.coefficients.slice(),
      trendRoot: inverseRoot(state.trendFactor, size),
      ...knowledge,
    };
  } finally {
    kernels.release(mark);
  }
}

function ofAllRows(likelihood: Likelihood, points: Points, kernels: ProcessKernels): Knowledge {
  const { rows, state } = likelihood;
  const { count, noiseShares } = rows;
  const matrix = kernels.matrix64(count, count);
  fillOwn(kernels, toMatrices(kernels, points), matrix);
  const prior = priorVariance(points.strengths);
  for (let i = 0; i < count; i++)
    matrix.values[i * (matrix.stride + 1)] = prior + state.noise * (noiseShares[i] ?? 1);
  kernels.cholesky(matrix);
  const root = identity(kernels, count);
  kernels.solveLower(matrix, root);
  return {
    anchors: Int32Array.from({ length: count }, (_, i) => i),
    explained: pack(root.values, root.stride, count),
    unexplainedShare: 1,
    uncertain: new Float64Array(0),
    trendWeights: state.solvedTrend.slice(),
  };
}

/**
 * The variance as it follows from the covariances with some rows, the anchors: what these leave unexplained, and what is
 * uncertain at the anchors themselves after all rows were seen (Titsias, 2009). With rows between the anchors less is
 * unexplained in truth; by how much is known at the rows that are no anchors, from leaving them out.
 */
function* ofAnchors(
  likelihood: Likelihood,
  points: Points,
  kernels: ProcessKernels,
): Generator<undefined, Knowledge> {
  const { rows, state, trend } = likelihood;
  const { count, noiseShares } = rows;
  const size = state.coefficients.length;
  const anchors = yield* chooseAnchors(points, MOST_ANCHORS);
  const most = anchors.length;
  const all = toMatrices(kernels, points);
  const chosen = toMatrices(kernels, pickPoints(points, anchors));
  const factor = kernels.matrix64(most, most);
  factoriseOwn(kernels, chosen, factor);
  // V = L⁻¹ times the covariances of the anchors with the rows.
  const explaining = kernels.matrix64(most, count);
  fillCross(kernels, chosen, all, explaining);
  const cross = contentsOf(explaining);
  kernels.solveLower(factor, explaining);
  yield;
  const precise = kernels.matrix64(most, count);
  for (let a = 0; a < most; a++)
    for (let i = 0; i < count; i++) {
      const at = a * precise.stride + i;
      precise.values[at] = (explaining.values[at] ?? 0) / (state.noise * (noiseShares[i] ?? 1));
    }
  // B = I + V D⁻¹ Vᵀ with the noise D.
  const inner = identity(kernels, most);
  kernels.multiply(precise, explaining, inner, "A Bᵀ", 1);
  kernels.cholesky(inner);
  yield;
  const root = identity(kernels, most);
  kernels.solveLower(factor, root);
  const explained = pack(root.values, root.stride, most);
  // Hᵀ D⁻¹ Vᵀ B⁻¹ L⁻¹, transposed on the way: anchors x terms.
  const terms = kernels.matrix64(size, count);
  fill(terms, trend);
  const told = kernels.matrix64(most, size);
  kernels.multiply(precise, terms, told, "A Bᵀ");
  kernels.solveLower(inner, told);
  kernels.solveLower(inner, root);
  const uncertain = pack(root.values, root.stride, most);
  const trendWeights = kernels.matrix64(size, most);
  kernels.multiply(told, root, trendWeights, "Aᵀ B");
  const knowledge = {
    anchors,
    explained,
    unexplainedShare: 1,
    uncertain,
    trendWeights: contentsOf(trendWeights),
  };
  yield;
  const prior = priorVariance(points.strengths);
  return { ...knowledge, unexplainedShare: shareOf(likelihood, knowledge, cross, prior) };
}

/** Rows that the share is found from. */
const SHARE_ROWS = 200;

/** @param cross covariances of the anchors with the rows, anchors x count. */
function shareOf(likelihood: Likelihood, knowledge: Knowledge, cross: Float64Array, prior: number): number {
  const { rows, state, trend } = likelihood;
  const { anchors, explained, uncertain, trendWeights } = knowledge;
  const { count } = rows;
  const size = state.coefficients.length;
  const trendRoot = inverseRoot(state.trendFactor, size);
  const isAnchor = new Set(anchors);
  const others = Array.from({ length: count }, (_, i) => i).filter((i) => !isAnchor.has(i));
  const step = Math.max(1, Math.floor(others.length / SHARE_ROWS));
  const near = new Float64Array(anchors.length);
  const product = new Float64Array(anchors.length);
  const own = new Float64Array(size);
  const moved = new Float64Array(size);
  let truth = 0;
  let said = 0;
  for (let at = 0; at < others.length; at += step) {
    const i = others[at] ?? 0;
    for (let a = 0; a < near.length; a++) near[a] = cross[a * count + i] ?? 0;
    timesVector(explained, near, product);
    const unexplained = prior - dot(product, product);
    timesVector(uncertain, near, product);
    const known = dot(product, product);
    for (let term = 0; term < size; term++) {
      const from = term * near.length;
      own[term] = (trend[term * count + i] ?? 0) - dot(near, trendWeights.subarray(from, from + near.length));
    }
    timesVector(trendRoot, own, moved);
    const noise = state.noise * (rows.noiseShares[i] ?? 1);
    const exact = 1 / (state.precisions[i] ?? 1) - noise - known - dot(moved, moved);
    if (!(unexplained > 0)) continue;
    truth += Math.min(1, Math.max(0, exact / unexplained));
    said += 1;
  }
  return said > 0 ? truth / said : 1;
}

export function identity(kernels: ProcessKernels, n: number): Matrix64 {
  const matrix = kernels.matrix64(n, n);
  for (let i = 0; i < n; i++) matrix.values[i * (matrix.stride + 1)] = 1;
  return matrix;
}

/** L⁻¹, packed, of a lower triangular factor L. */
export function inverseRoot(factor: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const row = inverse.subarray(i * n, (i + 1) * n);
    row[i] = 1;
    for (let p = 0; p < i; p++) {
      const share = factor[i * n + p] ?? 0;
      for (let j = 0; j <= p; j++) row[j] = (row[j] ?? 0) - share * (inverse[p * n + j] ?? 0);
    }
    const pivot = factor[i * n + i] ?? 1;
    for (let j = 0; j <= i; j++) row[j] = (row[j] ?? 0) / pivot;
  }
  return pack(inverse, n, n);
}
