/** Many rows as a few inducing rows explain them, in blocks, so that memory grows with the inducing rows only. */
import { type Matrix64, viewRow } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import { chooseAnchors } from "./anchors.ts";
import { computeNoiseShare } from "./layout.ts";
import { pickRows, type Rows } from "./model/rows.ts";
import { evaluateTerms, independentTerms, type Terms } from "./model/terms.ts";
import {
  createPoints,
  factoriseOwn,
  fillCross,
  type PointMatrices,
  priorVariance,
  toMatrices,
} from "./points.ts";
import { identity } from "./posterior.ts";
import type { Hyperparameters } from "./search.ts";
import { createShape, type Shape } from "./shape.ts";

/** Inducing rows are chosen among so many rows. */
const MAX_CANDIDATES = 4000;
const ROWS_PER_BLOCK = 512;

export interface Inducing {
  kernels: ProcessKernels;
  rows: Rows;
  hyperparameters: Hyperparameters;
  shape: Shape;
  /** As shares of the signal's variance: the noise, and the prior variance of a row. */
  noise: number;
  prior: number;
  /** The inducing rows, those that explain most first: features x inducing rows. */
  inputs: Matrix;
  inducingCount: number;
  points: PointMatrices;
  /** Upper triangular, of their covariances. */
  factor: Matrix64;
  terms: Terms;
}

/** Some of the rows; valid until the next block. */
export interface Block {
  from: number;
  rows: Rows;
  /** Covariances of the inducing rows with these: inducing rows x count. */
  crossCovariances: Matrix64;
  /** V = L⁻¹ times them. */
  explaining: Matrix64;
  /** The sum of each row's unexplained variance and its noise. */
  residualVariances: Float64Array;
  /** The terms of the trend at the rows, and below them the targets: (terms + 1) x rows. */
  termsAndTargets: Matrix;
}

export interface Sums {
  /** Upper triangular, of B = I + V D⁻¹ Vᵀ with the residual variances D. */
  inner: Matrix64;
  /** L_B⁻¹ V D⁻¹ [H y], inducing rows x (terms + 1). */
  projected: Matrix64;
  /** [H y]ᵀ K⁻¹ [H y], lower triangle, of the covariances K of all rows as the inducing rows explain them. */
  products: Matrix;
}

/** Chooses the inducing rows of a sparse process, and prepares their factor and the terms of its trend. */
export function* chooseInducing(
  rows: Rows,
  hyperparameters: Hyperparameters,
  kernels: ProcessKernels,
  { inducingPoints, order }: { inducingPoints: number; order: Int32Array },
): Generator<undefined, Inducing> {
  const { spec, layout, point } = hyperparameters;
  const shape = createShape(layout, point);
  const among = pickRows(rows, order.filter((row) => row < rows.count).subarray(0, MAX_CANDIDATES));
  const chosen = yield* chooseAnchors(createPoints(spec.family, shape, among.inputs), inducingPoints);
  const { inputs, count: inducingCount } = pickRows(among, chosen);
  const points = toMatrices(kernels, createPoints(spec.family, shape, inputs));
  const factor = kernels.matrix64(inducingCount, inducingCount);
  factoriseOwn(kernels, points, factor);
  return {
    kernels,
    rows,
    hyperparameters,
    shape,
    noise: computeNoiseShare(layout, point),
    prior: priorVariance(points.points.strengths),
    inputs,
    inducingCount,
    points,
    factor,
    terms: independentTerms(among.inputs, spec.degree),
  };
}

/** Visits all rows. Memory of the kernels that a visitor takes is released after each block. */
export function* forEachBlock(inducing: Inducing, visit: (block: Block) => void): Generator<undefined, void> {
  const { kernels, rows } = inducing;
  const mark = kernels.mark();
  for (let from = 0; from < rows.count; from += ROWS_PER_BLOCK) {
    visit(computeBlock(inducing, from, Math.min(rows.count, from + ROWS_PER_BLOCK)));
    kernels.release(mark);
    yield;
  }
}

function computeBlock(inducing: Inducing, from: number, to: number): Block {
  const { kernels, shape, noise, prior, inducingCount, points, factor, terms, hyperparameters } = inducing;
  const rows = pickRows(
    inducing.rows,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  );
  const { count } = rows;
  const blockPoints = toMatrices(kernels, createPoints(hyperparameters.spec.family, shape, rows.inputs));
  const crossCovariances = kernels.matrix64(inducingCount, count);
  fillCross(kernels, points, blockPoints, crossCovariances);
  const explaining = kernels.matrix64(inducingCount, count);
  explaining.values.set(crossCovariances.values);
  kernels.solveLower(factor, explaining);
  const unexplained = new Float64Array(count).fill(prior);
  for (let a = 0; a < inducingCount; a++) {
    const row = viewRow(explaining, a);
    for (let i = 0; i < count; i++) unexplained[i] -= row[i] ** 2;
  }
  const evaluated = evaluateTerms(terms, rows.inputs);
  const termsAndTargets = new Matrix(evaluated.rows + 1, count);
  termsAndTargets.values.set(evaluated.values);
  termsAndTargets.row(evaluated.rows).set(rows.targets);
  const residualVariances = unexplained.map((rest, i) => Math.max(0, rest) + noise * rows.noiseShares[i]);
  return { from, rows, crossCovariances, explaining, residualVariances, termsAndTargets };
}

/** Computes the sums over all rows from which a sparse process is solved, a block of rows after the other. */
export function* sumOverRows(inducing: Inducing): Generator<undefined, Sums> {
  const { kernels, inducingCount, terms } = inducing;
  const size = terms.length / 2 + 1;
  const inner = identity(kernels, inducingCount);
  const projected = kernels.matrix64(inducingCount, size);
  const products = new Matrix(size, size);
  yield* forEachBlock(inducing, ({ explaining, residualVariances, termsAndTargets }) => {
    const roots = residualVariances.map(Math.sqrt);
    for (let a = 0; a < inducingCount; a++) divide(viewRow(explaining, a), roots);
    for (const row of termsAndTargets.rowViews()) divide(row, roots);
    kernels.symmetricRankUpdate(explaining, inner);
    kernels.multiply(explaining, kernels.copyIn(termsAndTargets), projected, "A Bᵀ", 1);
    addProducts(products, (p, q) => dot(termsAndTargets.row(p), termsAndTargets.row(q)));
  });
  kernels.cholesky(inner);
  kernels.solveLower(inner, projected);
  const columns = Matrix.copyOf(projected).transposed();
  addProducts(products, (p, q) => -dot(columns.row(p), columns.row(q)));
  return { inner, projected, products };
}

function divide(values: Float64Array, divisors: Float64Array): void {
  for (let i = 0; i < divisors.length; i++) values[i] /= divisors[i];
}

function addProducts(products: Matrix, product: (p: number, q: number) => number): void {
  for (let p = 0; p < products.rows; p++)
    for (let q = 0; q <= p; q++) products.set(p, q, products.at(p, q) + product(p, q));
}
