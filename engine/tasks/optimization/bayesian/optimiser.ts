/**
 * Bayesian optimisation of expensive evaluations: Gaussian processes of the score, the constraints and of what fails; the
 * logarithm of the expected improvement times the probability that a point is feasible and does not fail, within a trust region;
 * points that are pending count as evaluated as they are predicted, so that any number may be asked for at any time.
 */
import { createSobol } from "../../../designs/sobol.ts";
import { createRandom, type Random } from "../../../math/random.ts";
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
import { distanceOf } from "../emulator/rated-points.ts";
import { EvaluationRecord, type RecordedEvaluation, type RecordState } from "../evaluation-record.ts";
import { maximiseAcquisition } from "./candidates.ts";
import { encodingOf } from "./encoding.ts";
import { createModels, type ModelStates, type Models, noModels } from "./models.ts";
import { startTrustRegion, type TrustRegion, updateTrustRegion } from "./trust-region.ts";

export interface BayesianOptions {
  seed: number;
  /** Points that may be asked for. */
  maxEvaluations?: number;
  /** Looked at first, as the initial values. */
  starts?: readonly Float64Array[];
}

/** Plain data. */
export interface BayesianCheckpoint {
  record: RecordState;
  models: ModelStates;
  region: TrustRegion;
  /** Evaluations that the trust region knows of, and the best of them. */
  processed: number;
  incumbent: Candidate | null;
}

const MAX_DESIGN_SHARE = 0.3;
/** Of the expected improvement, in deviations of the scores, its logarithm. */
const WORTHWHILE = Math.log(1e-5);
/** Of an axis. */
const ELSEWHERE = 0.1;
/** Best points around which small steps are tried. */
const AROUND = 8;

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
    this.#state = { models: noModels(), region: startTrustRegion(), processed: 0, incumbent: null, ...state };
  }

  get pending(): Proposal[] {
    return this.#record.pending;
  }
  get best(): Candidate | null {
    return this.#record.best;
  }
  get stopReason(): StopReason | null {
    if (this.#record.isExhausted) return "exhausted";
    const { maxEvaluations = Number.POSITIVE_INFINITY } = this.#options;
    return this.#record.proposed >= maxEvaluations ? "evaluation limit" : null;
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
    const evaluations = inOrder(this.#record.evaluations);
    const sound = evaluations.filter(({ score }) => score !== null);
    if (sound.length < 3) return this.#record.unseenPoint(random);
    const encoding = encodingOf(this.#space);
    this.#models ??= createModels(
      encoding,
      evaluations,
      this.#state.models,
      this.#random.fork(2, sound.length),
    );
    const acquisition = this.#models.acquisition(
      this.#record.pending.map(({ point }) => point),
      this.best,
    );
    const ranked = sound.map(candidateOf).toSorted((a, b) => (isBetter(a, b) ? -1 : 1));
    const around = ranked.slice(0, AROUND).map(({ point }) => point);
    const area = { centre: around[0], length: this.#state.region.length, around };
    const isNew = (point: Float64Array) => this.#record.isNew(point);
    const near = maximiseAcquisition(this.#space, acquisition, area, isNew, random.fork(0));
    if (near !== null && near.value > WORTHWHILE) return near.point;
    // Nothing more is to be gained here: elsewhere something may be.
    const everywhere = { centre: around[0], length: 2, around: around.slice(1) };
    const isElsewhere = (point: Float64Array) =>
      isNew(point) && distanceOf(this.#space, point, around[0]) > ELSEWHERE;
    const far = maximiseAcquisition(this.#space, acquisition, everywhere, isElsewhere, random.fork(1));
    return far?.point ?? near?.point ?? null;
  }

  /** One of the first points, which are spread evenly; null once there are enough. */
  #designPoint(): Float64Array | null {
    const { starts = [], maxEvaluations = Number.POSITIVE_INFINITY, seed } = this.#options;
    const { proposed, evaluations } = this.#record;
    const given = starts[proposed];
    if (given !== undefined) {
      const point = snap(this.#space, given.slice());
      if (this.#record.isNew(point)) return point;
    }
    const wanted = Math.min(2 * this.#space.length + 2, Math.ceil(MAX_DESIGN_SHARE * maxEvaluations));
    const extra = evaluations.filter(({ id }) => id === null).length;
    if (proposed + extra >= wanted) return null;
    const sobol = createSobol(this.#space.length, createRandom(seed).fork(3));
    const point = snap(this.#space, sobol.points(proposed, 1));
    return this.#record.isNew(point) ? point : null;
  }

  /** The trust region follows the evaluations that were told since the last time. */
  #process(): void {
    const { region } = this.#state;
    const { evaluations } = this.#record;
    const latest = inOrder(evaluations.slice(this.#state.processed));
    this.#state.processed = evaluations.length;
    const scores = evaluations.flatMap(({ score }) => (score === null ? [] : [score]));
    const scale = deviationOf(scores);
    for (const evaluation of latest) {
      const { incumbent } = this.#state;
      const candidate = evaluation.score === null ? null : candidateOf(evaluation);
      const isGain = candidate !== null && (incumbent === null || isBetter(candidate, incumbent));
      const gain = isGain ? gainOf(candidate, incumbent, scale) : 0;
      if (isGain) this.#state.incumbent = candidate;
      updateTrustRegion(region, gain, Math.max(4, this.#space.length));
    }
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

function gainOf(candidate: Candidate, incumbent: Candidate | null, scale: number): number {
  if (incumbent === null || candidate.violation < incumbent.violation) return 1;
  return (candidate.score - incumbent.score) / scale;
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return Math.sqrt(square) || 1;
}
