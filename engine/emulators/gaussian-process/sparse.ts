/**
 * A process on too many rows for their covariances: what they say of some inducing rows, each row otherwise as uncertain
 * as those leave it (Snelson and Ghahramani, 2006, "Sparse Gaussian processes using pseudo-inputs"). Rows are gone through
 * in blocks, so that memory grows with the inducing rows alone.
 */

import type { Opinion } from "../../learning/lesson.ts";
import { factorise, solve } from "../../math/cholesky.ts";
import { contentsOf, type Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot } from "../../math/kernels.ts";
import { chooseAnchors } from "./anchors.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model.ts";
import { pack, timesVector } from "./packed.ts";
import { noiseOf, shapeOf } from "./parameters.ts";
import { factoriseOwn, fillCross, pointsOf, priorVariance, toMatrices } from "./points.ts";
import { identity, inverseRoot, MOST_ANCHORS } from "./posterior.ts";
import { pickRows, type Rows } from "./rows.ts";
import type { Candidate } from "./search.ts";
import { evaluateTerms, independentTerms } from "./terms.ts";

/** Inducing rows are chosen among so many. */
const MOST_CANDIDATES = 4000;
const BLOCK = 512;

export function* fitSparse(
  rows: Rows,
  candidate: Candidate,
  kernels: ProcessKernels,
  options: { inducingPoints: number; order: Int32Array },
): Generator<undefined, { model: Omit<GaussianModel, "breaks">; keptOut: Opinion }> {
  const mark = kernels.mark();
  try {
    return yield* fitIn(rows, candidate, kernels, options);
  } finally {
    kernels.release(mark);
  }
}

