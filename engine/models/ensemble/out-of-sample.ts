/**
 * Predictions of rows by models that were fitted without them. An emulator of few rows is fitted to its validation rows too, so that
 * what it predicts there says nothing about new points: the predictions by cross-validation are kept for them.
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
