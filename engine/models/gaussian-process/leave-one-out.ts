import { logNormalDensity } from "../../math/normal.ts";
import type { TargetPrediction } from "../fit-task.ts";
import type { LikelihoodState } from "./likelihood.ts";
import type { Rows } from "./rows.ts";

/** Errors smaller than its root, in deviations of the targets, are rounding errors and do not make a process likelier. */
const MIN_VARIANCE = 1e-16;

export interface LeaveOneOut extends TargetPrediction {
  /** Mean log density of the rows. */
  density: number;
}

/**
 * Every merged row predicted from the others with the same hyperparameters (Dubrule, 1983), and the predictive density of its
 * target (Sundararajan and Keerthi, 2001). The variance is that of a single observation.
 */
export function leaveOneOut(rows: Rows, state: LikelihoodState): LeaveOneOut {
  const { count, targets, noiseShares } = rows;
  const mean = new Float64Array(count);
  const variance = new Float64Array(count);
  let density = 0;
  for (let i = 0; i < count; i++) {
    const precision = state.precisions[i];
    const residual = state.weights[i] / precision;
    const ofMean = state.signalVariance / precision;
    mean[i] = targets[i] - residual;
    variance[i] = ofMean + state.signalVariance * state.noise * (1 - noiseShares[i]);
    density += logNormalDensity(residual, Math.max(MIN_VARIANCE, ofMean));
  }
  return { mean, variance, density: density / count };
}
