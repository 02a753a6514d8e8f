/** Computes the distances of held-out rows from the other rows, which estimate the distance of a new row from all of them. */
import { squaredDistance } from "../../models/extrapolation/nearest-rows.ts";
import { type IndexedReferenceRows, whiten } from "../../models/extrapolation/reference-rows.ts";
import type { TrainingData } from "../../models/fit-task.ts";

/**
 * The distance of each of some training rows to the nearest reference row that is not left out with it, in spacings of that
 * reference row, as `dataDistances` measures it for a new point. A row is left out with its group, or alone where no rows are grouped.
 *
 * @param rows indices into the training rows.
 * @returns one distance a row; 1, the distance at which a new row is to be expected, where no other row is left.
 */
export function distancesToOthers(
  { whitening, rows: referencePoints, spacings, indices }: IndexedReferenceRows,
  { inputs, width, count, groups }: TrainingData,
  rows: Int32Array,
): Float64Array {
  const points = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    for (let j = 0; j < width; j++) points[i * width + j] = inputs[j * count + row];
  });
  const whitened = whiten(whitening, points, width);
  const getUnit = (row: number): number => groups?.[row] ?? row;
  const referenceUnits = indices.map(getUnit);
  return Float64Array.from(rows, (row, i) => {
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < spacings.length; k++) {
      if (referenceUnits[k] === getUnit(row)) continue;
      const square = squaredDistance(referencePoints, k, whitened, i, width) / spacings[k] ** 2;
      if (square < least) least = square;
    }
    return Number.isFinite(least) ? Math.sqrt(least) : 1;
  });
}
