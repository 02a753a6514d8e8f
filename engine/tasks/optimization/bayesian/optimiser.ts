/**
 * Bayesian optimisation of expensive evaluations: Gaussian processes of the score, the constraints and of what fails; the
 * logarithm of the expected improvement times the probability that a point is feasible and does not fail, within a trust region;
 * points that are pending count as evaluated as they are predicted, so that any number may be asked for at any time.
 */
import { createRandom, type Random } from "../../../math/random.ts";
import { runToEnd } from "../../../math/run-to-end.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import {
  type AskTell,
  type Candidate,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
  violationOf,
} from "../../ask-tell.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { EvaluationRecord, type RecordedEvaluation, type RecordState } from "../evaluation-record.ts";
import type { Composition } from "./composition.ts";
import { encodingOf } from "./encoding.ts";
import { evenPoint, firstPointCount, middlePoint } from "./first-points.ts";
import { MODELS_LIMIT, modelled } from "./modelled.ts";
import { createModels, type ModelStates, type Models, noModels } from "./models.ts";
import { type Basins, noBasins, proposePoint } from "./proposer.ts";
import { adaptWalk, isStepDue, nextStep, type RandomWalk, startRandomWalk } from "./random-walk.ts";
import { isSearchDue } from "./surrogate.ts";
import {
  gainOf,
  scaleOfGains,
  startTrustRegion,
  type TrustRegion,
  updateTrustRegion,
} from "./trust-region.ts";

export interface BayesianOptions {
  seed: number;
  /** Points that may be asked for. */
  maxEvaluations?: number;
  /** Looked at first, as the initial values. */
  starts?: readonly Float64Array[];
  /** How the score follows from outputs, where it does. */
  composition?: Composition | null;
  /** `improve` searches the kernels: `ask` need not, unless it must. */
  isImproved?: boolean;
  /** Where the processes explain little, some points are steps from the best one; true by default. */
  walks?: boolean;
}

/** Plain data. */
export interface BayesianCheckpoint {
  record: RecordState;
  models: ModelStates;
  region: TrustRegion;
  basins: Basins;
  walk: RandomWalk;
  /** Evaluations that the trust region knows of, and the best of them. */
  processed: number;
  incumbent: Candidate | null;
}

/** Fewer results are no basis for a model. */
const MIN_MODELLED = 3;

export class BayesianOptimiser implements AskTell<BayesianCheckpoint> {
  readonly #space: SearchSpace;
  readonly #options: BayesianOptions;
  readonly #random: Random;
  readonly #record: EvaluationRecord;
  readonly #state: Omit<BayesianCheckpoint, "record">;
  /** Of the evaluations told so far. */
  #models: Models | null = null;

