/**
 * Finds rows that are not independent: sweeps in long format, where one row holds one point of a sweep and all rows of a device
 * agree in the inputs that describe the device. A row is then predicted from its neighbours on the same sweep, so an accuracy
 * measured on rows left out at random says nothing about a new device (Roberts et al., 2017, "Cross-validation strategies for
 * data with temporal, spatial, hierarchical, or phylogenetic structure").
 */
import { createRandom } from "../../math/random.ts";
import { findLevels, type Levels, MIN_ROWS_PER_LEVEL } from "./levels.ts";

/** Fewer groups are levels of a factor rather than a sample of devices. */
const MIN_GROUPS = 4;
/** An input alone describes groups only where it has at least so many values, which nobody spaced evenly. */
const MIN_GROUPS_OF_ONE_INPUT = 8;
/** An input is crossed with the others where leaving it out merges nearly as many rows as it has levels, or so many. */
const CROSSED_SHARE = 0.8;
const MIN_MERGED_ROWS = 3;
/** Groups have at most this share of the combinations that independent inputs would have. */
const MAX_OCCUPANCY = 0.4;
/** One group has at most this share of the rows: a point around which others were varied one by one is no device. */
const MAX_GROUP_SHARE = 1 / 3;
/** A sweep of one input alone has at least so many points, evenly spaced. */
const MIN_SWEEP_POINTS = 8;
/** Inputs that are tried as the key of a group, those with the most values first. */
const MAX_KEYS = 5;

/** An input of a table: numbers, or the codes of a category's levels. */
export interface GroupingColumn {
  readonly kind: "numeric" | "categorical";
  /** One value a row. */
  readonly values: Float64Array;
}

/** Rows that agree in some inputs belong together. */
export interface Grouping {
  /** Positions of the inputs that the rows of a group agree in, ascending. */
  readonly shared: readonly number[];
  /** Positions of the inputs that vary within the groups, ascending. */
  readonly swept: readonly number[];
}

/** An input that varies, with its levels. */
interface Repeated {
  readonly at: number;
  readonly kind: GroupingColumn["kind"];
  readonly levels: Levels;
}

/**
 * The inputs that describe groups of rows, and those that sweep within the groups; null where the rows look independent of each
 * other: a random design, a factorial design, or a design of few levels.
 * @param columns the inputs, all of the same length.
 */
export function detectGrouping(columns: readonly GroupingColumn[]): Grouping | null {
  const rows = columns[0]?.values.length ?? 0;
  if (rows < MIN_GROUPS * MIN_ROWS_PER_LEVEL) return null;
  const repeated: Repeated[] = [];
  const free: number[] = [];
  columns.forEach(({ kind, values }, at) => {
    const levels = findLevels(values);
    if (levels === null) free.push(at);
    else if (levels.count > 1) repeated.push({ at, kind, levels });
  });
  const shared = findSharedInputs(repeated, free, rows);
  if (shared === null) return null;
  const swept = [...free, ...repeated.filter((input) => !shared.includes(input)).map(({ at }) => at)];
  if (swept.length === 0) return null;
  return { shared: shared.map(({ at }) => at).sort(ascending), swept: swept.sort(ascending) };
}

const ascending = (a: number, b: number): number => a - b;

function findSharedInputs(
  repeated: readonly Repeated[],
  free: readonly number[],
  rows: number,
): readonly Repeated[] | null {
  const sums = combinationCodes(repeated, rows);
  const count = new Set(sums).size;
  const isCrossed = ({ at, levels }: Repeated): boolean => {
    const codes = levelCodes(at, levels.count);
    const merged = count / new Set(sums.map((sum, row) => sum - codes[levels.numbers[row]])).size;
    return merged >= Math.min(MIN_MERGED_ROWS, CROSSED_SHARE * levels.count);
  };
  const uncrossed = repeated.filter((input) => !isCrossed(input));
  if (describesGroups(uncrossed, rows)) return uncrossed;
  const keyed = findKeyedInputs(repeated, rows);
  if (keyed !== null) return keyed;
  // One input crossed with a sweep: the values that nobody spaced evenly describe the groups.
  const sampled = repeated.filter((input) => !isRegularOrFew(input));
  const sweep = repeated.filter((input) => !sampled.includes(input));
  const isSweep = sweep.length === 1 && free.length === 0 && isEvenSweep(sweep[0]);
  return sampled.length === 1 && sampled[0]?.kind === "numeric" && isSweep ? sampled : null;
}

