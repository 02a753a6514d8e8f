/**
 * Finds curves that each have a grid of their own: a list that rises along every row, but differs from row to row, as the time steps
 * that a simulator chose.
 */
import { interpolateLinear } from "../math/interpolation.ts";
import { significantText } from "../number-text.ts";
import { quoted } from "./problems.ts";

/** A grid that all rows can be resampled onto. */
export type CommonGrid = {
  /** The column that holds the rows' own grids. */
  readonly gridColumn: number;
  /** Columns of curves over it. */
  readonly curveColumns: readonly number[];
  /** The values of the grid, ascending, inside the range that all rows have. */
  readonly values: Float64Array;
};

export type OwnGrid = { readonly grid: CommonGrid } | { readonly problem: string };

/** The rows' grids are averaged at so many shares of their points. More follow a grid with sudden changes of step better. */
const SHARE_COUNT = 256;
const MIN_POINTS = 3;
/** A curve's coordinate is cut into at most 2,000 sections. */
const MAX_POINTS = 2001;
/** The common range must be at least this share of the widest row's: otherwise most of the data would be lost. */
const MIN_COMMON_SHARE = 0.25;
/** Names of coordinates, the surest first. */
const COORDINATE_NAMES = [
  /^(?:time|t|freq(?:uency)?|f)(?=$|[\s_([.\d])/i,
  /^(?:x|z|s|pos(?:ition)?|dist(?:ance)?|depth|sweep|v(?:gs|ds|bs|g|d|in|dd)|volt(?:age)?|bias)(?=$|[\s_([.\d])/i,
  /^(?:wavelength|lambda|omega|w|tau|theta|angle|temp(?:erature)?|coord(?:inate)?|grid)(?=$|[\s_([.\d])/i,
] as const;
/** The rank of a name among those of coordinates: 0 is surest. */
const nameRank = (name: string): number => {
  const rank = COORDINATE_NAMES.findIndex((names) => names.test(name));
  return rank === -1 ? COORDINATE_NAMES.length : rank;
};

type ColumnGrids = {
  /** Every row rises strictly, or every row falls strictly. */
  isMonotone: boolean;
  isSame: boolean;
  hasOneStart: boolean;
  first: Float64Array | null;
  /** Bounds of the range that all rows have, and the longest range of a row. */
  low: number;
  high: number;
  widest: number;
  rows: number;
  points: number;
  /** A hash of the lengths of its lists in order: two columns with the same hash agree row by row. */
  lengthHash: number;
  isOneLength: boolean;
  readonly sums: Float64Array;
};

export class GridSurvey {
  readonly #names: readonly string[];
  readonly #columns: readonly ColumnGrids[];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#columns = names.map(() => ({
      isMonotone: true,
      isSame: true,
      hasOneStart: true,
      first: null,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      widest: 0,
      rows: 0,
      points: 0,
      lengthHash: 0,
      isOneLength: true,
      sums: new Float64Array(SHARE_COUNT + 1),
    }));
  }

  /** @param lists of one row, a column each; null where a cell is no list of numbers */
  add(lists: readonly (Float64Array | null)[]): void {
    lists.forEach((list, i) => {
      const column = this.#columns[i];
      if (list !== null && column !== undefined) addList(column, list);
    });
  }

  /** The grid of the rows' own grids; null where there are none. */
  finish(): OwnGrid | null {
    const findRank = (i: number) => nameRank(this.#names[i] ?? "");
    const lists = this.#columns.flatMap(({ rows }, i) => (rows > 0 ? [i] : []));
    const isAlike = (i: number, j: number) => i !== j && haveEqualLengths(this.#columns[i], this.#columns[j]);
    const candidates = lists.filter((i) => {
      const column = this.#columns[i];
      if (column === undefined || !column.isMonotone || column.isSame) return false;
      const curves = lists.filter((j) => isAlike(i, j));
      const hasSharedGrid = curves.some((j) => this.#columns[j]?.isMonotone && this.#columns[j]?.isSame);
      // A grid without a telling name begins at the same value in every row.
      const hasOtherName = findRank(i) < COORDINATE_NAMES.length || i === lists[0];
      const isGrid = findRank(i) === 0 || (column.hasOneStart && hasOtherName);
      return curves.length > 0 && !hasSharedGrid && isGrid;
    });
    const [gridColumn] = candidates.toSorted((a, b) => findRank(a) - findRank(b));
    const column = gridColumn === undefined ? undefined : this.#columns[gridColumn];
    if (gridColumn === undefined || column === undefined) return null;
    const curveColumns = lists.filter((j) => isAlike(gridColumn, j));
    const { low, high, widest } = column;
    if (!(high - low >= MIN_COMMON_SHARE * widest)) {
      const name = quoted(this.#names[gridColumn] ?? "");
      return {
        problem: `Each row has a grid of its own in ${name}, but the rows have too little of their ranges in common to be resampled onto one grid.`,
      };
    }
    return { grid: { gridColumn, curveColumns, values: commonGrid(column) } };
  }
}

/** Says what is resampled, a sentence. */
export function resampledText(
  { gridColumn, curveColumns, values }: CommonGrid,
  names: readonly string[],
): string {
  const curves = curveColumns.map((i) => quoted(names[i] ?? "")).join(", ");
  const [from, to] = [values[0] ?? 0, values.at(-1) ?? 0].map((value) =>
    String(Number(significantText(value, 5))),
  );
  const points = `${values.length} points from ${from} to ${to}, the range that all rows have`;
  return `Each row has a grid of its own in ${quoted(names[gridColumn] ?? "")}: ${curves} and it are resampled onto ${points}.`;
}

/** Tells whether the lists of two columns are equally long in every row. */
function haveEqualLengths(left: ColumnGrids | undefined, right: ColumnGrids | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (left.isOneLength && right.isOneLength) return left.first?.length === right.first?.length;
  return left.rows === right.rows && left.lengthHash === right.lengthHash;
}

function addList(column: ColumnGrids, list: Float64Array): void {
  const direction = Math.sign((list[1] ?? 0) - (list[0] ?? 0));
  column.rows++;
  column.points += list.length;
  column.lengthHash = (Math.imul(column.lengthHash, 31) + list.length) | 0;
  column.first ??= list;
  const { first } = column;
  if (list.length !== first.length) column.isOneLength = false;
  if (list[0] !== first[0]) column.hasOneStart = false;
  if (column.isSame)
    column.isSame = list.length === first.length && list.every((value, i) => value === first[i]);
  if (!column.isMonotone) return;
  const isMonotone =
    direction !== 0 &&
    list.length >= MIN_POINTS &&
    list.every((value, i) => i === 0 || Math.sign(value - (list[i - 1] ?? 0)) === direction);
  if (!isMonotone) {
    column.isMonotone = false;
    return;
  }
  const rising = direction > 0 ? list : list.toReversed();
  const [begin, end] = [rising[0] ?? 0, rising.at(-1) ?? 0];
  column.low = Math.max(column.low, begin);
  column.high = Math.min(column.high, end);
  column.widest = Math.max(column.widest, end - begin);
  for (let share = 0; share <= SHARE_COUNT; share++) {
    const at = (share / SHARE_COUNT) * (rising.length - 1);
    const left = Math.floor(at);
    const value = rising[left] ?? 0;
    column.sums[share] =
      (column.sums[share] ?? 0) + value + (at - left) * ((rising[left + 1] ?? value) - value);
  }
}

/**
 * Builds a grid with as many points as the rows have on average, as dense as theirs are, from end to end of their common range.
 */
function commonGrid({ sums, rows, points, low, high }: ColumnGrids): Float64Array {
  const count = Math.min(MAX_POINTS, Math.max(MIN_POINTS, Math.round(points / rows)));
  const shares = Float64Array.from(sums.keys(), (share) => share / SHARE_COUNT);
  const positions = Float64Array.from({ length: count }, (_, i) => i / (count - 1));
  const mean = interpolateLinear(shares, sums, positions);
  const [begin, end] = [mean[0] ?? 0, mean.at(-1) ?? 0];
  return mean.map((value, i) => {
    if (i === count - 1) return high;
    return low + ((value - begin) / (end - begin)) * (high - low);
  });
}
