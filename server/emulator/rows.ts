import type { Dataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { namedValues } from "@understudy/engine/dataset/storage/dataset.ts";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { spread } from "../presenters/decimate.ts";

/** Rows in one drawing of prediction vs actual, and in one ranking. */
const MAX_ROWS = 2_000;

export type SampledRows = {
  /** Within the set. */
  indices: number[];
  /** The numbers of these rows in the dataset. */
  rows: Int32Array;
  points: InputPoint[];
  /** By name of the outputs asked for: rows x length, row-major. */
  actual: Readonly<Record<string, Float64Array>>;
};

/**
 * Rows of a set, evenly spread over it where it has more than can be answered, with these outputs.
 * @param chosen the places of the rows to read instead; those that the set does not have are left out
 */
export async function sampleRows(
  dataset: Dataset,
  set: DataSet,
  outputs: readonly string[],
  maxRows = MAX_ROWS,
  chosen: readonly number[] | null = null,
): Promise<SampledRows> {
  const size = dataset.size(set);
  const limit = Math.min(maxRows, MAX_ROWS);
  const indices =
    chosen === null ? spread(0, size, limit) : chosen.filter((index) => index < size).slice(0, limit);
  const numbers = await dataset.rowNumbers(set, 0, size);
  const rows = Uint32Array.from(indices, (index) => numbers[index] ?? 0);
  const values = await dataset.readRows(rows, outputs);
  const width = dataset.meta.inputs.length;
  const points = indices.map((_, i) =>
    namedValues(dataset.meta.inputs, values.inputs.subarray(i * width, (i + 1) * width)),
  );
  return { indices, rows: Int32Array.from(rows), points, actual: values.outputs };
}
