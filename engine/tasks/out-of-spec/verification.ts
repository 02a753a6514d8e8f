/**
 * Which of an emulator's predictions servers verify, and in which order: the worst design of each region; then those whose side of the
 * limit is least certain (B. Echard, N. Gayton and M. Lemaire, 2011, "AK-MCS"), by what the results so far have taught of the
 * emulator's errors, and where inputs have distributions by how many of the designs that are built are like them; and once no side is
 * in doubt, the other predicted failures, the worst first. Some are drawn as designs are built, or evenly from the ranges: they show
 * what the emulator misses.
 */
import { createSobol } from "../../designs/sobol.ts";
import { normalShare } from "../../math/normal.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Proposal, StopReason } from "../ask-tell.ts";
import { createEncoding } from "../optimization/bayesian/encoding.ts";
import { EvaluationRecord, type RecordState } from "../optimization/evaluation-record.ts";
import { keyOf, pointViews, type SearchSpace, snap } from "../search-space.ts";
import { correctedModel, noCorrection } from "./corrected-model.ts";
import { type ErrorPrior, errorPrior } from "./error-process.ts";
import { evenDesign, type InputDistribution } from "./input-distribution.ts";
import { isFailing, isInDomain, type LevelSet } from "./level-set.ts";
import { modelled } from "./modelled.ts";
import { drawPopulation } from "./population.ts";
import { thinOut } from "./region.ts";
import { certaintyAt, estimatesOf, type ScoreModel } from "./score-model.ts";

export interface VerificationOptions {
  seed: number;
  /** Simulations that may be asked for. */
  maximum: number;
  /** The worst predicted design of each region. */
  worst: readonly Float64Array[];
  /** Other designs that are predicted out of spec, the worst first. */
  failing: readonly Float64Array[];
  /** Designs that are predicted in spec, near to failing. */
  even: readonly Float64Array[];
  /** How the inputs of the designs that are built are distributed; absent or null: uniformly over the cube. */
  inputs?: InputDistribution | null;
}

interface Candidate {
  point: Float64Array;
  /** How many of the designs that are built it stands for; without a distribution all count the same. */
  weight: number;
}

const WORST_SHARE = 0.25;
/** One in so many is drawn evenly. */
const EVEN = 8;
/** Points of which one in the domain is taken; more meet a smaller domain. */
const MAX_EVEN_TRIES = 512;
const MAX_CANDIDATES = 2_000;
const MAX_FAILING = 1_000;
/** Draws of each kind. */
const BUILT = 4_096;
/** Deviations from the limit: beyond, the side is certain. */
const CERTAIN = 2;
/** Beyond, the share of a normal distribution is soon lost to rounding. */
const FAR = 6;
const logFar = Math.log(normalShare(-FAR));

export class Verification {
  readonly #levelSet: LevelSet;
  readonly #options: VerificationOptions;
  readonly #random: Random;
  readonly #record: EvaluationRecord;
  readonly #known: Set<string>;
  readonly #candidates: readonly Candidate[];
  readonly #errors: ErrorPrior;
  readonly #state = noCorrection();
  #model: ScoreModel | null = null;
  #isDone = false;

