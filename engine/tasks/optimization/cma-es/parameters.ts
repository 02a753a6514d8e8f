/** The constants of CMA-ES: N. Hansen (2016), "The CMA Evolution Strategy: A Tutorial", table 1, with active covariances. */

export interface Parameters {
  /** The number of real and whole numbers; categories have separate probabilities. */
  dimensions: number;
  /** The number of points per generation (lambda). */
  populationSize: number;
  /** The weight of each ranked point, the best first: those of the better half sum to 1, the others are negative. */
  weights: Float64Array;
  /** The number of positive weights (mu). */
  parents: number;
  varianceEffectiveSize: number;
  stepSizeRate: number;
  stepSizeDamping: number;
  pathRate: number;
  rankOneRate: number;
  rankMuRate: number;
  /** The mean length of a standard normal vector. */
  expectedLength: number;
  /** The minimum probability that a whole number or a category differs from the most probable one. */
  margin: number;
}

export const defaultPopulationSize = (axes: number): number =>
  4 + Math.floor(3 * Math.log(Math.max(1, axes)));

export function createParameters(dimensions: number, axes: number, populationSize: number): Parameters {
  const n = Math.max(1, dimensions);
  const raw = Float64Array.from(
    { length: populationSize },
    (_, i) => Math.log((populationSize + 1) / 2) - Math.log(i + 1),
  );
  const parents = Math.floor(populationSize / 2);
  const effective = computeEffectiveSize(raw.subarray(0, parents));
  const rankOneRate = 2 / ((n + 1.3) ** 2 + effective);
  const rankMuRate = Math.min(
    1 - rankOneRate,
    (2 * (0.25 + effective + 1 / effective - 2)) / ((n + 2) ** 2 + effective),
  );
  const stepSizeRate = (effective + 2) / (n + effective + 5);
  return {
    dimensions,
    populationSize,
    weights: computeWeights(raw, parents, n, rankOneRate, rankMuRate),
    parents,
    varianceEffectiveSize: effective,
    stepSizeRate,
    stepSizeDamping: 1 + 2 * Math.max(0, Math.sqrt((effective - 1) / (n + 1)) - 1) + stepSizeRate,
    pathRate: (4 + effective / n) / (n + 4 + (2 * effective) / n),
    rankOneRate,
    rankMuRate,
    expectedLength: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
    margin: 1 / (populationSize * Math.max(1, axes)),
  };
}

function computeEffectiveSize(weights: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return (sum * sum) / squares;
}

function computeWeights(
  raw: Float64Array,
  parents: number,
  n: number,
  rankOneRate: number,
  rankMuRate: number,
): Float64Array {
  const positive = raw.subarray(0, parents).reduce((sum, weight) => sum + weight, 0);
  const negative = -raw.subarray(parents).reduce((sum, weight) => sum + weight, 0);
  const negativeEffective = computeEffectiveSize(raw.subarray(parents));
  // This bound keeps the covariance matrix positive definite, and the worst points reduce it by no more than the best
  // ones enlarge it.
  const limit = Math.min(
    1 + rankOneRate / rankMuRate,
    1 + (2 * negativeEffective) / (computeEffectiveSize(raw.subarray(0, parents)) + 2),
    (1 - rankOneRate - rankMuRate) / (n * rankMuRate),
  );
  return raw.map((weight, i) => (i < parents ? weight / positive : (Math.max(0, limit) * weight) / negative));
}
