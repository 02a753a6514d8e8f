/**
 * Finds curves that each have a grid of their own: a list that rises along every row, or turns back in every row alike, but differs from
 * row to row, as the time steps that a simulator chose. Also finds sweeps that turn back and are the same in every row.
 */
import { ascendingBranch, type Branch, findBranches, haveSameDirections } from "../math/branches.ts";
import { interpolateLinear } from "../math/interpolation.ts";
import { significantText } from "../number-text.ts";
import { quoted } from "./problems.ts";
import { hasCoordinateName, isEven, isSweepLoop, rankCoordinateName } from "./sweep-coordinates.ts";

/** A grid that all rows can be resampled onto. */
export type CommonGrid = {
  /** The column that holds the rows' own grids. */
  readonly gridColumn: number;
  /** Columns of curves over it. */
  readonly curveColumns: readonly number[];
  /**
   * The values of the grid inside the range that all rows have: ascending or, where the rows' grids turn back, branch by branch. The
   * value at a turning point stands twice, once in each branch.
   */
  readonly values: Float64Array;
};

export type OwnGrid = { readonly grid: CommonGrid } | { readonly problem: string };

/** The grids that the lists of a file are curves over. */
export type CurveGrids = {
  /** The grids that the curves have of their own in each row; null where there are none. */
  readonly ownGrid: OwnGrid | null;
  /** Columns that turn back, and are the same in every row. */
  readonly sharedLoops: readonly number[];
};
export const NO_CURVE_GRIDS: CurveGrids = { ownGrid: null, sharedLoops: [] };

/** The rows' grids are averaged at so many shares of their points. More follow a grid with sudden changes of step better. */
const SHARE_COUNT = 256;
const MIN_POINTS = 3;
/** A curve's coordinate is cut into at most 2,000 sections. */
const MAX_POINTS = 2001;
/** The common range must be at least this share of the widest row's: otherwise most of the data would be lost. */
const MIN_COMMON_SHARE = 0.25;
/** The range of one branch in all rows, and the sum of the rows' values at shares of its points. */
type BranchSurvey = {
  readonly isRising: boolean;
  /** Bounds of the range that all rows have, and the longest range of a row. */
  low: number;
  high: number;
  widest: number;
  points: number;
  readonly sums: Float64Array;
};

type ColumnGrids = {
  /** The stretches between turning points, the same number in every row; empty before the first row, null where rows differ. */
  branches: BranchSurvey[] | null;
  /** All steps are about as long as their neighbours. */
  isEven: boolean;
  isSame: boolean;
  hasOneStart: boolean;
  first: Float64Array | null;
  rows: number;
  /** A hash of the lengths of its lists in order: two columns with the same hash agree row by row. */
  lengthHash: number;
  isOneLength: boolean;
};

