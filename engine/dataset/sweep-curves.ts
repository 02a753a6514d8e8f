/** Turns sweeps in long format, one row a point, into curves, one row a device. */
import { counted } from "@understudy/shared/counted.ts";
import { type GroupingColumn, groupRows } from "./row-groups/detect-grouping.ts";
import { findLevels } from "./row-groups/levels.ts";
import { spreadOf } from "./scaling.ts";

/** Fewer points make no curve. */
const MIN_POINTS = 3;
/** A training learns nothing from fewer curves. */
const MIN_CURVES = 4;

export interface LongTable {
  /** The inputs that the rows of a sweep agree in. */
  shared: readonly GroupingColumn[];
  /** The input that is swept: one value a row. */
  swept: Float64Array;
  /** One value a row for each output; not a number where the row does not define it. */
  outputs: readonly Float64Array[];
}

export interface SweepCurves {
  /** The first row of each curve. */
  firstRows: Int32Array;
  /** The values of the swept input that all curves have, ascending. */
  grid: Float64Array;
  /** The curves of each output: curves x grid, row-major; not a number in all points of a curve that is not defined. */
  curves: Float64Array[];
  /** True where curves were interpolated, because they had grids of their own. */
  isResampled: boolean;
  /** Sweeps that are left out, because they do not reach over the common grid, or define no output there. */
  leftOut: number;
}

/**
 * One curve for each group of rows. Where every group has one row at each level of the swept input, up to the jitter of a
 * measurement, the levels are the grid; else the curves are interpolated linearly onto evenly spaced values that most of them reach
 * over. An output that is undefined in some points of a sweep is interpolated over the others where these reach over the grid.
 * @returns a sentence where the rows make no curves.
 */
export function turnIntoCurves({ shared, swept, outputs }: LongTable): SweepCurves | { problem: string } {
  const sweeps = collectSweeps(groupRows(shared, swept.length), swept);
  if (sweeps.length < MIN_CURVES) {
    const number = `there ${sweeps.length === 1 ? "is" : "are"} only ${counted(sweeps.length, "sweep")}`;
    return { problem: `${number}; at least ${MIN_CURVES} are needed` };
  }
  const common = commonGrid(sweeps, swept);
  const grid = common ?? ownGrid(sweeps, swept);
  if (grid.length < MIN_POINTS) {
    return { problem: `the sweeps have hardly any value in common; a curve needs ${MIN_POINTS} points` };
  }
  const isWhole = (rows: Float64Array, values: Float64Array): boolean =>
    common !== null && definedIn(rows, values).length === rows.length;
  const isDefined = (rows: Float64Array): boolean =>
    outputs.some((values) => isWhole(rows, values) || reachesOver(definedIn(rows, values), swept, grid));
  const reaching = (
    common === null ? sweeps.filter((rows) => reachesOver(rows, swept, grid)) : sweeps
  ).filter(isDefined);
  if (reaching.length < MIN_CURVES) return { problem: "the sweeps lie over different ranges" };
  const resampleCurve = (rows: Float64Array, values: Float64Array): Float64Array => {
    if (isWhole(rows, values)) return rows.map((row) => values[row]);
    const defined = definedIn(rows, values);
    if (!reachesOver(defined, swept, grid)) return new Float64Array(grid.length).fill(Number.NaN);
    return interpolate(defined, swept, values, grid);
  };
  return {
    firstRows: Int32Array.from(reaching, (rows) => rows.reduce((least, row) => Math.min(least, row))),
    grid,
    curves: outputs.map((values) => {
      const curves = new Float64Array(reaching.length * grid.length);
      reaching.forEach((rows, curve) => {
        curves.set(resampleCurve(rows, values), curve * grid.length);
      });
      return curves;
    }),
    isResampled: common === null,
    leftOut: sweeps.length - reaching.length,
  };
}

/** The rows of each group by the swept value, ascending; groups in the order in which they first occur. */
function collectSweeps(groups: Int32Array, swept: Float64Array): Float64Array[] {
  const sweeps = Map.groupBy(groups.keys(), (row) => groups[row]);
  return Array.from(sweeps.values(), (rows) =>
    Float64Array.from(rows.sort((a, b) => swept[a] - swept[b] || a - b)),
  );
}

/** The mean of each level, where every sweep has one row at each of them; else null. */
function commonGrid(sweeps: readonly Float64Array[], swept: Float64Array): Float64Array | null {
  const levels = findLevels(swept);
  if (levels === null) return null;
  const isWhole = (rows: Float64Array): boolean =>
    rows.length === levels.count && rows.every((row, at) => levels.numbers[row] === at);
  if (!sweeps.every(isWhole)) return null;
  return Float64Array.from(
    { length: levels.count },
    (_, at) => spreadOf(Float64Array.from(sweeps, (rows) => swept[rows[at]])).centre,
  );
}

/** Spreads as many values evenly as the usual sweep has points, from where most sweeps begin to where most end. */
function ownGrid(sweeps: readonly Float64Array[], swept: Float64Array): Float64Array {
  const middle = (values: Float64Array, share: number): number =>
    values.toSorted()[Math.floor(share * (values.length - 1))];
  const points = middle(
    Float64Array.from(sweeps, ({ length }) => length),
    0.5,
  );
  const from = middle(
    Float64Array.from(sweeps, (rows) => swept[rows[0]]),
    0.9,
  );
  const to = middle(
    Float64Array.from(sweeps, (rows) => swept[rows[rows.length - 1]]),
    0.1,
  );
  if (!(to > from)) return new Float64Array(0);
  return Float64Array.from({ length: points }, (_, at) => from + ((to - from) * at) / (points - 1));
}

const definedIn = (rows: Float64Array, values: Float64Array): Float64Array =>
  rows.filter((row) => !Number.isNaN(values[row]));

const reachesOver = (rows: Float64Array, swept: Float64Array, grid: Float64Array): boolean =>
  rows.length >= MIN_POINTS &&
  swept[rows[0]] <= grid[0] &&
  swept[rows[rows.length - 1]] >= grid[grid.length - 1];

/** Interpolates on straight lines between the points of a sweep; points at the same place count by their mean. */
function interpolate(
  rows: Float64Array,
  swept: Float64Array,
  values: Float64Array,
  grid: Float64Array,
): Float64Array {
  let at = 0;
  return grid.map((place) => {
    while (at < rows.length - 2 && swept[rows[at + 1]] < place) at += 1;
    const [before, after] = [rows[at], rows[at + 1]];
    const span = swept[after] - swept[before];
    if (span === 0) return (values[before] + values[after]) / 2;
    return values[before] + ((place - swept[before]) / span) * (values[after] - values[before]);
  });
}
