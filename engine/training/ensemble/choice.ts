/** Who speaks for a target, how much each counts, and how right they were together on rows that they were not shown. */
import { gatherRows } from "../../dataset/table.ts";
import type { Voice } from "./candidates.ts";
import { type Difference, LEAST_LEFT, shareFolds } from "./fold-weights.ts";
import { effectiveRows, stackWeights } from "./stacking.ts";

/** A voice cut short is heard when it has said something of this share of the rows, and of this many where there are. */
const LEAST_HEARD = 0.15;
const FEWEST_ROWS = 30;

export interface Chosen {
  voice: Voice;
  /** In the mean; those of a target sum to 1. */
  weight: number;
  /** In the disagreement; those of a target sum to 1, or are all 0. */
  say: number;
  /** Of the voice, how much each of its speakers counts; they sum to 1. */
  shares: Float64Array;
}

export interface Choice {
  chosen: Chosen[];
  /**
   * On the kept-out rows: what the voices together said less the truth, as large as it would be had all folds' models
   * spoken and not one; NaN where nothing was said.
   */
  errors: Float64Array;
  /** Claimed by those that know one. */
  variances: Float64Array;
  /** Weighted variance between the learnt voices. */
  disagreement: Float64Array;
  /** Of the errors. */
  meanSquare: number;
}

/** @param foldOf of each kept-out row, the fold. */
export function choose(voices: readonly Voice[], foldOf: Uint8Array, difference: Difference): Choice {
  const asked = common(voices);
  const rows = rowsHeard(asked);
  const heard = betterThanMean(asked, rows);
  const { shares, covariance } = shareFolds(heard, rows, foldOf, difference);
  const best = heard.reduce((least, voice) => (voice.meanSquare < least.meanSquare ? voice : least));
  const n = heard.length;
  const weights = stackWeights(covariance, n, effectiveRows(gatherRows(best.errors, 1, rows)));
  let meanSquare = 0;
  covariance.forEach((value, at) => {
    meanSquare += value * (weights[Math.floor(at / n)] ?? 0) * (weights[at % n] ?? 0);
  });
  const chosen = withSay(
    heard.map((voice, i) => ({
      voice,
      weight: weights[i] ?? 0,
      say: 0,
      shares: shares[i] ?? new Float64Array(0),
    })),
  );
  const together = hear(chosen);
  const seen = meanSquareOf(together.errors, () => true);
  const hasFolds = chosen.some(({ voice }) => voice.speakers.length > 1);
  const expected = hasFolds ? Math.max(LEAST_LEFT * seen, meanSquare) : seen;
  if (hasFolds) evenOut(together, foldOf, expected);
  const optimism = Math.sqrt(1 + (2 * freedomOf(chosen)) / rows.length);
  return {
    chosen,
    ...together,
    errors: together.errors.map((error) => optimism * error),
    meanSquare: expected,
  };
}

/** Weights and shares that were found from these very rows, which makes their errors a little small (after Akaike, 1974). */
function freedomOf(chosen: readonly Chosen[]): number {
  const weights = chosen.filter(({ weight }) => weight > 0);
  return weights.reduce((sum, { shares }) => sum + Math.max(0, shares.length - 1), weights.length - 1);
}

/**
 * What single models said of their folds becomes as wrong as their mean is expected to be, so that a fold whose model came
 * out poor counts no more than the others.
 */
function evenOut({ errors, disagreement }: Heard, foldOf: Uint8Array, meanSquare: number): void {
  const disagreed = meanOver(disagreement, errors, () => true);
  for (const fold of new Set(foldOf)) {
    const isHere = (row: number): boolean => foldOf[row] === fold;
    const own = meanSquareOf(errors, isHere);
    const apart = meanOver(disagreement, errors, isHere);
    for (let row = 0; row < errors.length; row++) {
      if (!isHere(row)) continue;
      if (own > 0) errors[row] = (errors[row] ?? 0) * Math.sqrt(meanSquare / own);
      if (apart > 0) disagreement[row] = ((disagreement[row] ?? 0) * disagreed) / apart;
    }
  }
}

function meanSquareOf(errors: Float64Array, isUsed: (row: number) => boolean): number {
  return meanOver(
    errors.map((error) => error * error),
    errors,
    isUsed,
  );
}

