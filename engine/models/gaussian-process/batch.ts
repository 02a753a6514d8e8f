/** Many points predicted at once by products of matrices, the same up to rounding as one by one. */
import { createView, type Matrix64, rowsOf, viewRow } from "../../math/kernels/arena.ts";
import { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import type { GaussianModel } from "./model/model.ts";
import { timesVector, unpack } from "./packed.ts";
import {
  fillCross,
  type PointMatrices,
  type Points,
  pickPoints,
  priorVariance,
  toMatrices,
} from "./points.ts";

/** Points predicted by one product of matrices: more take more memory, fewer repeat the cost of each product. */
const POINTS_PER_BLOCK = 256;
/** Rows of a triangle that are multiplied at once: zeros above the diagonal are skipped, but for those of these rows. */
const TRIANGLE_ROWS = 96;

/** This thread's, for batches of whatever model. */
let shared: ProcessKernels | null = null;

/**
 * The means, and the variances where an array for them is given.
 * @param rows those of the model.
 * @param trend its terms at the points, terms x points.
 */
export function predictBatch(
  model: GaussianModel,
  rows: Points,
  points: Points,
  trend: Matrix,
  variance?: Float64Array,
): Float64Array {
  shared ??= new ProcessKernels();
  const kernels = shared;
  const count = points.scaled.columns;
  const rowCount = rows.scaled.columns;
  const { anchors, coefficients } = model;
  const mean = new Float64Array(count);
  const mark = kernels.mark();
  const from = toMatrices(kernels, rows);
  const weights = kernels.copyVectorIn(model.weights);
  const prior = priorVariance(rows.strengths);
  const explained = triangle(kernels, variance === undefined ? null : model.explained, anchors.length);
  const uncertain = triangle(kernels, variance === undefined ? null : model.uncertain, anchors.length);
  const trendWeights = kernels.copyIn(new Matrix(coefficients.length, anchors.length, model.trendWeights));
  const blockMark = kernels.mark();
  for (let first = 0; first < count; first += POINTS_PER_BLOCK) {
    const size = Math.min(POINTS_PER_BLOCK, count - first);
    const block = pickPoints(
      points,
      Int32Array.from({ length: size }, (_, i) => first + i),
    );
    const crossCovariances = kernels.matrix64(rowCount, size, false);
    fillCross(kernels, from, toMatrices(kernels, block), crossCovariances);
    const sums = kernels.vector64(size);
    kernels.multiply(weights, crossCovariances, sums);
    for (let i = 0; i < size; i++) {
      let value = sums.values[i];
      for (let term = 0; term < coefficients.length; term++)
        value += coefficients[term] * trend.at(term, first + i);
      mean[first + i] = value;
    }
    if (variance !== undefined) {
      const anchorCovariances =
        anchors.length === rowCount ? crossCovariances : rowsAt(kernels, crossCovariances, anchors);
      const unexplained = squaredColumns(kernels, explained, anchorCovariances);
      const uncertainSquares = squaredColumns(kernels, uncertain, anchorCovariances);
      const predictedTerms = kernels.matrix64(coefficients.length, size);
      kernels.multiply(trendWeights, anchorCovariances, predictedTerms);
      const termErrors = new Float64Array(coefficients.length);
      const product = new Float64Array(coefficients.length);
      for (let i = 0; i < size; i++) {
        for (let term = 0; term < termErrors.length; term++)
          termErrors[term] =
            trend.at(term, first + i) - predictedTerms.values[term * predictedTerms.stride + i];
        timesVector(model.trendRoot, termErrors, product);
        const unexplainedVariance = Math.max(0, prior - unexplained[i]);
        const share =
          model.unexplainedShare * unexplainedVariance +
          uncertainSquares[i] +
          dot(product, product) +
          model.noise;
        variance[first + i] = model.signalVariance * share;
      }
    }
    kernels.release(blockMark);
  }
  kernels.release(mark);
  return mean;
}

/**
 * Calls `use` for each of a few points with its covariances with the model's rows, which are overwritten afterwards. The rows are
 * the matrix' columns, so that the kernels fill all vector lanes however few points there are.
 */
export function forEachPoint(
  rows: Points,
  points: Points,
  use: (crossCovariances: Float64Array, index: number) => void,
): void {
  withResidentRows(rows, (kernels, from) => {
    const crossCovariances = kernels.matrix64(points.scaled.columns, rows.scaled.columns, false);
    fillCross(kernels, toMatrices(kernels, points), from, crossCovariances);
    for (let i = 0; i < crossCovariances.rows; i++) use(viewRow(crossCovariances, i), i);
  });
}

/** A packed lower triangle as a matrix; null where it is empty. */
function triangle(kernels: ProcessKernels, packed: Float64Array | null, size: number): Matrix64 | null {
  if (packed === null || packed.length === 0) return null;
  // Most entries above the diagonal are never read, and clearing them takes as long as a product with them.
  const matrix = kernels.matrix64(size, size, false);
  const { stride, values } = matrix;
  for (let row = 0; row < size; row++) {
    const read = Math.min(size, (Math.floor(row / TRIANGLE_ROWS) + 1) * TRIANGLE_ROWS);
    values.fill(0, row * stride + row + 1, row * stride + read);
  }
  unpack(packed, values, stride, size);
  return matrix;
}

function rowsAt(kernels: ProcessKernels, matrix: Matrix64, chosen: Int32Array): Matrix64 {
  const picked = kernels.matrix64(chosen.length, matrix.columns, false);
  chosen.forEach((row, at) => {
    picked.values.set(viewRow(matrix, row), at * picked.stride);
  });
  return picked;
}

/** Squared lengths of the columns of the product of a lower triangle with a matrix; zeros without a triangle. */
function squaredColumns(kernels: ProcessKernels, triangle: Matrix64 | null, right: Matrix64): Float64Array {
  const lengths = new Float64Array(right.columns);
  if (triangle === null) return lengths;
  const { rows, stride } = triangle;
  const product = kernels.matrix64(rows, right.columns, false);
  for (let from = 0; from < rows; from += TRIANGLE_ROWS) {
    const to = Math.min(rows, from + TRIANGLE_ROWS);
    const left = createView(triangle, from * stride, to - from, to, stride);
    kernels.multiply(left, rowsOf(right, 0, to), rowsOf(product, from, to));
  }
  for (let row = 0; row < product.rows; row++)
    for (let i = 0; i < lengths.length; i++) lengths[i] += product.values[row * product.stride + i] ** 2;
  return lengths;
}

/** Bytes of rows that are kept; beyond that all are released, and those that are used again are copied again. */
const MAX_BYTES = 64 * 1024 ** 2;

/** The store of this thread. */
let store: { kernels: ProcessKernels; empty: number; resident: WeakMap<Points, PointMatrices> } | null = null;

/**
 * Calls `work` with kernels whose memory holds the rows already when they have been used before: copying thousands of rows takes
 * longer than computing the covariances of one point with them.
 */
export function withResidentRows<T>(
  rows: Points,
  work: (kernels: ProcessKernels, rows: PointMatrices) => T,
): T {
  store ??= createStore();
  const { kernels } = store;
  if (kernels.mark() > MAX_BYTES) {
    kernels.release(store.empty);
    store.resident = new WeakMap();
  }
  const matrices = store.resident.get(rows) ?? toMatrices(kernels, rows);
  store.resident.set(rows, matrices);
  const mark = kernels.mark();
  try {
    return work(kernels, matrices);
  } finally {
    kernels.release(mark);
  }
}

function createStore(): NonNullable<typeof store> {
  const kernels = new ProcessKernels();
  return { kernels, empty: kernels.mark(), resident: new WeakMap() };
}
