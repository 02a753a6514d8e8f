/** Turns sweeps in long format, one row a point, into curves, one row a device. */
import { counted } from "@understudy/shared/counted.ts";
import {
  ascendingBranch,
  type Branch,
  findBranches,
  haveSameDirections,
} from "@understudy/shared/math/branches.ts";
import { type GroupingColumn, groupRows } from "./row-groups/detect-grouping.ts";
import { findLevels, type Levels } from "./row-groups/levels.ts";
import { spreadOf } from "./scaling.ts";

/** Fewer points make no curve. */
const MIN_POINTS = 3;
/** A training learns nothing from fewer curves. */
const MIN_CURVES = 4;
/** Grids of their own begin and end where so many sweeps reach: the few that do not are left out. */
const USUAL_REACHING_SHARE = 0.9;

export interface LongTable {
  /** The inputs that the rows of a sweep agree in. */
  shared: readonly GroupingColumn[];
  /** The input that is swept: one value a row. */
  swept: Float64Array;
  /** One value a row for each output; not a number where the row does not define it. */
  outputs: readonly Float64Array[];
}

interface SweptTable extends Pick<LongTable, "swept" | "outputs"> {
  /** The levels of the swept input; null where it has none. */
  levels: Levels | null;
}

export interface SweepCurves {
  /** The first row of each curve. */
  firstRows: Int32Array;
  /** The values of the swept input that all curves have: ascending, or in the order of the rows where every sweep turns back. */
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
 *
 * Where the rows of every group go up and down alike, as those of a hysteresis, each stretch between two turning points is such a curve,
 * and one follows the other: no value mixes two of them.
 * @returns a sentence where the rows make no curves.
 */
export function turnIntoCurves({ shared, swept, outputs }: LongTable): SweepCurves | { problem: string } {
  const groups = collectGroups(groupRows(shared, swept.length));
  if (groups.length < MIN_CURVES) {
    const number = `there ${groups.length === 1 ? "is" : "are"} only ${counted(groups.length, "sweep")}`;
    return { problem: `${number}; at least ${MIN_CURVES} are needed` };
  }
  const branches = splitBranches(groups, swept);
  const table = { swept, outputs, levels: findLevels(swept) };
  if (branches !== null) return joinBranches(branches, table);
  return curvesOfSweeps(
    groups.map((rows) => sortByValue(rows, swept)),
    table,
    USUAL_REACHING_SHARE,
  );
}

/** The rows of each group between its turning points, branch by branch; null where they do not turn back, or not all alike. */
function splitBranches(
  groups: readonly Float64Array[],
  swept: Float64Array,
): { readonly isRising: boolean; readonly sweeps: Float64Array[] }[] | null {
  const branchesByGroup = groups.map((rows) => findBranches(rows.map((row) => swept[row])));
  const [first = null] = branchesByGroup;
  if (first === null || first.length < 2) return null;
  const isAlike = branchesByGroup.every((branches, group) => {
    const values = groups[group].map((row) => swept[row]);
    return branches !== null && haveSameDirections(branches, first) && isRetraced(values, branches);
  });
  if (!isAlike) return null;
  return first.map(({ isRising }, at) => ({
    isRising,
    sweeps: groups.map((rows, group) => {
      const branch = branchesByGroup[group]?.[at];
      return branch === undefined ? new Float64Array(0) : ascendingBranch(rows, branch);
    }),
  }));
}

/** Tells whether each branch passes the range of the one before it point by point. Values in an order such as 25, 85, 125, 0, -40 do not. */
function isRetraced(values: Float64Array, branches: readonly Branch[]): boolean {
  return branches.every((branch, at) => {
    if (at === 0) return true;
    const before = ascendingBranch(values, branches[at - 1]);
    const [low, high] = [before[0], before[before.length - 1]];
    const passed = ascendingBranch(values, branch).filter((value) => value >= low && value <= high);
    return passed.length >= MIN_POINTS;
  });
}

/** The curves of the branches, one behind the other. A sweep counts where all of its branches do. */
function joinBranches(
  branches: readonly { readonly isRising: boolean; readonly sweeps: Float64Array[] }[],
  table: SweptTable,
): SweepCurves | { problem: string } {
  const made: { isRising: boolean; curves: SweepCurves }[] = [];
  for (const { isRising, sweeps } of branches) {
    const curves = curvesOfSweeps(sweeps, table, 1);
    if ("problem" in curves) return curves;
    if (curves.leftOut > 0) return { problem: "the sweeps turn back, and some define no output" };
    made.push({ isRising, curves });
  }
  const join = (values: (curves: SweepCurves) => Float64Array): Float64Array =>
    Float64Array.from(
      made.flatMap(({ isRising, curves }) => {
        const branch = values(curves);
        return Array.from(isRising ? branch : branch.toReversed());
      }),
    );
  const [first] = made;
  const firstRows = Int32Array.from(first?.curves.firstRows ?? [], (row, curve) =>
    made.reduce((least, { curves }) => Math.min(least, curves.firstRows[curve] ?? row), row),
  );
  const joinCurve = (output: number, curve: number): Float64Array =>
    join(({ curves, grid }) => {
      const values = curves[output] ?? new Float64Array(0);
      return values.slice(curve * grid.length, (curve + 1) * grid.length);
    });
  const grid = join((curves) => curves.grid);
  return {
    firstRows,
    grid,
    curves: table.outputs.map((_, output) => {
      const joined = new Float64Array(firstRows.length * grid.length);
      for (let curve = 0; curve < firstRows.length; curve++) {
        const values = joinCurve(output, curve);
        // A curve is undefined as a whole.
        joined.set(values.some(Number.isNaN) ? values.fill(Number.NaN) : values, curve * grid.length);
      }
      return joined;
    }),
    isResampled: made.some(({ curves }) => curves.isResampled),
    leftOut: 0,
  };
}

/**
 * @param sweeps the rows of each sweep by the swept value, ascending
 * @param reachingShare of the sweeps that reach over the common grid at each of its ends; the others are left out
 */
function curvesOfSweeps(
  sweeps: readonly Float64Array[],
  { swept, outputs, levels }: SweptTable,
  reachingShare: number,
): SweepCurves | { problem: string } {
  const common = commonGrid(sweeps, swept, levels);
  const grid = common ?? ownGrid(sweeps, swept, reachingShare);
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

/** The rows of each group in the order of the file; groups in the order in which they first occur. */
const collectGroups = (groups: Int32Array): Float64Array[] =>
  Array.from(Map.groupBy(groups.keys(), (row) => groups[row]).values(), (rows) => Float64Array.from(rows));

const sortByValue = (rows: Float64Array, swept: Float64Array): Float64Array =>
  rows.toSorted((a, b) => swept[a] - swept[b] || a - b);

/** The mean of each level, where every sweep has one row at each of them; else null. */
function commonGrid(
  sweeps: readonly Float64Array[],
  swept: Float64Array,
  levels: Levels | null,
): Float64Array | null {
  if (levels === null) return null;
  const [first] = sweeps;
  const isAlike = (rows: Float64Array): boolean =>
    rows.length === first.length &&
    rows.every((row, at) => levels.numbers[row] === levels.numbers[first[at]]);
  const isStrict = first.every((row, at) => at === 0 || levels.numbers[row] > levels.numbers[first[at - 1]]);
  if (!isStrict || !sweeps.every(isAlike)) return null;
  return Float64Array.from(
    { length: first.length },
    (_, at) => spreadOf(Float64Array.from(sweeps, (rows) => swept[rows[at]])).centre,
  );
}

/**
 * Spreads as many values evenly as the usual sweep has points, from where most sweeps begin to where most end.
 * @param share of the sweeps that reach over them, at each end
 */
function ownGrid(sweeps: readonly Float64Array[], swept: Float64Array, share: number): Float64Array {
  const middle = (values: Float64Array, share: number): number =>
    values.toSorted()[Math.floor(share * (values.length - 1))];
  const points = middle(
    Float64Array.from(sweeps, ({ length }) => length),
    0.5,
  );
  const from = middle(
    Float64Array.from(sweeps, (rows) => swept[rows[0]]),
    share,
  );
  const to = middle(
    Float64Array.from(sweeps, (rows) => swept[rows[rows.length - 1]]),
    1 - share,
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
