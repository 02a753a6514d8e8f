/** The yield on an emulator as a task: a generator of progress that ends with what a designer reads. */
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { REACH_95 } from "../../math/normal.ts";
import {
  createEmulatorLimitState,
  type EmulatorLimitState,
  type YieldQuestion,
} from "./emulator-limit-state.ts";
import type { FailingEstimate, YieldMethod } from "./estimate.ts";
import type { Bounded } from "./interval.ts";
import { type ScoreHistogram, scoreHistogram } from "./score-histogram.ts";
import { tightenedShares } from "./tightening.ts";
import { findWorst } from "./worst-corner.ts";
import { estimateYield, type YieldEnd, type YieldOptions, type YieldProgress } from "./yield.ts";
import type { YieldState } from "./yield-state.ts";

export interface EmulatorYield {
  method: YieldMethod;
  /** The share of all designs that fails, with its 95% interval. */
  failing: Bounded;
  /** Half the width of what the size of the sample alone leaves of that interval. */
  samplingReach: number;
  /** The share of the distribution outside the range of the training rows. */
  shareOutside: number;
  evaluations: number;
  isLate: boolean;
  /** Each input that is distributed, and the failing share with its spread halved; null where it has none. */
  inputs: { name: string; tightened: number | null }[];
  histogram: ScoreHistogram | null;
  worst: WorstCorner | null;
}

export interface WorstCorner {
  /** All variables. */
  inputs: SimulationInputs;
  /** The columns that are distributed. */
  columns: Readonly<Record<string, ScalarValue>>;
  score: number;
  /** The score, or what limits on other outputs leave where that is less; with its bounds. */
  margin: Bounded;
  isOutside: boolean;
}

export interface EmulatorYieldTask extends YieldQuestion {
  options: YieldOptions;
  clock: () => number;
  checkpoint?: YieldState;
}

/** @throws UserError, when the distributions do not fit the emulator, before the first step */
export function* yieldOnEmulator(task: EmulatorYieldTask): Generator<YieldProgress, EmulatorYield> {
  const limitState = createEmulatorLimitState(task);
  return described(limitState, yield* estimateYield({ ...task, limitState }));
}

function described(limitState: EmulatorLimitState, { state, estimate, plain }: YieldEnd): EmulatorYield {
  const { method, failing, samplingReach } = estimate;
  const ratios = tightened(limitState, estimate);
  return {
    method,
    failing,
    samplingReach,
    shareOutside: limitState.shareOutside.value,
    evaluations: state.evaluations,
    isLate: state.isLate,
    inputs: limitState.space.axes.map(({ name }, a) => ({
      name,
      tightened: ratios[a] === null ? null : Math.min(1, ratios[a] * failing.estimate),
    })),
    histogram: scoreHistogram(plain.sample.rated.score),
    worst: state.corner === null ? null : describeCorner(limitState, findWorst(state.corner)),
  };
}

function tightened(limitState: EmulatorLimitState, { sample }: FailingEstimate): (number | null)[] {
  const { points, rated, weights } = sample;
  return tightenedShares(limitState, { points, rated, weights });
}

function describeCorner(limitState: EmulatorLimitState, point: Float64Array): WorstCorner {
  const { score, margin, below, above } = limitState.rate(point, 1);
  const { space } = limitState;
  return {
    inputs: space.inputsOf(point),
    columns: space.columnsOf(point),
    score: score[0],
    margin: {
      estimate: margin[0],
      lower: margin[0] - REACH_95 * below[0],
      upper: margin[0] + REACH_95 * above[0],
    },
    isOutside: limitState.outside(point, 1)[0] === 1,
  };
}
