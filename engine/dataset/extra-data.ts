/** A CSV file of further rows for a job whose simulations fill the rest: each row holds all variable and output values. */

import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { classify, unclearCommaText } from "@understudy/shared/csv/cells.ts";
import { PLAIN_FORMAT, readCell } from "@understudy/shared/csv/column-format.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { matchHeaderNames } from "@understudy/shared/csv/header-units.ts";
import { parseList } from "@understudy/shared/csv/list-cell.ts";
import { type FileProblems, quoted } from "@understudy/shared/csv/problems.ts";
import type { HeaderRow } from "@understudy/shared/csv/table-rows.ts";
import { unitMismatchText } from "@understudy/shared/csv/units-row.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { type RowReader, readTable, type TextFile } from "./csv/table-reader.ts";

type Columns = Pick<JobConfig, "inputs" | "outputs" | "coordinates">;
/** Takes the row's inputs (numbers and categories, in the order of the config) and outputs (one after the other, as in the config). */
export type ExtraRowSink = (
  inputs: readonly ScalarValue[],
  outputs: readonly Float64Array[],
) => Promise<void> | undefined;

/** Values whose relative difference is at most this are the same value, written twice. */
const SAME_VALUE_TOLERANCE = 1e-9;

/**
 * Reads every valid row, and adds what is wrong with the others to `problems`.
 *
 * There must be a column for each variable that varies and for each output. One for a fixed variable must hold the value
 * that it is fixed at; one for a coordinate, and any other, is not read: curves lie on the grid of the spec.
 *
 * @param grids the values of the coordinates, which the sink gets as outputs like any other, by name
 * @returns the number of rows; null when the file could not be read to its end
 */
export async function readExtraData(
  file: TextFile,
  config: Columns,
  grids: ReadonlyMap<string, Float64Array>,
  problems: FileProblems,
  sink: ExtraRowSink,
): Promise<number | null> {
  // The names of the job decide which units are part of a name.
  const headerUnits = { isRead: false, taken: new Set<string>() };
  const end = await readTable(file, problems, headerUnits, (header) =>
    rowReader(header, config, grids, problems, sink),
  );
  return end?.rows ?? null;
}

function rowReader(
  header: HeaderRow,
  { inputs, outputs }: Columns,
  grids: ReadonlyMap<string, Float64Array>,
  problems: FileProblems,
  sink: ExtraRowSink,
): RowReader {
  const expectedNames = [...inputs, ...outputs].map(({ name }) => name);
  const { cells: headerCells, units } = matchHeaderNames(header, header.writtenCells, expectedNames);
  const { row: headerRow } = header;
  const names = readHeader(headerCells, problems, {
    numberDuplicates: false,
    taken: new Set(),
    row: headerRow,
  });
  for (const { name, unit } of [...inputs, ...outputs]) {
    const column = names.indexOf(name);
    const mismatch = unitMismatchText(units?.[column] ?? "", unit, "this job");
    if (mismatch !== null) problems.add({ column: name }, mismatch);
  }
  const needed = (name: string, kind: string): number => {
    const column = names.indexOf(name);
    if (column === -1) problems.add({ row: headerRow }, `there is no column for the ${kind} ${quoted(name)}`);
    return column;
  };
  const inputColumns = inputs.map((input) => ({
    input,
    column: input.fixed ? names.indexOf(input.name) : needed(input.name, "variable"),
  }));
  const outputColumns = outputs.map(({ name, length }) => {
    const grid = grids.get(name) ?? null;
    return { name, length, grid, column: grid === null ? needed(name, "output") : -1 };
  });
  const isWhole = problems.count === 0;
  return {
    read: (cells, row) => {
      if (!isWhole) return undefined;
      const before = problems.count;
      const point = inputColumns.map(({ input, column }) =>
        column === -1 ? (input.initval ?? 0) : readInput(input, cells[column] ?? "", row, problems),
      );
      const answers = outputColumns.map(
        (output) => output.grid ?? readOutput(output, cells[output.column] ?? "", row, problems),
      );
      return problems.count > before ? undefined : sink(point, answers);
    },
  };
}

function readInput(input: InputDefinition, cell: string, row: number, problems: FileProblems): ScalarValue {
  const wrong = (text: string): ScalarValue => {
    problems.add({ row, column: input.name }, text);
    return 0;
  };
  const text = cell.trim();
  const number = readCell(text, { ...PLAIN_FORMAT, shown: writtenUnit(input.unit) });
  if (input.values !== null) {
    const option = input.values.find((value) =>
      typeof value === "number" ? value === number : value === text,
    );
    return option ?? wrong(`${quoted(cell)} is not one of the options of this job`);
  }
  if (Number.isNaN(number)) return wrong(whyNoNumber(cell));
  const { fixed, initval } = input;
  if (fixed && typeof initval === "number" && !isSame(number, initval)) {
    return wrong(`${number} is not ${initval}, the value that this variable is fixed at`);
  }
  return number;
}

const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= SAME_VALUE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

function readOutput(
  { name, length }: { name: string; length: number },
  cell: string,
  row: number,
  problems: FileProblems,
): Float64Array {
  const wrong = (text: string): Float64Array => {
    problems.add({ row, column: name }, text);
    return new Float64Array(length);
  };
  const number = readCell(cell);
  if (!Number.isNaN(number)) {
    return length === 1 ? Float64Array.of(number) : wrong("the cell is a number, but this output is a curve");
  }
  if (classify(cell) !== "list") return wrong(whyNoNumber(cell));
  const list = parseList(cell);
  if ("problem" in list) return wrong(list.problem);
  if (list.imaginary !== null) return wrong("the list holds complex numbers");
  if (list.values === null) return wrong("the list is empty or holds values that are not finite");
  if (list.values.length === length) return list.values;
  return length === 1
    ? wrong("the cell is a list, but this output is a number")
    : wrong(
        `the list has ${counted(list.values.length, "value")}, but the coordinate of this curve has ${countText(length)}`,
      );
}

function whyNoNumber(cell: string): string {
  switch (classify(cell)) {
    case "empty":
      return "the cell is empty";
    case "not finite":
    case "missing word":
      return `${quoted(cell)} is not a finite number`;
    case "too large":
      return `${quoted(cell)} is too large a number`;
    case "unclear comma":
      return unclearCommaText(cell);
    case "list":
      return "the cell is a list; only outputs may be lists";
    case "text":
      return `${quoted(cell)} is not a number`;
  }
}
