/**
 * The truncation error of principal components on rows that they were not computed from. With few rows it is larger than on
 * the rows they were computed from: cross-validation of the basis (Bro, Kjeldahl, Smilde and Kiers, 2008).
 */
import { rowsWhere } from "../../dataset/table.ts";
import { Matrix, multiplyTransposed } from "../../math/matrix.ts";
import { principalComponents } from "../../math/principal-components.ts";
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
 * @param values rows x size
 * @param components the number of principal components
 * @param random the random source of the principal components
 * @returns rows x size; null where there are so many rows that cross-validation makes no difference, or takes too
 * long
 */
export function crossValidatedTruncation(values: Matrix, components: number, random: Random): Matrix | null {
  const { rows, columns: size } = values;
  if (size < 2 || components === 0 || rows < 4 || rows > MAX_ROWS_PER_COMPONENT * components) return null;
  if (MAX_FOLDS * rows * size * (components + 8) * 10 > MAX_MULTIPLICATIONS) return null;
  const residuals = new Matrix(rows, size);
  const folds = Math.min(MAX_FOLDS, rows);
  for (let fold = 0; fold < folds; fold++) {
    const fittedRows = rowsWhere(rows, (row) => row % folds !== fold);
    const foldRows = rowsWhere(rows, (row) => row % folds === fold);
    const { basis } = runToEnd(principalComponents(values.gatherRows(fittedRows), components, 1, random));
    const data = values.gatherRows(foldRows);
    const scores = multiplyTransposed(data, basis);
    foldRows.forEach((row, i) => {
      for (let j = 0; j < size; j++) {
        let residual = data.at(i, j);
        for (let k = 0; k < basis.rows; k++) residual -= scores.at(i, k) * basis.at(k, j);
        residuals.set(row, j, residual);
      }
    });
  }
  return residuals;
}
