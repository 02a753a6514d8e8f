/**
 * Finds corners of two inputs that hold no training row although rows lie beyond either limit alone. How surprising that is says
 * Fisher's exact test of independence (1922): with r of n rows beyond one limit and c beyond the other, none is beyond both with the
 * probability C(n - r, c) / C(n, c). Of the pairs of inputs, those that matter more for the outputs get the larger part of the
 * admissible probability (weighted Bonferroni; Genovese, Roeder and Wasserman, 2006).
 */
import type { Feature } from "../../dataset/columns.ts";
import { everyRow } from "../../dataset/table.ts";
import { createRandom } from "../../math/random.ts";
import { type EmptyCorners, noEmptyCorners } from "../../models/extrapolation/empty-corners.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { numberPoints } from "../fit/folds.ts";

/**
 * Among so many rows corners are looked for; in all rows they must be empty. More find smaller ones. They are chosen at random: evenly
 * chosen rows of nested sweeps may all have the same value of the innermost input.
 */
const MAX_ROWS = 2000;
const ROW_SEED = 1;
/** Only pairs of so many inputs, those that matter most, are compared. */
const MAX_INPUTS = 8;
/**
 * A corner must be less probable than this for each row, and than the limit, over all pairs together. A corner of few rows is a large
 * part of their design: where it is empty by chance, more of the new rows lie in it. Measured by `npm run bench -- far-marks`: with
 * half as much again, over 2% of the rows of a random design are marked; with less, fewer of the points in a corner that 50 rows leave out.
 */
const PROBABILITY_PER_ROW = 7e-5;
const MAX_PROBABILITY = 0.01;
/**
 * Points count as inside a corner from this share of the range beyond its limit on: new rows of the same design lie a little beyond
 * the training rows. Each percent hides 4% of a corner of 40% by 40%.
 */
const MARGIN_SHARE = 0.03;
/** The most surprising corners are kept. */
const MAX_CORNERS = 100;

/** Beyond both limits, on the sides given, lies no row. */
interface Corner {
  features: readonly [number, number];
  sides: readonly [number, number];
  limits: readonly [number, number];
  /** The logarithm of the probability. */
  surprise: number;
}

/** @param effects of each feature, its share in the changes of the outputs, >= 0. */
export type CornerSearch = (effects: Float64Array) => EmptyCorners;

/** Creates the search in the rows of one training. Pairs are searched once, whatever the effects are. */
export function createCornerSearch(data: TrainingData, features: readonly Feature[]): CornerSearch {
  const { inputs } = data;
  const { columns: count } = inputs;
  const cornersByPair = new Map<string, readonly Corner[]>();
  const rows =
    count > MAX_ROWS ? createRandom(ROW_SEED).permutation(count).subarray(0, MAX_ROWS) : everyRow(count);
  const collectColumn = (feature: number): Float64Array =>
    Float64Array.from(rows, (row) => inputs.at(feature, row));
  const getCorners = (first: number, second: number): readonly Corner[] => {
    const key = `${first} ${second}`;
    const corners = cornersByPair.get(key) ?? searchPair([first, second], collectColumn);
    cornersByPair.set(key, corners);
    return corners;
  };
  let unitCount: number | null = null;
  return (effects) => {
    const compared = Array.from(features.keys())
      .filter((at) => features[at]?.kind === "value" && effects[at] > 0)
      .sort((a, b) => effects[b] - effects[a])
      .slice(0, MAX_INPUTS)
      .sort((a, b) => a - b);
    const pairs = compared.flatMap((second, at) =>
      compared
        .slice(0, at)
        .map((first) => ({ corners: getCorners(first, second), weight: effects[first] * effects[second] })),
    );
    const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
    unitCount ??= countUnits(data, rows);
    // Rows of one unit lie in a corner together, or not: they count once.
    const independentShare = unitCount / Math.max(1, rows.length);
    const limit = Math.log(Math.min(MAX_PROBABILITY, PROBABILITY_PER_ROW * unitCount));
    const chosen = pairs
      .flatMap(({ corners, weight }) =>
        corners.map((corner) => ({
          ...corner,
          surprise: independentShare * corner.surprise - Math.log(weight / total),
        })),
      )
      .filter(({ surprise }) => surprise < limit)
      .sort((a, b) => a.surprise - b.surprise)
      .slice(0, MAX_CORNERS);
    return collect(
      chosen.map((corner) => moveInside(data, corner)).filter((corner) => isEmpty(data, corner)),
    );
  };
}

