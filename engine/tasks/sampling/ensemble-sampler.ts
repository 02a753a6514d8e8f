/**
 * Affine-invariant ensemble MCMC (Goodman and Weare, 2010; Foreman-Mackey et al., 2013) as a sampler that is asked and told.
 * The score is the log density. Half of the walkers move at once, by the places of the other half, so that their
 * evaluations make one batch. Points outside the cube, and those that fail or are not feasible, have no density.
 *
 * Along axes of whole numbers and options a walker keeps a real coordinate, and its cell is what is evaluated: each cell then
 * has the density of its value times its share of the axis.
 */
import { createRandom, type Random } from "../../math/random.ts";
import { copyPlain } from "../../models/plain-data.ts";
import type { AskTell, Candidate, Evaluation, Proposal, StopReason } from "../ask-tell.ts";
import { computeViolation, isBetter } from "../ask-tell.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import { firstPlaces } from "./first-places.ts";
import { proposeSteps, type StepOptions } from "./propose-steps.ts";
import { initialState, joinOthers, type SamplerCheckpoint, type Step } from "./sampler-state.ts";

export interface SamplerOptions extends StepOptions {
  seed: number;
  /** The number of walkers, at least 4: a move takes the difference of two walkers of the other half. */
  walkers: number;
  /** Points that may be asked for. */
  maxEvaluations?: number;
  /** Around which the walkers begin; spread over the whole cube when absent. */
  start?: Float64Array;
  /**
   * The first places of the walkers, at least one for each, instead of places around `start`; a walker without a
   * density there begins elsewhere.
   */
  places?: readonly Float64Array[];
  /** Called after each step of all walkers with their coordinates (a row a walker), log densities and `ids`; all are reused. */
  onStep?: (coordinates: readonly Float64Array[], logDensities: Float64Array, ids: Int32Array) => void;
}

const MIN_WALKERS = 4;
/** The number of first places that a walker tries until one has a density. */
const MAX_STARTS = 20;

export class EnsembleSampler implements AskTell<SamplerCheckpoint> {
  readonly #space: SearchSpace;
  readonly #options: SamplerOptions;
  readonly #random: Random;
  #state: SamplerCheckpoint;
  /** The proposed steps without a result, by id. */
  readonly #pendingSteps = new Map<number, Step>();

