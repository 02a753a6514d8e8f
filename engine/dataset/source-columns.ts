/** The columns of a source job, whose rows come before those of the files: the files must have the same ones, in any order. */

import { type HeaderUnits, matchHeaderNames } from "@understudy/shared/csv/header-units.ts";
import type { RawOutput } from "@understudy/shared/csv/output-column.ts";
import type { OutputPart } from "@understudy/shared/csv/output-parts.ts";
import type { RawInput } from "@understudy/shared/csv/parameters.ts";
import { type FileProblems, quoted } from "@understudy/shared/csv/problems.ts";
import type { RowReader } from "./csv/table-reader.ts";

/** The rows of another job, which come first; the files must have the same columns. */
export type SourceRows = {
  readonly rows: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  /** The units of columns, by name. */
  readonly units?: ReadonlyMap<string, string>;
  /** Pairs of a row of inputs and a row of outputs, as `RawTable` describes them. */
  read(): AsyncIterable<{ readonly inputs: Float64Array; readonly outputs: Float64Array }>;
};

export const getName = ({ name }: { readonly name: string }) => name;

/** Gives the columns of a file the names that those of the source job have, with or without units; see `matchHeaderNames`. */
export const matchSource = (
  header: HeaderUnits & { readonly writtenCells: readonly string[] },
  columns: readonly { readonly name: string }[] | undefined,
): HeaderUnits =>
  columns === undefined ? header : matchHeaderNames(header, header.writtenCells, columns.map(getName));

/**
 * Reads rows with their cells in another order.
 * @param order the position in the file of each cell; null to take them as they come; "unknown" where the rows cannot be read
 */
export function reorderRows(order: readonly number[] | "unknown" | null, read: RowReader["read"]): RowReader {
  if (order === "unknown") return { read: () => undefined };
  if (order === null) return { read };
  return {
    read: (cells, row, index) =>
      read(
        order.map((at) => cells[at] ?? ""),
        row,
        index,
      ),
  };
}

/**
 * Brings the outputs of a file into the order of the source job.
 * @param parts the outputs of the file, in its order
 * @returns "unknown" where they are not those of the source job, which is reported
 */
export function orderParts(
  parts: readonly OutputPart[],
  { outputs }: SourceRows,
  problems: FileProblems,
): OutputPart[] | "unknown" {
  if (parts.some(({ isResampled }) => isResampled === true)) {
    problems.add(
      {},
      "each row has a grid of its own, but rows that are added must be on the grid of the source job",
    );
    return "unknown";
  }
  const order = matchColumns(parts.map(getName), outputs.map(getName), problems);
  return order === "unknown" ? order : order.flatMap((at) => parts[at] ?? []);
}

/**
 * Finds the position in the file of each column of the source job.
 * @param names the columns of the file, and `expectedNames` those of the source job
 * @returns "unknown" where a column is missing or new, which is reported
 */
export function matchColumns(
  names: readonly string[],
  expectedNames: readonly string[],
  problems: FileProblems,
): number[] | "unknown" {
  const absent = expectedNames.filter((name) => !names.includes(name));
  const added = names.filter((name) => !expectedNames.includes(name));
  for (const name of absent)
    problems.add({}, `the column ${quoted(name)}, which the source job has, is missing`);
  for (const name of added) problems.add({ row: 1 }, `the source job has no column ${quoted(name)}`);
  return absent.length + added.length > 0 ? "unknown" : expectedNames.map((name) => names.indexOf(name));
}