  constructor(space: SearchSpace, options: BayesianOptions, checkpoint?: BayesianCheckpoint) {
    this.#space = space;
    this.#options = options;
    this.#random = createRandom(options.seed);
    const { record, ...state } = checkpoint === undefined ? { record: undefined } : copyPlain(checkpoint);
    this.#record = new EvaluationRecord(space, record);
    this.#state = {
      models: noModels(),
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

  /** False while the first points are asked for, which are the same whatever is known by then. */
  get needsResults(): boolean {
    const { proposed, evaluations } = this.#record;
    const given = evaluations.filter(({ id }) => id === null).length;
    return proposed + given >= firstPointCount(this.#space, this.#options.maxEvaluations);
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

  /** Whether there is something to do for `improve`. */
  get canImprove(): boolean {
    const { score, outputs, isComposed, constraints } = this.#state.models;
    const results = this.#sound.length;
    // Of the others the search is over for good, or due together with these.
    const used = [...(isComposed ? outputs : [score]), ...constraints];
    return used.some((state) => state.form !== null && isSearchDue(state, results));
  }

  /** Searches the kernels for what is known now, by and by; points may be asked for and told in between. */
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
    const designed = this.#designPoint();
    if (designed !== null) return designed;
    this.#process();
    const sound = this.#sound;
    if (sound.length < MIN_MODELLED) return this.#evenPoint();
    this.#models ??= runToEnd(this.#fit(this.#state.models, this.#options.isImproved ?? false));
    const pending = this.#record.pending.map(({ point }) => point);
    const models = this.#models.assuming(pending);
    const isNew = (point: Float64Array) => this.#record.isNew(point);
    const { best } = this.#record;
    if (best?.violation === 0 && this.#isStepDue(this.#models, sound.length)) {
      const step = nextStep(this.#space, best.point, this.#state.walk, { ...models, isNew }, random);
      if (step !== null) {
        this.#state.walk.ids.push(this.#record.proposed);
        return step;
      }
    }
    const ranked = sound.map(candidateOf).toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0));
    const known = [...this.#record.evaluations.map(({ point }) => point), ...pending];
    return proposePoint({ space: this.#space, models, ranked, known, pending, isNew }, this.#state, random);
  }

  #isStepDue({ determination, noise }: Models, results: number): boolean {
    const { proposed, best } = this.#record;
    const pending = this.#record.pending.length;
    const sinceBest = proposed - pending - (best?.id ?? 0);
    const { walks = true } = this.#options;
    return walks && isStepDue(this.#space, { results, proposed, sinceBest, pending, determination, noise });
  }

  get #sound(): RecordedEvaluation[] {
    return inOrder(this.#record.evaluations).filter(({ score }) => score !== null);
  }

  /** @param states brought up to date */
  #fit(states: ModelStates, isPostponed: boolean): Generator<undefined, Models> {
    const evaluations = inOrder(this.#record.evaluations);
    return createModels(
      encodingOf(this.#space),
      evaluations.length > MODELS_LIMIT ? modelled(evaluations) : evaluations,
      states,
      {
        composition: this.#options.composition ?? null,
        random: this.#random.fork(2, this.#sound.length),
        isPostponed,
        isWatched: true,
      },
    );
  }

  /** One of the first points: those that were given or the middle, then some that are spread evenly; null once there are enough. */
  #designPoint(): Float64Array | null {
    const { starts = [] } = this.#options;
    const { proposed } = this.#record;
    const given = starts[proposed];
    if (given !== undefined) {
      const point = snap(this.#space, given.slice());
      if (this.#record.isNew(point)) return point;
    }
    if (this.needsResults) return null;
    const isFirst = proposed + this.#record.evaluations.length === 0;
    return isFirst && starts.length === 0 ? middlePoint(this.#space) : this.#evenPoint();
  }

  /** The next of points that are spread evenly; null where it is known. */
  #evenPoint(): Float64Array | null {
    const point = evenPoint(this.#space, this.#options.seed, this.#record.proposed);
    return this.#record.isNew(point) ? point : null;
  }

  /** The trust region follows the evaluations that were told since the last time. */
  #process(): void {
    const { region } = this.#state;
    const { evaluations } = this.#record;
    const latest = inOrder(evaluations.slice(this.#state.processed));
    this.#state.processed = evaluations.length;
    const scores = evaluations.flatMap(({ score }) => (score === null ? [] : [score]));
    const scale = scaleOfGains(scores);
    let gain = 0;
    for (const evaluation of latest) {
      adaptWalk(this.#state.walk, evaluation.id, this.#record.best?.id === evaluation.id);
      const { incumbent } = this.#state;
      if (evaluation.score === null) continue;
      const candidate = candidateOf(evaluation);
      if (incumbent !== null && !isBetter(candidate, incumbent)) continue;
      gain = Math.max(gain, gainOf(candidate, incumbent, scale));
      this.#state.incumbent = candidate;
    }
    // What was told together was asked for together: it counts as few trials.
    const patience = Math.max(4, this.#space.length) + this.#record.pending.length / 2;
    if (latest.length > 0) updateTrustRegion(region, gain, Math.min(latest.length, patience / 3), patience);
  }
}

/** In the order of asking, whatever ended first. */
const inOrder = (evaluations: readonly RecordedEvaluation[]): RecordedEvaluation[] =>
  evaluations.toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1));

const candidateOf = ({ id, point, score, constraints }: RecordedEvaluation): Candidate => ({
  id,
  point,
  score: score ?? Number.NEGATIVE_INFINITY,
  violation: violationOf(constraints),
});
