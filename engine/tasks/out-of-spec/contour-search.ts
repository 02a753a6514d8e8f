/**
 * Where simulations alone show what is out of spec: each is placed where a Gaussian process of the results so far is least certain on
 * which side of the limit a design lies, by the straddle heuristic (B. Bryan et al., 2006, "Active learning for identifying function
 * threshold boundaries"); some where another region is likely, or nothing near has been simulated. Where inputs have distributions,
 * what counts is how many of the designs that are built fail: see built-designs.ts.
 */
import { createSobol } from "../../designs/sobol.ts";
import { REACH_95 } from "../../math/normal.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Proposal } from "../ask-tell.ts";
import { encodingOf } from "../optimization/bayesian/encoding.ts";
import { createSurrogateState } from "../optimization/bayesian/surrogate.ts";
import { EvaluationRecord, type RecordState } from "../optimization/evaluation-record.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import { firstDesign, firstDesigns, nextOfBuilt } from "./built-designs.ts";
import { apartFromFailing, furthestFrom } from "./exploring.ts";
import type { InputDistribution } from "./input-distribution.ts";
import { modelled } from "./modelled.ts";
import { processModel, type ScoreEstimates, type ScoreModel } from "./score-model.ts";

const MAX_DESIGN_SHARE = 0.3;
const CANDIDATES = 1_024;
const AROUND = 12;
const STEPS = [0.1, 0.03, 0.01];
const TRIES = 16;
/** One in so many is placed where nothing near is known. */
const UNKNOWN = 8;
/**
 * Every other one is placed where another region is the likeliest, as long as no more of the process' deviations lie between its mean
 * and the limit. So many, as a process of flat results is too certain of what lies between them: with 2.5, 15 of 50 searches of 6
 * inputs missed one of three regions.
 */
const LIKELY = 5;

type Value = (estimates: ScoreEstimates, i: number) => number;

export class ContourSearch {
  readonly #space: SearchSpace;
  readonly #random: Random;
  readonly #maximum: number;
  readonly #inputs: InputDistribution | null;
  readonly #record: EvaluationRecord;
  readonly #state = createSurrogateState();
  #model: ScoreModel | null = null;

  /**
   * @param options `inputs`: how they are distributed; absent or null: uniformly over the cube
   * @param state of the simulations that there are already
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

  /** False while the first points are asked for, which are the same whatever is known by then. */
  get needsResults(): boolean {
    const width = this.#space.length;
    const wanted = this.#inputs === null ? 2 * width + 6 : firstDesigns(this.#space);
    return this.#record.proposed >= Math.min(wanted, Math.ceil(MAX_DESIGN_SHARE * this.#maximum));
  }

  /** The next point; null: there is none. It is pending from now on. */
  ask(): Proposal | null {
    if (this.stopReason !== null) return null;
    const random = this.#random.fork(1, this.#record.proposed);
    const point = this.#next(random) ?? this.#record.unseenPoint(random);
    return point === null ? null : this.#record.propose(point);
  }

  /** Of all results; null until there are some. */
  get model(): ScoreModel | null {
    const scored = this.#record.evaluations
      .toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1))
      .flatMap(({ point, score }) => (score === null ? [] : [{ point, score }]));
    if (scored.length < 3) return null;
    this.#model ??= processModel(modelled(scored), {
      encoding: encodingOf(this.#space),
      state: this.#state,
      random: this.#random.fork(2, scored.length),
      countsFailures: this.#inputs !== null,
    });
    return this.#model;
  }

  #next(random: Random): Float64Array | null {
    const { proposed } = this.#record;
    const built = this.#inputs && (this.#firstBuilt(this.#inputs) ?? this.#nextBuilt(this.#inputs, random));
    if (built !== null) return built;
    const sobol = createSobol(this.#space.length, this.#random.fork(3));
    if (!this.needsResults) {
      const point = snap(this.#space, sobol.points(proposed, 1));
      if (this.#record.isNew(point)) return point;
    }
    const model = this.#assumed;
    if (model === null) return null;
    const scattered = this.#scattered(random);
    if (proposed % UNKNOWN === 0) return this.#furthest(model, scattered);
    const elsewhere = proposed % 2 === 0 ? this.#elsewhere(model, scattered, random) : null;
    const best = elsewhere ?? this.#refined(model, scattered, straddle, random);
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

  /** With what is pending as expected. */
  get #assumed(): ScoreModel | null {
    return this.model?.assuming(this.#record.pending.map(({ point }) => point)) ?? null;
  }

  /** Whether a point has no result yet, and in a finite space was not asked for. */
  #isNew(): (point: Float64Array) => boolean {
    const known = new Set(this.#record.evaluations.map(({ point }) => point.join(" ")));
    return (point) => !known.has(point.join(" ")) && this.#record.isNew(point);
  }

  /** Where designs are the likeliest to fail, apart from those that are known to; null where that is not likely. */
  #elsewhere(model: ScoreModel, points: readonly Float64Array[], random: Random): Float64Array[] | null {
    const isApart = apartFromFailing(this.#space, this.#record.evaluations);
    const best = this.#refined(model, points, likelihood, random).filter(isApart);
    const away =
      best.length > 0
        ? best
        : this.#refined(model, points.filter(isApart), likelihood, random).filter(isApart);
    if (away.length === 0 || likelihood(model.estimates(away), 0) < -LIKELY) return null;
    return away;
  }

  #refined(model: ScoreModel, points: readonly Float64Array[], value: Value, random: Random): Float64Array[] {
    let best = this.#best(model, points, value);
    for (const step of STEPS) best = this.#best(model, [...best, ...this.#near(best, step, random)], value);
    return best;
  }

  #furthest(model: ScoreModel, points: readonly Float64Array[]): Float64Array | null {
    const { evaluations, pending } = this.#record;
    return furthestFrom(this.#space, [...evaluations, ...pending], points, model.estimates(points).mean);
  }

  #scattered(random: Random): Float64Array[] {
    const width = this.#space.length;
    const fractions = createSobol(width, random.fork(0)).points(0, CANDIDATES);
    return Array.from({ length: CANDIDATES }, (_, i) =>
      snap(this.#space, fractions.slice(i * width, (i + 1) * width)),
    );
  }

  #near(points: readonly Float64Array[], step: number, random: Random): Float64Array[] {
    return points.flatMap((point) =>
      Array.from({ length: TRIES }, () =>
        snap(
          this.#space,
          point.map((value, a) =>
            this.#space[a].isChoice && random.uniform() > step ? value : value + step * random.normal(),
          ),
        ),
      ),
    );
  }

  #best(model: ScoreModel, points: readonly Float64Array[], value: Value): Float64Array[] {
    const estimates = model.estimates(points);
    return points
      .map((point, i) => ({ point, value: value(estimates, i) }))
      .filter(({ point }) => this.#record.isNew(point))
      .sort((a, b) => b.value - a.value)
      .slice(0, AROUND)
      .map(({ point }) => point);
  }
}

const straddle = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  REACH_95 * deviation[i] - Math.abs(mean[i]);

/** Rises with the probability that a design fails. */
const likelihood: Value = ({ mean, deviation }, i) => -mean[i] / deviation[i];
