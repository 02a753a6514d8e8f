/**
 * The best that an emulator predicts. Evaluations cost microseconds, so the aim is the global maximum: a quasi-random screening
 * (Sobol'), several runs of CMA-ES with BIPOP restarts side by side, the emulator's own derivatives for the last digits, and
 * neighbouring cells of whole numbers and options. Then the point whose lower bound is best, and the non-dominated front where
 * there are further goals.
 *
 * The same seed finds the same, interrupted or not, unless the time limit cuts the search short.
 */

import { copyPlain } from "../../../models/plain-data.ts";
import { createKey, type SearchSpace, snap } from "../../search-space.ts";
import { isLate, runStages, type Stages } from "../../staged/staged-task.ts";
import type { Aim, EmulatorObjective, Rating } from "./emulator-objective.ts";
import { advanceFront, startFront } from "./front.ts";
import { findNeighbours } from "./neighbours.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { polishStep, startPolish } from "./polish.ts";
import { byRating, computeScale, type RatedPoint, selectDistinctMaxima, spreadOut } from "./rated-points.ts";
import { advanceRobust, startRobust } from "./robust.ts";
import { planScreening, quasiRandom, screenedPoints } from "./screening.ts";
import {
  createProgress,
  type EmulatorSearchOptions,
  type EmulatorSearchProgress,
  recordImprovements,
  type SearchState,
  type Stage,
  startState,
} from "./search-state.ts";

const DEFAULT_EVALUATIONS = 30_000;
const MIN_EVALUATIONS = 6_000;
const DEFAULT_MAXIMA = 10;
const SCREENED_AT_ONCE = 1024;
const POOL_SIZE = 192;
const MAX_POLISHED_POINTS = 16;
/** The smallest distance between two polished points along some axis, as a share of it. */
const MIN_START_DISTANCE = 0.025;
const MAX_ROUNDS = 6;
const ROBUST_SCREENED = 1024;

export class EmulatorSearch {
  readonly #objective: EmulatorObjective;
  readonly #options: EmulatorSearchOptions;
  readonly #state: SearchState;
  readonly maxEvaluations: number;

  constructor(objective: EmulatorObjective, options: EmulatorSearchOptions, checkpoint?: SearchState) {
    this.#objective = objective;
    this.#options = options;
    this.#state = checkpoint === undefined ? startState() : copyPlain(checkpoint);
    const scaled = DEFAULT_EVALUATIONS / Math.sqrt(Math.max(1, objective.width));
    this.maxEvaluations = options.maxEvaluations ?? Math.max(MIN_EVALUATIONS, Math.round(scaled));
  }

  /** Runs the search; it yields between two steps, each of about a tenth of a second. @param clock returns milliseconds */
  *run(clock: () => number): Generator<EmulatorSearchProgress, SearchState> {
    const state = this.#state;
    const stages: Stages<Stage> = {
      screening: () => this.#screen(),
      runs: () => this.#advanceGlobalRuns(),
      polish: () => this.#polish("score", (maxima) => this.#takeMaxima(maxima)),
      neighbours: () => this.#lookAround(),
      "robust runs": () => this.#advanceRobustRuns(),
      "robust polish": () => this.#polish("lower bound", (maxima) => this.#takeRobust(maxima)),
      front: () => this.#advanceFront(),
    };
    const steps = runStages({ state, stages, clock });
    for (let step = steps.next(); !step.done; step = steps.next())
      yield createProgress(step.value, state, this.maxEvaluations);
    return state;
  }

