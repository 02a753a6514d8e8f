/** Chooses the members of a target's ensemble, their weights, and the combined out-of-fold errors. */
import { gatherRows } from "../../dataset/table.ts";
import { type Candidate, weightedMeanSquare } from "./candidates.ts";
import { type HeldOutPositions, leastError, type ModelDifference, weighFolds } from "./fold-weights.ts";
import type { OwnUnit } from "./own-unit.ts";
import { countEffectiveRows, stackWeights } from "./stacking.ts";

/**
 * An interrupted candidate is usable when it has predicted at least this share of the rows, and at least `MIN_PREDICTED_ROWS`
 * of them.
 */
const MIN_PREDICTED_SHARE = 0.15;
const MIN_PREDICTED_ROWS = 30;

/** A candidate in the ensemble. */
export interface Member {
  candidate: Candidate;
  /** The weight in the mean; the weights of a target sum to 1. */
  weight: number;
  /** The weight in the disagreement; those of a target sum to 1, or are all 0. */
  disagreementWeight: number;
  /** The weights of the candidate's fold models; they sum to 1. */
  foldWeights: Float64Array;
}

export interface Choice {
  members: Member[];
  /**
   * The errors on the held-out rows: the ensemble's prediction less the truth, scaled to the error that the mean of all fold
   * models has where only one could predict the row; NaN where there is no prediction.
   */
  errors: Float64Array;
  /**
   * The same errors with one scale for all folds, which keeps the differences between folds: accuracies by cross-validation are
   * measured on them. `errors`, whose folds are equalised, are those that the error model and the bounds are fitted to.
   */
  measuredErrors: Float64Array;
  /** The weighted mean of the variances that the Gaussian processes among the members predict. */
  variances: Float64Array;
  /** The weighted variance between the predictions of the networks and Gaussian processes. */
  disagreement: Float64Array;
  /** The mean square of the errors. */
  meanSquare: number;
}

/** Facts about the held-out rows besides the candidates' errors. */
export interface HeldOutStatistics extends HeldOutPositions {
  /** The number of independent rows as a share of the held-out ones: less than 1 where rows are grouped. */
  independentShare: number;
  /** The variance of the target between rows of one point in each fold, by its number; null where it is not known. */
  foldNoise: Float64Array | null;
  /** Null where errors on the target's scale say enough: see `createOwnUnit`. */
  ownUnit: OwnUnit | null;
}

export function chooseMembers(
  candidates: readonly Candidate[],
  heldOut: HeldOutStatistics,
  difference: ModelDifference,
): Choice {
  const { foldOf, independentShare, noise, foldNoise } = heldOut;
  const comparable = selectComparable(candidates);
  const rows = commonRows(comparable);
  const usable = selectBetterThanMean(comparable, rows, heldOut);
  const { weights: foldWeights, covariance } = weighFolds(usable, rows, heldOut, difference);
  const best = usable.reduce((least, candidate) =>
    candidate.meanSquare < least.meanSquare ? candidate : least,
  );
  const n = usable.length;
  const weights = stackWeights(
    covariance,
    n,
    independentShare * countEffectiveRows(gatherRows(best.errors, 1, rows)),
  );
  let meanSquare = 0;
  covariance.forEach((value, at) => {
    meanSquare += value * weights[Math.floor(at / n)] * weights[at % n];
  });
  const members = assignDisagreementWeights(
    usable.map((candidate, i) => ({
      candidate,
      weight: weights[i],
      disagreementWeight: 0,
      foldWeights: foldWeights[i] ?? new Float64Array(0),
    })),
  );
  const combined = combineErrors(members);
  const measured = computeMeanSquare(combined.errors, () => true);
  const hasFoldModels = members.some(({ candidate }) => candidate.foldModels.length > 1);
  const expected = hasFoldModels ? Math.max(leastError(measured, noise), meanSquare) : measured;
  const scale = hasFoldModels && measured > 0 ? Math.sqrt(expected / measured) : 1;
  const scaledErrors = combined.errors.map((error) => scale * error);
  if (hasFoldModels) equaliseFolds(combined, { foldOf, foldNoise }, expected);
  const optimism = Math.sqrt(1 + (2 * countFittedWeights(members)) / (independentShare * rows.length));
  return {
    members,
    ...combined,
    errors: combined.errors.map((error) => optimism * error),
    measuredErrors: scaledErrors.map((error) => optimism * error),
    meanSquare: expected,
  };
}

