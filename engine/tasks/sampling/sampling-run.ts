/** The sampling of a job's variables: an ensemble that is asked and told, its chain, and how far that can be trusted. */
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { Axis } from "../../designs/axes.ts";
import { copyPlain } from "../../models/plain-data.ts";
import type { Proposal } from "../ask-tell.ts";
import { findCell, hasCells, snap } from "../search-space.ts";
import { ChainHistory } from "./chain-history.ts";
import { type DensityScan, withScanMoves } from "./density-scan.ts";
import { type Diagnostics, diagnose, hasConverged } from "./diagnostics.ts";
import { EnsembleSampler } from "./ensemble-sampler.ts";
import { logVolume } from "./log-volume.ts";
import { findMode, type Mode } from "./modes.ts";
import { stretchOrDifference } from "./moves.ts";
import type { SampledDomain } from "./propose-steps.ts";
import type { SamplerCheckpoint } from "./sampler-state.ts";

export interface SamplingOptions {
  seed: number;
  walkers: number;
  stretchProbability: number;
  /** Designs that may be evaluated. */
  maxEvaluations: number;
  /** False for a chain that is continued because somebody wants more of it. */
  stopsAtConvergence: boolean;
  /**
   * The start in the cube; null: the walkers begin where the scan found the density, or spread over the whole cube
   * without a scan.
   */
  start: Float64Array | null;
  /** Null where no emulator could be scanned. */
  scan: DensityScan | null;
  /** A variable that follows from the others: the chain records it after them. */
  follower?: FollowerColumn | null;
  /** The points of the cube that have a density at all; all points without it. */
  domain?: SampledDomain;
  /**
   * Approximate log densities over the variables' values, which keep designs from being evaluated; see `delayed-acceptance`. Not a
   * number or infinite where there is none.
   */
  approximate?: (points: readonly Float64Array[]) => Float64Array;
  /**
   * Called with each complete step: a row a walker, a column a recorded axis, and last its log density; and of each walker, the evaluation
   * that brought it there. Both are reused.
   */
  onStep?: (rows: Float64Array, ids: Int32Array) => void;
}

/** A variable that is no axis of the cube, but a function of its points. */
export interface FollowerColumn {
  axis: Axis;
  value(point: Float64Array): number;
}

/** The axes of the cube, and that of the variable that follows from them: the columns of the chain before its log density. */
export const recordedAxes = (axes: readonly Axis[], follower: FollowerColumn | null = null): Axis[] =>
  follower === null ? [...axes] : [...axes, follower.axis];

export type SamplingEnd = "converged" | "evaluation limit";

/** Autocorrelation times at a length of the chain. */
export interface TimesAt {
  steps: number;
  times: number[];
}

/** Plain data, beside the steps themselves. */
export interface SamplingState {
  sampler: SamplerCheckpoint;
  looks: TimesAt[];
  nextLook: number;
  /** Evaluations that gave no score. */
  unscored: number;
  /** The number of steps that ended with a walker in each mode of the scan. */
  modeVisits: number[];
  hasConverged: boolean;
}

/**
 * The chain is diagnosed after the first number of steps, and again whenever it has grown by this factor and by the
 * least number.
 */
const DIAGNOSIS_SCHEDULE = { first: 20, growth: 1.2, least: 20 };

/** A region that holds a smaller share of the scan may be missed. */
export const MIN_MODE_SHARE = 0.01;

export class SamplingRun {
  readonly axes: readonly Axis[];
  readonly history: ChainHistory;
  readonly #options: SamplingOptions;
  readonly #sampler: EnsembleSampler;
  readonly #rows: Float64Array;
  #state: Omit<SamplingState, "sampler">;

