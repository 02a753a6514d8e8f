/**
 * Finds the values with which programs mark failed runs, as 1e30, -999, 9.9e37 or a 0 far from all other values.
 *
 * A mark is one exact value, in several rows, far from all other values of its output. The distance from the nearest other
 * value is measured in ranges of the other values. How many are needed depends on what else speaks for a mark:
 *
 * | value | rows | other values | ranges |
 * | --- | --- | --- | --- |
 * | usual mark (see `isUsualMark`) | 2 or more, at most 40% | nearly all different | 0.25 |
 * | usual mark of the sign that no other value has | 2 or more, at most 40% | nearly all different | 0 |
| usual mark | 1 | nearly all different | 3 |
 * | usual mark | any, at most 40% | with repetitions, as counts have | 10 |
 * | 0 or -1 | 2 or more, at most 20% | nearly all different | 0.5 |
 * | 0 or -1 | 1 | nearly all different | 5 |
 * | any other | 2 or more, at most 20% | nearly all different | 2 |
 * | any other | 2 or more, at most 20% | with repetitions | 1000 |
 *
 * A usual mark between the other values counts as one where at least three rows hold it and nearly all other values differ: neither a
 * limit nor rounding explains it. Outputs at a limit (clipped at 0, saturated) have neighbours near the limit; rare events leave
 * fewer than three different other values or are not repeated exactly. tests/unit/shared/failed-runs states these as negative controls.
 * The usual marks are those of the manuals: 9.9e37 and 9.91e37 of SCPI-99 (volume 1, 7.2.1), 9.96921e36 of netCDF, 1e20 and 1e30 of
 * circuit simulators, -999 and -9999 of tables (CF conventions, 2.5.1).
 */

/** A value that marks failed runs, with the rows that hold it. */
export type FoundMark = {
  readonly value: number;
  readonly rowCount: number;
  /** The first of these rows, at most `MAX_LISTED_ROWS`, as they were given to `add`. */
  readonly rows: readonly number[];
  /** The range of the other values. */
  readonly otherValues: { readonly min: number; readonly max: number };
};

/** Rows that are listed for one mark: more do not fit into a sentence. */
export const MAX_LISTED_ROWS = 20;
/** Different marks at one end of an output's values. */
const MAX_MARKS_AT_END = 3;
/** Usual marks between other values, and values that whole curves hold, of which rows are counted. */
const MAX_TALLIES = 16;
/** Values from which the share of different ones is estimated. */
const MAX_SAMPLE = 4_000;
/** Fewer other rows, or fewer different values in them, do not show what is usual. */
const MIN_OTHER_ROWS = 8;
const MIN_OTHER_VALUES = 3;
const MAX_USUAL_SHARE = 0.4;
const MAX_SHARE = 0.2;
/** From this share of different values on, a repetition is no accident of rounding. */
const MIN_DIFFERENT_SHARE = 0.9;
const MIN_RANGES = {
  usual: 0.25,
  zero: 0.5,
  flat: 0.5,
  usualOnce: 3,
  usualInCounts: 10,
  zeroOnce: 5,
  other: 2,
  otherInCounts: 1_000,
};
const MIN_ROWS_BETWEEN = 3;

type Tally = { readonly value: number; rowCount: number; readonly rows: number[]; last: number };

/** Collects the values of one output, row by row, in constant memory. */
export class FailedRunMarks {
  readonly #size: number;
  #rowCount = 0;
  /** The lowest and the highest different values, the most extreme first. */
  readonly #low: Tally[] = [];
  readonly #high: Tally[] = [];
  readonly #usual = new Map<number, Tally>();
  readonly #sample: number[] = [];
  readonly #flat = new Map<number, Tally>();
  /** The range of each point over the curves that are not one value throughout. */
  readonly #pointMin: Float64Array;
  readonly #pointMax: Float64Array;

