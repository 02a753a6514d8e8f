import { logNormalDensity } from "../../math/normal.ts";
import type { TargetPrediction } from "../fit-task.ts";
import type { LikelihoodState } from "./likelihood.ts";
import type { Rows } from "./model/rows.ts";

/** Errors smaller than its root, in deviations of the targets, are rounding errors and do not make a process likelier. */
const MIN_VARIANCE = 1e-16;

export interface LeaveOneOut extends TargetPrediction {
  /** The mean log density of the rows. */
  density: number;
}

/**
 * Predicts every merged row from the others with the same hyperparameters (Dubrule, 1983; Rasmussen and Williams, 2006,
 * equation 5.12), and computes the predictive
 * density of its target (Sundararajan and Keerthi, 2001). With the weights w and the precisions p of the state and the
 * signal variance s², the mean of row i is yᵢ - wᵢ / pᵢ and its variance s² / pᵢ, with the noise of a single observation.
 * @param rows count merged rows.
 * @param state of a likelihood that was evaluated last with these rows.
 * @returns means and variances (count), in the unit of the targets, and the mean log density of the rows.
 */
export function leaveOneOut(rows: Rows, state: LikelihoodState): LeaveOneOut {
  const { count, targets, noiseShares } = rows;
  const mean = new Float64Array(count);
  const variance = new Float64Array(count);
  let density = 0;
  for (let i = 0; i < count; i++) {
    const precision = state.precisions[i];
    const residual = state.weights[i] / precision;
    const meanVariance = state.signalVariance / precision;
    // Rasmussen and Williams (2006), equation 5.12, with the trend's correction in the precision.
    mean[i] = targets[i] - residual;
    variance[i] = meanVariance + state.signalVariance * state.noise * (1 - noiseShares[i]);
    density += logNormalDensity(residual, Math.max(MIN_VARIANCE, meanVariance));
  }
  return { mean, variance, density: density / count };
}
