/** The most likely location of a jump in the gap between two rows. */
import { roundestBetween } from "../../dataset/round-number.ts";
import { fromScale, standardised, toScale, unstandardised } from "../../dataset/scaling.ts";
import { createTrend } from "../../math/trend.ts";
import type { FeatureScaling } from "../fit-task.ts";
import type { Discontinuity } from "./discontinuities.ts";
import type { Jump } from "./find-discontinuities.ts";
import { pickRows, type Rows } from "./model/rows.ts";

type Gap = Pick<Jump, "feature" | "from" | "to">;

/**
 * The discontinuity of a jump that was found. Thresholds in simulators are usually round numbers: the roundest number in the
 * gap, in the unit of the input, is the location, unless the gap is so wide that it would hold one as round by chance.
 */
export function discontinuityAt({ feature, from, to }: Gap, scaling: FeatureScaling | null): Discontinuity {
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
export function narrowGap(rows: Rows, { feature, from, to }: Gap): Gap {
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
