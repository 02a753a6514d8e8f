/** Polynomials of all targets in the same terms, as functions. */
import { fill, type Matrix64 } from "../../math/kernels/arena.ts";
import type { Kernels } from "../../math/kernels/kernels.ts";
import { threadKernels } from "../../math/kernels/layer-kernels.ts";
import { Matrix } from "../../math/matrix.ts";

/** Plain data. */
export interface PolynomialModel {
  /** The middle of each feature's range in the rows of the fit, and half that range. */
  middles: Float64Array;
  reaches: Float64Array;
  /** terms x 3: see `Term`. */
  terms: Int32Array;
  /** outputs x (1 + terms), the constant first. */
  coefficients: Float64Array;
}

/** Points evaluated at once. */
const POINTS_PER_CHUNK = 512;

/** The terms of a model without their coefficients. */
export interface PolynomialDesign extends Pick<PolynomialModel, "middles" | "reaches" | "terms"> {}

/** Writes the terms ((1 + terms) x points) at encoded points: of each feature, its values from `from` on. */
export function fillTerms(
  { middles, reaches, terms }: PolynomialDesign,
  valuesOf: (feature: number) => Float64Array,
  design: Matrix64,
): void {
  const { values, stride, columns } = design;
  values.fill(1, 0, columns);
  const polynomialsByFeature = new Map<number, Float64Array[]>();
  const polynomials = (feature: number, degree: number): Float64Array => {
    let featurePolynomials = polynomialsByFeature.get(feature);
    if (featurePolynomials === undefined) {
      const [middle, reach] = [middles[feature], reaches[feature]];
      featurePolynomials = [valuesOf(feature).map((value) => (value - middle) / reach)];
      polynomialsByFeature.set(feature, featurePolynomials);
    }
    const [first = values] = featurePolynomials;
    while (featurePolynomials.length < degree)
      featurePolynomials.push(
        nextLegendre(
          first,
          featurePolynomials.at(-1) ?? first,
          featurePolynomials.at(-2),
          featurePolynomials.length,
        ),
      );
    return featurePolynomials[degree - 1] ?? first;
  };
  for (let term = 0; 3 * term < terms.length; term++) {
    const degree = terms[3 * term + 2];
    const factors = polynomials(terms[3 * term + 1], degree);
    const earlier = terms[3 * term] * stride;
    const to = (term + 1) * stride;
    // Of unit variance where the values are uniformly distributed.
    const norm = Math.sqrt(2 * degree + 1);
    for (let i = 0; i < columns; i++) values[to + i] = norm * values[earlier + i] * factors[i];
  }
}

/** (k + 1) P(k+1) = (2k + 1) z P(k) - k P(k-1). */
function nextLegendre(z: Float64Array, last: Float64Array, beforeLast: Float64Array | undefined, k: number) {
  return z.map((value, i) => ((2 * k + 1) * value * last[i] - k * (beforeLast?.[i] ?? 1)) / (k + 1));
}

/**
 * Creates a function that evaluates the polynomials of all outputs.
 * @param model terms and coefficients
 * @param kernels the memory and the compiled functions
 * @returns a function from encoded points (features x points, standardised) to outputs x points
 */
export function createPolynomialEvaluator(
  model: PolynomialModel,
  kernels: Kernels = threadKernels(),
): (encoded: Matrix) => Matrix {
  const size = 1 + model.terms.length / 3;
  const outputs = model.coefficients.length / size;
  return (encoded) => {
    const { columns: count } = encoded;
    const predictions = new Matrix(outputs, count);
    const mark = kernels.mark();
    const coefficients = kernels.matrix64(outputs, size);
    fill(coefficients, model.coefficients);
    const inner = kernels.mark();
    for (let from = 0; from < count; from += POINTS_PER_CHUNK) {
      const points = Math.min(POINTS_PER_CHUNK, count - from);
      const design = kernels.matrix64(size, points);
      fillTerms(model, (feature) => encoded.row(feature).subarray(from, from + points), design);
      const predicted = kernels.matrix64(outputs, points);
      kernels.multiply(coefficients, design, predicted);
      for (let output = 0; output < outputs; output++) {
        const row = predicted.values.subarray(output * predicted.stride, output * predicted.stride + points);
        predictions.row(output).set(row, from);
      }
      kernels.release(inner);
    }
    kernels.release(mark);
    return predictions;
  };
}