  /**
   * @param checkpoint with the steps up to it already pushed to `history`
   * @throws RangeError where nothing varies
   */
  constructor(
    axes: readonly Axis[],
    options: SamplingOptions,
    checkpoint: SamplingState | null = null,
    history = new ChainHistory(recordedAxes(axes, options.follower).length + 1, options.walkers),
  ) {
    this.axes = axes;
    this.history = history;
    this.#options = options;
    this.#rows = new Float64Array(options.walkers * (this.recorded.length + 1));
    this.#state = copyPlain(checkpoint ?? initialState(options.scan));
    this.#sampler = new EnsembleSampler(
      axes,
      {
        seed: options.seed,
        walkers: options.walkers,
        propose: withScanMoves(stretchOrDifference(options.stretchProbability), options.scan),
        maxEvaluations: options.maxEvaluations,
        onStep: (coordinates, logDensities, ids) => this.#addStep(coordinates, logDensities, ids),
        ...(options.start === null ? {} : { start: options.start }),
        ...(options.scan === null || options.start !== null ? {} : { places: options.scan.places }),
        ...(options.domain === undefined ? {} : { domain: options.domain }),
        ...(options.approximate === undefined ? {} : { approximate: this.#overCube(options.approximate) }),
      },
      checkpoint?.sampler,
    );
  }

  /** The columns of the chain before its log density. */
  get recorded(): readonly Axis[] {
    return recordedAxes(this.axes, this.#options.follower);
  }
  get evaluations(): number {
    return this.#sampler.evaluations;
  }
  /** Proposed designs that were not evaluated, because approximate densities rejected them. */
  get screenedOut(): number {
    return this.#sampler.screenedOut;
  }
  get unscored(): number {
    return this.#state.unscored;
  }
  /** The values of the recorded axes at a place of the cube. */
  valuesAt(place: Float64Array): ScalarValue[] {
    const point = snap(this.axes, place.slice());
    const { follower = null } = this.#options;
    const values = this.axes.map((axis, a) => axis.value(findCell(axis, point[a])));
    return follower === null ? values : [...values, follower.value(point)];
  }
  /** The share of its moves that each walker made. */
  get acceptance(): Float64Array {
    return this.#sampler.acceptance;
  }
  /** No walker has found a design with a density, and none is left to be tried. */
  get isLost(): boolean {
    return this.#sampler.isLost;
  }
  /** The regions that the scan found, the largest first, with the share of the chain in each. */
  get modes(): { mode: Mode; share: number }[] {
    const { modeVisits } = this.#state;
    const visits = this.history.steps * this.#options.walkers;
    return (this.#options.scan?.modes ?? []).map((mode, i) => ({
      mode,
      share: visits === 0 ? 0 : modeVisits[i] / visits,
    }));
  }
  /** Points that the scan evaluated. */
  get scanned(): number {
    return this.#options.scan?.evaluations ?? 0;
  }
  get looks(): readonly TimesAt[] {
    return this.#state.looks;
  }
  get stopReason(): SamplingEnd | null {
    if (this.#state.hasConverged && this.#options.stopsAtConvergence) return "converged";
    return this.#sampler.stopReason === null ? null : "evaluation limit";
  }
  get pending(): Proposal[] {
    return this.#sampler.pending;
  }

  /** Designs of the half that moves; none while their scores are awaited, or once there is a reason to stop. */
  ask(count = Number.POSITIVE_INFINITY): Proposal[] {
    return this.stopReason === null ? this.#sampler.ask(count) : [];
  }

  /**
   * All designs of the half that moves, asked for (with their id) or not. A limit of the evaluations may cut a half; predictions
   * of many designs at once depend in the last digits on which they are, so who predicts them takes these.
   */
  get round(): { id: number | null; point: Float64Array }[] {
    return this.#sampler.round;
  }

  /** @param scores log densities over the variables' values; minus infinity: there is none; null or otherwise not finite: no score */
  tell(scores: readonly { readonly proposal: Proposal; readonly score: number | null }[]): void {
    this.#sampler.tell(
      scores.map(({ proposal: { id, point }, score }) => {
        const isScored = score !== null && Number.isFinite(score);
        if (!isScored && score !== Number.NEGATIVE_INFINITY) this.#state.unscored++;
        return { id, point, score: isScored ? score + logVolume(this.axes, point) : null };
      }),
    );
  }

  #overCube(approximate: NonNullable<SamplingOptions["approximate"]>) {
    return (points: readonly Float64Array[]): Float64Array =>
      approximate(points).map((score, i) => score + logVolume(this.axes, points[i]));
  }

  diagnose(): Diagnostics {
    return diagnose(this.history, this.recorded.length);
  }

  checkpoint(): SamplingState {
    return copyPlain({ ...this.#state, sampler: this.#sampler.checkpoint() });
  }

  #countModes(coordinates: readonly Float64Array[]): void {
    const { scan } = this.#options;
    const { modeVisits } = this.#state;
    if (scan === null) return;
    if (scan.modes.length === 1) modeVisits[0] += coordinates.length;
    else
      for (const coordinate of coordinates) {
        const mode = findMode(scan, coordinate);
        if (mode >= 0) modeVisits[mode]++;
      }
  }

  #addStep(coordinates: readonly Float64Array[], logDensities: Float64Array, ids: Int32Array): void {
    this.#countModes(coordinates);
    const { follower = null } = this.#options;
    const width = this.recorded.length + 1;
    coordinates.forEach((coordinate, walker) => {
      const point = snap(this.axes, coordinate.slice());
      this.axes.forEach((axis, a) => {
        this.#rows[walker * width + a] = computeRecordedValue(axis, point[a]);
      });
      if (follower !== null) this.#rows[walker * width + this.axes.length] = follower.value(point);
      this.#rows[walker * width + width - 1] = logDensities[walker] - logVolume(this.axes, point);
    });
    this.history.push(this.#rows);
    this.#options.onStep?.(this.#rows, ids);
    if (this.history.steps >= this.#state.nextLook) this.#diagnoseChain();
  }

  #diagnoseChain(): void {
    const { looks } = this.#state;
    const diagnostics = this.diagnose();
    // A large region where no walker has been belongs to the distribution: the chain is not at its end.
    const isEverywhere = this.modes.every(({ mode, share }) => share > 0 || mode.share < MIN_MODE_SHARE);
    this.#state.hasConverged ||= isEverywhere && hasConverged(diagnostics, looks.at(-1)?.times);
    looks.push({ steps: diagnostics.steps, times: diagnostics.times });
    this.#state.nextLook = Math.max(
      diagnostics.steps + DIAGNOSIS_SCHEDULE.least,
      Math.ceil(diagnostics.steps * DIAGNOSIS_SCHEDULE.growth),
    );
  }
}

const initialState = (scan: DensityScan | null): Omit<SamplingState, "sampler"> => ({
  modeVisits: (scan?.modes ?? []).map(() => 0),
  looks: [],
  nextLook: DIAGNOSIS_SCHEDULE.first,
  unscored: 0,
  hasConverged: false,
});

/** Computes the recorded value of a fraction: the value, or the index of an option. */
function computeRecordedValue(axis: Axis, fraction: number): number {
  const cell = findCell(axis, fraction);
  return axis.isChoice && hasCells(axis) ? cell : Number(axis.value(cell));
}
