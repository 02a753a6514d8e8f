/**
 * A process on too many rows for an exact one, through inducing rows: each row has as independent noise the variance that
 * these leave unexplained (Snelson and Ghahramani, 2006, "Sparse Gaussian processes using pseudo-inputs").
 */

import { factoriseDefinite, solve } from "../../math/cholesky.ts";
import { type Matrix64, viewRow } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import type { TargetPrediction } from "../fit-task.ts";
import { chooseInducing, forEachBlock, type Inducing, type Sums, sumOverRows } from "./inducing.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { type LikelihoodState, MIN_PRECISION, MIN_SQUARES } from "./likelihood.ts";
import type { GaussianModel } from "./model/model.ts";
import type { Rows } from "./model/rows.ts";
import { pack, timesVector } from "./packed.ts";
import { identity, inverseRoot, MAX_ANCHORS, type PosteriorVariance } from "./posterior.ts";
import type { Hyperparameters } from "./search.ts";

/** Rows at which the unexplained share is measured. */
const SHARE_ROWS = 300;

interface SparseFit {
  model: Omit<GaussianModel, "discontinuities">;
  heldOut: TargetPrediction;
}

/** Fits a sparse process to all rows with hyperparameters that were found before, and predicts each row without itself. */
export function* fitSparse(
  rows: Rows,
  hyperparameters: Hyperparameters,
  kernels: ProcessKernels,
  options: { inducingPoints: number; order: Int32Array },
): Generator<undefined, SparseFit> {
  const mark = kernels.mark();
  const inducing = yield* chooseInducing(rows, hyperparameters, kernels, options);
  yield;
  const sums = yield* sumOverRows(inducing);
  const solution = solveSums(inducing, sums);
  yield;
  const variance = computePosteriorVariance(inducing, sums);
  const { state, unexplainedShare } = yield* leaveRowsOut(inducing, sums, solution, variance);
  kernels.release(mark);
  return {
    model: {
      family: hyperparameters.spec.family,
      count: inducing.inducingCount,
      width: inducing.inputs.rows,
      inputs: inducing.inputs.values,
      ...inducing.shape,
      signalVariance: solution.signalVariance,
      noise: inducing.noise,
      weights: solution.weights,
      terms: inducing.terms,
      coefficients: solution.coefficients,
      trendRoot: inverseRoot(solution.trendFactor),
      ...variance,
      unexplainedShare,
    },
    heldOut: leaveOneOut(rows, state),
  };
}

interface Solution {
  coefficients: Float64Array;
  trendFactor: Matrix;
  signalVariance: number;
  /** B⁻¹ V D⁻¹ (y - H beta), and L⁻ᵀ times it: the weights of the covariances with the inducing rows in the mean. */
  inside: Matrix64;
  weights: Float64Array;
}

function solveSums({ kernels, rows, noise, inducingCount, factor, terms }: Inducing, sums: Sums): Solution {
  const { inner, projected, products } = sums;
  const size = terms.length / 2;
  const projections = products.row(size).slice(0, size);
  const information = new Matrix(size, size);
  for (let p = 0; p < size; p++) for (let q = 0; q <= p; q++) information.set(p, q, products.at(p, q));
  const trendFactor = factoriseDefinite(information);
  const coefficients = projections.slice();
  solve(trendFactor, coefficients);
  const squares = products.at(size, size) - dot(coefficients, projections) + rows.scatter / noise;
  const inside = kernels.matrix64(inducingCount, 1);
  for (let a = 0; a < inducingCount; a++) {
    const row = viewRow(projected, a);
    inside.values[a * inside.stride] = row[size] - dot(coefficients, row);
  }
  kernels.solveUpper(inner, inside);
  const weights = kernels.matrix64(inducingCount, 1);
  weights.values.set(inside.values);
  kernels.solveUpper(factor, weights);
  const signalVariance = Math.max(MIN_SQUARES, squares) / Math.max(1, rows.total - size);
  return { coefficients, trendFactor, signalVariance, inside, weights: Matrix.copyOf(weights).values };
}

