/**
 * Folds for rows on levels whose effects explain the outputs, as with a factorial design and a sum of functions of one or two
 * inputs. A row that is left out by itself is then predicted exactly from others on its levels, by any model: that says nothing
 * about values between the levels. So each fold leaves out whole levels of one input or of several, and predicts what the other
 * levels say about them.
 */
import { type Folds, numberPoints } from "./folds.ts";
import { type InputLevels, unexplainedByLevels } from "./level-effects.ts";

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
/** The rows on left-out levels, at least, and their share in all rows: they stand for all rows between the levels. */
const MIN_LEFT_OUT_ROWS = 20;
const MIN_LEFT_OUT_SHARE = 0.4;

/** An input of the rows. */
export interface LevelInput {
  /** Its features, values x count, feature-major: one for a number, one for each level of a category. */
  values: Float64Array;
  /** True: it can take values between those that occur. */
  isInterpolated: boolean;
}

/**
 * Creates folds for rows on levels.
 *
 * @param inputs the inputs of the rows
 * @param targets one value for each row each
 * @param count the number of rows
 * @returns null where an input does not keep to levels, where levels do not explain any target, and where none can be left out
 */
export function createLevelFolds(
  inputs: readonly LevelInput[],
  targets: readonly Float64Array[],
  count: number,
): Folds | null {
  const levels = inputs.map(({ values }) => numberLevels(values, count));
  if (!levels.every(isBalanced)) return null;
  const between = levels.filter((input, at) => inputs[at].isInterpolated && input.count >= MIN_LEVELS);
  if (between.length === 0) return null;
  if (!targets.some((target) => unexplainedByLevels(levels, target) <= MAX_UNEXPLAINED)) return null;
  const isLeftOut = chooseLeftOutLevels(between);
  const leftOut = isLeftOut.map((holds) => Int32Array.from({ length: count }, (_, row) => row).filter(holds));
  const leftOutCount = new Set(leftOut.flatMap((rows) => [...rows])).size;
  if (leftOut.length < 2 || leftOutCount < Math.max(MIN_LEFT_OUT_ROWS, MIN_LEFT_OUT_SHARE * count))
    return null;
  return { folds: dealRows(isLeftOut, count), foldCount: leftOut.length, leftOut };
}

function isBalanced({ numbers, count }: InputLevels): boolean {
  if (count > MAX_LEVELS) return false;
  const sizes = new Int32Array(count);
  for (const number of numbers) sizes[number] += 1;
  return Math.min(...sizes) >= (MIN_LEVEL_SHARE * numbers.length) / count;
}

/** Numbers the levels by their values, ascending; those of a category in the order in which they occur. */
function numberLevels(values: Float64Array, count: number): InputLevels {
  if (values.length !== count) {
    const numbers = numberPoints(values, values.length / count, count);
    return { numbers, count: new Set(numbers).size };
  }
  const levels = Array.from(new Set(values)).sort((a, b) => a - b);
  const numberByValue = new Map(levels.map((value, number) => [value, number]));
  return { numbers: Int32Array.from(values, (value) => numberByValue.get(value) ?? 0), count: levels.length };
}

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
