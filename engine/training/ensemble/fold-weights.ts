/**
 * The expected error of the mean of the fold models, of which each row can be predicted by only one. The errors of two models
 * differ as their predictions do, whatever the truth: so their covariance follows from the error of each on its held-out rows
 * and from the difference of their predictions at unseen points. Krogh and Vedelsby (1995), "Neural network ensembles, cross
 * validation, and active learning".
 */
import { gatherRows } from "../../dataset/table.ts";
import { type Candidate, type FoldModel, weightedMeanSquare } from "./candidates.ts";
import { effectiveRows, stackWeights } from "./stacking.ts";

/** The error of the mean of several models is at least this share of their own, not counting the noise, which no mean reduces. */
const MIN_ERROR_SHARE = 0.25;

export function leastError(measured: number, noise: number | null): number {
  const ofNoise = Math.min(measured, noise ?? 0);
  return ofNoise + MIN_ERROR_SHARE * (measured - ofNoise);
}

/** Mean squared difference between the predictions of two fold models at unseen points. */
export type ModelDifference = (one: FoldModel, other: FoldModel) => number;

/** One value for each position among the held-out rows. */
export interface HeldOutPositions {
  /** The fold that holds the row out. */
  foldOf: Uint8Array;
  /** The weight of the row: the rows of one point count as one. */
  weights: Float64Array;
  /** The variance of the target between rows of one point, which no prediction is better than; null where it is not known. */
  noise: number | null;
}

export interface FoldWeights {
  /** For each candidate, the weights of its fold models; they sum to 1. */
  weights: Float64Array[];
  /** Covariance of the errors of the candidates, each the mean of its fold models: candidates x candidates. */
  covariance: Float64Array;
}

interface FoldPart {
  candidate: number;
  /** The model; null for the mean of the rows, which has no model. */
  foldModel: FoldModel | null;
  /** Positions of the held-out rows that it predicted. */
  rows: Int32Array;
  meanSquare: number;
}

/**
 * @param rows positions of the held-out rows that all candidates have predicted.
 */
export function weighFolds(
  candidates: readonly Candidate[],
  rows: Int32Array,
  heldOut: HeldOutPositions,
  difference: ModelDifference,
): FoldWeights {
  const parts = candidates.map((candidate, at) => partsOf(candidate, at, rows, heldOut));
  const noise = heldOut.noise ?? 0;
  const product = (one: FoldPart, other: FoldPart): number => {
    if (one === other) return one.meanSquare;
    const [first, second] = [one.foldModel, other.foldModel];
    const maxProduct = Math.sqrt(one.meanSquare * other.meanSquare);
    if (first && second && first.fold !== null && second.fold !== null && first.fold !== second.fold) {
      const between = difference(first, second);
      // The noise of a row is part of the error of both.
      return Math.min(maxProduct, Math.max(noise, (one.meanSquare + other.meanSquare - between) / 2));
    }
    const same = one.rows.length <= other.rows.length ? one.rows : other.rows;
    return (
      maxProduct *
      errorCosine(
        candidates[one.candidate]?.errors,
        candidates[other.candidate]?.errors,
        same,
        heldOut.weights,
      )
    );
  };

  const weights = parts.map((own, at) => {
    const candidate = candidates[at];
    if (own.length < 2 || candidate === undefined) return new Float64Array(own.length).fill(1);
    const errors = gatherRows(candidate.errors, 1, rows);
    const products = own.flatMap((one) => own.map((other) => product(one, other)));
    return stackWeights(Float64Array.from(products), own.length, effectiveRows(errors) / own.length);
  });
  const n = candidates.length;
  const covariance = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let l = 0; l <= k; l++) {
      let sum = 0;
      parts[k]?.forEach((one, f) => {
        parts[l]?.forEach((other, g) => {
          sum += weights[k][f] * weights[l][g] * product(one, other);
        });
      });
      covariance[k * n + l] = sum;
      covariance[l * n + k] = sum;
    }
  }
  limitVariances(covariance, n, candidates, rows, heldOut);
  return { weights, covariance };
}

function partsOf(
  candidate: Candidate,
  at: number,
  rows: Int32Array,
  { foldOf, weights }: HeldOutPositions,
): FoldPart[] {
  const foldModels = candidate.foldModels.length > 0 ? candidate.foldModels : [null];
  const parts = foldModels.map((foldModel) => {
    const fold = foldModel?.fold ?? null;
    const own = fold === null ? rows : rows.filter((row) => foldOf[row] === fold);
    return {
      candidate: at,
      foldModel,
      rows: own,
      meanSquare: weightedMeanSquare(candidate.errors, weights, own),
    };
  });
  return shrinkTowardsMean(parts, candidate.errors, rows, weights);
}

/** The cosine between two candidates' errors. */
function errorCosine(
  one: Float64Array = new Float64Array(0),
  other: Float64Array = one,
  rows: Int32Array = new Int32Array(0),
  weights: Float64Array = new Float64Array(0),
): number {
  let product = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (const row of rows) {
    const a = one[row];
    const b = other[row];
    const weight = weights[row];
    product += weight * a * b;
    ofOne += weight * a * a;
    ofOther += weight * b * b;
  }
  return ofOne > 0 && ofOther > 0 ? product / Math.sqrt(ofOne * ofOther) : 0;
}

/** Shrinks the folds' errors towards their mean as far as sampling explains the differences (James and Stein, 1961). */
function shrinkTowardsMean(
  parts: FoldPart[],
  errors: Float64Array,
  rows: Int32Array,
  weights: Float64Array,
): FoldPart[] {
  if (parts.length < 2) return parts;
  const overall = weightedMeanSquare(errors, weights, rows);
  let bySampling = 0;
  let measured = 0;
  for (const { rows: own, meanSquare } of parts) {
    const some = gatherRows(errors, 1, own);
    bySampling += (2.5 * overall ** 2) / Math.max(1, effectiveRows(some));
    measured += (meanSquare - overall) ** 2;
  }
  const real = measured > 0 ? Math.max(0, 1 - bySampling / measured) : 0;
  return parts.map((part) => ({ ...part, meanSquare: overall + real * (part.meanSquare - overall) }));
}

/** Raises each variance to the least error that the candidate's measured one allows. */
function limitVariances(
  covariance: Float64Array,
  n: number,
  candidates: readonly Candidate[],
  rows: Int32Array,
  { weights, noise }: HeldOutPositions,
): void {
  candidates.forEach(({ errors }, k) => {
    const least = leastError(weightedMeanSquare(errors, weights, rows), noise);
    covariance[k * n + k] = Math.max(covariance[k * n + k], least);
  });
}
