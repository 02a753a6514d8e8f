/**
 * The search for all regions of the ranges whose designs fail: a scrambled Sobol screening, descents of the score
 * from all its local minima, the connected components of the failing points, and each component's box, volume and
 * worst point. The same seed gives the same result, interrupted or not, unless the time limit ends the search early.
 */

import { exactShare, type Share, scaledShare, wilsonShare } from "../../math/share.ts";
import { copyPlain } from "../../models/plain-data.ts";
import { planScreening, type ScreeningPlan, screenedPoints } from "../optimization/emulator/screening.ts";
import { computeCapacity, snap } from "../search-space.ts";
import { isLate, runStages, type StagedProgress, type Stages } from "../staged/staged-task.ts";
import { findComponents } from "./components.ts";
import { advanceDescents, createPartRandom, findLocalMinima, startDescents } from "./descent.ts";
import { AT_ONCE, byScore, isFailing, isInDomain, type LevelSet, type ScoredPoint } from "./level-set.ts";
import { allBands, failingWithErrors, withErrors } from "./model-error.ts";
import { measureKnownRegion, measureRegion, type Region, removeDuplicates, thinOut } from "./region.ts";
import {
  type FailingShares,
  type SpecSearchOptions,
  type SpecSearchState,
  type SpecStage,
  startSpecState,
} from "./search-state.ts";

const DEFAULT_SCREENED_POINTS = 16_384;
/** One of this many evaluations screens: see `planScreening`. */
const EVALUATIONS_PER_SCREENED_POINT = 4;
/** At most this many failing points are connected to components. */
const MAX_CONNECTED_POINTS = 1_200;
const MAX_REGIONS = 50;
const CENTRE_COUNT = 40;
const REPRESENTATIVE_COUNT = 150;

export interface SpecSearchProgress extends StagedProgress<SpecSearchState> {
  /** The completed share of the whole search, in [0, 1]. */
  fraction: number;
}

/**
 * Runs the search; it yields between two steps, each of about a tenth of a second.
 * @param clock returns milliseconds
 * @returns the final state
 */
export function* findFailingRegions(
  levelSet: LevelSet,
  options: SpecSearchOptions,
  clock: () => number,
  checkpoint: SpecSearchState = startSpecState(),
): Generator<SpecSearchProgress, SpecSearchState> {
  const search = new SpecSearch(levelSet, options, copyPlain(checkpoint));
  const steps = runStages({ state: search.state, stages: search.stages, clock });
  for (let step = steps.next(); !step.done; step = steps.next())
    yield { ...step.value, fraction: search.fraction };
  return search.state;
}

/**
 * Returns the screened designs that are in spec, the lowest score first.
 * @param screened the number of screened points that the search was given
 */
export function nearlyFailing(
  { axes }: LevelSet,
  screened: number,
  seed: number,
  { scores }: Pick<SpecSearchState, "scores">,
): ScoredPoint[] {
  const plan = planScreening(axes, EVALUATIONS_PER_SCREENED_POINT * screened);
  return screenedPoints(axes, plan, { seed, from: 0, count: scores.length })
    .map((point, i) => ({ point, score: scores[i] }))
    .filter(({ score }) => score >= 0)
    .toSorted(byScore);
}

class SpecSearch {
  readonly #levelSet: LevelSet;
  readonly #options: SpecSearchOptions;
  readonly #plan: ScreeningPlan;
  readonly state: SpecSearchState;
  /** The points of a finite space that are in spec; null until its regions are measured. */
  #inSpec: ScoredPoint[] | null = null;