export class GridSurvey {
  readonly #names: readonly string[];
  readonly #columns: readonly ColumnGrids[];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#columns = names.map(() => ({
      branches: [],
      isEven: true,
      isSame: true,
      hasOneStart: true,
      first: null,
      rows: 0,
      lengthHash: 0,
      isOneLength: true,
    }));
  }

  /** @param lists of one row, a column each; null where a cell is no list of numbers */
  add(lists: readonly (Float64Array | null)[]): void {
    lists.forEach((list, i) => {
      const column = this.#columns[i];
      if (list !== null && column !== undefined) addList(column, list);
    });
  }

  finish(): CurveGrids {
    return { ownGrid: this.#ownGrid(), sharedLoops: this.#sharedLoops() };
  }

  #ownGrid(): OwnGrid | null {
    const findRank = (i: number) => rankCoordinateName(this.#names[i] ?? "");
    const lists = this.#lists();
    const candidates = lists.filter((i) => {
      const column = this.#columns[i];
      const branches = column?.branches ?? null;
      if (column === undefined || branches === null || column.isSame) return false;
      const curves = this.#curvesBeside(i);
      const hasSharedGrid = curves.some((j) => isMonotone(this.#columns[j]) && this.#columns[j]?.isSame);
      const hasName = hasCoordinateName(this.#names[i] ?? "");
      // A curve with a peak turns back as well, so a grid that does has a telling name.
      if (branches.length > 1) return curves.length > 0 && !hasSharedGrid && hasName && column.isEven;
      // A grid without a telling name begins at the same value in every row.
      const isGrid = findRank(i) === 0 || (column.hasOneStart && (hasName || i === lists[0]));
      return curves.length > 0 && !hasSharedGrid && isGrid;
    });
    const isTurning = (i: number) => Number(!isMonotone(this.#columns[i]));
    const [gridColumn] = candidates.toSorted(
      (a, b) => isTurning(a) - isTurning(b) || findRank(a) - findRank(b),
    );
    const branches = gridColumn === undefined ? null : (this.#columns[gridColumn]?.branches ?? null);
    if (gridColumn === undefined || branches === null) return null;
    if (!branches.every(({ low, high, widest }) => high - low >= MIN_COMMON_SHARE * widest)) {
      const name = quoted(this.#names[gridColumn] ?? "");
      return {
        problem: `Each row has a grid of its own in ${name}, but the rows have too little of their ranges in common to be resampled onto one grid.`,
      };
    }
    const rows = this.#columns[gridColumn]?.rows ?? 1;
    const values = Float64Array.from(
      branches.flatMap((branch) => Array.from(commonBranch(branch, rows, branches.length))),
    );
    return { grid: { gridColumn, curveColumns: this.#curvesBeside(gridColumn), values } };
  }

  /**
   * The columns of sweeps that turn back alike in every row and lie beside curves of the same length, and beside no monotone list that
   * is the same in every row: such a list is the coordinate.
   */
  #sharedLoops(): number[] {
    return this.#lists().filter((i) => {
      const { first = null, isSame = false } = this.#columns[i] ?? {};
      if (first === null || !isSame || !isSweepLoop(this.#names[i] ?? "", first)) return false;
      const curves = this.#curvesBeside(i).flatMap((j) => this.#columns[j] ?? []);
      return (
        curves.some((curve) => !curve.isSame) && !curves.some((curve) => curve.isSame && isMonotone(curve))
      );
    });
  }

  #lists(): number[] {
    return this.#columns.flatMap(({ rows }, i) => (rows > 0 ? [i] : []));
  }

  /** The other columns whose lists are as long in every row. */
  #curvesBeside(i: number): number[] {
    return this.#lists().filter((j) => i !== j && haveEqualLengths(this.#columns[i], this.#columns[j]));
  }
}

const isMonotone = (column: ColumnGrids | undefined): boolean => column?.branches?.length === 1;

/** Says that curves are drawn over a sweep that turns back, a sentence. */
export const loopText = (name: string): string =>
  `${quoted(name)} turns back in every row: the curves beside it are drawn as loops over it, and trained on in the order of their points.`;

/** Says what is resampled, a sentence. */
export function resampledText(
  { gridColumn, curveColumns, values }: CommonGrid,
  names: readonly string[],
): string {
  const curves = curveColumns.map((i) => quoted(names[i] ?? "")).join(", ");
  const text = (value: number) => String(Number(significantText(value, 5)));
  const [from, to] = [values[0] ?? 0, values.at(-1) ?? 0].map(text);
  const [low, high] = [Math.min(...values), Math.max(...values)].map(text);
  const branches = findBranches(values)?.length ?? 1;
  const points =
    branches === 1
      ? `${values.length} points from ${from} to ${to}, the range that all rows have`
      : `${values.length} points between ${low} and ${high}, the range that all rows have, each of the ${branches} branches by itself`;
  return `Each row has a grid of its own in ${quoted(names[gridColumn] ?? "")}: ${curves} and it are resampled onto ${points}.`;
}

/** Tells whether the lists of two columns are equally long in every row. */
function haveEqualLengths(left: ColumnGrids | undefined, right: ColumnGrids | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (left.isOneLength && right.isOneLength) return left.first?.length === right.first?.length;
  return left.rows === right.rows && left.lengthHash === right.lengthHash;
}

function addList(column: ColumnGrids, list: Float64Array): void {
  column.rows++;
  column.lengthHash = (Math.imul(column.lengthHash, 31) + list.length) | 0;
  column.first ??= list;
  const { first } = column;
  if (list.length !== first.length) column.isOneLength = false;
  if (list[0] !== first[0]) column.hasOneStart = false;
  if (column.isSame)
    column.isSame = list.length === first.length && list.every((value, i) => value === first[i]);
  if (column.branches === null) return;
  const branches = list.length >= MIN_POINTS ? findBranches(list) : null;
  if (branches !== null && column.rows === 1) column.branches = branches.map(emptyBranch);
  if (branches === null || !haveSameDirections(branches, column.branches)) {
    column.branches = null;
    return;
  }
  branches.forEach((branch, at) => {
    const survey = column.branches?.[at];
    if (survey === undefined) return;
    const rising = ascendingBranch(list, branch);
    addBranch(survey, rising);
    if (column.isEven && branches.length > 1) column.isEven = isEven(rising);
  });
}

const emptyBranch = ({ isRising }: Branch): BranchSurvey => ({
  isRising,
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  widest: 0,
  points: 0,
  sums: new Float64Array(SHARE_COUNT + 1),
});

function addBranch(survey: BranchSurvey, rising: Float64Array): void {
  const [begin, end] = [rising[0] ?? 0, rising.at(-1) ?? 0];
  survey.points += rising.length;
  survey.low = Math.max(survey.low, begin);
  survey.high = Math.min(survey.high, end);
  survey.widest = Math.max(survey.widest, end - begin);
  for (let share = 0; share <= SHARE_COUNT; share++) {
    const at = (share / SHARE_COUNT) * (rising.length - 1);
    const left = Math.floor(at);
    const value = rising[left] ?? 0;
    survey.sums[share] =
      (survey.sums[share] ?? 0) + value + (at - left) * ((rising[left + 1] ?? value) - value);
  }
}

/**
 * Builds the grid of a branch with as many points as the rows have on average, as dense as theirs are, from end to end of their common
 * range. A grid of one branch is ascending.
 */
function commonBranch(
  { sums, points, low, high, isRising }: BranchSurvey,
  rows: number,
  branchCount: number,
): Float64Array {
  const most = Math.floor(MAX_POINTS / branchCount);
  const count = Math.min(most, Math.max(MIN_POINTS, Math.round(points / rows)));
  const shares = Float64Array.from(sums.keys(), (share) => share / SHARE_COUNT);
  const positions = Float64Array.from({ length: count }, (_, i) => i / (count - 1));
  const mean = interpolateLinear(shares, sums, positions);
  const [begin, end] = [mean[0] ?? 0, mean.at(-1) ?? 0];
  const rising = mean.map((value, i) => {
    if (i === count - 1) return high;
    return low + ((value - begin) / (end - begin)) * (high - low);
  });
  return isRising || branchCount === 1 ? rising : rising.toReversed();
}
