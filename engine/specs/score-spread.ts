import type { ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { isBetter } from "../tasks/ask-tell.ts";
import { isInSpec, keepsLimits } from "../tasks/in-spec.ts";

/** `score` is not a number where it does not exist. */
export type RatedRow = { readonly score: number; readonly violation: number };
type What = {
  /** The number of rows, of which those rated are a sample. */
  readonly total: number;
  /** A score of at least 0 is in spec. */
  readonly hasSpec: boolean;
  readonly hasLimits: boolean;
};

const BIN_COUNT = 20;
/** Scores below this quantile are not drawn: they would leave one bar for all the scores near the target. */
const DRAWN_QUANTILE = 0.05;

/** Computes how the scores of rated rows are distributed. */
export function scoreSpread(rated: readonly RatedRow[], { total, hasSpec, hasLimits }: What): ScoreSpread {
  const scored = rated.filter(({ score }) => Number.isFinite(score));
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  const best = scored.reduce<RatedRow | null>(
    (first, row) => (first === null || isBetter(row, first) ? row : first),
    null,
  );
  return {
    total,
    count: rated.length,
    without_score: rated.length - scored.length,
    in_spec: hasSpec ? scored.filter(isInSpec).length : null,
    within_limits: hasLimits ? rated.filter(keepsLimits).length : null,
    best: best?.score ?? null,
    median: computeMedian(scores),
    histogram: createHistogram(scores),
  };
}

/** @param sorted ascending */
function computeMedian(sorted: Float64Array): number | null {
  const { length } = sorted;
  const [below, above] = [sorted[(length - 1) >> 1], sorted[length >> 1]];
  return below === undefined || above === undefined ? null : below / 2 + above / 2;
}

/** @param sorted ascending */
function createHistogram(sorted: Float64Array): ScoreSpread["histogram"] {
  const first = Math.floor(DRAWN_QUANTILE * sorted.length);
  const drawn = sorted.subarray(first);
  const [low = 0, high = 0] = [drawn[0], drawn.at(-1)];
  const width = (high - low) / BIN_COUNT;
  // Also where they differ by rounding alone.
  if (!(low + width > low)) return null;
  const counts = new Uint32Array(BIN_COUNT);
  for (const score of drawn) {
    const bin = Math.min(BIN_COUNT - 1, Math.floor((score - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges: Array.from({ length: BIN_COUNT + 1 }, (_, i) => low + i * width), counts: [...counts] };
}
