import type { Opinion } from "../fit-task.ts";
import type { LikelihoodState } from "./likelihood.ts";
import type { Rows } from "./rows.ts";

/** Errors smaller than its root, in deviations of the targets, are rounding, and no process is the likelier for them. */
const LEAST_VARIANCE = 1e-16;

export interface LeaveOneOut extends Opinion {
  /** Mean logarithm of the densities of the rows. */
  density: number;
}

/**
 * Every merged row predicted from the others with the parameters as they are (Dubrule, 1983), and how likely what is
 * there was (Sundararajan and Keerthi, 2001). The variance is that of a single observation.
 */
export function leaveOneOut(rows: Rows, state: LikelihoodState): LeaveOneOut {
  const { count, targets, noiseShares } = rows;
  const mean = new Float64Array(count);
  const variance = new Float64Array(count);
  let density = 0;
  for (let i = 0; i < count; i++) {
    const precision = state.precisions[i] ?? 1;
    const residual = (state.weights[i] ?? 0) / precision;
    const ofMean = state.signalVariance / precision;
    mean[i] = (targets[i] ?? 0) - residual;
    variance[i] = ofMean + state.signalVariance * state.noise * (1 - (noiseShares[i] ?? 1));
    const told = Math.max(LEAST_VARIANCE, ofMean);
    density -= 0.5 * (Math.log(2 * Math.PI * told) + (residual * residual) / told);
  }
  return { mean, variance, density: density / count };
}
