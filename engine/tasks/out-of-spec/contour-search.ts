/**
 * The search for the contour between in spec and out of spec by simulations alone. Each simulation is placed where a
 * Gaussian process of the results is least certain on which side of the limit a design lies (the straddle heuristic:
 * B. Bryan et al., 2006, "Active learning for identifying function threshold boundaries"); some are placed where
 * another region is likely, or far from all simulations. Where inputs have distributions, the share of built designs
 * that fail counts instead: see built-designs.ts.
 */
import { createSobol } from "../../designs/sobol.ts";
import { REACH_95 } from "../../math/normal.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Proposal } from "../ask-tell.ts";
import { createEncoding } from "../optimization/bayesian/encoding.ts";
import { createSurrogateState } from "../optimization/bayesian/surrogate.ts";
import { EvaluationRecord, type RecordState } from "../optimization/evaluation-record.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import { firstDesign, firstDesigns, nextOfBuilt } from "./built-designs.ts";
import { apartFromFailing, furthestFrom } from "./exploring.ts";
import type { InputDistribution } from "./input-distribution.ts";
import { modelled } from "./modelled.ts";
import { createProcessModel, type ScoreEstimates, type ScoreModel } from "./score-model.ts";

/** At most this share of the simulations is spent on the initial design. */
const MAX_DESIGN_SHARE = 0.3;
const CANDIDATE_COUNT = 1_024;
const REFINED_POINT_COUNT = 12;
const REFINEMENT_STEPS = [0.1, 0.03, 0.01];
const TRIES_PER_POINT = 16;
/** One simulation in this many is placed as far as possible from the others. */
const EXPLORATION_PERIOD = 8;
/**
 * Every second simulation is placed where another region is most likely, as long as at most this many of the
 * process's standard deviations lie between its mean and the limit. The number is large because a process of flat
 * results is overconfident between them: with 2.5, 15 of 50 searches of 6 inputs missed one of three regions.
 */
const MAX_DEVIATIONS_TO_LIMIT = 5;

type PlacementCriterion = (estimates: ScoreEstimates, i: number) => number;

export class ContourSearch {
  readonly #space: SearchSpace;
  readonly #random: Random;
  readonly #maximum: number;
  readonly #inputs: InputDistribution | null;
  readonly #record: EvaluationRecord;
  readonly #state = createSurrogateState();
  #model: ScoreModel | null = null;

  /**
   * Creates the search.
   * @param options `inputs` is the distribution of the designs that are built; absent or null: uniform over the cube
   * @param state the existing simulations
   */
  constructor(
    space: SearchSpace,
    { seed, maximum, inputs = null }: { seed: number; maximum: number; inputs?: InputDistribution | null },
    state?: RecordState,
  ) {
    this.#space = space;
    this.#inputs = inputs;
    this.#random = createRandom(seed);
    this.#maximum = maximum;
    this.#record = new EvaluationRecord(space, state);
  }

  get stopReason() {
    return this.#record.stopReason(this.#maximum);
  }

  tell(results: readonly { id: number; point: Float64Array; score: number | null }[]): void {
    this.#record.tell(results);
    this.#model = null;
  }

  /** False during the initial design, whose points do not depend on results. */
  get needsResults(): boolean {
    const width = this.#space.length;
    const designSize = this.#inputs === null ? 2 * width + 6 : firstDesigns(this.#space);
    return this.#record.proposed >= Math.min(designSize, Math.ceil(MAX_DESIGN_SHARE * this.#maximum));
  }

  /** Proposes the next point, which is pending from now on; null where there is none. */
  ask(): Proposal | null {
    if (this.stopReason !== null) return null;
    const random = this.#random.fork(1, this.#record.proposed);
    const point = this.#next(random) ?? this.#record.unseenPoint(random);
    return point === null ? null : this.#record.propose(point);
  }

