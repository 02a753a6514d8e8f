/** The derivatives of polynomials by the features. */
import { Matrix } from "../../math/matrix.ts";
import type { PolynomialModel } from "./model.ts";

/** The values of one output at some points, and their derivatives by the features. */
export interface PolynomialGradients {
  /** One a point. */
  values: Float64Array;
  /** features x points. */
  gradients: Matrix;
}

/**
 * Computes the values and derivatives of each output, by differentiation in reverse: Linnainmaa (1976).
 * @param encoded features x points, standardised
 */
export function polynomialGradients(
  { middles, reaches, terms, coefficients }: PolynomialModel,
  encoded: Matrix,
): PolynomialGradients[] {
  const { rows: width, columns: count } = encoded;
  const termCount = terms.length / 3;
  const size = 1 + termCount;
  const outputs = Array.from({ length: coefficients.length / size }, () => ({
    values: new Float64Array(count),
    gradients: new Matrix(width, count),
  }));
  const degree = terms.reduce((max, value, at) => (at % 3 === 2 ? Math.max(max, value) : max), 1);
  const legendre = new Float64Array(width * (degree + 1));
  const derivatives = new Float64Array(width * (degree + 1));
  const values = new Float64Array(size).fill(1);
  const byTerm = new Float64Array(size);
  for (let at = 0; at < count; at++) {
    for (let feature = 0; feature < width; feature++) {
      const z = (encoded.at(feature, at) - middles[feature]) / reaches[feature];
      fillLegendre(z, degree, legendre, derivatives, feature * (degree + 1));
    }
    for (let term = 0; term < termCount; term++) {
      const [earlier = 0, feature = 0, termDegree = 1] = terms.subarray(3 * term, 3 * term + 3);
      const factor = legendreNorm(termDegree) * legendre[feature * (degree + 1) + termDegree];
      values[term + 1] = values[earlier] * factor;
    }
    outputs.forEach((output, number) => {
      const weights = coefficients.subarray(number * size, (number + 1) * size);
      byTerm.set(weights);
      for (let term = termCount - 1; term >= 0; term--) {
        const [earlier = 0, feature = 0, termDegree = 1] = terms.subarray(3 * term, 3 * term + 3);
        const polynomial = feature * (degree + 1) + termDegree;
        const share = legendreNorm(termDegree) * byTerm[term + 1];
        byTerm[earlier] += share * legendre[polynomial];
        const slope = (share * values[earlier] * derivatives[polynomial]) / reaches[feature];
        output.gradients.set(feature, at, output.gradients.at(feature, at) + slope);
      }
      output.values[at] = weights.reduce((sum, weight, term) => sum + weight * values[term], 0);
    });
  }
  return outputs;
}

/** As in `fillTerms`: of unit variance where the values are uniformly distributed. */
const legendreNorm = (degree: number): number => Math.sqrt(2 * degree + 1);

/** Polynomials 0 .. degree and their derivatives: (k + 1) P(k+1) = (2k + 1) z P(k) - k P(k-1), P'(k+1) = (k + 1) P(k) + z P'(k). */
function fillLegendre(
  z: number,
  degree: number,
  values: Float64Array,
  derivatives: Float64Array,
  from: number,
): void {
  values[from] = 1;
  derivatives[from] = 0;
  let before = 0;
  for (let k = 0; k < degree; k++) {
    const last = values[from + k];
    values[from + k + 1] = ((2 * k + 1) * z * last - k * before) / (k + 1);
    derivatives[from + k + 1] = (k + 1) * last + z * derivatives[from + k];
    before = last;
  }
}
