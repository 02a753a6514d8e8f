/**
 * The most important features for a target, where there are too many for a network: a cubic is fitted in each alone, and they
 * are ranked by the variance that it explains (Fan, Feng and Song, 2011, "Nonparametric independence screening").
 */
import { factorise, solve } from "../../math/cholesky.ts";
import { addGram, dot } from "../../math/products.ts";

/** The trend of a feature has the powers 0 to 3. */
const TERMS_PER_FEATURE = 4;

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
  const terms = new Float64Array(TERMS_PER_FEATURE * count).fill(1);
  for (let power = 1; power < TERMS_PER_FEATURE; power++) {
    for (let i = 0; i < count; i++) {
      terms[power * count + i] = terms[(power - 1) * count + i] * feature[i];
    }
  }
  const gram = new Float64Array(TERMS_PER_FEATURE * TERMS_PER_FEATURE);
  addGram(terms, gram, TERMS_PER_FEATURE, count);
  for (let i = 0; i < TERMS_PER_FEATURE; i++) gram[i * TERMS_PER_FEATURE + i] += 1e-6 * count;
  const factor = new Float64Array(TERMS_PER_FEATURE * TERMS_PER_FEATURE);
  if (!factorise(gram, factor, TERMS_PER_FEATURE)) return 0;
  const projections = Float64Array.from({ length: TERMS_PER_FEATURE }, (_, term) =>
    dot(targets, terms.subarray(term * count, (term + 1) * count)),
  );
  const coefficients = projections.slice();
  solve(factor, coefficients, TERMS_PER_FEATURE);
  return dot(coefficients, projections);
}
