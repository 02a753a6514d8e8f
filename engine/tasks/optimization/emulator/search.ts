/**
 * The best that an emulator predicts. Evaluations cost microseconds, so the aim is the global maximum: a quasi-random screening
 * (Sobol'), several runs of CMA-ES with BIPOP restarts side by side, the emulator's own derivatives for the last digits, and
 * neighbouring cells of whole numbers and options. Then the point whose lower bound is best, and the non-dominated front where
 * there are further goals.
 *
 * The same seed finds the same, interrupted or not, unless the time limit cuts the search short.
 */

import { copyPlain } from "../../../models/plain-data.ts";
import { keyOf, snap } from "../../search-space.ts";
import type { Aim, EmulatorObjective, Rating } from "./emulator-objective.ts";
import { advanceFront, startFront } from "./front.ts";
import { advanceGlobalRuns, startGlobalRuns } from "./global-runs.ts";
import { neighboursOf } from "./neighbours.ts";
import { polishStep, startPolish } from "./polish.ts";
import { byRating, distinctMaxima, type RatedPoint, scaleOf, spreadOut } from "./rated-points.ts";
import { advanceRobust, startRobust } from "./robust.ts";
import { planScreening, quasiRandom, screenedPoints } from "./screening.ts";
import {
  type EmulatorSearchOptions,
  type EmulatorSearchProgress,
  noteImprovements,
  progressOf,
  type SearchState,
  type Stage,
  startState,
} from "./search-state.ts";

const DEFAULT_EVALUATIONS = 30_000;
const MIN_EVALUATIONS = 6_000;
const DEFAULT_MAXIMA = 10;
const SCREENED_AT_ONCE = 1024;
const POOL = 192;
const POLISHED = 16;
/** Between them, along some axis. */
const APART = 0.025;
const MAX_ROUNDS = 6;
const ROBUST_SCREENED = 1024;

export class EmulatorSearch {
  readonly #objective: EmulatorObjective;
  readonly #options: EmulatorSearchOptions;
  readonly #clock: () => number;
  readonly #state: SearchState;
  readonly maxEvaluations: number;

  constructor(
    objective: EmulatorObjective,
    options: EmulatorSearchOptions,
    clock: () => number,
    checkpoint?: SearchState,
  ) {
    this.#objective = objective;
    this.#options = options;
    this.#clock = clock;
    this.#state = checkpoint === undefined ? startState() : copyPlain(checkpoint);
    const scaled = DEFAULT_EVALUATIONS / Math.sqrt(Math.max(1, objective.width));
    this.maxEvaluations = options.maxEvaluations ?? Math.max(MIN_EVALUATIONS, Math.round(scaled));
  }

  get state(): Readonly<SearchState> {
    return this.#state;
  }