/** Over the rows that something was said of. */
function meanOver(values: Float64Array, errors: Float64Array, isUsed: (row: number) => boolean): number {
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
 * Those that have said something of every row; where nobody has learnt so much yet, also those that have said enough, as
 * long as there are rows of which all of them have said something.
 */
function common(voices: readonly Voice[]): Voice[] {
  const total = voices[0]?.errors.length ?? 0;
  const sound = voices.filter(({ meanSquare }) => Number.isFinite(meanSquare));
  const complete = sound.filter(({ heard }) => heard === total);
  if (complete.some(isLearnt)) return complete;
  const least = Math.min(total, Math.max(FEWEST_ROWS, LEAST_HEARD * total));
  const heard = sound
    .filter((voice) => voice.heard >= least)
    .sort((a, b) => b.heard - a.heard || (a.name < b.name ? -1 : 1));
  while (heard.length > 1 && rowsHeard(heard).length < least) heard.pop();
  return heard;
}

/**
 * The mean of the rows, and who errs less than it does. What errs more tells nothing: a weight beside others, which least
 * squares would give it where its errors happen to go the other way, would be one for chance.
 */
function betterThanMean(voices: readonly Voice[], rows: Int32Array): Voice[] {
  const errorOf = ({ errors }: Voice): number => rows.reduce((sum, row) => sum + (errors[row] ?? 0) ** 2, 0);
  const ignorance = voices.find(({ family }) => family === "mean");
  const most = ignorance === undefined ? Number.POSITIVE_INFINITY : errorOf(ignorance);
  return voices.filter((voice) => voice === ignorance || errorOf(voice) < most);
}

const isLearnt = ({ family }: Voice): boolean => family === "network" || family === "gaussian-process";

function rowsHeard(voices: readonly Voice[]): Int32Array {
  const rows = Int32Array.from(voices[0]?.errors.keys() ?? []);
  return rows.filter((row) => voices.every(({ errors }) => !Number.isNaN(errors[row])));
}

/** Where a single voice without a variance of its own has all the weight, the next best is asked what it thinks of it. */
function withSay(all: readonly Chosen[]): Chosen[] {
  const chosen = all.filter(({ weight }) => weight > 0);
  const learnt = chosen.filter(({ voice }) => isLearnt(voice));
  const [only] = learnt;
  if (only !== undefined && learnt.length === 1 && only.voice.family === "network") {
    const others = all.filter(({ voice }) => voice !== only.voice && isLearnt(voice));
    const [second] = others.sort((a, b) => a.voice.meanSquare - b.voice.meanSquare);
    if (second !== undefined) {
      const pair = [only, second].map((one) => ({ ...one, say: 0.5 }));
      return [...chosen.filter((one) => one !== only), ...pair];
    }
  }
  const total = learnt.reduce((sum, { weight }) => sum + weight, 0);
  return chosen.map((one) => ({ ...one, say: isLearnt(one.voice) && total > 0 ? one.weight / total : 0 }));
}

type Heard = Pick<Choice, "errors" | "variances" | "disagreement">;

function hear(chosen: readonly Chosen[]): Heard {
  const count = chosen[0]?.voice.errors.length ?? 0;
  const errors = new Float64Array(count);
  const variances = new Float64Array(count);
  const middle = new Float64Array(count);
  const disagreement = new Float64Array(count);
  const knowing = chosen.filter(({ voice }) => voice.family === "gaussian-process");
  const known = knowing.reduce((sum, { weight }) => sum + weight, 0);
  for (const { voice, weight, say } of chosen) {
    const share = knowing.some((one) => one.voice === voice) && known > 0 ? weight / known : 0;
    for (let i = 0; i < count; i++) {
      const error = voice.errors[i] ?? Number.NaN;
      errors[i] = (errors[i] ?? 0) + weight * error;
      middle[i] = (middle[i] ?? 0) + say * error;
      variances[i] = (variances[i] ?? 0) + share * (voice.variances[i] ?? 0);
    }
  }
  for (const { voice, say } of chosen) {
    if (say === 0) continue;
    for (let i = 0; i < count; i++) {
      const difference = (voice.errors[i] ?? 0) - (middle[i] ?? 0);
      disagreement[i] = (disagreement[i] ?? 0) + say * difference * difference;
    }
  }
  return { errors, variances, disagreement };
}
