/**
 * The truncation error of principal components on rows that they were not computed from. With few rows it is larger than on
 * the rows they were computed from: cross-validation of the basis (Bro, Kjeldahl, Smilde and Kiers, 2008).
 */
import { gatherRows } from "../../dataset/table.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { multiplyTransposed } from "../../math/products.ts";
import type { Random } from "../../math/random.ts";
import { runToEnd } from "../../math/run-to-end.ts";

const MAX_FOLDS = 5;
/** With more rows a component the components hardly depend on single rows. */
const MAX_ROWS_PER_COMPONENT = 20;
/** Multiplications, about. */
const MAX_WORK = 1e9;

/**
 * Subtracts from each row (rows x size) its projection on as many components of the rows of other folds; null where there are so
 * many rows that it makes no difference, or takes too long.
 */
export function crossValidatedTruncation(
  values: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array | null {
  if (size < 2 || components === 0 || rows < 4 || rows > MAX_ROWS_PER_COMPONENT * components) return null;
  if (MAX_FOLDS * rows * size * (components + 8) * 10 > MAX_WORK) return null;
  const residuals = new Float64Array(values.length);
  const folds = Math.min(MAX_FOLDS, rows);
  for (let fold = 0; fold < folds; fold++) {
    const isHere = (row: number): boolean => row % folds === fold;
    const all = Int32Array.from({ length: rows }, (_, row) => row);
    const others = all.filter((row) => !isHere(row));
    const basis = basisOf(gatherRows(values, size, others), others.length, size, components, random);
    const own = all.filter(isHere);
    const count = basis.length / size;
    const data = gatherRows(values, size, own);
    const scores = new Float64Array(own.length * count);
    multiplyTransposed(data, basis, scores, own.length, count, size);
    own.forEach((row, i) => {
      for (let j = 0; j < size; j++) {
        let rest = data[i * size + j];
        for (let k = 0; k < count; k++) rest -= scores[i * count + k] * basis[k * size + j];
        residuals[row * size + j] = rest;
      }
    });
  }
  return residuals;
}

function basisOf(
  data: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array {
  return runToEnd(principalComponents(data, rows, size, components, 1, random)).basis;
}
