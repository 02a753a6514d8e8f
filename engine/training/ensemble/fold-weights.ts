/**
 * What to expect of the mean of models that were kept from different rows, of which each row has heard but one. Errors of
 * two models differ as their predictions do, whatever the truth: so their covariance follows from how wrong each is on the
 * rows kept from it and from how far they differ at points that neither saw. Krogh and Vedelsby (1995), "Neural network
 * ensembles, cross validation, and active learning".
 */
import { gatherRows } from "../../dataset/table.ts";
import type { Speaker, Voice } from "./candidates.ts";
import { effectiveRows, stackWeights } from "./stacking.ts";

/** Of the error of single models, at least this share is left of the error of their mean. */
export const LEAST_LEFT = 0.25;

/** Mean square of the difference between two models, kept from different rows, at points that neither saw. */
export type Difference = (one: Speaker, other: Speaker) => number;

export interface FoldShares {
  /** Of each voice, how much each of its speakers counts; they sum to 1. */
  shares: Float64Array[];
  /** Covariance of the errors of the voices, each the mean of its speakers: voices x voices. */
  covariance: Float64Array;
}

interface Part {
  voice: number;
  /** Null for the mean of the rows, which has no model. */
  speaker: Speaker | null;
  /** Positions of the kept-out rows that it spoke of. */
  rows: Int32Array;
  meanSquare: number;
}

/**
 * @param rows positions of the kept-out rows of which all voices have said something.
 * @param foldOf of each position, the fold.
 */
export function shareFolds(
  voices: readonly Voice[],
  rows: Int32Array,
  foldOf: Uint8Array,
  difference: Difference,
): FoldShares {
  const parts = voices.map((voice, at) => partsOf(voice, at, rows, foldOf));
  const product = (one: Part, other: Part): number => {
    if (one === other) return one.meanSquare;
    const [first, second] = [one.speaker, other.speaker];
    const most = Math.sqrt(one.meanSquare * other.meanSquare);
    if (first && second && first.fold !== null && second.fold !== null && first.fold !== second.fold) {
      const between = difference(first, second);
      return Math.min(most, Math.max(0, (one.meanSquare + other.meanSquare - between) / 2));
    }
    const same = one.rows.length <= other.rows.length ? one.rows : other.rows;
    return most * alikeness(voices[one.voice]?.errors, voices[other.voice]?.errors, same);
  };

  const shares = parts.map((own, at) => {
    const voice = voices[at];
    if (own.length < 2 || voice === undefined) return new Float64Array(own.length).fill(1);
    const errors = gatherRows(voice.errors, 1, rows);
    const products = own.flatMap((one) => own.map((other) => product(one, other)));
    return stackWeights(Float64Array.from(products), own.length, effectiveRows(errors) / own.length);
  });
  const n = voices.length;
  const covariance = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let l = 0; l <= k; l++) {
      let sum = 0;
      parts[k]?.forEach((one, f) => {
        parts[l]?.forEach((other, g) => {
          sum += (shares[k]?.[f] ?? 0) * (shares[l]?.[g] ?? 0) * product(one, other);
        });
      });
      covariance[k * n + l] = sum;
      covariance[l * n + k] = sum;
    }
  }
  hold(covariance, n, voices, rows);
  return { shares, covariance };
}

function partsOf(voice: Voice, at: number, rows: Int32Array, foldOf: Uint8Array): Part[] {
  const speakers = voice.speakers.length > 0 ? voice.speakers : [null];
  const parts = speakers.map((speaker) => {
    const fold = speaker?.fold ?? null;
    const own = fold === null ? rows : rows.filter((row) => foldOf[row] === fold);
    return { voice: at, speaker, rows: own, meanSquare: meanSquareOf(voice.errors, own) };
  });
  return drawnTogether(parts, voice.errors, rows);
}

/** The cosine between two voices' errors. */
function alikeness(
  one: Float64Array = new Float64Array(0),
  other: Float64Array = one,
  rows: Int32Array = new Int32Array(0),
): number {
  let product = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (const row of rows) {
    const a = one[row] ?? 0;
    const b = other[row] ?? 0;
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return ofOne > 0 && ofOther > 0 ? product / Math.sqrt(ofOne * ofOther) : 0;
}

/** As far as the folds' errors differ by no more than which rows they were measured on explains (James and Stein, 1961). */
function drawnTogether(parts: Part[], errors: Float64Array, rows: Int32Array): Part[] {
  if (parts.length < 2) return parts;
  const overall = meanSquareOf(errors, rows);
  let byChance = 0;
  let seen = 0;
  for (const { rows: own, meanSquare } of parts) {
    const some = gatherRows(errors, 1, own);
    byChance += (2.5 * overall ** 2) / Math.max(1, effectiveRows(some));
    seen += (meanSquare - overall) ** 2;
  }
  const real = seen > 0 ? Math.max(0, 1 - byChance / seen) : 0;
  return parts.map((part) => ({ ...part, meanSquare: overall + real * (part.meanSquare - overall) }));
}

function meanSquareOf(errors: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) sum += (errors[row] ?? 0) ** 2;
  return sum / Math.max(1, rows.length);
}

/** No voice is believed to be better than a share of what was seen of it. */
function hold(covariance: Float64Array, n: number, voices: readonly Voice[], rows: Int32Array): void {
  voices.forEach(({ errors }, k) => {
    const least = LEAST_LEFT * meanSquareOf(errors, rows);
    covariance[k * n + k] = Math.max(covariance[k * n + k] ?? 0, least);
  });
}
