/**
 * All regions of the ranges whose designs fail: an even screening (Sobol'), descents of the score from all its local minima, the
 * connected parts of what fails, and each part's box, volume and worst point.
 *
 * The same seed finds the same, interrupted or not, unless the time limit cuts the search short.
 */
import { copyPlain } from "../../models/plain-data.ts";
import { planScreening, type ScreeningPlan, screenedPoints } from "../optimization/emulator/screening.ts";
import { capacityOf, snap } from "../search-space.ts";
import { componentsOf } from "./components.ts";
import { advanceDescents, localMinima, randomOf, startDescents } from "./descent.ts";
import { AT_ONCE, byScore, isFailing, isInDomain, type LevelSet, type ScoredPoint } from "./level-set.ts";
import { measureKnownRegion, measureRegion, type Region, removeDuplicates, thinOut } from "./region.ts";
import { screenedShares } from "./screened-shares.ts";
import { type SpecSearchOptions, type SpecSearchState, startSpecState } from "./search-state.ts";

const SCREENED = 16_384;
/** Of four evaluations one screens: see `planScreening`. */
const PLANNED = 4;
/** Failing points whose parts are looked for. */
const MAX_CONNECTED = 1_200;
const MAX_REGIONS = 50;
const CENTRES = 40;
const REPRESENTATIVES = 150;

export interface SpecSearchProgress {
  stage: SpecSearchState["stage"];
  evaluations: number;
  /** 0 .. 1, of the whole search. */
  fraction: number;
  /** Plain data to continue from. */
  checkpoint: () => SpecSearchState;
}

/** Yields after every step, which takes a tenth of a second or so. */
export function* findFailingRegions(
  levelSet: LevelSet,
  options: SpecSearchOptions,
  clock: () => number,
  checkpoint: SpecSearchState = startSpecState(),
): Generator<SpecSearchProgress, SpecSearchState> {
  const search = new SpecSearch(levelSet, options, copyPlain(checkpoint));
  const work = search.run();
  const elapsed = search.state.elapsed;
  const began = clock();
  for (let step = work.next(); !step.done; step = work.next()) {
    search.state.elapsed = elapsed + clock() - began;
    if (search.state.elapsed >= (options.timeLimitMs ?? Number.POSITIVE_INFINITY)) search.isLate = true;
    yield search.progress();
  }
  return search.state;
}