  /** @param state of the simulations that there are already */
  constructor(levelSet: LevelSet, options: VerificationOptions, state?: RecordState) {
    this.#levelSet = levelSet;
    this.#options = options;
    this.#random = createRandom(options.seed).fork(6);
    this.#record = new EvaluationRecord(levelSet.axes, state);
    const known = [...(state?.pending ?? []), ...(state?.evaluations ?? [])];
    this.#known = new Set(known.map(({ point }) => keyOf(levelSet.axes, point)));
    this.#errors = errorPrior(levelSet);
    this.#candidates = leastCertainOf(levelSet, candidatesOf(levelSet, options));
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

  /** What a result teaches decides which prediction is verified next. */
  readonly needsResults = true;

  /** The next point; null: there is none, unless what is pending shows another. It is pending from now on. */
  ask(): Proposal | null {
    if (this.stopReason !== null) return null;
    const point = this.#next();
    if (point === null) {
      this.#isDone = this.#record.pending.length === 0;
      return null;
    }
    this.#known.add(keyOf(this.#space, point));
    return this.#record.propose(point);
  }

  /** The emulator, corrected by all results. */
  get model(): ScoreModel {
    const scored = this.#record.evaluations
      .toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1))
      .flatMap(({ point, score }) => (score === null ? [] : [{ point, score }]));
    this.#model ??= correctedModel((points) => this.#levelSet.bands(points), modelled(scored), {
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
    if (proposed % EVEN === EVEN - 1) {
      const even = this.#evenPoint(proposed);
      if (even !== null) return even;
    }
    if (proposed < Math.ceil(WORST_SHARE * maximum)) {
      const point = this.#unseen(worst)[0];
      if (point !== undefined) return point;
    }
    return this.#leastCertain() ?? this.#expectedToFail();
  }

  /** Null once the side of all is certain. */
  #leastCertain(): Float64Array | null {
    const candidates = this.#candidates.filter(({ point }) => this.#isUnseen(point));
    if (candidates.length === 0) return null;
    const pending = this.#record.pending.map(({ point }) => point);
    const estimates = this.model.assuming(pending).estimates(candidates.map(({ point }) => point));
    let [best, most] = [-1, 0];
    candidates.forEach(({ weight }, i) => {
      const certainty = certaintyAt(estimates, i);
      const mistake = weight * normalShare(-certainty);
      if (certainty < CERTAIN && mistake > most) [best, most] = [i, mistake];
    });
    return best < 0 ? null : candidates[best].point;
  }

  /** By the corrected predictions; null where all of them are verified. */
  #expectedToFail(): Float64Array | null {
    const points = this.#unseen([...this.#options.failing, ...this.#candidates.map(({ point }) => point)]);
    if (points.length === 0) return null;
    const { mean } = this.model.estimates(points);
    return points.find((_, i) => isFailing(mean[i])) ?? null;
  }

  #evenPoint(number: number): Float64Array | null {
    const { inputs } = this.#options;
    const random = this.#random.fork(3);
    const point = inputs ? evenDesign(inputs, random, number) : this.#evenly(random, number);
    return point !== null && this.#isUnseen(point) ? point : null;
  }

  /** The first point of the domain in a sequence that covers the cube evenly, from a number on. */
  #evenly(random: Random, number: number): Float64Array | null {
    const { length } = this.#space;
    const points = pointViews(createSobol(length, random).points(number, MAX_EVEN_TRIES), length);
    return (
      points.map((point) => snap(this.#space, point)).find((point) => isInDomain(this.#levelSet, point)) ??
      null
    );
  }

  #unseen(points: readonly Float64Array[]): Float64Array[] {
    return points.filter((point) => this.#isUnseen(point));
  }

  #isUnseen(point: Float64Array): boolean {
    return !this.#known.has(keyOf(this.#space, point));
  }
}

/** With a distribution, draws of it that are rare where failures are: those near the limit are verified. */
function candidatesOf(levelSet: LevelSet, { seed, failing, even, inputs }: VerificationOptions): Candidate[] {
  if (!inputs) return [...thinOut(failing, MAX_FAILING), ...even].map((point) => ({ point, weight: 1 }));
  const scores = (points: readonly Float64Array[]) => levelSet.scores(points);
  const { points, weights } = drawPopulation(inputs, scores, { seed, size: BUILT });
  return points.map((point, i) => ({ point, weight: weights[i] }));
}

/** Those that are the likeliest to be mistaken first, by the emulator alone: results may show that others are. */
function leastCertainOf(levelSet: LevelSet, candidates: readonly Candidate[]): Candidate[] {
  const estimates = estimatesOf(levelSet.bands(candidates.map(({ point }) => point)));
  return candidates
    .map((one, i) => ({ ...one, certainty: certaintyAt(estimates, i) }))
    .filter(({ certainty }) => !Number.isNaN(certainty))
    .sort((a, b) => logMistake(b) - logMistake(a))
    .slice(0, MAX_CANDIDATES)
    .map(({ point, weight }) => ({ point, weight }));
}

/** The logarithm of how likely a mistake is, up to a constant; far from the limit by its leading term. */
const logMistake = ({ weight, certainty }: Candidate & { certainty: number }): number =>
  Math.log(weight) +
  (certainty < FAR ? Math.log(normalShare(-certainty)) : logFar - (certainty ** 2 - FAR ** 2) / 2);