const isEvenSweep = (input: Repeated | undefined): boolean =>
  input?.levels.isRegular === true && input.levels.count >= MIN_SWEEP_POINTS;

/**
 * The inputs that are constant wherever one of them is: of designs whose other inputs move together, so that none of those is
 * crossed by itself, as the process, voltage and temperature of a list of corners.
 */
function findKeyedInputs(repeated: readonly Repeated[], rows: number): readonly Repeated[] | null {
  const keys = repeated.filter((input) => input.kind === "numeric" && !isRegularOrFew(input));
  keys.sort((a, b) => b.levels.count - a.levels.count);
  for (const key of keys.slice(0, MAX_KEYS)) {
    const shared = repeated.filter(({ levels }) => isConstantWithin(key.levels, levels));
    if (describesGroups(shared, rows)) return shared;
  }
  return null;
}

/** Tells whether rows of one level of the key always agree in the other levels. */
function isConstantWithin(key: Levels, levels: Levels): boolean {
  const first = new Int32Array(key.count).fill(-1);
  return key.numbers.every((level, row) => {
    if (first[level] === -1) first[level] = levels.numbers[row];
    return first[level] === levels.numbers[row];
  });
}

const isRegularOrFew = ({ levels }: Repeated): boolean =>
  levels.isRegular || levels.count < MIN_GROUPS_OF_ONE_INPUT;

/**
 * Tells whether the combinations of these inputs are groups: there are several, each with several rows, and far fewer than independent
 * inputs would have. A category with a level a group names the groups: only known ones can be asked for.
 */
function describesGroups(inputs: readonly Repeated[], rows: number): boolean {
  if (inputs.length < 2 || !inputs.some(({ kind }) => kind === "numeric")) return false;
  const sizes = combinationSizes(inputs, rows);
  const count = sizes.length;
  if (count < MIN_GROUPS || sizes[Math.floor(count / 2)] < MIN_ROWS_PER_LEVEL) return false;
  if (sizes[count - 1] > MAX_GROUP_SHARE * rows) return false;
  if (inputs.some(({ kind, levels }) => kind === "categorical" && levels.count === count)) return false;
  const possible = inputs.reduce((product, { levels }) => product * levels.count, 1);
  const independent = possible * -Math.expm1(-rows / possible);
  return count <= MAX_OCCUPANCY * independent;
}

/** The numbers of rows of the different combinations of the inputs' levels, ascending. */
function combinationSizes(inputs: readonly Repeated[], rows: number): Int32Array {
  const sizes = new Map<number, number>();
  for (const code of combinationCodes(inputs, rows)) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  return Int32Array.from(sizes.values()).sort();
}

/** Sums the codes of each row's levels: the sums of rows of the same levels are equal, those of others next to never. */
function combinationCodes(inputs: readonly Repeated[], rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const { at, levels } of inputs) {
    const codes = levelCodes(at, levels.count);
    for (let row = 0; row < rows; row++) sums[row] += codes[levels.numbers[row]];
  }
  return sums;
}

/** A random whole number for each level of an input, small enough for sums over thousands of inputs to be exact. */
function levelCodes(input: number, count: number): Float64Array {
  const random = createRandom(input, count);
  return Float64Array.from({ length: count }, () => Math.floor(random.uniform() * 2 ** 40));
}

/**
 * The group of each row, numbered in the order in which the groups first occur: rows that agree in the shared inputs, up to the
 * jitter of a measurement.
 * @param shared the inputs that the rows of a group agree in.
 */
export function groupRows(shared: readonly GroupingColumn[], rows: number): Int32Array {
  const levels = shared.map(({ values }) => findLevels(values) ?? exactLevels(values));
  let numbers = new Int32Array(rows);
  for (const level of levels) {
    const numberByKey = new Map<number, number>();
    numbers = numbers.map((number, row) => {
      const key = number * level.count + level.numbers[row];
      const group = numberByKey.get(key) ?? numberByKey.size;
      numberByKey.set(key, group);
      return group;
    });
  }
  return numbers;
}

/** The different values of a column that has no levels, numbered as they first occur. */
function exactLevels(values: Float64Array): Pick<Levels, "numbers" | "count"> {
  const numberByValue = new Map<number, number>();
  const numbers = Int32Array.from(values, (value) => {
    const number = numberByValue.get(value) ?? numberByValue.size;
    numberByValue.set(value, number);
    return number;
  });
  return { numbers, count: numberByValue.size };
}
