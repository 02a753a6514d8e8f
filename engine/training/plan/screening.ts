/**
 * The most important features for a target, where there are too many for a network: a cubic is fitted in each alone, and they
 * are ranked by the variance that it explains (Fan, Feng and Song, 2011, "Nonparametric independence screening").
 */
import { factorise, solve } from "../../math/cholesky.ts";
import { addGram, dot } from "../../math/products.ts";

/** Powers of 0 to 3. */
const TERMS = 4;

/** @param inputs features x count, unit-major. Returns all features, the most important first. */
export function rankFeatures(inputs: Float64Array, features: number, targets: Float64Array): number[] {
  const count = targets.length;
  const explained = Array.from({ length: features }, (_, feature) =>
    explainedBy(inputs.subarray(feature * count, (feature + 1) * count), targets),
  );
  return Array.from(explained.keys()).sort((a, b) => explained[b] - explained[a]);
}

/** The sum of squares of the targets that a cubic in one feature explains. */
function explainedBy(feature: Float64Array, targets: Float64Array): number {
  const count = targets.length;
  const terms = new Float64Array(TERMS * count).fill(1);
  for (let power = 1; power < TERMS; power++) {
    for (let i = 0; i < count; i++) {
      terms[power * count + i] = terms[(power - 1) * count + i] * feature[i];
    }
  }
  const gram = new Float64Array(TERMS * TERMS);
  addGram(terms, gram, TERMS, count);
  for (let i = 0; i < TERMS; i++) gram[i * TERMS + i] += 1e-6 * count;
  const factor = new Float64Array(TERMS * TERMS);
  if (!factorise(gram, factor, TERMS)) return 0;
  const projections = Float64Array.from({ length: TERMS }, (_, term) =>
    dot(targets, terms.subarray(term * count, (term + 1) * count)),
  );
  const coefficients = projections.slice();
  solve(factor, coefficients, TERMS);
  return dot(coefficients, projections);
}