  checkpoint(): SearchState {
    return copyPlain(this.#state);
  }

  progress(): EmulatorSearchProgress {
    return progressOf(this.#state, this.maxEvaluations, () => this.checkpoint());
  }

  /** @returns false once it is done */
  step(): boolean {
    const started = this.#clock();
    this.#advance();
    this.#state.elapsed += this.#clock() - started;
    return this.#state.stage !== "done";
  }

  #advance(): void {
    switch (this.#state.stage) {
      case "screening":
        this.#screen();
        break;
      case "runs":
        this.#advanceGlobalRuns();
        break;
      case "polish":
        this.#polish("score", (maxima) => this.#takeMaxima(maxima));
        break;
      case "neighbours":
        this.#lookAround();
        break;
      case "robust runs":
        this.#advanceRobustRuns();
        break;
      case "robust polish":
        this.#polish("lower bound", (maxima) => this.#takeRobust(maxima));
        break;
      case "front":
        this.#advanceFront();
        break;
      case "done":
        break;
    }
  }

  get #axes() {
    return this.#objective.space.axes;
  }
  get #isLate(): boolean {
    return this.#state.elapsed >= (this.#options.timeLimitMs ?? Number.POSITIVE_INFINITY);
  }

  /** Rates points for the score and notes what improves on the best. */
  #rate(points: readonly Float64Array[]): Rating[] {
    const ratings = this.#objective.rate(points);
    noteImprovements(this.#state, points, ratings);
    return ratings;
  }

  #screen(): void {
    const state = this.#state;
    const { seed, starts: given = [] } = this.#options;
    const plan = planScreening(this.#axes, this.maxEvaluations);
    const count = Math.min(SCREENED_AT_ONCE, plan.total - state.screened);
    const points = screenedPoints(this.#axes, plan, { seed, from: state.screened, count });
    if (state.screened === 0 && !plan.isExhaustive)
      points.unshift(...given.map((start) => snap(this.#axes, start.slice())));
    const rated = this.#rate(points).map((rating, i) => ({ point: points[i], rating }));
    if (state.screened === 0) state.scale = scaleOf(rated);
    state.pool = [...state.pool, ...rated].toSorted(byRating).slice(0, POOL);
    state.screened += count;
    if (state.screened < plan.total && !this.#isLate) return;
    if (plan.isExhaustive) this.#startPolish(state.pool.slice(0, POLISHED), "polish");
    else startGlobalRuns(this.#axes, state, seed);
  }

  #advanceGlobalRuns(): void {
    const limits = { maxEvaluations: this.maxEvaluations, isLate: this.#isLate };
    const rate = (points: readonly Float64Array[]) => this.#rate(points);
    const found = advanceGlobalRuns(this.#axes, this.#state, rate, limits);
    if (found !== null) this.#startPolish(spreadOut(this.#axes, found, POLISHED, APART), "polish");
  }

  #startPolish(starts: readonly RatedPoint[], stage: Stage): void {
    const { scale } = this.#state;
    this.#state.polishes = starts.map(({ point, rating }) => startPolish(point, rating, scale));
    this.#state.stage = stage;
  }

  #polish(aim: Aim, end: (maxima: RatedPoint[]) => void): void {
    const { polishes, scale } = this.#state;
    polishStep(this.#objective, polishes, scale, aim, (points, ratings) => {
      if (aim === "score") noteImprovements(this.#state, points, ratings);
      else this.#state.otherEvaluations += points.length;
    });
    if (!polishes.every(({ isDone }) => isDone) && !(this.#isLate && aim !== "score")) return;
    this.#state.polishes = [];
    end(polishes.map(({ best }) => best));
  }

  #takeMaxima(maxima: readonly RatedPoint[]): void {
    const state = this.#state;
    const found = [...state.maxima, ...maxima].filter(
      ({ rating }) => rating.score > Number.NEGATIVE_INFINITY,
    );
    const { maxMaxima = DEFAULT_MAXIMA } = this.#options;
    state.maxima = distinctMaxima(this.#objective, found, maxMaxima, state.scale.score);
    state.stage = "neighbours";
  }

  /** Polishes what neighbouring cells of the best maxima promise, until none is better. */
  #lookAround(): void {
    const state = this.#state;
    const before = state.maxima[0];
    const known = new Set(state.maxima.map(({ point }) => keyOf(this.#axes, point)));
    const points = state.maxima
      .slice(0, 3)
      .flatMap(({ point }) => neighboursOf(this.#axes, point))
      .filter((point) => !known.has(keyOf(this.#axes, point)));
    if (before === undefined || points.length === 0 || state.rounds++ >= MAX_ROUNDS || this.#isLate) {
      this.#startRobust();
      return;
    }
    const rated = this.#rate(points).map((rating, i) => ({ point: points[i], rating }));
    const promising = rated.toSorted(byRating).slice(0, POLISHED);
    const isFirst = state.rounds === 1;
    if (!isFirst && byRating(promising[0], before) >= 0) this.#startRobust();
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
    const even = quasiRandom(this.#axes, { seed, from: 0, count: ROBUST_SCREENED });
    startRobust(this.#objective, state, seed, [...starts, ...even]);
  }

  #advanceRobustRuns(): void {
    const starts = advanceRobust(this.#objective, this.#state, this.#isLate);
    if (starts !== null) this.#startPolish(starts, "robust polish");
  }

  #takeRobust(found: readonly RatedPoint[]): void {
    this.#state.robust = found.toSorted(byRating)[0] ?? null;
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
