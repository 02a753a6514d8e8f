import type { ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { isBetter } from "../tasks/ask-tell.ts";
import { isInSpec, keepsLimits } from "../tasks/in-spec.ts";

/** `score` is not a number where it does not exist. */
export type RatedRow = { readonly score: number; readonly violation: number };
type What = {
  /** How many there are, of which those rated are a sample. */
  readonly total: number;
  /** Whether a score of at least 0 is in spec. */
  readonly hasSpec: boolean;
  readonly hasLimits: boolean;
};

const BINS = 20;
/** Of the scores: what lies below is far from what is wanted, and would leave one bar for all that is near it. */
const DRAWN_QUANTILE = 0.05;

/** How the scores of rated rows are distributed. */
export function scoreSpread(rated: readonly RatedRow[], { total, hasSpec, hasLimits }: What): ScoreSpread {
  const scored = rated.filter(({ score }) => Number.isFinite(score));
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  const best = scored.reduce<RatedRow | null>(
    (first, one) => (first === null || isBetter(one, first) ? one : first),
    null,
  );
  return {
    total,
    count: rated.length,
    without_score: rated.length - scored.length,
    in_spec: hasSpec ? scored.filter(isInSpec).length : null,
    within_limits: hasLimits ? rated.filter(keepsLimits).length : null,
    best: best?.score ?? null,
    median: medianOf(scores),
    histogram: histogramOf(scores),
  };
}

/** @param sorted ascending */
function medianOf(sorted: Float64Array): number | null {
  const { length } = sorted;
  const [below, above] = [sorted[(length - 1) >> 1], sorted[length >> 1]];
  return below === undefined || above === undefined ? null : below / 2 + above / 2;
}

/** @param sorted ascending */
function histogramOf(sorted: Float64Array): ScoreSpread["histogram"] {
  const first = Math.floor(DRAWN_QUANTILE * sorted.length);
  const drawn = sorted.subarray(first);
  const [low = 0, high = 0] = [drawn[0], drawn.at(-1)];
  const width = (high - low) / BINS;
  // Also where they differ by rounding alone.
  if (!(low + width > low)) return null;
  const counts = new Uint32Array(BINS);
  for (const score of drawn) {
    const bin = Math.min(BINS - 1, Math.floor((score - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges: Array.from({ length: BINS + 1 }, (_, i) => low + i * width), counts: [...counts] };
}
