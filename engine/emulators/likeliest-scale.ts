/**
 * Chooses the scale of an output of few rows by the likelihood of its values, each left out in turn, under processes fitted
 * to them on every scale (Box and Cox, 1964): what the quick models of the judge cannot tell apart.
 */
import { candidateOutputScales } from "../data/scale-candidates.ts";
import { fromScale, logSlope, type Scale, spreadOf, standardised, toScale } from "../data/scaling.ts";
import { gatherRows } from "../data/table.ts";
import type { LearningData } from "../learning/lesson.ts";
import { ProcessKernels } from "../math/kernels/process-kernels.ts";
import type { Random } from "../math/random.ts";
import { createJournal } from "./gaussian-process/journal.ts";
import { leaveOneOut } from "./gaussian-process/leave-one-out.ts";
import { mergeRows, pickColumns } from "./gaussian-process/rows.ts";
import { likelihoodOf, quickFit, search } from "./gaussian-process/search.ts";
import { createWorkspace } from "./gaussian-process/workspace.ts";

/** Outputs and rows up to which, and from which, it is worth its time. */
const MOST_OUTPUTS = 8;
const FEWEST_ROWS = 30;
const MANY_ROWS = 500;
/** A row: with more features processes are not found so soon. */
const MOST_FEATURES = 1 / 6;
/** Rows that the processes are fitted to. */
const MOST_ROWS = 150;
/** In units of log density a value: what another scale than the judge's must gain. */
const LEAST_GAIN = 0.05;
/** As a share of the least error on the own scale: what a likelier scale may cost there. */
const WORST_ERROR = 9;
/** Errors below this share of the variance are no worse than each other. */
const SMALL_ERROR = 1e-10;

/** Of this thread. */
let own: ProcessKernels | null = null;

interface Verdict {
  scale: Scale;
  /** Mean logarithm of the density of a value, in its own unit. */
  density: number;
  /** Mean square on the own scale, as a share of the variance. */
  error: number;
}

/** Few rows, on which processes cost little and more depends on the scale. */
export function isWorthComparing(data: { count: number; width: number; outputs: number }): boolean {
  const { count, width, outputs } = data;
  return (
    outputs <= MOST_OUTPUTS && count >= FEWEST_ROWS && count <= MANY_ROWS && width <= MOST_FEATURES * count
  );
}

/**
 * @param data encoded rows, and `values` in the output's own unit, one a row.
 * @param judged the scale that is chosen unless another is clearly likelier.
 */
export function* likeliestScale(
  data: Pick<LearningData, "inputs" | "width" | "count" | "sources">,
  values: Float64Array,
  judged: Scale,
  random: Random,
): Generator<undefined, Scale> {
  const candidates = candidateOutputScales(values);
  if (candidates.length === 1) return judged;
  const rows = random.permutation(data.count).subarray(0, MOST_ROWS).sort();
  const some = {
    inputs: pickColumns(data.inputs, data.width, data.count, rows),
    values: gatherRows(values, 1, rows),
  };
  const verdicts: Verdict[] = [];
  for (const scale of candidates) {
    const verdict = yield* verdictOn(scale, some, data, random);
    if (verdict !== null) verdicts.push(verdict);
  }
  const least = Math.min(...verdicts.map(({ error }) => error)) + SMALL_ERROR;
  const isJudged = (scale: Scale): boolean => JSON.stringify(scale) === JSON.stringify(judged);
  const [best] = verdicts
    .filter(({ error }) => error <= WORST_ERROR * least)
    .map((one) => ({ ...one, density: one.density + (isJudged(one.scale) ? LEAST_GAIN : 0) }))
    .sort((a, b) => b.density - a.density);
  return best?.scale ?? judged;
}

function* verdictOn(
  scale: Scale,
  { inputs, values }: { inputs: Float64Array; values: Float64Array },
  { width, sources }: Pick<LearningData, "width" | "sources">,
  random: Random,
): Generator<undefined, Verdict | null> {
  const scaled = values.map((value) => toScale(scale, value));
  const spread = spreadOf(scaled);
  const deviation = spreadOf(values).deviation;
  if (!(spread.deviation > 0 && deviation > 0)) return null;
  const targets = scaled.map((value) => standardised(value, spread));
  const rows = mergeRows(inputs, targets, width, values.length);
  own ??= new ProcessKernels();
  const kernels = own;
  const mark = kernels.mark();
  try {
    const context = {
      sources,
      random,
      kernels,
      restarts: 1,
      kind: "product" as const,
      journal: createJournal(),
      stopRequested: () => false,
    };
    const begun = yield* quickFit(rows, context);
    const { spec, layout, point } = yield* search(rows, null, begun, context);
    const likelihood = likelihoodOf(rows, spec, layout, createWorkspace(kernels, rows.count));
    if (!Number.isFinite(yield* likelihood.evaluate(point, null))) return null;
    const said = leaveOneOut(rows, likelihood.state);
    const inUnit = (value: number): number => fromScale(scale, spread.centre + spread.deviation * value);
    const squares = said.mean.reduce(
      (sum, mean, row) => sum + ((inUnit(mean) - inUnit(rows.targets[row] ?? 0)) / deviation) ** 2,
      0,
    );
    const slope = values.reduce((sum, value) => sum + logSlope(scale, value) / values.length, 0);
    return {
      scale,
      density: said.density + slope - Math.log(spread.deviation),
      error: squares / rows.count,
    };
  } finally {
    kernels.release(mark);
  }
}