/**
 * Counts the weights that were fitted to these rows, which makes the errors on them a little too small (after Akaike,
 * 1974).
 */
function countFittedWeights(members: readonly Member[]): number {
  const weights = members.filter(({ weight }) => weight > 0);
  return weights.reduce(
    (sum, { foldWeights }) => sum + Math.max(0, foldWeights.length - 1),
    weights.length - 1,
  );
}

/**
 * Scales the errors of each fold to the expected mean square, so that the fold of a poor model has no more influence than the
 * others. Noise that differs between folds is no fault of their models: its measured variance stays in each fold, as where noise
 * grows along an input and a fold happens to hold the noisiest points.
 *
 * The part of the models is the mean over the folds of what each fold's mean square exceeds its noise by. The difference of the two
 * means alone may vanish by chance, and with it the errors of a fold without noise.
 */
function equaliseFolds(
  { errors, disagreement }: CombinedErrors,
  { foldOf, foldNoise }: Pick<HeldOutStatistics, "foldOf" | "foldNoise">,
  meanSquare: number,
): void {
  const meanNoise =
    foldNoise === null ? 0 : foldOf.reduce((sum, fold) => sum + foldNoise[fold] / foldOf.length, 0);
  const foldMeanSquares = new Map(
    [...new Set(foldOf)].map((fold) => [fold, computeMeanSquare(errors, (row) => foldOf[row] === fold)]),
  );
  let meanExcess = 0;
  for (const [fold, foldMeanSquare] of foldMeanSquares)
    meanExcess += Math.max(0, foldMeanSquare - (foldNoise?.[fold] ?? 0)) / foldMeanSquares.size;
  const modelMeanSquare = foldNoise === null ? meanSquare : Math.max(meanSquare - meanNoise, meanExcess);
  const meanDisagreement = averagePredicted(disagreement, errors, () => true);
  for (const [fold, foldMeanSquare] of foldMeanSquares) {
    const isInFold = (row: number): boolean => foldOf[row] === fold;
    const expectedMeanSquare = Math.max(
      modelMeanSquare + (foldNoise?.[fold] ?? 0),
      Math.min(foldMeanSquare, meanSquare),
    );
    const foldDisagreement = averagePredicted(disagreement, errors, isInFold);
    for (let row = 0; row < errors.length; row++) {
      if (!isInFold(row)) continue;
      if (foldMeanSquare > 0) errors[row] *= Math.sqrt(expectedMeanSquare / foldMeanSquare);
      if (foldDisagreement > 0) disagreement[row] = (disagreement[row] * meanDisagreement) / foldDisagreement;
    }
  }
}

function computeMeanSquare(errors: Float64Array, isUsed: (row: number) => boolean): number {
  return averagePredicted(
    errors.map((error) => error * error),
    errors,
    isUsed,
  );
}

/** Computes the mean over the rows with predictions. */
function averagePredicted(
  values: Float64Array,
  errors: Float64Array,
  isUsed: (row: number) => boolean,
): number {
  let sum = 0;
  let count = 0;
  values.forEach((value, row) => {
    if (Number.isNaN(errors[row]) || !isUsed(row)) return;
    sum += value;
    count += 1;
  });
  return sum / Math.max(1, count);
}

/**
 * Selects the candidates that have predicted every row. While no network or process has, it also selects those that
 * have predicted enough rows, as long as all of them have enough rows in common.
 */
function selectComparable(candidates: readonly Candidate[]): Candidate[] {
  const total = candidates[0]?.errors.length ?? 0;
  const sound = candidates.filter(({ meanSquare }) => Number.isFinite(meanSquare));
  const complete = sound.filter(({ predictedRows }) => predictedRows === total);
  if (complete.some(isTrained)) return complete;
  const minRows = Math.min(total, Math.max(MIN_PREDICTED_ROWS, MIN_PREDICTED_SHARE * total));
  const comparable = sound
    .filter(({ predictedRows }) => predictedRows >= minRows)
    .sort((a, b) => b.predictedRows - a.predictedRows || (a.name < b.name ? -1 : 1));
  while (comparable.length > 1 && commonRows(comparable).length < minRows) comparable.pop();
  return comparable;
}

