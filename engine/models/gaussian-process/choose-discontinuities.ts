/** Chooses discontinuities by forward selection: jumps that would raise the likelihood of the rows, tried one after the other. */

import { roundestBetween } from "../../dataset/round-number.ts";
import { fromScale, standardised, toScale, unstandardised } from "../../dataset/scaling.ts";
import { createTrend } from "../../math/trend.ts";
import type { FeatureScaling } from "../fit-task.ts";
import { type Discontinuity, packDiscontinuities, withIndicators } from "./discontinuities.ts";
import { findJumps, type Jump } from "./find-discontinuities.ts";
import { pickRows, type Rows } from "./model/rows.ts";
import { type Hyperparameters, likelihoodOf, quickFit, type SearchContext } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

const MAX_DISCONTINUITIES = 4;
/** Two jumps of a feature with no more rows than these between them are the same one. */
const SAME_JUMP_ROWS = 8;
/** Jumps that are tried at each step, and the estimated gain below which a jump is not tried. */
const MAX_TRIED = 3;
const MIN_ESTIMATED_GAIN = 20;
/** In units of log density over the rows: what a discontinuity must gain, and the gain above which the smooth process is dropped. */
const MIN_GAIN = 20;
const CLEAR_GAIN = 100;

/** Rows with the indicators of discontinuities as further features. */
export function rowsWithIndicators(rows: Rows, discontinuities: readonly Discontinuity[]): Rows {
  if (discontinuities.length === 0) return rows;
  return { ...rows, inputs: withIndicators(packDiscontinuities(discontinuities), rows.inputs) };
}

/** Each indicator is an input of its own. */
export function sourcesWithIndicators(
  sources: Int32Array,
  discontinuities: readonly Discontinuity[],
): Int32Array {
  const next = 1 + sources.reduce((max, source) => Math.max(max, source), -1);
  return Int32Array.of(...sources, ...discontinuities.map((_, at) => next + at));
}

/** Discontinuities, and the hyperparameters of a process of the default form with their indicators. */
export interface SearchStart {
  discontinuities: readonly Discontinuity[];
  initial: Hyperparameters;
}

/**
 * @param searched those of the rows that the search uses.
 * @param chosen of these the ones that processes are compared on; all when null.
 * @returns the likeliest first; a second one only where it might win after the full search.
 */
export function* chooseDiscontinuities(
  rows: Rows,
  searched: Rows,
  chosen: Int32Array | null,
  context: SearchContext,
  scalings: readonly (FeatureScaling | null)[],
): Generator<undefined, [SearchStart, ...SearchStart[]]> {
  const screenedRows = chosen === null ? searched : pickRows(searched, chosen);
  const plain: SearchStart = { initial: yield* quickFit(screenedRows, context), discontinuities: [] };
  let best = plain;
  for (;;) {
    const from = best;
    const jumps = yield* promisingJumps(searched, from, context);
    for (const jump of jumps.slice(0, MAX_TRIED)) {
      if (context.stopRequested()) break;
      const discontinuities = withJump(from.discontinuities, jump, searched);
      if (discontinuities.length > MAX_DISCONTINUITIES) continue;
      const sources = sourcesWithIndicators(context.sources, discontinuities);
      const initial = yield* quickFit(rowsWithIndicators(screenedRows, discontinuities), {
        ...context,
        sources,
      });
      if ((initial.density - best.initial.density) * screenedRows.count > (best === from ? MIN_GAIN : 0))
        best = { initial, discontinuities };
    }
    if (best === from) break;
  }
  if (best === plain) return [plain];
  const placed = best.discontinuities.map((discontinuity) =>
    discontinuityAt(narrowGap(rows, discontinuity), scalings[discontinuity.feature] ?? null),
  );
  const start = { ...best, discontinuities: placed };
  const isClear = (best.initial.density - plain.initial.density) * screenedRows.count > CLEAR_GAIN;
  return isClear ? [start] : [start, plain];
}

/** With one more, or with the same jump at its better location. */
function withJump(discontinuities: readonly Discontinuity[], jump: Jump, { inputs }: Rows): Discontinuity[] {
  const column = inputs.row(jump.feature);
  const isSame = ({ feature, from }: Discontinuity): boolean => {
    const [low, high] = [Math.min(from, jump.from), Math.max(from, jump.from)];
    return (
      feature === jump.feature &&
      column.filter((value) => value > low && value <= high).length <= SAME_JUMP_ROWS
    );
  };
  return [...discontinuities.filter((discontinuity) => !isSame(discontinuity)), discontinuityAt(jump, null)];
}