function* fitIn(
  rows: Rows,
  { spec, layout, point }: Candidate,
  kernels: ProcessKernels,
  { inducingPoints, order }: { inducingPoints: number; order: Int32Array },
): Generator<undefined, { model: Omit<GaussianModel, "breaks">; keptOut: Opinion }> {
  const { count, width } = rows;
  const shape = shapeOf(layout, point);
  const noise = noiseOf(layout, point);
  const candidates = pickRows(rows, order.slice(0, MOST_CANDIDATES));
  const places = yield* chooseAnchors(
    pointsOf(spec.family, shape, candidates.inputs, candidates.count),
    inducingPoints,
  );
  const inducing = pickRows(candidates, places);
  const most = inducing.count;
  const at = toMatrices(kernels, pointsOf(spec.family, shape, inducing.inputs, most));
  const factor = kernels.matrix64(most, most);
  factoriseOwn(kernels, at, factor);
  const prior = priorVariance(at.points.strengths);
  yield;

  const terms = independentTerms(candidates.inputs, width, candidates.count, spec.degree);
  const size = terms.length / 2;
  const inner = identity(kernels, most);
  const told = kernels.matrix64(most, size + 1);
  const sums = new Float64Array((size + 1) * (size + 1));
  const blockMark = kernels.mark();

  /** Of some rows: V, what the inducing rows explain of them (most x rows), what is left as noise, and [H y]. */
  function blockOf(from: number, to: number) {
    const places = Int32Array.from({ length: to - from }, (_, i) => from + i);
    const block = pickRows(rows, places);
    const points = toMatrices(kernels, pointsOf(spec.family, shape, block.inputs, block.count));
    const explaining = kernels.matrix64(most, block.count);
    fillCross(kernels, at, points, explaining);
    const near = kernels.matrix64(most, block.count);
    near.values.set(explaining.values);
    kernels.solveLower(factor, explaining);
    const left = new Float64Array(block.count).fill(prior);
    for (let a = 0; a < most; a++) {
      const row = a * explaining.stride;
      for (let i = 0; i < block.count; i++) left[i] = (left[i] ?? 0) - (explaining.values[row + i] ?? 0) ** 2;
    }
    const own = left.map((rest, i) => Math.max(0, rest) + noise * (block.noiseShares[i] ?? 1));
    const known = new Float64Array((size + 1) * block.count);
    known.set(evaluateTerms(terms, block.inputs, block.count));
    known.set(block.targets, size * block.count);
    return { count: block.count, block, near, explaining, left, own, known };
  }

  for (let from = 0; from < count; from += BLOCK) {
    const { count: length, explaining, own, known } = blockOf(from, Math.min(count, from + BLOCK));
    for (let a = 0; a < most; a++) {
      const row = a * explaining.stride;
      for (let i = 0; i < length; i++)
        explaining.values[row + i] = (explaining.values[row + i] ?? 0) / Math.sqrt(own[i] ?? 1);
    }
    kernels.symmetricRankUpdate(explaining, inner);
    for (let q = 0; q <= size; q++)
      for (let i = 0; i < length; i++) {
        const place = q * length + i;
        known[place] = (known[place] ?? 0) / Math.sqrt(own[i] ?? 1);
      }
    kernels.multiply(explaining, toMatrix(kernels, known, size + 1, length), told, "A Bᵀ", 1);
    for (let p = 0; p <= size; p++)
      for (let q = 0; q <= p; q++) {
        const product = dot(
          known.subarray(p * length, (p + 1) * length),
          known.subarray(q * length, (q + 1) * length),
        );
        sums[p * (size + 1) + q] = (sums[p * (size + 1) + q] ?? 0) + product;
      }
    kernels.release(blockMark);
    yield;
  }
  kernels.cholesky(inner);
  // L_B⁻¹ V D⁻¹ [H y].
  kernels.solveLower(inner, told);
  for (let p = 0; p <= size; p++)
    for (let q = 0; q <= p; q++) {
      let product = 0;
      for (let a = 0; a < most; a++)
        product += (told.values[a * told.stride + p] ?? 0) * (told.values[a * told.stride + q] ?? 0);
      sums[p * (size + 1) + q] = (sums[p * (size + 1) + q] ?? 0) - product;
    }
  const information = new Float64Array(size * size);
  const coefficients = new Float64Array(size);
  for (let p = 0; p < size; p++) {
    for (let q = 0; q <= p; q++) information[p * size + q] = sums[p * (size + 1) + q] ?? 0;
    coefficients[p] = sums[size * (size + 1) + p] ?? 0;
  }
  const projections = coefficients.slice();
  const trendFactor = new Float64Array(size * size);
  factorise(information, trendFactor, size);
  solve(trendFactor, coefficients, size);
  const squares =
    (sums[size * (size + 1) + size] ?? 0) - dot(coefficients, projections) + rows.scatter / noise;
  const signalVariance = Math.max(1e-24, squares) / Math.max(1, rows.total - size);

  // B⁻¹ V D⁻¹ (y - H beta), then L⁻ᵀ of it.
  const inside = kernels.matrix64(most, 1);
  for (let a = 0; a < most; a++) {
    let value = told.values[a * told.stride + size] ?? 0;
    for (let p = 0; p < size; p++) value -= (coefficients[p] ?? 0) * (told.values[a * told.stride + p] ?? 0);
    inside.values[a * inside.stride] = value;
  }
  kernels.solveUpper(inner, inside);
  const weighted = kernels.matrix64(most, 1);
  weighted.values.set(inside.values);
  kernels.solveUpper(factor, weighted);
  const weights = contentsOf(weighted);
  yield;

  const anchorCount = Math.min(MOST_ANCHORS, most);
  const root = identity(kernels, anchorCount);
  kernels.solveLower(leading(factor, anchorCount), root);
  const explained = pack(root.values, root.stride, anchorCount);
  kernels.solveLower(leading(inner, anchorCount), root);
  const uncertain = pack(root.values, root.stride, anchorCount);
  const trendWeights = new Float64Array(size * anchorCount);
  // (L_B⁻¹ V D⁻¹ H)ᵀ L_B⁻¹ L⁻¹ of the anchors.
  for (let a = 0; a < anchorCount; a++)
    for (let p = 0; p < size; p++) {
      const share = told.values[a * told.stride + p] ?? 0;
      for (let j = 0; j <= a; j++) {
        const place = p * anchorCount + j;
        trendWeights[place] = (trendWeights[place] ?? 0) + share * (root.values[a * root.stride + j] ?? 0);
      }
    }
  const trendRoot = inverseRoot(trendFactor, size);

  const state = {
    signalVariance,
    noise,
    weights: new Float64Array(count),
    precisions: new Float64Array(count),
    coefficients,
    solvedTrend: new Float64Array(0),
    trendFactor,
  };
  let truth = 0;
  let said = 0;
  const anchored = new Float64Array(anchorCount);
  const product = new Float64Array(anchorCount);
  const ownTerms = new Float64Array(size);
  const moved = new Float64Array(size);
  const second = kernels.mark();
  for (let from = 0; from < count; from += BLOCK) {
    const {
      count: length,
      block,
      near,
      explaining,
      own,
      known,
    } = blockOf(from, Math.min(count, from + BLOCK));
    const means = kernels.matrix64(1, length);
    kernels.multiply(inside, explaining, means, "Aᵀ B");
    kernels.solveLower(inner, explaining);
    for (let i = 0; i < length; i++) {
      const mine = own[i] ?? 1;
      let leverage = 0;
      for (let a = 0; a < most; a++) leverage += (explaining.values[a * explaining.stride + i] ?? 0) ** 2;
      let residual = (block.targets[i] ?? 0) - (means.values[i] ?? 0);
      for (let p = 0; p < size; p++) {
        const term = known[p * length + i] ?? 0;
        residual -= (coefficients[p] ?? 0) * term;
        let solved = term;
        for (let a = 0; a < most; a++)
          solved -=
            (explaining.values[a * explaining.stride + i] ?? 0) * (told.values[a * told.stride + p] ?? 0);
        ownTerms[p] = solved / mine;
      }
      timesVector(trendRoot, ownTerms, moved);
      const precision = 1 / mine - leverage / (mine * mine) - dot(moved, moved);
      state.weights[from + i] = residual / mine;
      state.precisions[from + i] = Math.max(precision, 1e-9 / mine);
      if ((from + i) % Math.ceil(count / 300) !== 0) continue;
      for (let a = 0; a < anchorCount; a++) anchored[a] = near.values[a * near.stride + i] ?? 0;
      timesVector(explained, anchored, product);
      const unexplained = prior - dot(product, product);
      timesVector(uncertain, anchored, product);
      const exact = 1 / precision - noise * (block.noiseShares[i] ?? 1) - dot(product, product);
      if (!(unexplained > 1e-9)) continue;
      truth += Math.min(1, Math.max(0, exact / unexplained));
      said += 1;
    }
    kernels.release(second);
    yield;
  }
  const { mean, variance } = leaveOneOut(rows, state);
  return {
    model: {
      family: spec.family,
      count: most,
      width,
      inputs: inducing.inputs,
      ...shape,
      signalVariance,
      noise,
      weights,
      terms,
      coefficients,
      anchors: Int32Array.from({ length: anchorCount }, (_, i) => i),
      explained,
      unexplainedShare: said > 0 ? truth / said : 1,
      uncertain,
      trendWeights,
      trendRoot,
    },
    keptOut: { mean, variance },
  };
}

function leading(matrix: Matrix64, n: number): Matrix64 {
  return { ...matrix, rows: n, columns: n };
}

function toMatrix(kernels: ProcessKernels, values: Float64Array, rows: number, columns: number): Matrix64 {
  const matrix = kernels.matrix64(rows, columns);
  for (let i = 0; i < rows; i++)
    matrix.values.set(values.subarray(i * columns, (i + 1) * columns), i * matrix.stride);
  return matrix;
}
