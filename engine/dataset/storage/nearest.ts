/** The row of a dataset nearest to a point, found by streaming the inputs once. */

import type { FileHandle } from "node:fs/promises";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { DatasetMeta } from "../dataset-meta.ts";
import { readFully, viewBytes } from "./files.ts";

export type NearestOptions = {
  /** Names of numeric inputs that are treated as categories. */
  readonly discrete?: readonly string[];
};

/** Indices within the set; of equally near rows the first. */
export type Nearest = {
  /** The nearest of all rows. */
  readonly index: number;
  /** The nearest of the rows that hold exactly the given categories and discrete values; null when there is none. */
  readonly matchingIndex: number | null;
};

type Source = {
  readonly meta: DatasetMeta;
  readonly inputFile: FileHandle;
  readonly size: number;
  rowNumbers(start: number, count: number): Promise<Uint32Array>;
};

const BLOCK_BYTES = 512 * 1024;

/**
 * Squared distance with every numeric input scaled by its range over the data; a category that differs counts 1. Inputs
 * that `values` leaves out count nothing.
 */
export async function findNearest(
  source: Source,
  values: Readonly<Record<string, ScalarValue>>,
  { discrete = [] }: NearestOptions,
): Promise<Nearest> {
  const width = source.meta.inputs.length;
  const terms = createTerms(source.meta, values, discrete);
  const best = { index: 0, distance: Number.POSITIVE_INFINITY };
  const bestMatching = { index: -1, distance: Number.POSITIVE_INFINITY };
  const blockRows = Math.max(1, Math.floor(BLOCK_BYTES / 8 / Math.max(1, width)));
  const buffer = new Float64Array(blockRows * width);

  for (let start = 0; start < source.size; ) {
    const numbers = await source.rowNumbers(start, blockRows);
    const first = numbers[0];
    // The numbers ascend: only those within one block of the file are seen to now.
    const inBlock = numbers.findIndex((row) => row >= first + blockRows);
    const count = inBlock === -1 ? numbers.length : inBlock;
    const rows = numbers[count - 1] - first + 1;
    await readFully(source.inputFile, viewBytes(buffer.subarray(0, rows * width)), first * width * 8);
    for (let i = 0; i < count; i++) {
      const { distance, matches } = distanceTo(terms, buffer, (numbers[i] - first) * width);
      if (distance < best.distance) Object.assign(best, { index: start + i, distance });
      if (matches && distance < bestMatching.distance)
        Object.assign(bestMatching, { index: start + i, distance });
    }
    start += count;
  }
  return { index: best.index, matchingIndex: bestMatching.index === -1 ? null : bestMatching.index };
}

/** `scale` is 1 / range of a numeric input, null for a category. */
type Term = { readonly column: number; readonly value: number; readonly scale: number | null };

function createTerms(
  meta: DatasetMeta,
  values: Readonly<Record<string, ScalarValue>>,
  discrete: readonly string[],
): Term[] {
  return meta.inputs.flatMap((input, column): Term[] => {
    const writtenValue = ownValue(values, input.name);
    if (writtenValue === undefined) return [];
    if (input.kind === "categorical") {
      return [{ column, value: input.levels.indexOf(String(writtenValue)), scale: null }];
    }
    const value = Number(writtenValue);
    if (discrete.includes(input.name)) return [{ column, value, scale: null }];
    const range = input.max - input.min;
    return range > 0 && Number.isFinite(value) ? [{ column, value, scale: 1 / range }] : [];
  });
}

function distanceTo(terms: readonly Term[], inputs: Float64Array, offset: number) {
  let distance = 0;
  let matches = true;
  for (const { column, value, scale } of terms) {
    const cell = inputs[offset + column];
    if (scale !== null) distance += ((cell - value) * scale) ** 2;
    else if (cell !== value) {
      distance += 1;
      matches = false;
    }
  }
  return { distance, matches };
}
