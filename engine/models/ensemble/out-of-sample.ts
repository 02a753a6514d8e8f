/**
 * Predictions of rows by models that were fitted without them. An emulator of few rows, and one whose models were fitted on to every row,
 * is fitted to its validation rows too, so that what it predicts there says nothing about new points: the predictions by
 * cross-validation, or before the last fit, are kept for them.
 */
import type { OutOfSamplePredictions, OutputPrediction } from "../emulator.ts";

/**
 * Replaces the predictions of rows that an emulator was fitted to by those of models that were fitted without them: not a number
 * where no such model has predicted the row.
 *
 * @param prediction of one output at some rows, rows x size, which is changed in place
 * @param rows the number of each row in the table
 * @param outOfSample the stored predictions of the output; null where no row has any
 */
export function useOutOfSample(
  prediction: OutputPrediction,
  rows: ArrayLike<number>,
  outOfSample: OutOfSamplePredictions | null,
): void {
  if (outOfSample === null || rows.length === 0) return;
  const size = prediction.mean.length / rows.length;
  const positions = new Map(Array.from(outOfSample.rows, (row, at) => [row, at]));
  for (let i = 0; i < rows.length; i++) {
    const at = positions.get(rows[i]);
    if (at === undefined) continue;
    for (const end of ["mean", "lower", "upper"] as const)
      prediction[end].set(outOfSample[end].subarray(at * size, (at + 1) * size), i * size);
  }
}

/**
 * Selects the predictions that are stored. They are not a number where no model that was fitted without the row has predicted it.
 *
 * @param prediction of one output at some rows, rows x size
 * @param size the values of one prediction
 * @param rows the number of each row in the table
 * @param selectedRows the numbers of the rows to store
 */
export function selectOutOfSample(
  { mean, lower, upper }: OutputPrediction,
  size: number,
  rows: Int32Array,
  selectedRows: Int32Array,
): OutOfSamplePredictions {
  const positions = new Map(Array.from(rows, (row, at) => [row, at]));
  const sortedRows = Int32Array.from(new Set(selectedRows)).sort();
  const select = (values: Float64Array): Float64Array => {
    const selected = new Float64Array(sortedRows.length * size).fill(Number.NaN);
    sortedRows.forEach((row, i) => {
      const at = positions.get(row);
      if (at !== undefined) selected.set(values.subarray(at * size, (at + 1) * size), i * size);
    });
    return selected;
  };
  return { rows: sortedRows, mean: select(mean), lower: select(lower), upper: select(upper) };
}
