/**
 * The order in which servers verify an emulator's predictions. First come the worst design of each region; then the
 * designs whose side of the limit is least certain by the learning function U (B. Echard, N. Gayton and M. Lemaire,
 * 2011, "AK-MCS"), given the results so far and, with distributions of the inputs, weighted by the number of built
 * designs that they represent; and once no side is in doubt, the other predicted failures, the worst first. Some
 * designs are drawn as they are built, or evenly from the ranges: they reveal failures that the emulator misses.
 */
import { createSobol } from "../../designs/sobol.ts";
import { normalShare } from "../../math/normal.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Proposal, StopReason } from "../ask-tell.ts";
import { createEncoding } from "../optimization/bayesian/encoding.ts";
import { EvaluationRecord, type RecordState } from "../optimization/evaluation-record.ts";
import { createKey, pointViews, type SearchSpace, snap } from "../search-space.ts";
import { createCorrectedModel, createCorrectionState } from "./corrected-model.ts";
import { createErrorPrior, type ErrorPrior } from "./error-process.ts";
import { createEvenDesign, type InputDistribution } from "./input-distribution.ts";
import { isFailing, isInDomain, type LevelSet } from "./level-set.ts";
import { modelled } from "./modelled.ts";
import { drawPopulation } from "./population.ts";
import { thinOut } from "./region.ts";
import { computeCertainty, type ScoreModel, toEstimates } from "./score-model.ts";

export interface VerificationOptions {
  seed: number;
  /** The largest number of simulations that are proposed. */
  maximum: number;
  /** The worst predicted design of each region; fractions in [0, 1]. */
  worst: readonly Float64Array[];
  /** Other designs that are predicted out of spec, the worst first. */
  failing: readonly Float64Array[];
  /** Designs that are predicted in spec, close to failing. */
  even: readonly Float64Array[];
  /** The distribution of the designs that are built; absent or null: uniform over the cube. */
  inputs?: InputDistribution | null;
}

interface Candidate {
  point: Float64Array;
  /** The share of built designs that it represents; 1 for all without a distribution. */
  weight: number;
}

/** At most this share of the simulations verifies the worst designs first. */
const WORST_SHARE = 0.25;
/** One simulation in this many is drawn evenly. */
const EVEN_DRAW_PERIOD = 8;
/** The number of points of which the first one in the domain is taken; a larger number finds a smaller domain. */
const MAX_EVEN_TRIES = 512;
const MAX_CANDIDATES = 2_000;
const MAX_FAILING = 1_000;
/** The number of draws of each kind from the distribution of built designs. */
const BUILT_DRAW_COUNT = 4_096;
/**
 * From this number of standard deviations between the score and the limit on, the side is certain (U >= 2 in AK-MCS).
 */
const MIN_CERTAIN_DEVIATIONS = 2;
/**
 * Beyond this number of standard deviations the normal tail is computed by its leading term, before it underflows.
 */
const MAX_TAIL_DEVIATIONS = 6;
const logTailShare = Math.log(normalShare(-MAX_TAIL_DEVIATIONS));

export class Verification {
  readonly #levelSet: LevelSet;
  readonly #options: VerificationOptions;
  readonly #random: Random;
  readonly #record: EvaluationRecord;
  readonly #knownKeys: Set<string>;
  readonly #candidates: readonly Candidate[];
  readonly #errors: ErrorPrior;
  readonly #state = createCorrectionState();
  #model: ScoreModel | null = null;
  #isDone = false;

  /**
   * Creates the verification.
   * @param state the existing simulations
   */
  constructor(levelSet: LevelSet, options: VerificationOptions, state?: RecordState) {
    this.#levelSet = levelSet;
    this.#options = options;
    this.#random = createRandom(options.seed).fork(6);
    this.#record = new EvaluationRecord(levelSet.axes, state);
    const recorded = [...(state?.pending ?? []), ...(state?.evaluations ?? [])];
    this.#knownKeys = new Set(recorded.map(({ point }) => createKey(levelSet.axes, point)));
    this.#errors = createErrorPrior(levelSet);
    this.#candidates = selectLeastCertain(levelSet, createCandidates(levelSet, options));
  }

