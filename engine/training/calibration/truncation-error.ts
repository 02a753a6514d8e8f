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
/** With more rows than this per component the components hardly depend on single rows. */
const MAX_ROWS_PER_COMPONENT = 20;
/** At most about this many multiplications are made. */
const MAX_MULTIPLICATIONS = 1e9;

/**
 * Computes the cross-validated truncation errors: subtracts from each row its projection on as many principal
 * components of the rows of other folds.
 *
 * @param values rows x size, row-major
 * @param components the number of principal components
 * @param random the random source of the principal components
 * @returns rows x size; null where there are so many rows that cross-validation makes no difference, or takes too
 * long
 */
export function crossValidatedTruncation(
  values: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array | null {
  if (size < 2 || components === 0 || rows < 4 || rows > MAX_ROWS_PER_COMPONENT * components) return null;
  if (MAX_FOLDS * rows * size * (components + 8) * 10 > MAX_MULTIPLICATIONS) return null;
  const residuals = new Float64Array(values.length);
  const folds = Math.min(MAX_FOLDS, rows);
  for (let fold = 0; fold < folds; fold++) {
    const isInFold = (row: number): boolean => row % folds === fold;
    const allRows = Int32Array.from({ length: rows }, (_, row) => row);
    const fittedRows = allRows.filter((row) => !isInFold(row));
    const basis = computeBasis(
      gatherRows(values, size, fittedRows),
      fittedRows.length,
      size,
      components,
      random,
    );
    const foldRows = allRows.filter(isInFold);
    const count = basis.length / size;
    const data = gatherRows(values, size, foldRows);
    const scores = new Float64Array(foldRows.length * count);
    multiplyTransposed(data, basis, scores, foldRows.length, count, size);
    foldRows.forEach((row, i) => {
      for (let j = 0; j < size; j++) {
        let residual = data[i * size + j];
        for (let k = 0; k < count; k++) residual -= scores[i * count + k] * basis[k * size + j];
        residuals[row * size + j] = residual;
      }
    });
  }
  return residuals;
}

function computeBasis(
  data: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array {
  return runToEnd(principalComponents(data, rows, size, components, 1, random)).basis;
}