function* promisingJumps(
  searched: Rows,
  { discontinuities, initial: { spec, layout, point } }: SearchStart,
  { kernels }: SearchContext,
): Generator<undefined, Jump[]> {
  const mark = kernels.mark();
  const workspace = createWorkspace(kernels, searched.count);
  const likelihood = likelihoodOf(rowsWithIndicators(searched, discontinuities), spec, layout, workspace);
  const value = yield* likelihood.evaluate(point, null);
  const jumps = Number.isFinite(value) ? findJumps(likelihood, workspace, searched.inputs.rows) : [];
  kernels.release(mark);
  return jumps.filter(
    ({ feature, from, gain }) =>
      gain > MIN_ESTIMATED_GAIN &&
      !discontinuities.some(
        (discontinuity) => discontinuity.feature === feature && discontinuity.from === from,
      ),
  );
}

// The most likely location of a jump in the gap between two rows.

type Gap = Pick<Jump, "feature" | "from" | "to">;

/**
 * The discontinuity of a jump that was found. Thresholds in simulators are usually round numbers: the roundest number in the
 * gap, in the unit of the input, is the location, unless the gap is so wide that it would hold one as round by chance.
 */
function discontinuityAt({ feature, from, to }: Gap, scaling: FeatureScaling | null): Discontinuity {
  const middle = { feature, from, to, location: from + (to - from) / 2, certainty: 0 };
  if (scaling === null) return middle;
  const toInputUnit = (value: number): number => fromScale(scaling.scale, unstandardised(value, scaling));
  const { value, chance } = roundestBetween(
    toInputUnit(from),
    toInputUnit(to),
    Math.abs(toInputUnit(1) - toInputUnit(-1)),
  );
  const location = standardised(toScale(scaling.scale, value), scaling);
  return { ...middle, location: Math.min(to, Math.max(from, location)), certainty: 1 - chance };
}

/** Rows on either side of a gap to which a line is fitted. */
const NEIGHBOUR_COUNT = 60;
/** Rows, those nearest to the gap, that narrow it. */
const NEAR_ROWS = 1000;

/**
 * The gap of the same jump among more rows than it was found in: where the rows inside change from the line through the
 * neighbours before it to the line through those beyond it.
 */
function narrowGap(rows: Rows, { feature, from, to }: Gap): Gap {
  const column = rows.inputs.row(feature);
  if (!column.some((value) => value > from && value < to)) return { feature, from, to };
  const distanceToGap = (row: number): number => Math.max(from - column[row], column[row] - to, 0);
  const rowsByDistance = Int32Array.from(column.keys()).sort(
    (a, b) => distanceToGap(a) - distanceToGap(b) || a - b,
  );
  const nearestRows = pickRows(rows, rowsByDistance.subarray(0, NEAR_ROWS));
  const residuals = createTrend(nearestRows.inputs).residuals(nearestRows.targets);
  const values = nearestRows.inputs.row(feature);
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
  const x = Float64Array.from(order, (row) => values[row]);
  const y = Float64Array.from(order, (row) => residuals[row]);
  const first = x.findIndex((value) => value > from);
  const beyond = x.findIndex((value) => value >= to);
  const left = lineThrough(x, y, Math.max(0, first - NEIGHBOUR_COUNT), first);
  const right = lineThrough(x, y, beyond, Math.min(x.length, beyond + NEIGHBOUR_COUNT));
  let cost = 0;
  let least = { cost: 0, split: first };
  for (let i = first; i < beyond; i++) {
    const location = x[i];
    const value = y[i];
    cost += (value - left(location)) ** 2 - (value - right(location)) ** 2;
    if (cost < least.cost && x[i + 1] > location) least = { cost, split: i + 1 };
  }
  return { feature, from: x[least.split - 1] ?? from, to: x[least.split] ?? to };
}

/** The straight line through some points. */
function lineThrough(
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
): (location: number) => number {
  const count = to - from;
  let meanX = 0;
  let meanY = 0;
  for (let i = from; i < to; i++) {
    meanX += x[i] / count;
    meanY += y[i] / count;
  }
  let xx = 0;
  let xy = 0;
  for (let i = from; i < to; i++) {
    const dx = x[i] - meanX;
    xx += dx * dx;
    xy += dx * (y[i] - meanY);
  }
  const slope = xx > 0 ? xy / xx : 0;
  return (location) => meanY + slope * (location - meanX);
}
