/**
 * Folds for rows on levels whose effects explain the outputs, as with a factorial design and a sum of functions of one or two
 * inputs. A row that is left out by itself is then predicted exactly from others on its levels, by any model: that says nothing
 * about values between the levels. So each fold leaves out whole levels of one input or of several, and predicts what the other
 * levels say about them.
 */
import { type InputColumn, rowsWhere } from "../../dataset/table.ts";
import type { Folds } from "./folds.ts";
import { computeUnexplainedShare, type InputLevels, listLevelEffects } from "./level-effects.ts";

/** The two outer levels of an input are never left out: with fewer levels none would remain between them. */
const MIN_LEVELS = 4;
/** Between more levels than this, values hardly differ from those on the levels. */
const MAX_LEVELS = 24;
/** The rows of the rarest level, at least, as a share of the mean number of rows of a level: axial points stand alone on theirs. */
const MIN_LEVEL_SHARE = 0.4;
/** Levels explain a target when they leave no more than this share of its variance. */
const MAX_UNEXPLAINED = 1e-4;
/** A fold leaves out about one in so many of the inner levels of its inputs together. */
const LEFT_OUT_STRIDE = 5;
const MAX_FOLDS = 5;
/** Rows that one fold leaves out, at most, as a share of all rows: the others must tell the same function. */
const MAX_FOLD_SHARE = 0.5;
/** The rows on left-out levels, at least, and their share in all rows: they stand for all rows between the levels. */
const MIN_LEFT_OUT_ROWS = 20;
const MIN_LEFT_OUT_SHARE = 0.4;

/** The levels of one input, by their values. */
interface LevelInput extends InputLevels {
  /** True: it can take values between those that occur. */
  isInterpolated: boolean;
}

/**
 * Creates folds for rows on levels.
 *
 * @param columns the inputs that vary
 * @param rows the rows, as indices into the columns
 * @param targets one value for each row each
 * @returns null where an input does not keep to levels, where levels do not explain any target, and where none can be left out
 */
export function createLevelFolds(
  columns: readonly InputColumn[],
  rows: Int32Array,
  targets: readonly Float64Array[],
): Folds | null {
  const inputs: LevelInput[] = [];
  for (const column of columns) {
    const input = findLevels(column, rows);
    if (input === null) return null;
    inputs.push(input);
  }
  const isLeftOut = chooseLeftOutLevels(inputs.filter(isRemovable));
  const leftOut = isLeftOut.map((holds) => rowsWhere(rows.length, holds));
  const folds = dealRows(isLeftOut, rows.length);
  const predictedCount = folds.reduce((count, fold) => (fold < leftOut.length ? count + 1 : count), 0);
  const isUsable =
    leftOut.length > 1 &&
    leftOut.every((left) => left.length <= MAX_FOLD_SHARE * rows.length) &&
    predictedCount >= Math.max(MIN_LEFT_OUT_ROWS, MIN_LEFT_OUT_SHARE * rows.length);
  if (!isUsable) return null;
  const effects = listLevelEffects(inputs, rows.length);
  const isExplained =
    effects !== null && targets.some((target) => computeUnexplainedShare(effects, target) <= MAX_UNEXPLAINED);
  return isExplained ? { folds, foldCount: leftOut.length, leftOut } : null;
}

const isRemovable = ({ isInterpolated, count }: LevelInput): boolean => isInterpolated && count >= MIN_LEVELS;

/** Finds the levels of an input, ascending; null where they are too many, or one has hardly any row. */
function findLevels(column: InputColumn, rows: Int32Array): LevelInput | null {
  const values: ArrayLike<number> = column.kind === "categorical" ? column.codes : column.values;
  const sizes = new Map<number, number>();
  for (const row of rows) {
    sizes.set(values[row], (sizes.get(values[row]) ?? 0) + 1);
    if (sizes.size > MAX_LEVELS) return null;
  }
  if (Math.min(...sizes.values()) < (MIN_LEVEL_SHARE * rows.length) / sizes.size) return null;
  const levels = Array.from(sizes.keys()).sort((a, b) => a - b);
  const numberByLevel = new Map(levels.map((level, number) => [level, number]));
  return {
    numbers: rows.map((row) => numberByLevel.get(values[row]) ?? 0),
    count: levels.length,
    isInterpolated: column.kind === "continuous" && !areConsecutive(levels),
  };
}

/** Tells whether ascending numbers are whole numbers, one after the other: then there is nothing between them. */
const areConsecutive = (levels: readonly number[]): boolean =>
  levels.every((level, at) => Number.isInteger(level) && level === levels[0] + at);

/**
 * Deals the inputs out to the folds in turn. Folds of the same input leave out different inner levels of it, and no fold
 * neighbouring ones.
 * @returns for each fold, whether it leaves out a row
 */
function chooseLeftOutLevels(inputs: readonly InputLevels[]): ((row: number) => boolean)[] {
  const inputsPerFold = Math.ceil(inputs.length / MAX_FOLDS);
  const choices = inputs.flatMap(({ numbers, count }, input) => {
    const folds = Array.from({ length: MAX_FOLDS }, (_, fold) => fold).filter((fold) =>
      inputs.length <= MAX_FOLDS ? fold % inputs.length === input : fold === input % MAX_FOLDS,
    );
    const stride = Math.min(count - 2, LEFT_OUT_STRIDE * inputsPerFold);
    const turns = Math.min(stride, folds.length);
    return folds.slice(0, turns).map((fold, turn) => {
      const remainder = Math.floor(((turn + 0.5) * stride) / turns);
      const isChosen = (level: number): boolean =>
        level > 0 && level < count - 1 && (level - 1) % stride === remainder;
      return { fold, holds: (row: number) => isChosen(numbers[row]) };
    });
  });
  return Array.from(
    Map.groupBy(choices, ({ fold }) => fold).values(),
    (ofFold) => (row) => ofFold.some(({ holds }) => holds(row)),
  );
}

/** Lets each left-out row be predicted by that of its folds which predicts the fewest rows so far; others by none. */
function dealRows(isLeftOut: readonly ((row: number) => boolean)[], count: number): Uint8Array {
  const sizes = isLeftOut.map(() => 0);
  return Uint8Array.from({ length: count }, (_, row) => {
    const possible = Array.from(isLeftOut.keys()).filter((fold) => isLeftOut[fold](row));
    if (possible.length === 0) return isLeftOut.length;
    const fold = possible.reduce((least, other) => (sizes[other] < sizes[least] ? other : least));
    sizes[fold] += 1;
    return fold;
  });
}
