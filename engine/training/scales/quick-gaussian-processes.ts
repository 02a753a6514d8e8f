/** Gaussian processes with a short search, to compare scales by their leave-one-out predictions. */
import type { Feature } from "../../dataset/columns.ts";
import {
  fromScale,
  logScaleDerivative,
  type Scale,
  type Spread,
  spreadOf,
  standardised,
  toScale,
  unstandardised,
} from "../../dataset/scaling.ts";
import type { Matrix } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import { createEvaluationLog } from "../../models/gaussian-process/evaluation-log.ts";
import { withPooledKernels } from "../../models/gaussian-process/kernel-pool.ts";
import { type LeaveOneOut, leaveOneOut } from "../../models/gaussian-process/leave-one-out.ts";
import { mergeRows, type Rows } from "../../models/gaussian-process/model/rows.ts";
import { type Hyperparameters, likelihoodOf, quickFit } from "../../models/gaussian-process/search.ts";
import { createWorkspace } from "../../models/gaussian-process/workspace.ts";

/** The values of an output on a scale, and the process that was fitted to them. */
export interface QuickProcess {
  /** One for each row, in the output's own unit. */
  numbers: Float64Array;
  /** One for each row, standardised on the scale. */
  targets: Float64Array;
  scale: Scale;
  spread: Spread;
  fit: Hyperparameters;
  /**
   * The mean leave-one-out log density of the numbers (Sundararajan and Keerthi, 2001), less half the logarithm of their mean
   * squared error on the own scale, the one that people see. Minus infinity where the covariances are singular.
   */
  score: number;
}

/** An output as models are fitted to it: rows x size, row-major, in its own unit. */
export interface OutputValues {
  values: Float64Array;
  size: number;
}

/** More rows than this would make the search slow. */
export const MAX_PROCESS_ROWS = 250;
/** This share of the variance is added to errors: differences far below it do not count. */
const SMALL_ERROR = 1e-8;

/**
 * Creates functions that fit and score processes. They yield between long steps. The inputs are encoded: features x rows.
 *
 * @param features the features of the encoded inputs, on any scales
 */
export function createQuickProcesses(features: readonly Feature[]) {
  const sources = Int32Array.from(features, ({ input }) => input);
  const context = { sources, restarts: 1, kind: "any", stopRequested: () => false } as const;

  /** Computes the score of a process with inputs on other scales, without fitting it again. */
  function* scoreOn(process: Omit<QuickProcess, "score">, inputs: Matrix): Generator<undefined, number> {
    const { targets, fit } = process;
    const rows = mergeRows(inputs, targets);
    return yield* withPooledKernels(function* (kernels) {
      const likelihood = likelihoodOf(rows, fit.spec, fit.layout, createWorkspace(kernels, rows.count));
      if (!Number.isFinite(yield* likelihood.evaluate(fit.point, null))) return Number.NEGATIVE_INFINITY;
      return computeScore(process, rows, leaveOneOut(rows, likelihood.state));
    });
  }

  /** Fits a process on a scale; null where the numbers do not vary. */
  function* fitOn(
    scale: Scale,
    numbers: Float64Array,
    inputs: Matrix,
  ): Generator<undefined, QuickProcess | null> {
    const scaled = numbers.map((value) => toScale(scale, value));
    const spread = spreadOf(scaled);
    if (spread.deviation === 0) return null;
    const targets = scaled.map((value) => standardised(value, spread));
    const rows = mergeRows(inputs, targets);
    const fit = yield* withPooledKernels((kernels) =>
      quickFit(rows, { ...context, kernels, random: createRandom(0), evaluationLog: createEvaluationLog() }),
    );
    const process = { numbers, targets, scale, spread, fit };
    return { ...process, score: yield* scoreOn(process, inputs) };
  }

  /**
   * Fits a process on each scale and returns the one with the highest score; the earlier one where they are equal,
   * null where the values do not vary.
   */
  function* fitBest(
    scales: readonly Scale[],
    numbers: Float64Array,
    inputs: Matrix,
  ): Generator<undefined, QuickProcess | null> {
    let best: QuickProcess | null = null;
    for (const scale of scales) {
      const quickProcess = yield* fitOn(scale, numbers, inputs);
      if (quickProcess !== null && (best === null || quickProcess.score > best.score)) best = quickProcess;
    }
    return best;
  }

  return { scoreOn, fitBest };
}

function computeScore(
  { numbers, scale, spread }: Omit<QuickProcess, "score">,
  { mergedRow }: Rows,
  leftOut: LeaveOneOut,
): number {
  const { deviation } = spreadOf(numbers);
  const count = numbers.length;
  let meanSquare = 0;
  let meanLogDerivative = 0;
  numbers.forEach((number, row) => {
    const predicted = fromScale(scale, unstandardised(leftOut.mean[mergedRow[row]], spread));
    meanSquare += (predicted / deviation - number / deviation) ** 2 / count;
    meanLogDerivative += logScaleDerivative(scale, number) / count;
  });
  return (
    leftOut.density + meanLogDerivative - Math.log(spread.deviation) - Math.log(meanSquare + SMALL_ERROR) / 2
  );
}