  /** @param size values a row: 1 for a number, the points of a curve. */
  constructor(size: number) {
    this.#size = size;
    this.#pointMin = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#pointMax = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  }

  /** @param values `size` finite numbers. @param row its number, which rises from call to call. */
  add(values: Float64Array, row: number): void {
    this.#rowCount += 1;
    for (const value of values) {
      noteExtreme(this.#low, value, row, 1);
      noteExtreme(this.#high, value, row, -1);
      if (isUsualMark(value)) noteValue(this.#usual, value, row);
      if (this.#sample.length < MAX_SAMPLE) this.#sample.push(value);
    }
    if (this.#size > 1) this.#addCurve(values, row);
  }

  /** The marks among the values so far, those that most rows hold first. */
  find(): FoundMark[] {
    const atEnds = this.#findAtEnds();
    const between = atEnds.length > 0 ? [] : this.#findBetween();
    const marks = [...atEnds, ...between];
    const flat = this.#findFlatCurves().filter(({ value }) => !marks.some((mark) => mark.value === value));
    return [...marks, ...flat].sort((a, b) => b.rowCount - a.rowCount);
  }

  #addCurve(values: Float64Array, row: number): void {
    const [first = Number.NaN] = values;
    if (values.every((value) => value === first)) {
      noteValue(this.#flat, first, row);
      return;
    }
    values.forEach((value, at) => {
      this.#pointMin[at] = Math.min(value, this.#pointMin[at] ?? value);
      this.#pointMax[at] = Math.max(value, this.#pointMax[at] ?? value);
    });
  }

  /** The largest set of values at the two ends each of which is a mark beside the values that remain. */
  #findAtEnds(): FoundMark[] {
    let best: FoundMark[] = [];
    for (let low = 0; low <= MAX_MARKS_AT_END; low++) {
      for (let high = 0; high <= MAX_MARKS_AT_END; high++) {
        if (low + high <= best.length) continue;
        const marks = [...this.#low.slice(0, low), ...this.#high.slice(0, high)];
        const otherValues = this.#othersBeside(marks, this.#low[low], this.#high[high]);
        if (otherValues === null || marks.length < low + high) continue;
        if (marks.every((mark) => isFarMark(mark, this.#rowCount, otherValues)))
          best = marks.map((mark) => described(mark, otherValues));
      }
    }
    return best;
  }

  #findBetween(): FoundMark[] {
    return [...this.#usual.values()].flatMap((mark) => {
      const otherValues = this.#othersBeside([mark], this.#low[0], this.#high[0]);
      const isBetween = otherValues !== null && mark.value > otherValues.min && mark.value < otherValues.max;
      const isFrequent =
        mark.rowCount >= MIN_ROWS_BETWEEN && mark.rowCount <= MAX_USUAL_SHARE * this.#rowCount;
      return isBetween && isFrequent && otherValues.isContinuous ? [described(mark, otherValues)] : [];
    });
  }

  /** Values that fill whole curves, and lie far from the other curves at half of the points or more. */
  #findFlatCurves(): FoundMark[] {
    const marks = [...this.#flat.values()];
    const flatRows = marks.reduce((sum, { rowCount }) => sum + rowCount, 0);
    if (this.#rowCount - flatRows < MIN_OTHER_ROWS) return [];
    return marks.flatMap((mark) => {
      const { value, rowCount } = mark;
      let farPoints = 0;
      for (const [at, min] of this.#pointMin.entries()) {
        const max = this.#pointMax[at] ?? min;
        if (distanceInRanges(value, { min, max }) >= MIN_RANGES.flat) farPoints += 1;
      }
      const isRepeated = rowCount > 1 && rowCount <= MAX_SHARE * this.#rowCount;
      const otherValues = { min: least(this.#pointMin), max: most(this.#pointMax) };
      return isRepeated && 2 * farPoints >= this.#size ? [described(mark, otherValues)] : [];
    });
  }

  #othersBeside(marks: readonly Tally[], lowest?: Tally, highest?: Tally): Others | null {
    if (lowest === undefined || highest === undefined || lowest.value >= highest.value) return null;
    const values = this.#sample.filter((value) => marks.every((mark) => mark.value !== value));
    const different = new Set(values).size;
    const rowCount = this.#rowCount - marks.reduce((sum, mark) => sum + mark.rowCount, 0);
    if (rowCount < MIN_OTHER_ROWS || different < MIN_OTHER_VALUES) return null;
    const isContinuous = different >= MIN_DIFFERENT_SHARE * values.length;
    return { min: lowest.value, max: highest.value, isContinuous };
  }
}

type Range = { readonly min: number; readonly max: number };
type Others = Range & { readonly isContinuous: boolean };

const described = ({ value, rowCount, rows }: Tally, { min, max }: Range): FoundMark => ({
  value,
  rowCount,
  rows: [...rows],
  otherValues: { min, max },
});

const least = (values: Float64Array): number => values.reduce((min, value) => Math.min(min, value));
const most = (values: Float64Array): number => values.reduce((max, value) => Math.max(max, value));

/** The distance from the nearest value of a range, in widths of the range; 0 within it, and where the range has no width. */
function distanceInRanges(value: number, { min, max }: Range): number {
  const distance = Math.max(min - value, value - max);
  // Halves, because the width of a range may be more than a number holds.
  const width = max / 2 - min / 2;
  return distance > 0 && width > 0 ? distance / 2 / width : 0;
}

function isFarMark({ value, rowCount }: Tally, allRows: number, otherValues: Others): boolean {
  const ranges = distanceInRanges(value, otherValues);
  const share = rowCount / allRows;
  const isOnce = rowCount === 1;
  if (isUsualMark(value)) {
    // Over decades the range is large; a sign that no other value has is as clear as a distance.
    const isOfOtherSign = (value < 0 && otherValues.min > 0) || (value > 0 && otherValues.max < 0);
    const continuous = isOnce ? MIN_RANGES.usualOnce : isOfOtherSign ? 0 : MIN_RANGES.usual;
    return (
      share <= MAX_USUAL_SHARE && ranges >= (otherValues.isContinuous ? continuous : MIN_RANGES.usualInCounts)
    );
  }
  if (share > MAX_SHARE) return false;
  if (value === 0 || value === -1)
    return otherValues.isContinuous && ranges >= (isOnce ? MIN_RANGES.zeroOnce : MIN_RANGES.zero);
  return !isOnce && ranges >= (otherValues.isContinuous ? MIN_RANGES.other : MIN_RANGES.otherInCounts);
}

const SMALLEST_MARK = 99;
/** The ends of the whole numbers of 16 and 32 bits. */
const LIMITS_OF_INTEGERS: readonly number[] = [-32_768, 32_767, 65_535, -(2 ** 31), 2 ** 31 - 1, 2 ** 32 - 1];
/** Larger values are marks in all programs whose manuals were read. */
const MIN_HUGE = 1e30;
/** A number of three nines or more lies so little below a power of ten, in decades. */
const LOGARITHM_BELOW_NINES = 0.001;
const MIN_POWER_OF_TEN = 1e9;

/** Tells whether programs write a value where there is none: nines as 999, -9999 and 99.99, powers of ten from 1e9 on, and huge numbers. */
export function isUsualMark(value: number): boolean {
  const size = Math.abs(value);
  if (size < SMALLEST_MARK) return false;
  if (size >= MIN_HUGE || LIMITS_OF_INTEGERS.includes(value)) return true;
  const logarithm = Math.log10(size);
  if (Number.isInteger(logarithm)) return size >= MIN_POWER_OF_TEN;
  // A text is made of few values only: it takes longer than all the rest.
  if (Math.ceil(logarithm) - logarithm > LOGARITHM_BELOW_NINES) return false;
  return /^9{3,}0*$/.test(String(size).replace(/e.*|\./g, ""));
}

/** @param sign 1: the list holds the lowest values, ascending; -1: the highest, descending. */
function noteExtreme(list: Tally[], value: number, row: number, sign: 1 | -1): void {
  const end = list.at(-1);
  if (end !== undefined && list.length > MAX_MARKS_AT_END && sign * value > sign * end.value) return;
  const at = list.findIndex((tally) => sign * tally.value >= sign * value);
  const tally = at < 0 ? undefined : list[at];
  if (tally?.value === value) {
    noteRow(tally, row);
    return;
  }
  list.splice(at < 0 ? list.length : at, 0, startTally(value, row));
  if (list.length > MAX_MARKS_AT_END + 1) list.pop();
}

function noteValue(tallies: Map<number, Tally>, value: number, row: number): void {
  const tally = tallies.get(value);
  if (tally !== undefined) noteRow(tally, row);
  else if (tallies.size < MAX_TALLIES) tallies.set(value, startTally(value, row));
}

const startTally = (value: number, row: number): Tally => ({ value, rowCount: 1, rows: [row], last: row });

/** A row counts once, however many points of its curve hold the value. */
function noteRow(tally: Tally, row: number): void {
  if (tally.last === row) return;
  tally.last = row;
  tally.rowCount += 1;
  if (tally.rows.length < MAX_LISTED_ROWS) tally.rows.push(row);
}
