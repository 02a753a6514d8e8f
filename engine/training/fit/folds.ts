/**
 * Chooses the rows that are held out of each fit. Rows with the same inputs, or of one group, stay in one fold: a fit to one of
 * them would predict the others too well.
 */
import { CROSS_VALIDATED_ROWS } from "@understudy/shared/domain/cross-validation.ts";
import { createRowHash } from "../../dataset/split.ts";
import { rowsWhere } from "../../dataset/table.ts";
import type { LeftOutPart } from "../../math/left-out-rows.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import type { TrainingData } from "../../models/fit-task.ts";

/** Up to this many rows each row is held out once: cross-validation (Stone, 1974). */
export const FEW_ROWS = CROSS_VALIDATED_ROWS;
const MAX_FOLDS = 5;
/** With more rows, this share is held out of all fits, but at most `MAX_HELD_OUT_ROWS`. */
const HELD_OUT_SHARE = 0.15;
const MAX_HELD_OUT_ROWS = 4000;

/** With fewer different points their repetitions are spread over the folds: then every fit has all points. */
const MIN_GROUPS = 10;

export type Folds = Pick<TrainingData, "folds" | "foldCount" | "leftOut">;

/**
 * Chooses the rows that each fold holds out: cross-validation with few rows, one held-out share with many.
 *
 * @param inputs features x rows
 * @param random shuffles the groups
 * @param groupNumbers the number of each row's group, where rows are grouped
 */
export function createFolds(inputs: Matrix, random: Random, groupNumbers?: Int32Array): Folds {
  const { columns: count } = inputs;
  const groups = listGroupRows(groupNumbers ?? numberPoints(inputs));
  return assignFolds(
    groupNumbers === undefined && groups.length < MIN_GROUPS ? everyRowAlone(count) : groups,
    count,
    random,
  );
}

const everyRowAlone = (count: number): number[][] => Array.from({ length: count }, (_, row) => [row]);

function assignFolds(groups: readonly number[][], count: number, random: Random): Folds {
  const order = random.permutation(groups.length);
  const shuffled = Array.from(order, (at) => groups[at] ?? []);
  return count <= FEW_ROWS ? crossValidationFolds(shuffled, count) : holdOut(shuffled, count);
}

/** Gives every group to the fold that has the fewest rows so far, the largest groups first. */
function crossValidationFolds(groups: readonly number[][], count: number): Folds {
  const foldCount = Math.min(MAX_FOLDS, groups.length);
  const sizes = new Array<number>(foldCount).fill(0);
  const folds = new Uint8Array(count);
  for (const group of groups.toSorted((a, b) => b.length - a.length)) {
    const fold = sizes.indexOf(Math.min(...sizes));
    sizes[fold] += group.length;
    for (const row of group) folds[row] = fold;
  }
  return { folds, foldCount };
}

function holdOut(groups: readonly number[][], count: number): Folds {
  const heldOutTarget = Math.min(MAX_HELD_OUT_ROWS, Math.floor(count * HELD_OUT_SHARE));
  const folds = new Uint8Array(count).fill(1);
  let heldOutCount = 0;
  for (const group of groups) {
    if (heldOutCount + group.length > heldOutTarget) continue;
    heldOutCount += group.length;
    for (const row of group) folds[row] = 0;
  }
  if (heldOutCount === 0) {
    const smallest = groups.reduce((least, group) => (group.length < least.length ? group : least));
    for (const row of smallest) folds[row] = 0;
  }
  return { folds, foldCount: 1 };
}

/** Numbers the different points in the order in which they first occur. @param inputs features x points */
export function numberPoints(inputs: Matrix): Int32Array {
  const numberByHash = new Map<number, number>();
  const hashRow = createRowHash(inputs.rows);
  const point = new Float64Array(inputs.rows);
  return Int32Array.from({ length: inputs.columns }, (_, i) => {
    for (let feature = 0; feature < point.length; feature++) point[feature] = inputs.at(feature, i);
    const hash = hashRow(point);
    const number = numberByHash.get(hash) ?? numberByHash.size;
    numberByHash.set(hash, number);
    return number;
  });
}

/** Lists the rows of each group, in the order in which the groups first occur. */
export const listGroupRows = (groupNumbers: Int32Array): number[][] =>
  Array.from(Map.groupBy(groupNumbers.keys(), (row) => groupNumbers[row]).values());

/** Lists the rows that a fold holds out, ascending; all rows where the fold is null. */
export function heldOutRows(folds: Uint8Array, fold: number | null): Int32Array {
  return rowsWhere(folds.length, (row) => fold === null || folds[row] === fold);
}

/** Lists the rows that the fit without a fold is fitted to, ascending; all rows where the fold is null. */
export function trainingRows(
  { folds, leftOut }: Pick<TrainingData, "folds" | "leftOut">,
  fold: number | null,
): Int32Array {
  if (fold === null || leftOut === undefined) return rowsWhere(folds.length, (row) => folds[row] !== fold);
  const isLeftOut = new Set(leftOut[fold]);
  return rowsWhere(folds.length, (row) => !isLeftOut.has(row));
}

/** Lists for each fold the rows that are left out together. Null where rows count by themselves. */
export function listLeftOutParts(
  { groups, leftOut, folds, foldCount }: Pick<TrainingData, "groups" | "leftOut" | "folds" | "foldCount">,
  rows: Int32Array,
): readonly LeftOutPart[] | null {
  if (groups === undefined && leftOut === undefined) return null;
  return Array.from({ length: foldCount }, (_, fold) => {
    const predicted = rowsWhere(rows.length, (at) => folds[rows[at]] === fold);
    if (leftOut === undefined) return { leftOut: predicted, predicted };
    const isLeftOut = new Set(leftOut[fold]);
    return { leftOut: rowsWhere(rows.length, (at) => isLeftOut.has(rows[at])), predicted };
  });
}
