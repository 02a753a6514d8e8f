/**
 * Finds discontinuities: what a step at every value of every feature, by itself or times another feature, would add to the
 * likelihood of the rows under a process without it (a score test with generalised least squares; Rao, 1948).
 */
import { solveLower } from "../../math/cholesky.ts";
import { viewRow } from "../../math/kernels/arena.ts";
import { dot, type Matrix } from "../../math/matrix.ts";
import type { Likelihood } from "./likelihood.ts";
import type { Workspace } from "./workspace.ts";

export interface Jump {
  feature: number;
  /** The largest value before, and the smallest beyond it. */
  from: number;
  to: number;
  /** The gain in log likelihood, with the hyperparameters as they are. */
  gain: number;
}

/** Rows that must lie on either side. */
const MIN_ROWS = 5;
/** With fewer different values a jump cannot be distinguished from a step between two of them. */
const MIN_VALUES = 16;
/** With more features only the step itself is tested, not its products with other features. */
const MAX_PRODUCT_FEATURES = 12;
/** The second coefficient of a product must gain this much: there are many products, one of which gains by chance. */
const PRODUCT_PENALTY = 4;

/**
 * Finds the best threshold of each feature, the greatest gain first.
 * @param likelihood of the rows, last evaluated with the inverse of the covariances in the workspace.
 * @param featureCount features before the indicators of discontinuities, which are not tested.
 */
export function findJumps(likelihood: Likelihood, workspace: Workspace, featureCount: number): Jump[] {
  const { rows } = likelihood;
  return Array.from({ length: featureCount }, (_, feature) => {
    const column = rows.inputs.row(feature);
    return new Set(column).size < MIN_VALUES ? null : bestStep(likelihood, workspace, feature, featureCount);
  })
    .filter((jump) => jump !== null)
    .sort((a, b) => b.gain - a.gain);
}

/** A function of the rows below a threshold, 0 beyond it. */
interface PartialFunction {
  /** The function's value in every row. */
  values: Float64Array;
  /** K⁻¹ times it, and its products with the residuals of the trend, with the terms, and with the step. */
  solved: Float64Array;
  withTargets: number;
  withTerms: Float64Array;
  withStep: number;
}

function bestStep(
  likelihood: Likelihood,
  { inverse }: Workspace,
  feature: number,
  featureCount: number,
): Jump {
  const { rows, state } = likelihood;
  const { count, inputs } = rows;
  const size = state.coefficients.length;
  const x = inputs.row(feature);
  const order = Int32Array.from(x.keys()).sort((a, b) => x[a] - x[b] || a - b);
  const squares = dot(state.weights, rows.targets);
  const functions: Float64Array[] = [new Float64Array(count).fill(1)];
  if (featureCount <= MAX_PRODUCT_FEATURES)
    for (let other = 0; other < featureCount; other++) functions.push(inputs.row(other));
  const parts = functions.map((values): PartialFunction & { square: number } => ({
    values,
    solved: new Float64Array(count),
    withTargets: 0,
    withTerms: new Float64Array(size),
    withStep: 0,
    square: 0,
  }));
  const [step] = parts;
  let best: Jump = { feature, from: 0, to: 0, gain: 0 };
  order.forEach((row, at) => {
    const column = viewRow(inverse, row);
    const diagonal = column[row];
    const solvedStep = step?.solved[row] ?? 0;
    for (const part of parts) {
      const value = part.values[row];
      part.withStep += part.solved[row] + value * (solvedStep + diagonal);
      part.square += value * (2 * part.solved[row] + value * diagonal);
    }
    for (const part of parts) {
      const value = part.values[row];
      part.withTargets += value * state.weights[row];
      for (let i = 0; i < count; i++) part.solved[i] += value * column[i];
      for (let term = 0; term < size; term++) part.withTerms[term] += value * state.solvedTrend.at(term, row);
    }
    const from = x[row];
    const to = x[order[at + 1] ?? row];
    if (at + 1 < MIN_ROWS || at + 1 > count - MIN_ROWS || !(to > from) || step === undefined) return;
    const free = (taken: number): number => (-(rows.total - size) / 2) * Math.log(Math.max(1e-12, 1 - taken));
    const bare = withoutTrend(step, state.trendFactor);
    const ofBare = step.square - dot(bare, bare);
    if (!(ofBare > 1e-9 * step.square)) return;
    const alone = step.withTargets ** 2 / ofBare;
    let gain = free(alone / squares);
    for (const part of parts.slice(1)) {
      const projection = withoutTrend(part, state.trendFactor);
      const shared = (part.withStep - dot(projection, bare)) / ofBare;
      const conditionalSquare = part.square - dot(projection, projection) - shared * shared * ofBare;
      if (!(conditionalSquare > 1e-9 * part.square)) continue;
      const productGain = (part.withTargets - shared * step.withTargets) ** 2 / conditionalSquare;
      gain = Math.max(gain, free((alone + productGain) / squares) - PRODUCT_PENALTY);
    }
    if (gain > best.gain) best = { feature, from, to, gain };
  });
  return best;
}

/** L⁻¹ times the products with the terms, where L is the factor of the trend. */
function withoutTrend({ withTerms }: PartialFunction, factor: Matrix): Float64Array {
  const solved = withTerms.slice();
  solveLower(factor, solved);
  return solved;
}
