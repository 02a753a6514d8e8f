/**
 * The expected error of the mean of the fold models, of which each row can be predicted by only one. The errors of two models
 * differ as their predictions do, whatever the truth: so their covariance follows from the error of each on its held-out rows
 * and from the difference of their predictions at unseen points. Krogh and Vedelsby (1995), "Neural network ensembles, cross
 * validation, and active learning".
 */
import { gatherRows } from "../../dataset/table.ts";
import { type Candidate, type FoldModel, weightedMeanSquare } from "./candidates.ts";
import { countEffectiveRows, stackWeights } from "./stacking.ts";

/**
 * The mean square of the error of the mean of several models is at least this share of their own mean square, not
 * counting the noise, which no mean reduces.
 */
const MIN_ERROR_SHARE = 0.25;

export function leastError(measured: number, noise: number | null): number {
  const noiseVariance = Math.min(measured, noise ?? 0);
  return noiseVariance + MIN_ERROR_SHARE * (measured - noiseVariance);
}

/** Mean squared difference between the predictions of two fold models at unseen points. */
export type ModelDifference = (first: FoldModel, second: FoldModel) => number;

/** One value for each position among the held-out rows. */
export interface HeldOutPositions {
  /** The fold that holds the row out. */
  foldOf: Uint8Array;
  /** The weight of the row: the rows of one point count as one. */
  weights: Float64Array;
  /**
   * The variance of the target between rows of one point, which no prediction can fall below; null where it is not
   * known.
   */
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
 * Weighs the fold models of each candidate, and estimates the covariance of the candidates' errors.
 *
 * For two models of different folds E[e₁ e₂] = (E[e₁²] + E[e₂²] - E[(f₁ - f₂)²]) / 2, because the errors differ by
 * the difference of the predictions.
 *
 * @param candidates the candidates of one target
 * @param rows the positions of the held-out rows that all candidates have predicted
 * @param heldOut the folds and weights of the held-out rows, and the noise
 * @param difference estimates the mean squared difference of two fold models
 */
export function weighFolds(
  candidates: readonly Candidate[],
  rows: Int32Array,
  heldOut: HeldOutPositions,
  difference: ModelDifference,
): FoldWeights {
  const parts = candidates.map((candidate, at) => createFoldParts(candidate, at, rows, heldOut));
  const noise = heldOut.noise ?? 0;
  const estimateProduct = (firstPart: FoldPart, secondPart: FoldPart): number => {
    if (firstPart === secondPart) return firstPart.meanSquare;
    const [firstModel, secondModel] = [firstPart.foldModel, secondPart.foldModel];
    const maxProduct = Math.sqrt(firstPart.meanSquare * secondPart.meanSquare);
    if (
      firstModel &&
      secondModel &&
      firstModel.fold !== null &&
      secondModel.fold !== null &&
      firstModel.fold !== secondModel.fold
    ) {
      const between = difference(firstModel, secondModel);
      // The noise of a row is part of the error of both.
      return Math.min(
        maxProduct,
        Math.max(noise, (firstPart.meanSquare + secondPart.meanSquare - between) / 2),
      );
    }
    const comparedRows = firstPart.rows.length <= secondPart.rows.length ? firstPart.rows : secondPart.rows;
    return (
      maxProduct *
      errorCosine(
        candidates[firstPart.candidate]?.errors,
        candidates[secondPart.candidate]?.errors,
        comparedRows,
        heldOut.weights,
      )
    );
  };

  const weights = parts.map((foldParts, at) => {
    const candidate = candidates[at];
    if (foldParts.length < 2 || candidate === undefined) return new Float64Array(foldParts.length).fill(1);
    const errors = gatherRows(candidate.errors, 1, rows);
    const products = foldParts.flatMap((firstPart) =>
      foldParts.map((secondPart) => estimateProduct(firstPart, secondPart)),
    );
    return stackWeights(
      Float64Array.from(products),
      foldParts.length,
      countEffectiveRows(errors) / foldParts.length,
    );
  });
  const n = candidates.length;
  const covariance = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let l = 0; l <= k; l++) {
      let sum = 0;
      parts[k]?.forEach((firstPart, f) => {
        parts[l]?.forEach((secondPart, g) => {
          sum += weights[k][f] * weights[l][g] * estimateProduct(firstPart, secondPart);
        });
      });
      covariance[k * n + l] = sum;
      covariance[l * n + k] = sum;
    }
  }
  limitVariances(covariance, n, candidates, rows, heldOut);
  return { weights, covariance };
}

function createFoldParts(
  candidate: Candidate,
  at: number,
  rows: Int32Array,
  { foldOf, weights }: HeldOutPositions,
): FoldPart[] {
  const foldModels = candidate.foldModels.length > 0 ? candidate.foldModels : [null];
  const parts = foldModels.map((foldModel) => {
    const fold = foldModel?.fold ?? null;
    const foldRows = fold === null ? rows : rows.filter((row) => foldOf[row] === fold);
    return {
      candidate: at,
      foldModel,
      rows: foldRows,
      meanSquare: weightedMeanSquare(candidate.errors, weights, foldRows),
    };
  });
  return shrinkTowardsMean(parts, candidate.errors, rows, weights);
}

/** Computes the cosine between two candidates' errors, Σ w a b / √(Σ w a² Σ w b²). */
function errorCosine(
  firstErrors: Float64Array = new Float64Array(0),
  secondErrors: Float64Array = firstErrors,
  rows: Int32Array = new Int32Array(0),
  weights: Float64Array = new Float64Array(0),
): number {
  let product = 0;
  let firstSquares = 0;
  let secondSquares = 0;
  for (const row of rows) {
    const a = firstErrors[row];
    const b = secondErrors[row];
    const weight = weights[row];
    product += weight * a * b;
    firstSquares += weight * a * a;
    secondSquares += weight * b * b;
  }
  return firstSquares > 0 && secondSquares > 0 ? product / Math.sqrt(firstSquares * secondSquares) : 0;
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
  let samplingVariance = 0;
  let measuredVariance = 0;
  for (const { rows: foldRows, meanSquare } of parts) {
    const foldErrors = gatherRows(errors, 1, foldRows);
    samplingVariance += (2.5 * overall ** 2) / Math.max(1, countEffectiveRows(foldErrors));
    measuredVariance += (meanSquare - overall) ** 2;
  }
  const realShare = measuredVariance > 0 ? Math.max(0, 1 - samplingVariance / measuredVariance) : 0;
  return parts.map((part) => ({ ...part, meanSquare: overall + realShare * (part.meanSquare - overall) }));
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
