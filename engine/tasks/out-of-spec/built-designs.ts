/**
 * Where to simulate so that it is known how many of the designs that are built fail: mostly where a result tells the most of that,
 * at times where other failing designs are likely, or where nothing near has been simulated: a process of few results may be too
 * certain of what it has not seen.
 */
import { createSobol } from "../../designs/sobol.ts";
import { normalQuantile, normalShare } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Proposal } from "../ask-tell.ts";
import type { RecordedEvaluation } from "../optimization/evaluation-record.ts";
import type { SearchSpace } from "../search-space.ts";
import { nearestOf } from "./distance.ts";
import type { InputDistribution } from "./input-distribution.ts";
import { isFailing } from "./level-set.ts";
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
/** Of the cube's diagonal: further from all failing designs is another region. */
const APART = 0.15;

export const firstDesigns = (space: SearchSpace): number => space.length + FIRST;

/** Null where it lies beyond the ranges. */
export function firstDesign(inputs: InputDistribution, random: Random, number: number): Float64Array | null {
  const fractions = createSobol(inputs.dimensions, random).points(number, 1);
  return inputs.pointAt(fractions.map((fraction) => SPREAD * normalQuantile(fraction)));
}

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
  const explored = () => farthest(space, population, known);
  const chosen = turn === 0 ? explored() : turn === TURNS / 2 ? elsewhere(space, population, known) : null;
  return chosen ?? mostInformative(population, model, random, isNew)[0] ?? explored();
}

/** Of the half of the designs built that is the nearest to failing, the one that is the furthest from all that were asked for. */
function farthest(space: SearchSpace, { points, plain }: Population, known: Known): Float64Array | null {
  const built = points.slice(0, plain).filter(known.isNew);
  const { mean } = known.model.estimates(built);
  const half = mean.toSorted()[Math.floor(mean.length / 2)];
  const asked = [...known.evaluations, ...known.pending].map(({ point }) => point);
  let [best, furthest]: [Float64Array | null, number] = [null, 0];
  built.forEach((point, i) => {
    if (mean[i] > half) return;
    const away = distanceTo(space, asked, point);
    if (away > furthest) [best, furthest] = [point, away];
  });
  return best;
}

/** The most of the designs built that may fail, apart from those that are known to; null where none is likely. */
function elsewhere(space: SearchSpace, population: Population, known: Known): Float64Array | null {
  const { points, weights } = population;
  const failing = known.evaluations
    .filter(({ score }) => score !== null && isFailing(score))
    .map(({ point }) => point);
  const { mean, deviation } = known.model.estimates(points);
  const ranked = points
    .map((point, i) => ({ point, below: -mean[i] / deviation[i], weight: weights[i] }))
    .filter(({ point, below }) => Math.abs(below) < LIKELY && known.isNew(point))
    .sort((a, b) => b.weight * normalShare(b.below) - a.weight * normalShare(a.below));
  const apart = APART ** 2 * space.length;
  return ranked.find(({ point }) => distanceTo(space, failing, point) > apart)?.point ?? null;
}

const distanceTo = (space: SearchSpace, points: readonly Float64Array[], point: Float64Array): number =>
  nearestOf(space, point, points, 1)[0]?.distance ?? Number.POSITIVE_INFINITY;
