/**
 * Where to simulate so that it is known how many of the designs that are built fail: mostly where a result tells the most of that,
 * at times where other failing designs are likely, or where nothing near has been simulated.
 */
import { normalShare } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Proposal } from "../ask-tell.ts";
import type { RecordedEvaluation } from "../optimization/evaluation-record.ts";
import type { SearchSpace } from "../search-space.ts";
import { apartFromFailing, furthestFrom } from "./exploring.ts";
import { createEvenDesign, type InputDistribution } from "./input-distribution.ts";
import { drawPopulation, type Population } from "./population.ts";
import type { ScoreModel } from "./score-model.ts";
import { mostInformative } from "./uncertainty-reduction.ts";

/** Besides one for each input, simulations before anything is known. */
const FIRST = 6;
/** Of the first designs, over that of the designs that are built: most of these do not fail. */
const SPREAD = 2.5;
/** Draws of each kind; fewer of many results, of which a prediction takes longer. */
const POPULATION = 4_096;
const FEW_RESULTS = 120;
/** One in so many is placed where nothing near is known, and one where others may fail. */
const TURNS = 8;
/** Deviations from the limit: nearer, both sides are likely. */
const LIKELY = 2.5;

export const firstDesigns = (space: SearchSpace): number => space.length + FIRST;

/** Null where it lies beyond the ranges. */
export const firstDesign = (inputs: InputDistribution, random: Random, number: number) =>
  createEvenDesign(inputs, random, number, SPREAD);

export interface Known {
  /** With what is pending as expected. */
  readonly model: ScoreModel;
  readonly evaluations: readonly RecordedEvaluation[];
  readonly pending: readonly Proposal[];
  /** How many were asked for. */
  readonly proposed: number;
  readonly random: Random;
  readonly isNew: (point: Float64Array) => boolean;
}

/** Null where no design that is built is new. */
export function nextOfBuilt(
  space: SearchSpace,
  inputs: InputDistribution,
  known: Known,
): Float64Array | null {
  const { model, evaluations, proposed, random, isNew } = known;
  const size = Math.round(POPULATION * Math.min(1, (FEW_RESULTS / Math.max(1, evaluations.length)) ** 2));
  const population = drawPopulation(inputs, (points) => model.estimates(points).mean, {
    seed: random.integer(2 ** 31),
    size: Math.max(512, size),
  });
  const turn = proposed % TURNS;
  const explored = () => furthest(space, population, known);
  const chosen = turn === 0 ? explored() : turn === TURNS / 2 ? elsewhere(space, population, known) : null;
  return chosen ?? mostInformative(population, model, random, isNew)[0] ?? explored();
}

/** Of the designs built. */
function furthest(space: SearchSpace, { points, plain }: Population, known: Known): Float64Array | null {
  const { model, evaluations, pending, isNew } = known;
  const built = points.slice(0, plain).filter(isNew);
  return furthestFrom(space, [...evaluations, ...pending], built, model.estimates(built).mean);
}

/** The most of the designs built that may fail, apart from those that are known to; null where none is likely. */
function elsewhere(space: SearchSpace, population: Population, known: Known): Float64Array | null {
  const { points, weights } = population;
  const { mean, deviation } = known.model.estimates(points);
  const ranked = points
    .map((point, i) => ({ point, below: -mean[i] / deviation[i], weight: weights[i] }))
    .filter(({ point, below }) => Math.abs(below) < LIKELY && known.isNew(point))
    .sort((a, b) => b.weight * normalShare(b.below) - a.weight * normalShare(a.below));
  const isApart = apartFromFailing(space, known.evaluations);
  return ranked.find(({ point }) => isApart(point))?.point ?? null;
}