  /** @throws RangeError for fewer than 4 walkers, or where nothing varies */
  constructor(space: SearchSpace, options: SamplerOptions, checkpoint?: SamplerCheckpoint) {
    if (options.walkers < MIN_WALKERS)
      throw new RangeError(`A sampler needs at least ${MIN_WALKERS} walkers.`);
    if (space.length === 0) throw new RangeError("A sampler needs at least one axis.");
    this.#space = space;
    this.#options = options;
    this.#random = createRandom(options.seed);
    this.#state = checkpoint === undefined ? this.#begin() : copyPlain(checkpoint);
    for (const step of this.#state.current)
      if (step.id !== null && step.logDensity === null) this.#pendingSteps.set(step.id, step);
  }

  get pending(): Proposal[] {
    return [...this.#pendingSteps.values()].map((step) => this.#proposalOf(step));
  }
  get best(): Candidate | null {
    return this.#state.best;
  }
  get stopReason(): StopReason | null {
    const { maxEvaluations = Number.POSITIVE_INFINITY } = this.#options;
    return this.#state.nextId >= maxEvaluations ? "evaluation limit" : null;
  }
  /** Complete steps of all walkers. */
  get steps(): number {
    return this.#state.steps;
  }
  /** Points that were asked for. */
  get evaluations(): number {
    return this.#state.nextId;
  }
  /** Proposals that were not evaluated, because approximate densities rejected them. */
  get screenedOut(): number {
    return this.#state.screenedOut;
  }
  /** The share of its moves that each walker made. */
  get acceptance(): Float64Array {
    return this.#state.accepted.map((count) => count / Math.max(1, this.#state.steps));
  }
  /** No walker has found a point with a density, and none is left to be tried. */
  get isLost(): boolean {
    const { half, logDensities } = this.#state;
    return half !== null && logDensities.every((value) => value === Number.NEGATIVE_INFINITY);
  }

  /** Points of the half that moves: at most `count`, none while only answers are awaited. */
  ask(count: number): Proposal[] {
    const proposals: Proposal[] = [];
    for (const step of this.#state.current) {
      if (proposals.length >= count || this.stopReason !== null) break;
      if (step.id !== null || step.logDensity !== null) continue;
      step.id = this.#state.nextId++;
      this.#pendingSteps.set(step.id, step);
      proposals.push(this.#proposalOf(step));
    }
    return proposals;
  }

  /** All points of the half that moves, asked for (with their id) or not, in an order that does not depend on how many were. */
  get round(): { id: number | null; point: Float64Array }[] {
    return this.#state.current
      .filter(({ id, logDensity }) => id !== null || logDensity === null)
      .map(({ id, point }) => ({ id, point: this.#snapped(point) }));
  }

  tell(evaluations: readonly Evaluation[]): void {
    for (const evaluation of evaluations) this.#record(evaluation);
    while (this.#state.current.every(({ logDensity }) => logDensity !== null)) {
      this.#move();
      this.#next();
      if (this.isLost) break;
    }
  }

  checkpoint(): SamplerCheckpoint {
    return copyPlain(this.#state);
  }

  #record({ id, point, score, constraints }: Evaluation): void {
    const density = score === null || Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score;
    const violation = computeViolation(constraints);
    const candidate = { id, point, score: density, violation };
    const { best } = this.#state;
    if (Number.isFinite(density) && (best === null || isBetter(candidate, best)))
      this.#state.best = { ...candidate, point: point.slice() };
    // What was never asked for is no part of a chain.
    if (id === null) return;
    const step = this.#pendingSteps.get(id);
    if (step === undefined) throw new Error(`The point ${id} was not asked for or has been told already.`);
    this.#pendingSteps.delete(id);
    step.logDensity =
      violation > 0 || density === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : density;
  }

  #proposalOf({ id, point }: Step): Proposal {
    return { id: id ?? 0, point: this.#snapped(point) };
  }

  #begin(): SamplerCheckpoint {
    const state = initialState(this.#options.walkers, this.#space.length);
    state.current = this.#firstPlaces(state);
    return state;
  }

  #firstPlaces({ coordinates, logDensities, starts }: SamplerCheckpoint): Step[] {
    const random = this.#random.fork(0, starts);
    const { start, places, domain } = this.#options;
    return firstPlaces({ coordinates, logDensities, starts }, { start, places, random }).map((place) => ({
      walker: place.walker,
      point: domain === undefined ? place.point : domain.fold(place.point),
      logFactor: 0,
      logUniform: Number.NEGATIVE_INFINITY,
      id: null,
      logDensity: null,
    }));
  }

  /** Each walker goes to its next place, or stays. */
  #move(): void {
    const { coordinates, logDensities, ids, accepted, current, half } = this.#state;
    for (const { walker, point, logFactor, logUniform, id, logDensity } of current) {
      const proposed = logDensity ?? Number.NEGATIVE_INFINITY;
      if (half === null) {
        coordinates[walker].set(point);
        logDensities[walker] = proposed;
        ids[walker] = id ?? 0;
      } else if (
        proposed > Number.NEGATIVE_INFINITY &&
        logUniform < logFactor + proposed - logDensities[walker]
      ) {
        coordinates[walker].set(point);
        logDensities[walker] = proposed;
        ids[walker] = id ?? 0;
        accepted[walker]++;
      }
    }
  }

  /** Begins the moves of the other half, or other first places. */
  #next(): void {
    const state = this.#state;
    if (state.half === null) {
      state.starts++;
      const lost = state.logDensities.filter((value) => value === Number.NEGATIVE_INFINITY).length;
      if (lost > 0 && state.starts < MAX_STARTS) {
        state.current = this.#firstPlaces(state);
        return;
      }
      joinOthers(state);
      state.half = 0;
    } else {
      if (state.half === 1) {
        state.steps++;
        this.#options.onStep?.(state.coordinates, state.logDensities, state.ids);
      }
      state.half = state.half === 0 ? 1 : 0;
    }
    state.current = proposeSteps(this.#space, state, state.half, this.#options, this.#random);
  }

  #snapped(point: Float64Array): Float64Array {
    return snap(this.#space, point.slice());
  }
}
