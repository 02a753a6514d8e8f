/**
 * The simulation after which the fewest of the designs that are built are expected to be on the wrong side of the limit: stepwise
 * uncertainty reduction (J. Bect, D. Ginsbourger, L. Li, V. Picheny and E. Vazquez, 2012), where AK-MCS (B. Echard, N. Gayton and
 * M. Lemaire, 2011) asks which single design is the least certain.
 */
import { normalShare } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Population } from "./population.ts";
import { computeCertainty, type ScoreEstimates, type ScoreModel } from "./score-model.ts";

/** Designs whose sides are counted: those that weigh the most. */
const COUNTED_DESIGNS = 400;
const CANDIDATE_COUNT = 64;
/** Nodes and weights of the mean over a standard normal variable (Gauss and Hermite's, of five). */
const QUADRATURE_NODES = [-2.8569700138728056, -1.355626179974266, 0, 1.355626179974266, 2.8569700138728056];
const QUADRATURE_WEIGHTS = [
  0.011257411327720689, 0.2220759220056126, 0.5333333333333333, 0.2220759220056126, 0.011257411327720689,
];

/** Computes the probability that a design is on the other side of the limit than is expected, times its weight. */
function mistakes({ weights }: Population, estimates: ScoreEstimates): Float64Array {
  return weights.map((weight, i) => weight * normalShare(-computeCertainty(estimates, i)));
}

/** The points to simulate, the best first; empty where no side is in doubt. */
export function mostInformative(
  population: Population,
  model: ScoreModel,
  random: Random,
  isNew: (point: Float64Array) => boolean,
): Float64Array[] {
  const { points, weights } = population;
  const estimates = model.estimates(points);
  const wrong = mistakes(population, estimates);
  const order = Array.from(wrong.keys()).sort((a, b) => wrong[b] - wrong[a]);
  const counted = order.slice(0, COUNTED_DESIGNS).filter((i) => wrong[i] > 0);
  const reference = counted.map((i) => points[i]);
  const before = counted.map((i) => ({
    mean: estimates.mean[i],
    variance: estimates.deviation[i] ** 2,
    weight: weights[i],
  }));
  return drawnBy(wrong, order, random)
    .map((i) => points[i])
    .filter(isNew)
    .map((point) => {
      const { deviation } = model.assuming([point]).estimates(reference);
      let left = 0;
      before.forEach(({ mean, variance, weight }, j) => {
        const currentDeviation = deviation[j];
        const moves = Math.sqrt(Math.max(0, variance - currentDeviation * currentDeviation));
        QUADRATURE_NODES.forEach((node, k) => {
          left +=
            weight * QUADRATURE_WEIGHTS[k] * normalShare(-Math.abs(mean + moves * node) / currentDeviation);
        });
      });
      return { point, left };
    })
    .sort((a, b) => a.left - b.left)
    .map(({ point }) => point);
}

/** Each by its share, spread evenly over all; the first is the largest. */
function drawnBy(shares: Float64Array, order: readonly number[], random: Random): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (!(total > 0)) return [];
  const chosen = new Set([order[0]]);
  const offset = random.uniform();
  let [sum, next] = [0, offset];
  for (const i of order) {
    sum += (shares[i] / total) * CANDIDATE_COUNT;
    if (sum <= next) continue;
    chosen.add(i);
    while (next < sum) next++;
  }
  return [...chosen];
}
