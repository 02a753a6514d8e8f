/**
 * The best that an emulator predicts. Evaluations cost microseconds, so the aim is the global maximum: a quasi-random screening
 * (Sobol'), several runs of CMA-ES with BIPOP restarts side by side, the emulator's own derivatives for the last digits, and
 * neighbouring cells of whole numbers and options. Then the point whose lower bound is best, and the non-dominated front where
 * there are further goals.
 *
 * The same seed finds the same, interrupted or not, unless the time limit cuts the search short.
 */

import { createSobol } from "../../../designs/sobol.ts";
import { createRandom } from "../../../math/random.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import { isBetter } from "../../ask-tell.ts";
import { capacityOf, keyOf, pointOfCell, snap } from "../../search-space.ts";
import type { Aim, EmulatorObjective, Rating } from "./emulator-objective.ts";
import { advanceFront, startFront } from "./front.ts";
import { neighboursOf } from "./neighbours.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { polishStep, startPolish } from "./polish.ts";
import { byRating, distinctMaxima, type RatedPoint, spreadOut } from "./rated-points.ts";
import { type Improvement, type SearchState, type Stage, startState } from "./search-state.ts";

export interface EmulatorSearchOptions {
  seed: number;
  /** Distinct maxima that are kept. */
  maxMaxima?: number;
  /** Points that may be rated for the score; 30,000 for a single output when absent. */
  maxEvaluations?: number;
  /** Of all steps: nothing new is begun past it. */
  timeLimitMs?: number;
  /** Points of the cube to look at first, as the initial values and the best simulations. */
  starts?: readonly Float64Array[];
}

/** Yielded after every step, which takes a tenth of a second or so. */
export interface EmulatorSearchProgress {
  stage: Stage;
  evaluations: number;
  maxEvaluations: number;
  /** 0 .. 1, of the whole search. */
  fraction: number;
  best: Improvement | null;
  /** How many maxima are known to differ. */
  path: readonly Improvement[];
  /** Plain data to continue from. */
  checkpoint: () => SearchState;
}

