/**
 * Which rows are held out of which fits. Rows with the same inputs stay in one fold: a fit to one of them would predict the
 * others too well.
 */
import { createRowHash } from "../../dataset/split.ts";
import { rowsWhere } from "../../dataset/table.ts";
import type { Random } from "../../math/random.ts";

/** Up to so many rows each is held out once: cross-validation (Stone, 1974). */
const FEW_ROWS = 3000;
const MAX_FOLDS = 5;
/** Of more rows, this share is held out of all fits, so many at most. */
const HELD_OUT_SHARE = 0.15;
const MAX_HELD_OUT_ROWS = 4000;

/** With fewer different points their repetitions are spread over the folds: then every fit has all points. */
const MIN_GROUPS = 10;

export interface Folds {
  /** Of each row, the fold that holds it out, or `foldCount`. */
  folds: Uint8Array;
  foldCount: number;
}

/** @param inputs width x count, feature-major. */
export function createFolds(inputs: Float64Array, width: number, count: number, random: Random): Folds {
  const same = groupsOf(inputs, width, count);
  const groups = same.length < MIN_GROUPS ? same.flat().map((row) => [row]) : same;
  const order = random.permutation(groups.length);
  const shuffled = Array.from(order, (at) => groups[at] ?? []);
  return count <= FEW_ROWS ? crossValidationFolds(shuffled, count) : holdOut(shuffled, count);
}

/** Every group goes to the fold that has the fewest rows so far. */
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
  const wanted = Math.min(MAX_HELD_OUT_ROWS, Math.floor(count * HELD_OUT_SHARE));
  const folds = new Uint8Array(count).fill(1);
  let taken = 0;
  for (const group of groups) {
    if (taken + group.length > wanted) continue;
    taken += group.length;
    for (const row of group) folds[row] = 0;
  }
  if (taken === 0) {
    const smallest = groups.reduce((least, group) => (group.length < least.length ? group : least));
    for (const row of smallest) folds[row] = 0;
  }
  return { folds, foldCount: 1 };
}

function groupsOf(inputs: Float64Array, width: number, count: number): number[][] {
  const groups = new Map<number, number[]>();
  const hashOf = createRowHash(width);
  const row = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    for (let feature = 0; feature < width; feature++) row[feature] = inputs[feature * count + i];
    const hash = hashOf(row);
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [i]);
    else group.push(i);
  }
  return Array.from(groups.values());
}

/** The rows that a fold holds out, ascending; all rows where the fold is null. */
export function heldOutRows(folds: Uint8Array, fold: number | null): Int32Array {
  return rowsWhere(folds.length, (row) => fold === null || folds[row] === fold);
}

/** The rows outside a fold, ascending. */
export function trainingRows(folds: Uint8Array, fold: number | null): Int32Array {
  return rowsWhere(folds.length, (row) => folds[row] !== fold);
}
