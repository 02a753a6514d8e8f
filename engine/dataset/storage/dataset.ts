/**
 * Reads a dataset on disk (see `engine/dataset/dataset-meta.ts`) without ever holding a large part of it. Any number of
 * readers in any process; a dataset that is being replaced stays readable to those who opened it before.
 */
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { type DatasetMeta, datasetMeta, type InputMeta, type OutputMeta } from "../dataset-meta.ts";
import { readFully, viewBytes } from "./files.ts";
import { findNearest, type Nearest, type NearestOptions } from "./nearest.ts";

export type Row = {
  /** Its number in the combined set. */
  readonly row: number;
  /** The inputs by name: a number or, for a categorical input, its level. */
  readonly inputs: Readonly<Record<string, ScalarValue>>;
  /** The outputs by name: one value for a scalar. */
  readonly outputs: Readonly<Record<string, Float64Array>>;
};

export type Rows = {
  readonly rows: Uint32Array;
  /** rows x meta.inputs.length, row-major; a categorical input as the code of its level. */
  readonly inputs: Float64Array;
  /** The requested outputs by name: rows x length, row-major. */
  readonly outputs: Readonly<Record<string, Float64Array>>;
};

export type Dataset = {
  readonly meta: DatasetMeta;
  size(set: DataSet): number;
  /** The combined row numbers of `count` rows of a set from its `start`-th on, ascending. */
  rowNumbers(set: DataSet, start: number, count: number): Promise<Uint32Array>;
  /** @throws RangeError when the set has no such row. */
  readRow(set: DataSet, index: number, outputs?: readonly string[]): Promise<Row>;
  /** The rows with these combined row numbers, in this order; no outputs by default. Ascending numbers read fastest. */
  readRows(rows: Uint32Array, outputs?: readonly string[]): Promise<Rows>;
  nearest(
    set: DataSet,
    values: Readonly<Record<string, ScalarValue>>,
    options?: NearestOptions,
  ): Promise<Nearest>;
  close(): Promise<void>;
};

export const datasetFolder = (workDir: string): string => join(workDir, "data");

/** @throws Error when there is no dataset in the work directory, or it is not one that this version reads. */
export async function openDataset(workDir: string): Promise<Dataset> {
  const folder = datasetFolder(workDir);
  const meta = datasetMeta.parse(JSON.parse(await readFile(join(folder, "meta.json"), "utf8")));
  const names = ["inputs.f64", "outputs.f64", meta.split.file];
  const opened = await Promise.allSettled(names.map((name) => open(join(folder, name), "r")));
  const files = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const [inputFile, outputFile, splitFile] = files;
  const close = async () => {
    await Promise.all(files.map((file) => file.close()));
  };
  if (inputFile === undefined || outputFile === undefined || splitFile === undefined) {
    await close();
    throw opened.find((result) => result.status === "rejected")?.reason;
  }
  const width = meta.inputs.length;

  const size = (set: DataSet) => (set === "combined" ? meta.rows : meta.split[set]);

  const rowNumbers = async (set: DataSet, start: number, count: number) => {
    const numbers = new Uint32Array(Math.max(0, Math.min(count, size(set) - start)));
    if (set === "combined") return numbers.map((_, i) => start + i);
    const first = set === "validation" ? start : meta.split.validation + start;
    await readFully(splitFile, viewBytes(numbers), first * numbers.BYTES_PER_ELEMENT);
    return numbers;
  };

  const findColumns = (names: readonly string[]) =>
    names.map((name) => {
      const column = meta.outputs.find((output) => output.name === name);
      if (column === undefined) throw new RangeError(`There is no output named ${name}.`);
      return column;
    });

  const readRows = async (rows: Uint32Array, names: readonly string[] = []): Promise<Rows> => {
    const columns = findColumns(names);
    const inputs = new Float64Array(rows.length * width);
    await readPicked(inputFile, rows, { stride: width, from: 0, width }, (line, i) =>
      inputs.set(line, i * width),
    );
    const values = columns.map(({ length }) => new Float64Array(rows.length * length));
    const span = { stride: meta.outputWidth, ...findSpan(columns) };
    await readPicked(outputFile, rows, span, (line, i) => {
      columns.forEach(({ offset, length }, c) => {
        const at = offset - span.from;
        values[c].set(line.subarray(at, at + length), i * length);
      });
    });
    const outputs = columns.map(({ name }, c): [string, Float64Array] => [name, values[c]]);
    return { rows, inputs, outputs: Object.fromEntries(outputs) };
  };

  return {
    meta,
    size,
    rowNumbers,
    readRows,
    readRow: async (set, index, names = meta.outputs.map(({ name }) => name)) => {
      if (!Number.isInteger(index) || index < 0 || index >= size(set)) {
        throw new RangeError(`The ${set} set has no row ${index}.`);
      }
      const { rows, inputs, outputs } = await readRows(await rowNumbers(set, index, 1), names);
      return { row: rows[0], inputs: namedValues(meta.inputs, inputs), outputs };
    },
    nearest: (set, values, options = {}) =>
      findNearest(
        { meta, inputFile, size: size(set), rowNumbers: (s, n) => rowNumbers(set, s, n) },
        values,
        options,
      ),
    close,
  };
}

/** One row of inputs as people know it. */
export function namedValues(
  inputs: readonly InputMeta[],
  row: ArrayLike<number>,
): Record<string, ScalarValue> {
  return Object.fromEntries(
    inputs.map((input, i) => {
      const value = row[i];
      return [input.name, input.kind === "categorical" ? (input.levels[value] ?? "") : value];
    }),
  );
}

/** The part of a row of outputs that covers the columns, in values. */
function findSpan(columns: readonly OutputMeta[]): { from: number; width: number } {
  if (columns.length === 0) return { from: 0, width: 0 };
  const from = Math.min(...columns.map(({ offset }) => offset));
  return { from, width: Math.max(...columns.map(({ offset, length }) => offset + length)) - from };
}

/** Reads some rows of a row file: those that lie close together in one read. */
const WINDOW_BYTES = 256 * 1024;

/** The part of each row that is wanted, in values. */
type Span = { readonly stride: number; readonly from: number; readonly width: number };

/** @param see called with the wanted part of the i-th of `rows`; it is valid until `see` returns */
async function readPicked(
  file: FileHandle,
  rows: Uint32Array,
  { stride, from, width }: Span,
  see: (line: Float64Array, i: number) => void,
): Promise<void> {
  if (width === 0) return;
  const most = Math.max(1, Math.floor(WINDOW_BYTES / 8 / stride));
  const buffer = new Float64Array((most - 1) * stride + width);
  for (let start = 0; start < rows.length; ) {
    const first = rows[start];
    let end = start + 1;
    while (end < rows.length && rows[end] > rows[end - 1] && rows[end] - first < most) end++;
    const last = rows[end - 1];
    const block = buffer.subarray(0, (last - first) * stride + width);
    await readFully(file, viewBytes(block), (first * stride + from) * 8);
    for (let i = start; i < end; i++) {
      const at = (rows[i] - first) * stride;
      see(block.subarray(at, at + width), i);
    }
    start = end;
  }
}