const DEFAULT_EVALUATIONS = 30_000;
const LEAST_EVALUATIONS = 6_000;
const DEFAULT_MAXIMA = 10;
const SCREENED_SHARE = 0.25;
const SCREENED_AT_ONCE = 1024;
const POOL = 192;
const RUNS_AT_ONCE = 6;
/** Runs in a row that bring nothing better before the search takes its best for the global one. */
const UNIMPROVED_RUNS = 24;
const POLISHED = 16;
const POLISHED_ROBUST = 4;
const APART = 0.1;
const MAX_ROUNDS = 6;
const ROBUST_GENERATIONS = 40;

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
    this.maxEvaluations = options.maxEvaluations ?? Math.max(LEAST_EVALUATIONS, Math.round(scaled));
  }

  get state(): Readonly<SearchState> {
    return this.#state;
  }

  checkpoint(): SearchState {
    return copyPlain(this.#state);
  }

  progress(): EmulatorSearchProgress {
    const { stage, evaluations, path } = this.#state;
    return {
      stage,
      evaluations,
      maxEvaluations: this.maxEvaluations,
      fraction: stage === "done" ? 1 : Math.min(0.95, 0.95 * (evaluations / this.maxEvaluations)),
      best: path.at(-1) ?? null,
      path,
      checkpoint: () => this.checkpoint(),
    };
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
        this.#advanceRuns();
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
    this.#note(points, ratings);
    return ratings;
  }

  #note(points: readonly Float64Array[], ratings: readonly Rating[]): void {
    const { path } = this.#state;
    points.forEach((point, i) => {
      this.#state.evaluations++;
      const { score, violation } = ratings[i];
      const best = path.at(-1);
      if (score === Number.NEGATIVE_INFINITY) return;
      if (best !== undefined && !isBetter({ score, violation }, best)) return;
      path.push({ evaluations: this.#state.evaluations, point: point.slice(), score, violation });
    });
  }

  #screen(): void {
    const state = this.#state;
    const capacity = capacityOf(this.#axes);
    const isSmall = capacity <= this.maxEvaluations;
    const total = isSmall ? capacity : Math.round(SCREENED_SHARE * this.maxEvaluations);
    const count = Math.min(SCREENED_AT_ONCE, total - state.screened);
    const points = isSmall
      ? Array.from({ length: count }, (_, i) => pointOfCell(this.#axes, state.screened + i))
      : this.#quasiRandom(state.screened, count);
    if (state.screened === 0 && !isSmall)
      points.unshift(...(this.#options.starts ?? []).map((start) => snap(this.#axes, start.slice())));
    const rated = this.#rate(points).map((rating, i) => ({ point: points[i], rating }));
    if (state.screened === 0) state.scale = scaleOf(rated);
    state.pool = [...state.pool, ...rated].toSorted(byRating).slice(0, POOL);
    state.screened += count;
    if (state.screened < total && !this.#isLate) return;
    // All of a small finite space has been seen.
    if (isSmall) this.#startPolish(state.pool.slice(0, POLISHED), "polish");
    else {
      const starts = spreadOut(this.#axes, state.pool, 3 * RUNS_AT_ONCE, APART).map(({ point }) => point);
      state.runs = startRuns(this.#axes, this.#options.seed, starts, RUNS_AT_ONCE);
      state.stage = "runs";
    }
  }

  #quasiRandom(from: number, count: number): Float64Array[] {
    const width = this.#axes.length;
    const sobol = createSobol(width, createRandom(this.#options.seed).fork(1));
    const fractions = sobol.points(from, count);
    return Array.from({ length: count }, (_, i) =>
      snap(this.#axes, fractions.slice(i * width, (i + 1) * width)),
    );
  }

  #advanceRuns(): void {
    const state = this.#state;
    if (state.runs === null) return;
    const before = state.path.at(-1);
    const ended = advanceRuns(this.#axes, state.runs, (points) => this.#rate(points));
    const best = state.path.at(-1);
    const gain = (best?.score ?? 0) - (before?.score ?? 0);
    if (gain > 1e-6 * state.scale.score || best?.violation !== before?.violation) state.unimproved = 0;
    state.ended.push(...ended);
    state.unimproved += ended.length;
    if (state.unimproved >= UNIMPROVED_RUNS) state.stopReason = "converged";
    else if (this.#isLate) state.stopReason = "time limit";
    else if (state.evaluations >= this.maxEvaluations) state.stopReason = "evaluation limit";
    else return;
    const bests = state.runs.slots.flatMap((slot) => slot.best ?? []);
    const candidates = [...state.ended, ...bests, ...state.pool].toSorted(byRating);
    state.runs = null;
    this.#startPolish(spreadOut(this.#axes, candidates, POLISHED, APART / 4), "polish");
  }

  #startPolish(starts: readonly RatedPoint[], stage: Stage): void {
    const { scale } = this.#state;
    this.#state.polishes = starts.map(({ point, rating }) => startPolish(point, rating, scale));
    this.#state.stage = stage;
  }

  #polish(aim: Aim, end: (maxima: RatedPoint[]) => void): void {
    const { polishes, scale } = this.#state;
    polishStep(this.#objective, polishes, scale, aim, (points, ratings) => {
      if (aim === "score") this.#note(points, ratings);
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
    const starts = [...state.maxima, ...spreadOut(this.#axes, state.pool, 2 * RUNS_AT_ONCE, APART / 2)];
    const points = starts.map(({ point }) => point);
    const ratings = this.#objective.rate(points, "lower bound");
    state.otherEvaluations += points.length;
    state.ended = ratings.map((rating, i) => ({ point: points[i], rating })).toSorted(byRating);
    const best = state.ended.slice(0, RUNS_AT_ONCE).map(({ point }) => point);
    state.runs = startRuns(this.#axes, this.#options.seed + 1, best, Math.min(4, best.length));
    state.rounds = 0;
    state.stage = "robust runs";
  }

  #advanceRobustRuns(): void {
    const state = this.#state;
    if (state.runs === null) return;
    const ended = advanceRuns(this.#axes, state.runs, (points) => {
      state.otherEvaluations += points.length;
      return this.#objective.rate(points, "lower bound");
    });
    state.ended.push(...ended);
    if (++state.rounds < ROBUST_GENERATIONS && !this.#isLate) return;
    const found = [...state.ended, ...state.runs.slots.flatMap((slot) => slot.best ?? [])];
    state.runs = null;
    state.ended = [];
    const starts = spreadOut(this.#axes, found.toSorted(byRating), POLISHED_ROBUST, APART / 4);
    this.#startPolish(starts, "robust polish");
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

/** The deviation of the sound scores, and the mean of the violations. */
function scaleOf(rated: readonly RatedPoint[]): { score: number; violation: number } {
  const scores = rated.flatMap(({ rating }) => (Number.isFinite(rating.score) ? [rating.score] : []));
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const square = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const violations = rated.flatMap(({ rating }) =>
    rating.violation > 0 && Number.isFinite(rating.violation) ? [rating.violation] : [],
  );
  const violation = violations.reduce((sum, one) => sum + one, 0) / Math.max(1, violations.length);
  return { score: Math.sqrt(square) || 1, violation: violation || 1 };
}