  /** The process of all results; null with fewer than three. */
  get model(): ScoreModel | null {
    const scored = this.#record.evaluations
      .toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1))
      .flatMap(({ point, score }) => (score === null ? [] : [{ point, score }]));
    if (scored.length < 3) return null;
    this.#model ??= createProcessModel(modelled(scored), {
      encoding: createEncoding(this.#space),
      state: this.#state,
      random: this.#random.fork(2, scored.length),
      countsFailures: this.#inputs !== null,
    });
    return this.#model;
  }

  #next(random: Random): Float64Array | null {
    const { proposed } = this.#record;
    const builtDesign =
      this.#inputs && (this.#firstBuilt(this.#inputs) ?? this.#nextBuilt(this.#inputs, random));
    if (builtDesign !== null) return builtDesign;
    const sobol = createSobol(this.#space.length, this.#random.fork(3));
    if (!this.needsResults) {
      const point = snap(this.#space, sobol.points(proposed, 1));
      if (this.#record.isNew(point)) return point;
    }
    const model = this.#assumed;
    if (model === null) return null;
    const candidates = this.#scattered(random);
    if (proposed % EXPLORATION_PERIOD === 0) return this.#furthest(model, candidates);
    const elsewhere = proposed % 2 === 0 ? this.#elsewhere(model, candidates, random) : null;
    const best = elsewhere ?? this.#refined(model, candidates, computeStraddle, random);
    return best.find(this.#isNew()) ?? null;
  }

  #firstBuilt(inputs: InputDistribution): Float64Array | null {
    if (this.needsResults) return null;
    const { proposed } = this.#record;
    const point = firstDesign(inputs, this.#random.fork(3), proposed);
    return point !== null && this.#record.isNew(point) ? point : null;
  }

  #nextBuilt(inputs: InputDistribution, random: Random): Float64Array | null {
    const model = this.#assumed;
    if (model === null) return null;
    const { proposed, evaluations, pending } = this.#record;
    const isNew = this.#isNew();
    return nextOfBuilt(this.#space, inputs, { model, evaluations, pending, proposed, random, isNew });
  }

  /** The model with the pending points at their expected scores. */
  get #assumed(): ScoreModel | null {
    return this.model?.assuming(this.#record.pending.map(({ point }) => point)) ?? null;
  }

  /** Creates the test whether a point has no result yet and, in a finite space, was not proposed. */
  #isNew(): (point: Float64Array) => boolean {
    const knownKeys = new Set(this.#record.evaluations.map(({ point }) => point.join(" ")));
    return (point) => !knownKeys.has(point.join(" ")) && this.#record.isNew(point);
  }

  /**
   * Finds the points that are most likely to fail, apart from the known failures; null where a failure is unlikely.
   */
  #elsewhere(model: ScoreModel, points: readonly Float64Array[], random: Random): Float64Array[] | null {
    const isApart = apartFromFailing(this.#space, this.#record.evaluations);
    const best = this.#refined(model, points, computeFailureScore, random).filter(isApart);
    const separate =
      best.length > 0
        ? best
        : this.#refined(model, points.filter(isApart), computeFailureScore, random).filter(isApart);
    if (separate.length === 0 || computeFailureScore(model.estimates(separate), 0) < -MAX_DEVIATIONS_TO_LIMIT)
      return null;
    return separate;
  }

  #refined(
    model: ScoreModel,
    points: readonly Float64Array[],
    value: PlacementCriterion,
    random: Random,
  ): Float64Array[] {
    let best = this.#best(model, points, value);
    for (const step of REFINEMENT_STEPS)
      best = this.#best(model, [...best, ...this.#near(best, step, random)], value);
    return best;
  }

  #furthest(model: ScoreModel, points: readonly Float64Array[]): Float64Array | null {
    const { evaluations, pending } = this.#record;
    return furthestFrom(this.#space, [...evaluations, ...pending], points, model.estimates(points).mean);
  }

  #scattered(random: Random): Float64Array[] {
    const width = this.#space.length;
    const fractions = createSobol(width, random.fork(0)).points(0, CANDIDATE_COUNT);
    return Array.from({ length: CANDIDATE_COUNT }, (_, i) =>
      snap(this.#space, fractions.slice(i * width, (i + 1) * width)),
    );
  }

  #near(points: readonly Float64Array[], step: number, random: Random): Float64Array[] {
    return points.flatMap((point) =>
      Array.from({ length: TRIES_PER_POINT }, () =>
        snap(
          this.#space,
          point.map((value, a) =>
            this.#space[a].isChoice && random.uniform() > step ? value : value + step * random.normal(),
          ),
        ),
      ),
    );
  }

  #best(model: ScoreModel, points: readonly Float64Array[], value: PlacementCriterion): Float64Array[] {
    const estimates = model.estimates(points);
    return points
      .map((point, i) => ({ point, value: value(estimates, i) }))
      .filter(({ point }) => this.#record.isNew(point))
      .sort((a, b) => b.value - a.value)
      .slice(0, REFINED_POINT_COUNT)
      .map(({ point }) => point);
  }
}

/**
 * The straddle criterion 1.96 sigma - |mu| (B. Bryan et al., 2006): it is large near the limit and where the process
 * is uncertain.
 */
const computeStraddle = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  REACH_95 * deviation[i] - Math.abs(mean[i]);

/**
 * The distance of the mean beyond the limit in standard deviations, which rises with the probability that a design
 * fails.
 */
const computeFailureScore: PlacementCriterion = ({ mean, deviation }, i) => -mean[i] / deviation[i];