/**
 * Selects the mean of the rows and the candidates with smaller errors, on the scale and in the output's own unit. Other
 * candidates predict nothing: least squares would give them weight only where their errors happen to cancel those of
 * better ones. A candidate that is worse in the own unit alone is a little better at most rows and far off at a few,
 * which a strongly bent scale hides.
 */
function selectBetterThanMean(
  candidates: readonly Candidate[],
  rows: Int32Array,
  { weights, ownUnit }: Pick<HeldOutStatistics, "weights" | "ownUnit">,
): Candidate[] {
  const meanCandidate = candidates.find(({ family }) => family === "mean");
  if (meanCandidate === undefined) return Array.from(candidates);
  const measures = [
    ({ errors }: Candidate): number => weightedMeanSquare(errors, weights, rows),
    ...(ownUnit === null
      ? []
      : [
          ({ errors }: Candidate): number => weightedMeanSquare(ownUnit.computeErrors(errors), weights, rows),
        ]),
  ];
  const isBetter = (candidate: Candidate): boolean =>
    measures.every((measure) => measure(candidate) < measure(meanCandidate));
  return candidates.filter((candidate) => candidate === meanCandidate || isBetter(candidate));
}

const isTrained = ({ family }: Candidate): boolean => family === "network" || family === "gaussian-process";
const isModel = ({ family }: Candidate): boolean => family !== "mean";

function commonRows(candidates: readonly Candidate[]): Int32Array {
  const rows = Int32Array.from(candidates[0]?.errors.keys() ?? []);
  return rows.filter((row) => candidates.every(({ errors }) => !Number.isNaN(errors[row])));
}

/**
 * Assigns the disagreement weights. Networks and Gaussian processes disagree with each other; without them
 * polynomials do. Where the only such model predicts no variance, the disagreement is that with the next best
 * candidate, although that has no weight in the mean.
 */
function assignDisagreementWeights(candidateMembers: readonly Member[]): Member[] {
  const members = candidateMembers.filter(({ weight }) => weight > 0);
  const trained = members.filter(({ candidate }) => isTrained(candidate));
  const disagreeing = trained.length > 0 ? trained : members.filter(({ candidate }) => isModel(candidate));
  const [only] = disagreeing;
  if (only !== undefined && disagreeing.length === 1 && only.candidate.family !== "gaussian-process") {
    const alternatives = candidateMembers.filter(
      ({ candidate }) => candidate !== only.candidate && isModel(candidate),
    );
    const [second] = alternatives.sort(
      (a, b) =>
        Number(isTrained(b.candidate)) - Number(isTrained(a.candidate)) ||
        a.candidate.meanSquare - b.candidate.meanSquare,
    );
    if (second !== undefined) {
      const pair = [only, second].map((member) => ({ ...member, disagreementWeight: 0.5 }));
      return [
        ...members.filter((member) => !pair.some(({ candidate }) => candidate === member.candidate)),
        ...pair,
      ];
    }
  }
  const total = disagreeing.reduce((sum, { weight }) => sum + weight, 0);
  return members.map((member) => ({
    ...member,
    disagreementWeight: disagreeing.includes(member) && total > 0 ? member.weight / total : 0,
  }));
}

type CombinedErrors = Pick<Choice, "errors" | "variances" | "disagreement">;

function combineErrors(members: readonly Member[]): CombinedErrors {
  const count = members[0]?.candidate.errors.length ?? 0;
  const errors = new Float64Array(count);
  const variances = new Float64Array(count);
  const disagreementMean = new Float64Array(count);
  const disagreement = new Float64Array(count);
  const processMembers = members.filter(({ candidate }) => candidate.family === "gaussian-process");
  const total = processMembers.reduce((sum, { weight }) => sum + weight, 0);
  for (const { candidate, weight, disagreementWeight } of members) {
    const hasVariance = processMembers.some((member) => member.candidate === candidate);
    const varianceWeight = hasVariance && total > 0 ? weight / total : 0;
    for (let i = 0; i < count; i++) {
      const error = candidate.errors[i];
      errors[i] += weight * error;
      disagreementMean[i] += disagreementWeight * error;
      variances[i] += varianceWeight * candidate.variances[i];
    }
  }
  for (const { candidate, disagreementWeight } of members) {
    if (disagreementWeight === 0) continue;
    for (let i = 0; i < count; i++) {
      const difference = candidate.errors[i] - disagreementMean[i];
      disagreement[i] += disagreementWeight * difference * difference;
    }
  }
  return { errors, variances, disagreement };
}
