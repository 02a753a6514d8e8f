/** The row at which the sliders start: a row of the data, because the middles of all inputs together may be far from every row. */
import type { DatasetMeta } from "./dataset-meta.ts";

/**
 * The inputs of the row nearest to the middle of the data, with every numeric input scaled by its range; a category other than
 * the commonest counts as much as half a range. Of equally near rows the first.
 * @param rows as the dataset holds them, from the first.
 */
export async function findCentralRow(
  { inputs }: Pick<DatasetMeta, "inputs">,
  rows: AsyncIterable<Float64Array>,
): Promise<number[]> {
  let least = Number.POSITIVE_INFINITY;
  let central: number[] = [];
  for await (const row of rows) {
    const distance = inputs.reduce((sum, input, at) => sum + computeTerm(input, row[at]), 0);
    if (!(distance < least)) continue;
    least = distance;
    central = Array.from(row);
  }
  return central;
}

/** The squared distance along one input. */
function computeTerm(input: DatasetMeta["inputs"][number], cell: number): number {
  if (input.kind === "categorical") return cell === input.commonest ? 0 : 0.25;
  // Halves, because the whole range may be more than a number holds.
  const range = input.max / 2 - input.min / 2;
  return range > 0 ? ((cell / 2 - input.centre / 2) / range / 2) ** 2 : 0;
}