  get #axes() {
    return this.#objective.space.axes;
  }
  get #isLate(): boolean {
    return isLate(this.#state, this.#options.timeLimitMs);
  }

  /** Rates points for the score and records improvements. */
  #rate(points: readonly Float64Array[]): Rating[] {
    const ratings = this.#objective.rate(points);
    recordImprovements(this.#state, points, ratings);
    return ratings;
  }

  #screen(): void {
    const state = this.#state;
    const { seed, starts: startPoints = [] } = this.#options;
    const plan = planScreening(this.#axes, this.maxEvaluations);
    const count = Math.min(SCREENED_AT_ONCE, plan.total - state.screened);
    const points = screenedPoints(this.#axes, plan, { seed, from: state.screened, count });
    if (state.screened === 0 && !plan.isExhaustive)
      points.unshift(...startPoints.map((start) => snap(this.#axes, start.slice())));
    const rated = this.#rate(points).map((rating, i) => ({ point: points[i], rating }));
    if (state.screened === 0) state.scale = computeScale(rated);
    state.pool = [...state.pool, ...rated].toSorted(byRating).slice(0, POOL_SIZE);
    state.screened += count;
    if (state.screened < plan.total && !this.#isLate) return;
    if (plan.isExhaustive) this.#startPolish(state.pool.slice(0, MAX_POLISHED_POINTS), "polish");
    else startGlobalRuns(this.#axes, state, seed);
  }

  #advanceGlobalRuns(): void {
    const limits = { maxEvaluations: this.maxEvaluations, isLate: this.#isLate };
    const rate = (points: readonly Float64Array[]) => this.#rate(points);
    const ended = advanceGlobalRuns(this.#axes, this.#state, rate, limits);
    if (ended !== null)
      this.#startPolish(spreadOut(this.#axes, ended, MAX_POLISHED_POINTS, MIN_START_DISTANCE), "polish");
  }

  #startPolish(starts: readonly RatedPoint[], stage: Stage): void {
    const { scale } = this.#state;
    this.#state.polishes = starts.map(({ point, rating }) => startPolish(point, rating, scale));
    this.#state.stage = stage;
  }

  #polish(aim: Aim, end: (maxima: RatedPoint[]) => void): void {
    const { polishes, scale } = this.#state;
    polishStep(this.#objective, polishes, scale, aim, (points, ratings) => {
      if (aim === "score") recordImprovements(this.#state, points, ratings);
      else this.#state.otherEvaluations += points.length;
    });
    if (!polishes.every(({ isDone }) => isDone) && !(this.#isLate && aim !== "score")) return;
    this.#state.polishes = [];
    end(polishes.map(({ best }) => best));
  }

  #takeMaxima(maxima: readonly RatedPoint[]): void {
    const state = this.#state;
    const candidates = [...state.maxima, ...maxima].filter(
      ({ rating }) => rating.score > Number.NEGATIVE_INFINITY,
    );
    const { maxMaxima = DEFAULT_MAXIMA } = this.#options;
    state.maxima = selectDistinctMaxima(this.#objective, candidates, maxMaxima, state.scale.score);
    state.stage = "neighbours";
  }

  /** Polishes the best neighbouring cells of the best maxima, until none is better. */
  #lookAround(): void {
    const state = this.#state;
    const previousBest = state.maxima[0];
    const knownKeys = new Set(state.maxima.map(({ point }) => createKey(this.#axes, point)));
    const points = state.maxima
      .slice(0, 3)
      .flatMap(({ point }) => findNeighbours(this.#axes, point))
      .filter((point) => !knownKeys.has(createKey(this.#axes, point)));
    if (previousBest === undefined || points.length === 0 || state.rounds++ >= MAX_ROUNDS || this.#isLate) {
      this.#startRobust();
      return;
    }
    const rated = this.#rate(points).map((rating, i) => ({ point: points[i], rating }));
    const promising = rated.toSorted(byRating).slice(0, MAX_POLISHED_POINTS);
    const isFirst = state.rounds === 1;
    if (!isFirst && byRating(promising[0], previousBest) >= 0) this.#startRobust();
    else this.#startPolish(promising, "polish");
  }

  #startRobust(): void {
    const state = this.#state;
    if (state.stopReason === null) state.stopReason = this.#isLate ? "time limit" : "converged";
    if (state.maxima.length === 0) {
      this.#startFront();
      return;
    }
    const { seed, starts = [] } = this.#options;
    const sobolPoints = quasiRandom(this.#axes, { seed, from: 0, count: ROBUST_SCREENED });
    startRobust(this.#objective, state, seed, [...starts, ...sobolPoints]);
  }

  #advanceRobustRuns(): void {
    const starts = advanceRobust(this.#objective, this.#state, this.#isLate);
    if (starts !== null) this.#startPolish(starts, "robust polish");
  }

  #takeRobust(candidates: readonly RatedPoint[]): void {
    this.#state.robust = candidates.toSorted(byRating)[0] ?? null;
    this.#startFront();
  }

  #startFront(): void {
    const state = this.#state;
    const { goals } = this.#objective;
    if (goals < 2 || this.#isLate) {
      state.stage = "done";
      return;
    }
    const starts = [...state.maxima, ...state.pool].map(({ point }) => point);
    state.front = startFront(this.#objective, this.#options.seed, starts);
    state.stage = "front";
  }

  #advanceFront(): void {
    const { front } = this.#state;
    const rated = front === null || this.#isLate ? 0 : advanceFront(this.#objective, front);
    this.#state.otherEvaluations += rated;
    if (rated === 0) this.#state.stage = "done";
  }
}

/** The search for the highest score: runs of CMA-ES from the best that were screened, until many in a row bring nothing better. */
const RUNS_AT_ONCE = 6;
/** The smallest distance between two starts along some axis, as a share of it. */
const MIN_RUN_DISTANCE = 0.1;
/** The search has converged after this many runs in a row without an improvement. */
const MAX_UNIMPROVED_RUNS = 24;

function startGlobalRuns(space: SearchSpace, state: SearchState, seed: number): void {
  const starts = spreadOut(space, state.pool, 3 * RUNS_AT_ONCE, MIN_RUN_DISTANCE).map(({ point }) => point);
  state.runs = startRuns(space, seed, starts, RUNS_AT_ONCE);
  state.stage = "runs";
}

/**
 * Advances all runs by one generation.
 * @param rate rates points and records improvements
 * @returns null until the runs are over; then the best point of each run and the screened ones, the best first
 */
function advanceGlobalRuns(
  space: SearchSpace,
  state: SearchState,
  rate: (points: readonly Float64Array[]) => readonly Rating[],
  { maxEvaluations, isLate }: { maxEvaluations: number; isLate: boolean },
): RatedPoint[] | null {
  if (state.runs === null) return null;
  const previousBest = state.path.at(-1);
  const ended = advanceRuns(space, state.runs, rate);
  const best = state.path.at(-1);
  const gain = (best?.score ?? 0) - (previousBest?.score ?? 0);
  if (gain > 1e-6 * state.scale.score || best?.violation !== previousBest?.violation) state.unimproved = 0;
  state.ended.push(...ended);
  state.unimproved += ended.length;
  if (state.unimproved >= MAX_UNIMPROVED_RUNS) state.stopReason = "converged";
  else if (isLate) state.stopReason = "time limit";
  else if (state.evaluations >= maxEvaluations) state.stopReason = "evaluation limit";
  else return null;
  const runMaxima = state.runs.slots.flatMap((slot) => slot.best ?? []);
  state.runs = null;
  return [...state.ended, ...runMaxima, ...state.pool].toSorted(byRating);
}