/** Screened designs that are in spec, the lowest score first. @param screened as the search was given it */
export function nearlyFailing(
  { axes }: LevelSet,
  screened: number,
  seed: number,
  { scores }: Pick<SpecSearchState, "scores">,
): ScoredPoint[] {
  const plan = planScreening(axes, PLANNED * screened);
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
  isLate = false;
  /** Evaluations of the step that goes on: who restarts it from a checkpoint counts them again. */
  #uncommitted = 0;
  /** Of a finite space, once its regions are measured. */
  #inSpec: ScoredPoint[] | null = null;

  constructor(levelSet: LevelSet, options: SpecSearchOptions, state: SpecSearchState) {
    this.#levelSet = levelSet;
    this.#options = options;
    this.#plan = planScreening(levelSet.axes, PLANNED * (options.screened ?? SCREENED));
    this.state = state;
  }

  progress(): SpecSearchProgress {
    const { stage, evaluations, scores, descents, parts, regions } = this.state;
    const shares = {
      screening: (0.4 * scores.length) / Math.max(1, this.#plan.total),
      descents: 0.4 + 0.2 * Math.min(1, (descents?.generation ?? 0) / 60),
      components: 0.6,
      regions: 0.7 + (0.3 * regions.length) / Math.max(1, parts.length),
      done: 1,
    };
    const rated = evaluations + this.#uncommitted;
    return { stage, evaluations: rated, fraction: shares[stage], checkpoint: () => copyPlain(this.state) };
  }

  /** What a step has found becomes part of the state at its end: a checkpoint between two of them loses nothing else. */
  *run(): Generator<undefined> {
    while (this.state.stage !== "done") {
      yield* this.#stage();
      yield undefined;
    }
  }

  *#stage(): Generator<undefined> {
    switch (this.state.stage) {
      case "screening":
        return this.#screen();
      case "descents":
        return this.#descend();
      case "components":
        return yield* this.#connect();
      case "regions":
        return yield* this.#measure();
      case "done":
        return;
    }
  }

  #screen(): void {
    const { state } = this;
    const from = state.scores.length;
    const count = Math.min(AT_ONCE, this.#plan.total - from);
    const scores = this.#levelSet.scores(this.#screenedPoints(from, count));
    state.scores = Float64Array.from([...state.scores, ...scores]);
    state.evaluations += count;
    if (state.scores.length < this.#plan.total && !this.isLate) return;
    const all = this.#screened();
    const existing = all.filter(({ point }) => isInDomain(this.#levelSet, point));
    state.shares = screenedShares(this.#levelSet, existing, this.#plan.isExhaustive);
    if (this.#plan.isExhaustive) {
      state.minima = all
        .filter(({ score }) => !Number.isNaN(score))
        .toSorted(byScore)
        .slice(0, CENTRES);
      state.stage = "components";
    } else {
      const minima = [...this.#given(), ...localMinima(this.#levelSet, all)];
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

  #given(): ScoredPoint[] {
    const points = (this.#options.starts ?? []).map((start) => snap(this.#levelSet.axes, start.slice()));
    const scores = this.#levelSet.scores(points);
    return points
      .map((point, i) => ({ point, score: scores[i] }))
      .filter(({ score }) => isFailing(score))
      .toSorted(byScore)
      .slice(0, CENTRES);
  }

  #descend(): void {
    const { state } = this;
    if (state.descents === null) return;
    const { evaluations, isDone } = advanceDescents(this.#levelSet, state.descents);
    state.evaluations += evaluations;
    if (!isDone && !this.isLate) return;
    state.minima = state.descents.ended.toSorted(byScore).slice(0, 2 * CENTRES);
    state.descents = null;
    state.stage = "components";
  }

  *#connect(): Generator<undefined> {
    const { state } = this;
    const screened = this.#screened().filter(({ score }) => isFailing(score));
    const minima = removeDuplicates(state.minima.filter(({ score }) => isFailing(score)));
    const members = removeDuplicates([...minima, ...thinOut(screened, MAX_CONNECTED)]);
    const points = members.map(({ point }) => point);
    const centres = minima.slice(0, CENTRES).map((_, at) => at);
    const random = randomOf(this.#options.seed, 1);
    const labels = yield* this.#counted(componentsOf(this.#levelSet, points, centres, random));
    const parts = Array.from({ length: Math.max(-1, ...labels) + 1 }, (): ScoredPoint[] => []);
    members.forEach((member, i) => {
      parts[labels[i]].push(member);
    });
    const isLarger = (one: ScoredPoint[], other: ScoredPoint[]) => other.length - one.length;
    state.parts = parts.toSorted(isLarger).slice(0, MAX_REGIONS);
    state.stage = "regions";
  }

  /** One region a step. */
  *#measure(): Generator<undefined> {
    const { state } = this;
    const number = state.regions.length;
    const part = state.parts[number];
    if (part !== undefined) {
      state.regions.push(yield* this.#counted(this.#region(part, number)));
      return;
    }
    state.regions = state.regions.toSorted((one, other) => other.volume.value - one.volume.value);
    state.stopReason = this.#plan.isExhaustive ? "exhausted" : this.isLate ? "time limit" : "converged";
    state.stage = "done";
  }

  *#region(part: readonly ScoredPoint[], number: number): Generator<number, Region> {
    const { parts } = this.state;
    const { domain, axes } = this.#levelSet;
    const capacity = capacityOf(axes) * (domain?.share ?? 1);
    const isWhole = parts.reduce((sum, { length }) => sum + length, 0) <= MAX_CONNECTED;
    const others = parts.flatMap((other, at) =>
      at === number ? [] : thinOut(other, REPRESENTATIVES).map(({ point }) => point),
    );
    if (this.#plan.isExhaustive && isWhole) {
      this.#inSpec ??= this.#screened().filter(({ score }) => score >= 0);
      return measureKnownRegion(this.#levelSet, part, { capacity, inSpec: this.#inSpec, others });
    }
    return yield* measureRegion(this.#levelSet, part, others, randomOf(this.#options.seed, 2, number));
  }

  /** Counts the evaluations that a part of the search reports. */
  *#counted<Result>(work: Generator<number, Result>): Generator<undefined, Result> {
    for (;;) {
      const step = work.next();
      if (step.done) {
        this.state.evaluations += this.#uncommitted;
        this.#uncommitted = 0;
        return step.value;
      }
      this.#uncommitted += step.value;
      yield undefined;
    }
  }
}
