/**
 * Bayesian optimisation of expensive evaluations with constraints, failures and any number of pending points.
 * Gaussian processes model the score, the constraints and the success; the acquisition is the log expected
 * improvement plus the log probability of feasibility and success, maximised within a trust region. Pending points
 * count as evaluated with their posterior mean, so that points can be asked for at any time.
 */

import { createSobol } from "../../../designs/sobol.ts";
import { createRandom, type Random } from "../../../math/random.ts";
import { runToEnd } from "../../../math/run-to-end.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import {
  type AskTell,
  type Candidate,
  computeViolation,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
} from "../../ask-tell.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { EvaluationRecord, type RecordedEvaluation, type RecordState } from "../evaluation-record.ts";
import type { Composition } from "./composition.ts";
import { createEncoding } from "./encoding.ts";
import { SUBSET_THRESHOLD, selectModelled } from "./modelled.ts";
import { createModelStates, createModels, type ModelStates, type Models } from "./models.ts";
import { type Basins, noBasins, proposePoint } from "./proposer.ts";
import { adaptWalk, isStepDue, proposeStep, type RandomWalk, startRandomWalk } from "./random-walk.ts";
import { isSearchDue } from "./surrogate.ts";
import {
  computeGain,
  computeGainScale,
  startTrustRegion,
  type TrustRegion,
  updateTrustRegion,
} from "./trust-region.ts";

export interface BayesianOptions {
  seed: number;
  /** The largest number of points that are proposed. */
  maxEvaluations?: number;
  /** Proposed first, for example the initial values; points of one fraction in [0, 1] per axis. */
  starts?: readonly Float64Array[];
  /** The function that composes the score of outputs; null or absent where there is none. */
  composition?: Composition | null;
  /** `improve` searches the kernels, so `ask` postpones a search that is due. */
  isImproved?: boolean;
  /** Some proposals are random steps from the best point while the processes explain little; true by default. */
  walks?: boolean;
}

/** The whole state of the optimiser (plain data, stored by the servers' search). */
export interface BayesianCheckpoint {
  record: RecordState;
  models: ModelStates;
  region: TrustRegion;
  basins: Basins;
  walk: RandomWalk;
  /** The number of evaluations that the trust region has been updated with, and the best of them. */
  processed: number;
  incumbent: Candidate | null;
}

/** With fewer successful results no model is fitted. */
const MIN_MODEL_RESULTS = 3;

export class BayesianOptimiser implements AskTell<BayesianCheckpoint> {
  readonly #space: SearchSpace;
  readonly #options: BayesianOptions;
  readonly #random: Random;
  readonly #record: EvaluationRecord;
  readonly #state: Omit<BayesianCheckpoint, "record">;
  /** The models of all results told so far; null until they are fitted. */
  #models: Models | null = null;

