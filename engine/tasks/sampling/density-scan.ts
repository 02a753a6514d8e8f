/**
 * A scan of a density that is cheap to evaluate, before a chain begins: where its mass lies, in separate regions too, which walkers that
 * begin anywhere seldom find, and hardly ever in the right shares. Quasi-random points over the whole cube are resampled by their
 * density; where few of them matter, by its powers that rise to 1, with moves of the particles in between (sequential Monte
 * Carlo: P. Del Moral, A. Doucet and A. Jasra, 2006). A mixture of normal distributions fitted to the particles then proposes places
 * anywhere in the cube, so that a chain visits each region as often as it should (an independence sampler: L. Tierney, 1994).
 */
import { createSobol } from "../../designs/sobol.ts";
import { createRandom, type Random } from "../../math/random.ts";
import { pointViews, type SearchSpace, snap } from "../search-space.ts";
import { EnsembleSampler } from "./ensemble-sampler.ts";
import { hasDensity } from "./first-places.ts";
import { drawPlace, fitProposal, type GlobalProposal, logProposal } from "./global-proposal.ts";
import { findModes, type Modes } from "./modes.ts";
import { type Propose, stretchOrDifference } from "./moves.ts";

/** Plain data. Places are points of the unit cube, not snapped. */
export interface DensityScan extends GlobalProposal, Modes {
  /** Drawn by the density. */
  places: Float64Array[];
  /** The share of the mixture's proposals that a chain accepts. */
  acceptance: number;
  evaluations: number;
}

export interface ScanOptions {
  seed: number;
  /** Quasi-random points. */
  points: number;
  /** Points that are moved by the density. */
  particles: number;
}

const BATCH_SIZE = 4_096;
/** The first resampling needs this many effective points a particle: more tell more, fewer repeat particles more often. */
const EFFECTIVE_PER_PARTICLE = { first: 1, later: 0.5 };
/**
 * Each particle is moved this many times between two powers; more moves separate particles that were resampled twice.
 */
const MOVES_PER_TEMPERATURE = 6;
const MAX_TEMPERATURES = 60;
/** The number of proposals of the mixture that are rated. */
const TRIAL_COUNT = 1_024;
type LogDensities = (points: readonly Float64Array[]) => Float64Array;

/**
 * @param logDensities of snapped points of the cube; not finite where there is none
 * @yields the share of the scan that is done, 0 to 1
 * @returns null where no point has a density
 */
export function* scanDensity(
  space: SearchSpace,
  logDensities: LogDensities,
  { seed, points: count, particles: maxParticles }: ScanOptions,
): Generator<number, DensityScan | null> {
  const random = createRandom(seed).fork(17);
  let evaluations = 0;
  const rate = (points: readonly Float64Array[]): Float64Array => {
    evaluations += points.length;
    const values = logDensities(points.map((point) => snap(space, point.slice())));
    return values.map((value) => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY));
  };
  const sobol = createSobol(space.length, random.fork(0));
  let places: Float64Array[] = [];
  const values = new Float64Array(count);
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const batch = pointViews(sobol.points(from, Math.min(BATCH_SIZE, count - from)), space.length);
    values.set(rate(batch), from);
    places.push(...batch);
    yield (0.7 * places.length) / count;
  }
  if (!values.some(hasDensity)) return null;
  const particles = Math.min(maxParticles, count);
  let temperature = nextTemperature(values, 0, EFFECTIVE_PER_PARTICLE.first * particles);
  let current: Float64Array = values;
  places = resample(places, current, temperature, particles, random.fork(1));
  for (let round = 0; round < MAX_TEMPERATURES; round++) {
    const moved = moveParticles(space, rate, places, temperature, random.fork(2, round));
    places = moved.places;
    current = moved.logDensities;
    yield 0.7 + 0.25 * temperature;
    if (temperature === 1) break;
    const next = nextTemperature(current, temperature, EFFECTIVE_PER_PARTICLE.later * particles);
    places = resample(places, current, next - temperature, particles, random.fork(3, round));
    temperature = next;
  }
  const proposal = fitProposal(places, space.length, random.fork(4));
  const acceptance = computeAcceptance(proposal, places, current, rate, random.fork(5));
  yield 1;
  return { ...proposal, ...findModes(proposal, places, current, rate), places, acceptance, evaluations };
}

