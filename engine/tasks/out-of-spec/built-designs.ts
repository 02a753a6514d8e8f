/**
 * The placement of simulations that measure the share of built designs that fail: mostly where a result is most
 * informative about that share, sometimes where other failing designs are likely, or far from all simulations.
 */
import { normalShare } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Proposal } from "../ask-tell.ts";
import type { RecordedEvaluation } from "../optimization/evaluation-record.ts";
import type { SearchSpace } from "../search-space.ts";
import { apartFromFailing, furthestFrom } from "./exploring.ts";
import { createEvenDesign, type InputDistribution } from "./input-distribution.ts";
import { drawPopulation, type Population } from "./population.ts";
import { computeCertainty, type ScoreEstimates, type ScoreModel } from "./score-model.ts";

/** Besides one for each input, simulations before anything is known. */
const BASE_DESIGN_SIZE = 6;
/** The standard deviation of the first designs relative to the built ones, most of which do not fail. */
const FIRST_DESIGN_SPREAD = 2.5;
/** Draws of each kind; fewer of many results, of which a prediction takes longer. */
const POPULATION_SIZE = 4_096;
const FEW_RESULTS = 120;
/** Every so many designs, one is placed where nothing near is known and one where others may fail. */
const EXPLORATION_PERIOD = 8;
/** Deviations from the limit: nearer, both sides are likely. */
const MAX_DEVIATIONS_TO_LIMIT = 2.5;

export const firstDesigns = (space: SearchSpace): number => space.length + BASE_DESIGN_SIZE;

/** Draws a design of the initial set; null where it lies beyond the ranges. */
export const firstDesign = (inputs: InputDistribution, random: Random, number: number) =>
  createEvenDesign(inputs, random, number, FIRST_DESIGN_SPREAD);

export interface Known {
  /** The model in which pending designs have the results that it expects of them. */
  readonly model: ScoreModel;
  readonly evaluations: readonly RecordedEvaluation[];
  readonly pending: readonly Proposal[];
  /** The number of proposed points. */
  readonly proposed: number;
  readonly random: Random;
  readonly isNew: (point: Float64Array) => boolean;
}

/** Null where no design that is built is new. */
export function nextOfBuilt(
  space: SearchSpace,
  inputs: InputDistribution,
  facts: Known,
): Float64Array | null {
  const { model, evaluations, proposed, random, isNew } = facts;
  const size = Math.round(
    POPULATION_SIZE * Math.min(1, (FEW_RESULTS / Math.max(1, evaluations.length)) ** 2),
  );
  const population = drawPopulation(inputs, (points) => model.estimates(points).mean, {
    seed: random.integer(2 ** 31),
    size: Math.max(512, size),
  });
  const turn = proposed % EXPLORATION_PERIOD;
  const findFurthest = () => furthest(space, population, facts);
  const exploration =
    turn === 0
      ? findFurthest()
      : turn === EXPLORATION_PERIOD / 2
        ? elsewhere(space, population, facts)
        : null;
  return exploration ?? mostInformative(population, model, random, isNew)[0] ?? findFurthest();
}

/** Finds the built design that is furthest from all simulations. */
function furthest(space: SearchSpace, { points, plain }: Population, facts: Known): Float64Array | null {
  const { model, evaluations, pending, isNew } = facts;
  const built = points.slice(0, plain).filter(isNew);
  return furthestFrom(space, [...evaluations, ...pending], built, model.estimates(built).mean);
}

/** The most of the designs built that may fail, apart from those that are known to; null where none is likely. */
function elsewhere(space: SearchSpace, population: Population, facts: Known): Float64Array | null {
  const { points, weights } = population;
  const { mean, deviation } = facts.model.estimates(points);
  const ranked = points
    .map((point, i) => ({ point, below: -mean[i] / deviation[i], weight: weights[i] }))
    .filter(({ point, below }) => Math.abs(below) < MAX_DEVIATIONS_TO_LIMIT && facts.isNew(point))
    .sort((a, b) => b.weight * normalShare(b.below) - a.weight * normalShare(a.below));
  const isApart = apartFromFailing(space, facts.evaluations);
  return ranked.find(({ point }) => isApart(point))?.point ?? null;
}

// The simulation after which the fewest of the designs that are built are expected to be on the wrong side of the limit: stepwise
// uncertainty reduction (J. Bect, D. Ginsbourger, L. Li, V. Picheny and E. Vazquez, 2012), where AK-MCS (B. Echard, N. Gayton and
// M. Lemaire, 2011) asks which single design is the least certain.

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
function mostInformative(
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

/** Draws designs in proportion to their shares by systematic sampling; the first is the one with the largest share. */
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