  constructor(levelSet: LevelSet, options: SpecSearchOptions, state: SpecSearchState) {
    this.#levelSet = levelSet;
    this.#options = options;
    this.#plan = planScreening(
      levelSet.axes,
      EVALUATIONS_PER_SCREENED_POINT * (options.screened ?? DEFAULT_SCREENED_POINTS),
    );
    this.state = state;
  }

  get stages(): Stages<SpecStage> {
    return {
      screening: () => this.#screen(),
      descents: () => this.#descend(),
      components: () => this.#connect(),
      regions: () => this.#measure(),
    };
  }

  /** The completed share of the whole search, in [0, 1]. */
  get fraction(): number {
    const { stage, scores, descents, parts, regions } = this.state;
    const shares = {
      screening: (0.4 * scores.length) / Math.max(1, this.#plan.total),
      descents: 0.4 + 0.2 * Math.min(1, (descents?.generation ?? 0) / 60),
      components: 0.6,
      regions: 0.7 + (0.3 * regions.length) / Math.max(1, parts.length),
      done: 1,
    };
    return shares[stage];
  }

  get #isLate(): boolean {
    return isLate(this.state, this.#options.timeLimitMs);
  }

  #screen(): void {
    const { state } = this;
    const from = state.scores.length;
    const count = Math.min(AT_ONCE, this.#plan.total - from);
    const scores = this.#levelSet.scores(this.#screenedPoints(from, count));
    state.scores = Float64Array.from([...state.scores, ...scores]);
    state.evaluations += count;
    if (state.scores.length < this.#plan.total && !this.#isLate) return;
    const screened = this.#screened();
    const domainPoints = screened.filter(({ point }) => isInDomain(this.#levelSet, point));
    state.shares = screenedShares(this.#levelSet, domainPoints, this.#plan.isExhaustive);
    if (this.#plan.isExhaustive) {
      state.minima = screened
        .filter(({ score }) => !Number.isNaN(score))
        .toSorted(byScore)
        .slice(0, CENTRE_COUNT);
      state.stage = "components";
    } else {
      const minima = [...this.#rateStarts(), ...findLocalMinima(this.#levelSet, screened)];
      state.descents = startDescents(this.#levelSet, minima, this.#options.seed);
      state.stage = minima.length === 0 ? "components" : "descents";
    }
  }

  #screenedPoints(from: number, count: number): Float64Array[] {
    return screenedPoints(this.#levelSet.axes, this.#plan, { seed: this.#options.seed, from, count });
  }

  #screened(): ScoredPoint[] {
    const { scores } = this.state;
    return this.#screenedPoints(0, scores.length).map((point, i) => ({ point, score: scores[i] }));
  }

  #rateStarts(): ScoredPoint[] {
    const points = (this.#options.starts ?? []).map((start) => snap(this.#levelSet.axes, start.slice()));
    const scores = this.#levelSet.scores(points);
    return points
      .map((point, i) => ({ point, score: scores[i] }))
      .filter(({ score }) => isFailing(score))
      .toSorted(byScore)
      .slice(0, CENTRE_COUNT);
  }

  #descend(): void {
    const { state } = this;
    if (state.descents === null) return;
    const { evaluations, isDone } = advanceDescents(this.#levelSet, state.descents);
    state.evaluations += evaluations;
    if (!isDone && !this.#isLate) return;
    state.minima = state.descents.ended.toSorted(byScore).slice(0, 2 * CENTRE_COUNT);
    state.descents = null;
    state.stage = "components";
  }

  *#connect(): Generator<number> {
    const { state } = this;
    const screened = this.#screened().filter(({ score }) => isFailing(score));
    const failingMinima = removeDuplicates(state.minima.filter(({ score }) => isFailing(score)));
    const members = removeDuplicates([...failingMinima, ...thinOut(screened, MAX_CONNECTED_POINTS)]);
    const points = members.map(({ point }) => point);
    const centres = failingMinima.slice(0, CENTRE_COUNT).map((_, index) => index);
    const random = createPartRandom(this.#options.seed, 1);
    const componentLabels = yield* findComponents(this.#levelSet, points, centres, random);
    const parts = Array.from({ length: Math.max(-1, ...componentLabels) + 1 }, (): ScoredPoint[] => []);
    members.forEach((member, i) => {
      parts[componentLabels[i]].push(member);
    });
    const compareSizes = (component: ScoredPoint[], otherComponent: ScoredPoint[]) =>
      otherComponent.length - component.length;
    state.parts = parts.toSorted(compareSizes).slice(0, MAX_REGIONS);
    state.stage = "regions";
  }

  /** Measures one region per step. */
  *#measure(): Generator<number> {
    const { state } = this;
    const number = state.regions.length;
    const part = state.parts[number];
    if (part !== undefined) {
      state.regions.push(yield* this.#region(part, number));
      return;
    }
    state.regions = state.regions.toSorted(
      (region, otherRegion) => otherRegion.volume.value - region.volume.value,
    );
    state.stopReason = this.#plan.isExhaustive ? "exhausted" : this.#isLate ? "time limit" : "converged";
    state.stage = "done";
  }

  *#region(part: readonly ScoredPoint[], number: number): Generator<number, Region> {
    const { parts } = this.state;
    const { domain, axes } = this.#levelSet;
    const capacity = computeCapacity(axes) * (domain?.share ?? 1);
    const isComplete = parts.reduce((sum, { length }) => sum + length, 0) <= MAX_CONNECTED_POINTS;
    const otherPoints = parts.flatMap((otherPart, index) =>
      index === number ? [] : thinOut(otherPart, REPRESENTATIVE_COUNT).map(({ point }) => point),
    );
    if (this.#plan.isExhaustive && isComplete) {
      this.#inSpec ??= this.#screened().filter(({ score }) => score >= 0);
      return measureKnownRegion(this.#levelSet, part, {
        capacity,
        inSpec: this.#inSpec,
        otherPoints,
      });
    }
    return yield* measureRegion(
      this.#levelSet,
      part,
      otherPoints,
      createPartRandom(this.#options.seed, 2, number),
    );
  }
}

/** Bands cost more than scores: they are predicted for so many of the screened points. */
const WITH_BANDS = 4_096;

/** @param screened evenly over the cube, or all points of a finite space */
export function screenedShares(
  levelSet: LevelSet,
  screened: readonly ScoredPoint[],
  isExhaustive: boolean,
): FailingShares {
  const share = (count: number, total: number): Share =>
    isExhaustive && total === screened.length
      ? exactShare(count / Math.max(1, total))
      : wilsonShare(count, total);
  const failing = screened.filter(({ score }) => isFailing(score));
  const total = screened.length;
  const weight = failing.reduce((sum, { point }) => sum + levelSet.weight(point), 0);
  const selectedPoints = screened.slice(0, WITH_BANDS).map(({ point }) => point);
  const bands = allBands(levelSet, selectedPoints);
  const weights = new Float64Array(selectedPoints.length).fill(1 / Math.max(1, selectedPoints.length));
  const errors = failingWithErrors(levelSet, selectedPoints, bands, weights);
  const predicted = withErrors(share(failing.length, total), errors);
  return {
    predicted,
    surely: share(bands.filter(({ upper }) => isFailing(upper)).length, selectedPoints.length),
    possibly: share(bands.filter(({ lower }) => isFailing(lower)).length, selectedPoints.length),
    probability: failing.length === 0 ? predicted : scaledShare(predicted, weight / failing.length),
    unrated: share(screened.filter(({ score }) => Number.isNaN(score)).length, total),
  };
}