/** The largest power at which the points' weights still make so many effective ones (kept by bisection); at most 1. */
function nextTemperature(logDensities: Float64Array, from: number, effective: number): number {
  if (effectiveCount(logDensities, 1 - from) >= effective) return 1;
  let [low, high] = [from, 1];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (effectiveCount(logDensities, middle - from) >= effective) low = middle;
    else high = middle;
  }
  // Where hardly a point has a density there are never as many: a step must be taken.
  return low > from ? low : high;
}

function computeWeights(logDensities: Float64Array, power: number): Float64Array {
  const most = logDensities.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  return logDensities.map((value) => (hasDensity(value) ? Math.exp(power * (value - most)) : 0));
}

/** The effective number of weighted points: the squared sum of the weights over the sum of their squares (Kish, 1965). */
function effectiveCount(logDensities: Float64Array, power: number): number {
  const weights = computeWeights(logDensities, power);
  let [sum, squares] = [0, 0];
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return sum ** 2 / squares;
}

/** Systematic resampling: each point as often as its weight tells, to within one. */
function resample(
  points: readonly Float64Array[],
  logDensities: Float64Array,
  power: number,
  count: number,
  random: Random,
): Float64Array[] {
  const weights = computeWeights(logDensities, power);
  const step = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const chosen: Float64Array[] = [];
  let reached = random.uniform() * step;
  let total = 0;
  weights.forEach((weight, i) => {
    total += weight;
    for (; reached < total && chosen.length < count; reached += step) chosen.push(points[i]);
  });
  return chosen;
}

/** Moves the particles as an ensemble that samples a power of the density. */
function moveParticles(
  space: SearchSpace,
  rate: LogDensities,
  places: readonly Float64Array[],
  power: number,
  random: Random,
): { places: Float64Array[]; logDensities: Float64Array } {
  const sampler = new EnsembleSampler(space, {
    seed: random.integer(2 ** 32),
    walkers: places.length,
    propose: stretchOrDifference(0.5),
    places,
  });
  while (sampler.steps < MOVES_PER_TEMPERATURE) {
    const proposals = sampler.ask(Number.POSITIVE_INFINITY);
    const rated = rate(proposals.map(({ point }) => point));
    sampler.tell(proposals.map(({ id, point }, i) => ({ id, point, score: power * rated[i] })));
  }
  const { coordinates, logDensities } = sampler.checkpoint();
  return { places: coordinates, logDensities: logDensities.map((value) => value / power) };
}

const isInside = (place: Float64Array): boolean => place.every((value) => value >= 0 && value <= 1);

/** Computes the mean acceptance of moves from particles, which have the density, to draws of the mixture. */
function computeAcceptance(
  proposal: GlobalProposal,
  places: readonly Float64Array[],
  logDensities: Float64Array,
  rate: LogDensities,
  random: Random,
): number {
  const draws = Array.from({ length: TRIAL_COUNT }, () => drawPlace(proposal, random));
  const inside = draws.filter(isInside);
  const rated = rate(inside);
  let sum = 0;
  inside.forEach((draw, i) => {
    const at = random.integer(places.length);
    const gain =
      rated[i] - logDensities[at] + logProposal(proposal, places[at]) - logProposal(proposal, draw);
    sum += Math.min(1, Math.exp(gain));
  });
  return sum / TRIAL_COUNT;
}

/** Moves anywhere in the cube are worth their evaluations only where enough of them are accepted. */
const SCAN_MOVES = { share: 0.3, minAcceptance: 0.01 };

/** Some of the moves go to a place that the scan proposes, wherever the walker is; a mixture of moves keeps detailed balance. */
export function withScanMoves(propose: Propose, scan: DensityScan | null): Propose {
  if (scan === null || scan.acceptance < SCAN_MOVES.minAcceptance) return propose;
  return (walker, complement, random) => {
    if (random.uniform() >= SCAN_MOVES.share) return propose(walker, complement, random);
    const point = drawPlace(scan, random);
    return { point, logFactor: logProposal(scan, walker) - logProposal(scan, point) };
  };
}