  constructor(space: SearchSpace, options: BayesianOptions, checkpoint?: BayesianCheckpoint) {
    this.#space = space;
    this.#options = options;
    this.#random = createRandom(options.seed);
    const { record, ...state } = checkpoint === undefined ? { record: undefined } : copyPlain(checkpoint);
    this.#record = new EvaluationRecord(space, record);
    this.#state = {
      models: createModelStates(),
      region: startTrustRegion(),
      basins: noBasins(),
      walk: startRandomWalk(),
      processed: 0,
      incumbent: null,
      ...state,
    };
  }

  get pending(): Proposal[] {
    return this.#record.pending;
  }
  get best(): Candidate | null {
    return this.#record.best;
  }
  get stopReason(): StopReason | null {
    return this.#record.stopReason(this.#options.maxEvaluations);
  }

  /** False during the initial design, whose points do not depend on results. */
  get needsResults(): boolean {
    const { proposed, evaluations } = this.#record;
    const foreignCount = evaluations.filter(({ id }) => id === null).length;
    return proposed + foreignCount >= firstPointCount(this.#space, this.#options.maxEvaluations);
  }

  ask(count: number): Proposal[] {
    const proposals: Proposal[] = [];
    while (proposals.length < count && this.stopReason === null) {
      const random = this.#random.fork(1, this.#record.proposed);
      const point = this.#next(random) ?? this.#record.unseenPoint(random);
      if (point === null) break;
      proposals.push(this.#record.propose(point));
    }
    return proposals;
  }

  /** A search of the kernels is due. */
  get canImprove(): boolean {
    const { score, outputs, isComposed, constraints } = this.#state.models;
    const results = this.#sound.length;
    // The search of the other states is finished for good, or is due together with these.
    const usedStates = [...(isComposed ? outputs : [score]), ...constraints];
    return usedStates.some((state) => state.form !== null && isSearchDue(state, results));
  }

  /** Searches the kernels for the present results in small steps; points may be asked for and told in between. */
  *improve(): Generator<undefined, void> {
    if (!this.canImprove) return;
    const models = copyPlain(this.#state.models);
    yield* this.#fit(models, false);
    this.#state.models = models;
    this.#models = null;
  }

  tell(evaluations: readonly Evaluation[]): void {
    this.#record.tell(evaluations);
    this.#models = null;
  }

  checkpoint(): BayesianCheckpoint {
    return copyPlain({ record: this.#record.state(), ...this.#state });
  }

  #next(random: Random): Float64Array | null {
    const designPoint = this.#designPoint();
    if (designPoint !== null) return designPoint;
    this.#process();
    const sound = this.#sound;
    if (sound.length < MIN_MODEL_RESULTS) return this.#evenPoint();
    this.#models ??= runToEnd(this.#fit(this.#state.models, this.#options.isImproved ?? false));
    const pending = this.#record.pending.map(({ point }) => point);
    const models = this.#models.assuming(pending);
    const isNew = (point: Float64Array) => this.#record.isNew(point);
    const { best } = this.#record;
    if (best?.violation === 0 && this.#isStepDue(this.#models, sound.length)) {
      const step = proposeStep(this.#space, best.point, this.#state.walk, { ...models, isNew }, random);
      if (step !== null) {
        this.#state.walk.ids.push(this.#record.proposed);
        return step;
      }
    }
    const ranked = sound.map(toCandidate).toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0));
    const knownPoints = [...this.#record.evaluations.map(({ point }) => point), ...pending];
    return proposePoint(
      { space: this.#space, models, ranked, knownPoints, pending, isNew },
      this.#state,
      random,
    );
  }

  #isStepDue({ determination, noise }: Models, results: number): boolean {
    const { proposed, best } = this.#record;
    const pending = this.#record.pending.length;
    const sinceBest = proposed - pending - (best?.id ?? 0);
    const { walks = true } = this.#options;
    return walks && isStepDue(this.#space, { results, proposed, sinceBest, pending, determination, noise });
  }

  get #sound(): RecordedEvaluation[] {
    return sortByProposal(this.#record.evaluations).filter(({ score }) => score !== null);
  }

  /**
   * Fits the models to the results, or to a subset of many results.
   * @param states are updated
   */
  #fit(states: ModelStates, isPostponed: boolean): Generator<undefined, Models> {
    const evaluations = sortByProposal(this.#record.evaluations);
    return createModels(
      createEncoding(this.#space),
      evaluations.length > SUBSET_THRESHOLD ? selectModelled(evaluations) : evaluations,
      states,
      {
        composition: this.#options.composition ?? null,
        random: this.#random.fork(2, this.#sound.length),
        isPostponed,
        isWatched: true,
      },
    );
  }

  /**
   * The next point of the initial design: the start points or the middle, then a Sobol sequence; null when the design
   * is complete.
   */
  #designPoint(): Float64Array | null {
    const { starts = [] } = this.#options;
    const { proposed } = this.#record;
    const start = starts[proposed];
    if (start !== undefined) {
      const point = snap(this.#space, start.slice());
      if (this.#record.isNew(point)) return point;
    }
    if (this.needsResults) return null;
    const isFirst = proposed + this.#record.evaluations.length === 0;
    return isFirst && starts.length === 0 ? middlePoint(this.#space) : this.#evenPoint();
  }

  /** The next point of the Sobol sequence; null where that point is known. */
  #evenPoint(): Float64Array | null {
    const point = evenPoint(this.#space, this.#options.seed, this.#record.proposed);
    return this.#record.isNew(point) ? point : null;
  }

  /** Updates the trust region and the random walk with the results since the last call. */
  #process(): void {
    const { region } = this.#state;
    const { evaluations } = this.#record;
    const latest = sortByProposal(evaluations.slice(this.#state.processed));
    this.#state.processed = evaluations.length;
    const scores = evaluations.flatMap(({ score }) => (score === null ? [] : [score]));
    const scale = computeGainScale(scores);
    let gain = 0;
    for (const evaluation of latest) {
      adaptWalk(this.#state.walk, evaluation.id, this.#record.best?.id === evaluation.id);
      const { incumbent } = this.#state;
      if (evaluation.score === null) continue;
      const candidate = toCandidate(evaluation);
      if (incumbent !== null && !isBetter(candidate, incumbent)) continue;
      gain = Math.max(gain, computeGain(candidate, incumbent, scale));
      this.#state.incumbent = candidate;
    }
    // Results that were told together were asked for together, so they count as few trials.
    const maxFailures = Math.max(4, this.#space.length) + this.#record.pending.length / 2;
    if (latest.length > 0)
      updateTrustRegion(region, gain, Math.min(latest.length, maxFailures / 3), maxFailures);
  }
}

/** Sorts the evaluations by the order in which they were proposed, whichever ended first. */
const sortByProposal = (evaluations: readonly RecordedEvaluation[]): RecordedEvaluation[] =>
  evaluations.toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1));

const toCandidate = ({ id, point, score, constraints }: RecordedEvaluation): Candidate => ({
  id,
  point,
  score: score ?? Number.NEGATIVE_INFINITY,
  violation: computeViolation(constraints),
});

/** At most this share of the evaluations is spent on the initial design. */
const MAX_DESIGN_SHARE = 0.3;

/**
 * Computes the size of the initial design: the number of axes plus two.
 * @param maxEvaluations the limit of proposals; absent: no limit
 */
const firstPointCount = (space: SearchSpace, maxEvaluations = Number.POSITIVE_INFINITY): number =>
  Math.min(space.length + 2, Math.ceil(MAX_DESIGN_SHARE * maxEvaluations));

/**
 * The middle of the cube: ranges often surround a design that is expected to be good (D. R. Jones et al., 1993, start
 * there too).
 */
const middlePoint = (space: SearchSpace): Float64Array =>
  snap(space, new Float64Array(space.length).fill(0.5));

/**
 * Computes a point of a scrambled Sobol sequence.
 * @param at the index in the sequence, from 0
 */
const evenPoint = (space: SearchSpace, seed: number, index: number): Float64Array =>
  snap(space, createSobol(space.length, createRandom(seed).fork(3)).points(index, 1));