  get #space(): SearchSpace {
    return this.#levelSet.axes;
  }

  get stopReason(): StopReason | null {
    return this.#isDone ? "converged" : this.#record.stopReason(this.#options.maximum);
  }

  tell(results: readonly { id: number; point: Float64Array; score: number | null }[]): void {
    this.#record.tell(results);
    this.#model = null;
  }

  /** Each result decides which prediction is verified next. */
  readonly needsResults = true;

  /**
   * Proposes the next point, which is pending from now on; null where there is none, unless a pending result reveals
   * another.
   */
  ask(): Proposal | null {
    if (this.stopReason !== null) return null;
    const point = this.#next();
    if (point === null) {
      this.#isDone = this.#record.pending.length === 0;
      return null;
    }
    this.#knownKeys.add(createKey(this.#space, point));
    return this.#record.propose(point);
  }

  /** The emulator, corrected by all results. */
  get model(): ScoreModel {
    const scored = this.#record.evaluations
      .toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1))
      .flatMap(({ point, score }) => (score === null ? [] : [{ point, score }]));
    this.#model ??= createCorrectedModel((points) => this.#levelSet.bands(points), modelled(scored), {
      errors: this.#errors,
      encoding: createEncoding(this.#space),
      state: this.#state,
      random: this.#random.fork(2, scored.length),
    });
    return this.#model;
  }

  #next(): Float64Array | null {
    const { proposed } = this.#record;
    const { maximum, worst } = this.#options;
    if (proposed % EVEN_DRAW_PERIOD === EVEN_DRAW_PERIOD - 1) {
      const evenPoint = this.#evenPoint(proposed);
      if (evenPoint !== null) return evenPoint;
    }
    if (proposed < Math.ceil(WORST_SHARE * maximum)) {
      const point = this.#unseen(worst)[0];
      if (point !== undefined) return point;
    }
    return this.#leastCertain() ?? this.#expectedToFail();
  }

  /** Finds the candidate with the most likely mistake; null once the side of all candidates is certain. */
  #leastCertain(): Float64Array | null {
    const candidates = this.#candidates.filter(({ point }) => this.#isUnseen(point));
    if (candidates.length === 0) return null;
    const pending = this.#record.pending.map(({ point }) => point);
    const estimates = this.model.assuming(pending).estimates(candidates.map(({ point }) => point));
    let [bestIndex, largestMistake] = [-1, 0];
    candidates.forEach(({ weight }, i) => {
      const certainty = computeCertainty(estimates, i);
      const mistake = weight * normalShare(-certainty);
      if (certainty < MIN_CERTAIN_DEVIATIONS && mistake > largestMistake)
        [bestIndex, largestMistake] = [i, mistake];
    });
    return bestIndex < 0 ? null : candidates[bestIndex].point;
  }

  /** Finds a predicted failure by the corrected predictions; null where all of them are verified. */
  #expectedToFail(): Float64Array | null {
    const points = this.#unseen([...this.#options.failing, ...this.#candidates.map(({ point }) => point)]);
    if (points.length === 0) return null;
    const { mean } = this.model.estimates(points);
    return points.find((_, i) => isFailing(mean[i])) ?? null;
  }

  #evenPoint(sequenceIndex: number): Float64Array | null {
    const { inputs } = this.#options;
    const random = this.#random.fork(3);
    const point = inputs
      ? createEvenDesign(inputs, random, sequenceIndex)
      : this.#drawInDomain(random, sequenceIndex);
    return point !== null && this.#isUnseen(point) ? point : null;
  }

  /** Finds the first point of the domain in a Sobol sequence from an index on. */
  #drawInDomain(random: Random, sequenceIndex: number): Float64Array | null {
    const { length } = this.#space;
    const points = pointViews(createSobol(length, random).points(sequenceIndex, MAX_EVEN_TRIES), length);
    return (
      points.map((point) => snap(this.#space, point)).find((point) => isInDomain(this.#levelSet, point)) ??
      null
    );
  }

  #unseen(points: readonly Float64Array[]): Float64Array[] {
    return points.filter((point) => this.#isUnseen(point));
  }

  #isUnseen(point: Float64Array): boolean {
    return !this.#knownKeys.has(createKey(this.#space, point));
  }
}

/**
 * Collects the candidates. With a distribution these are draws of it, dense where failures are rare, so that designs
 * near the limit are verified.
 */
function createCandidates(
  levelSet: LevelSet,
  { seed, failing, even, inputs }: VerificationOptions,
): Candidate[] {
  if (!inputs) return [...thinOut(failing, MAX_FAILING), ...even].map((point) => ({ point, weight: 1 }));
  const scores = (points: readonly Float64Array[]) => levelSet.scores(points);
  const { points, weights } = drawPopulation(inputs, scores, { seed, size: BUILT_DRAW_COUNT });
  return points.map((point, i) => ({ point, weight: weights[i] }));
}

/**
 * Sorts the candidates by the probability of a mistake under the emulator alone, the likeliest first; results may
 * change the order.
 */
function selectLeastCertain(levelSet: LevelSet, candidates: readonly Candidate[]): Candidate[] {
  const estimates = toEstimates(levelSet.bands(candidates.map(({ point }) => point)));
  return candidates
    .map((candidate, i) => ({ ...candidate, certainty: computeCertainty(estimates, i) }))
    .filter(({ certainty }) => !Number.isNaN(certainty))
    .sort((a, b) => computeLogMistake(b) - computeLogMistake(a))
    .slice(0, MAX_CANDIDATES)
    .map(({ point, weight }) => ({ point, weight }));
}

/**
 * Computes the log probability of a mistake, log(weight Phi(-U)), up to a constant; far from the limit by its leading
 * term.
 */
const computeLogMistake = ({ weight, certainty }: Candidate & { certainty: number }): number =>
  Math.log(weight) +
  (certainty < MAX_TAIL_DEVIATIONS
    ? Math.log(normalShare(-certainty))
    : logTailShare - (certainty ** 2 - MAX_TAIL_DEVIATIONS ** 2) / 2);