/** As of exact processes, from the first of the inducing rows. */
function computePosteriorVariance(
  { kernels, inducingCount, factor, terms }: Inducing,
  { inner, projected }: Sums,
): PosteriorVariance {
  const count = Math.min(MAX_ANCHORS, inducingCount);
  const size = terms.length / 2;
  const leading = (matrix: Matrix64): Matrix64 => ({ ...matrix, rows: count, columns: count });
  const root = identity(kernels, count);
  kernels.solveLower(leading(factor), root);
  const explained = pack(root.values, root.stride, count);
  kernels.solveLower(leading(inner), root);
  const uncertain = pack(root.values, root.stride, count);
  const trendWeights = new Matrix(size, count);
  for (let a = 0; a < count; a++)
    for (let p = 0; p < size; p++) {
      const share = projected.values[a * projected.stride + p];
      const [weights, solved] = [trendWeights.row(p), viewRow(root, a)];
      for (let j = 0; j <= a; j++) weights[j] += share * solved[j];
    }
  const anchors = Int32Array.from({ length: count }, (_, a) => a);
  return { anchors, explained, unexplainedShare: 1, uncertain, trendWeights: trendWeights.values };
}

function* leaveRowsOut(
  inducing: Inducing,
  { inner, projected }: Sums,
  { coefficients, trendFactor, signalVariance, inside }: Solution,
  { anchors, explained, uncertain }: PosteriorVariance,
): Generator<undefined, { state: LikelihoodState; unexplainedShare: number }> {
  const { kernels, rows, noise, prior, inducingCount } = inducing;
  const size = coefficients.length;
  const state: LikelihoodState = {
    signalVariance,
    noise,
    weights: new Float64Array(rows.count),
    precisions: new Float64Array(rows.count),
    coefficients,
    solvedTrend: new Matrix(0, 0),
    trendFactor,
  };
  const trendRoot = inverseRoot(trendFactor);
  const step = Math.ceil(rows.count / SHARE_ROWS);
  const anchored = new Float64Array(anchors.length);
  const product = new Float64Array(anchors.length);
  const explainingColumn = new Float64Array(inducingCount);
  const solved = new Float64Array(size);
  const termProduct = new Float64Array(size);
  const projectedTerms = Matrix.copyOf(projected);
  const projectedColumns = Array.from({ length: size }, (_, p) => projectedTerms.column(p));
  let shares = 0;
  let counted = 0;
  yield* forEachBlock(
    inducing,
    ({ from, rows: block, crossCovariances, explaining, residualVariances, termsAndTargets }) => {
      const means = kernels.matrix64(1, block.count);
      kernels.multiply(inside, explaining, means, "Aᵀ B");
      kernels.solveLower(inner, explaining);
      for (let i = 0; i < block.count; i++) {
        for (let a = 0; a < inducingCount; a++)
          explainingColumn[a] = explaining.values[a * explaining.stride + i];
        const residualVariance = residualVariances[i];
        let residual = block.targets[i] - means.values[i];
        projectedColumns.forEach((column, p) => {
          const term = termsAndTargets.at(p, i);
          residual -= coefficients[p] * term;
          solved[p] = (term - dot(explainingColumn, column)) / residualVariance;
        });
        timesVector(trendRoot, solved, termProduct);
        const computedPrecision =
          1 / residualVariance -
          dot(explainingColumn, explainingColumn) / (residualVariance * residualVariance) -
          dot(termProduct, termProduct);
        const precision = Math.max(computedPrecision, MIN_PRECISION / residualVariance);
        state.weights[from + i] = residual / residualVariance;
        state.precisions[from + i] = precision;
        if ((from + i) % step !== 0) continue;
        for (let a = 0; a < anchored.length; a++)
          anchored[a] = crossCovariances.values[a * crossCovariances.stride + i];
        timesVector(explained, anchored, product);
        const unexplained = prior - dot(product, product);
        timesVector(uncertain, anchored, product);
        const exact = 1 / precision - noise * block.noiseShares[i] - dot(product, product);
        if (!(unexplained > 1e-9)) continue;
        shares += Math.min(1, Math.max(0, exact / unexplained));
        counted += 1;
      }
    },
  );
  return { state, unexplainedShare: counted > 0 ? shares / counted : 1 };
}