/** Counts the groups of these rows, or their different points. */
function countUnits(data: TrainingData, rows: Int32Array): number {
  const { groups, inputs } = data;
  const numbers =
    groups === undefined ? numberPoints(inputs.gatherColumns(rows)) : rows.map((row) => groups[row]);
  return new Set(numbers).size;
}

function searchPair(
  features: readonly [number, number],
  collectColumn: (feature: number) => Float64Array,
): Corner[] {
  const [first, second] = [collectColumn(features[0]), collectColumn(features[1])];
  const logFactorials = new Float64Array(first.length + 1);
  for (let i = 1; i <= first.length; i++) logFactorials[i] = logFactorials[i - 1] + Math.log(i);
  const sides = [1, -1].flatMap((a) => [1, -1].map((b): readonly [number, number] => [a, b]));
  return sides.flatMap((pair) => {
    const x = first.map((value) => pair[0] * value);
    const y = second.map((value) => pair[1] * value);
    return findStairs(x, y, logFactorials).map(({ limits, surprise }) => ({
      ...{ features, sides: pair, surprise },
      limits: [pair[0] * limits[0], pair[1] * limits[1]],
    }));
  });
}

/**
 * Lists the largest corners x > limits[0], y > limits[1] without rows. They touch the rows that no other exceeds in both values, as
 * stairs touch their edges.
 */
function findStairs(
  x: Float64Array,
  y: Float64Array,
  logFactorials: Float64Array,
): { limits: readonly [number, number]; surprise: number }[] {
  const count = x.length;
  const order = everyRow(count).sort((a, b) => x[b] - x[a] || y[a] - y[b]);
  const countAbove = createCount(y);
  const stairs: { limits: readonly [number, number]; surprise: number }[] = [];
  // The largest y of the rows with a larger x than the current one, and of those with the same x.
  let highest = Number.NEGATIVE_INFINITY;
  let highestOfTies = Number.NEGATIVE_INFINITY;
  let beyond = 0;
  let isListed = false;
  order.forEach((row, at) => {
    if (at > 0 && x[row] < x[order[at - 1]]) {
      highest = Math.max(highest, highestOfTies);
      beyond = at;
      isListed = false;
    }
    highestOfTies = Math.max(highestOfTies, y[row]);
    // Rows with the same x touch one corner.
    if (beyond === 0 || isListed || y[row] <= highest) return;
    isListed = true;
    const above = countAbove(highest);
    // Where more rows are beyond either limit than there are rows, some are beyond both.
    const surprise =
      logFactorials[count - beyond] -
      logFactorials[count - beyond - above] -
      logFactorials[count] +
      logFactorials[count - above];
    stairs.push({ limits: [x[row], highest], surprise });
  });
  return stairs;
}

/** Creates a function that counts the values above a limit. */
function createCount(values: Float64Array): (limit: number) => number {
  const sorted = values.toSorted();
  return (limit) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (sorted[middle] > limit) high = middle;
      else low = middle + 1;
    }
    return sorted.length - low;
  };
}

/** Moves the limits of a corner into it by the margin. */
function moveInside({ inputs }: TrainingData, corner: Corner): Corner {
  const move = (at: 0 | 1): number => {
    const values = inputs.row(corner.features[at]);
    const lowest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
    const highest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    return corner.limits[at] + corner.sides[at] * MARGIN_SHARE * (highest - lowest);
  };
  return { ...corner, limits: [move(0), move(1)] };
}

/** Tells whether none of all rows lies in a corner that was found among some of them. */
function isEmpty({ inputs }: TrainingData, { features, sides, limits }: Corner): boolean {
  const isBeyond = (at: 0 | 1, row: number): boolean =>
    sides[at] * (inputs.at(features[at], row) - limits[at]) > 0;
  for (let row = 0; row < inputs.columns; row++) if (isBeyond(0, row) && isBeyond(1, row)) return false;
  return true;
}

function collect(corners: readonly Corner[]): EmptyCorners {
  if (corners.length === 0) return noEmptyCorners();
  return {
    features: Int32Array.from(corners.flatMap(({ features }) => features)),
    sides: Int32Array.from(corners.flatMap(({ sides }) => sides)),
    limits: Float64Array.from(corners.flatMap(({ limits }) => limits)),
  };
}
