/** The columns of an outputs file while its rows pass: numbers, or lists that are equally long all the way down. */
import { classify, parseList, parseNumber } from "./csv/cells.ts";
import { counted, type FileProblems, quoted } from "./problems.ts";

export type RawOutput = {
  readonly name: string;
  /** Null for a scalar. */
  readonly vectorLength: number | null;
};

export type OutputColumns = {
  /** The row's values, columns one after the other; null when a value is missing or unsound. The same array every time. */
  read(cells: readonly string[], row: number): Float64Array | null;
  /** Reports what could only be told at the end. */
  finish(): RawOutput[];
};

type Column = {
  readonly name: string;
  /** Set by the first cell that holds a value: its length (null: a number) and its row (0: another job's). */
  shape: { readonly length: number | null; readonly row: number } | null;
  value: Float64Array;
  /** Cells that were text while the shape was not known: the whole column may be. */
  readonly texts: { row: number; cell: string }[];
};

const REMEMBERED = 100;

/** What stands in a cell instead of a value; the report says where. */
type Unsound = "missing" | "wrong";

/** @param known the same columns of another job whose rows come first, or null */
export function createOutputColumns(
  names: readonly string[],
  problems: FileProblems,
  options: { readonly ignoreFailedRuns: boolean; readonly known: readonly RawOutput[] | null },
): OutputColumns {
  const columns = names.map((name): Column => {
    const before = options.known?.find((one) => one.name === name);
    const shape = before === undefined ? null : { length: before.vectorLength, row: 0 };
    return { name, shape, value: new Float64Array(1), texts: [] };
  });
  let row: Float64Array | null = null;

  const missing = (column: Column, at: number, text: string): Unsound => {
    if (options.ignoreFailedRuns) return "missing";
    problems.add({ row: at, column: column.name }, text);
    problems.hint(
      'To leave out the runs whose outputs are empty or not finite, choose "Ignore failed runs".',
    );
    return "missing";
  };
  const wrong = (column: Column, at: number, text: string): Unsound => {
    problems.add({ row: at, column: column.name }, text);
    return "wrong";
  };

  const take = (column: Column, length: number | null, at: number): Unsound | null => {
    column.shape ??= { length, row: at };
    const { shape } = column;
    if (length === shape.length) return null;
    const where = shape.row === 0 ? "the source job" : `row ${shape.row}`;
    if (length === null) return wrong(column, at, `the cell is a number, but ${where} holds a list`);
    if (shape.length === null) return wrong(column, at, `the cell is a list, but ${where} holds a number`);
    return wrong(
      column,
      at,
      `the list has ${counted(length, "value")}, but that of ${where} has ${shape.length.toLocaleString("en")}`,
    );
  };

  const readCell = (column: Column, cell: string, at: number): Unsound | null => {
    const number = parseNumber(cell);
    if (!Number.isNaN(number)) {
      const unsound = take(column, null, at);
      if (unsound === null) column.value[0] = number;
      return unsound;
    }
    const kind = classify(cell);
    switch (kind) {
      case "empty":
        return missing(column, at, "the cell is empty");
      case "not finite":
      case "missing word":
        return missing(column, at, `${quoted(cell)} is not a finite number`);
      case "too large":
        return wrong(column, at, `${quoted(cell)} is too large a number`);
      case "decimal comma":
        return wrong(column, at, `${quoted(cell)} is not a number; write the decimal mark as a point`);
      case "list":
        return readList(column, cell, at);
      case "text":
        if (column.shape !== null) return wrong(column, at, `${quoted(cell)} is not a number`);
        if (column.texts.length < REMEMBERED) column.texts.push({ row: at, cell });
        return "wrong";
    }
  };

  const readList = (column: Column, cell: string, at: number): Unsound | null => {
    const list = parseList(cell);
    if ("problem" in list) return wrong(column, at, list.problem);
    if (list.values === null)
      return missing(column, at, "the list is empty or holds values that are not finite");
    const { length } = list.values;
    // A list of one value is a scalar in brackets.
    const unsound = take(column, length === 1 ? null : length, at);
    if (unsound === null) column.value = list.values;
    return unsound;
  };

  const gather = (): Float64Array => {
    const width = columns.reduce((sum, { value }) => sum + value.length, 0);
    if (row === null || row.length !== width) row = new Float64Array(width);
    let offset = 0;
    for (const { value } of columns) {
      if (value.length === 1) row[offset] = value[0];
      else row.set(value, offset);
      offset += value.length;
    }
    return row;
  };

  return {
    read: (cells, at) => {
      let isSound = true;
      columns.forEach((column, i) => {
        if (readCell(column, cells[i] ?? "", at) !== null) isSound = false;
      });
      return isSound ? gather() : null;
    },
    finish: () => {
      for (const { name, shape, texts } of columns) {
        const [first] = texts;
        if (first !== undefined && shape === null) {
          const rule = "nor is any cell of this column. An output must be a number or a list of numbers";
          problems.add({ row: first.row, column: name }, `${quoted(first.cell)} is not a number, ${rule}`);
        } else {
          for (const { row: at, cell } of texts) {
            problems.add({ row: at, column: name }, `${quoted(cell)} is not a number`);
          }
        }
      }
      return columns.map(({ name, shape }) => ({ name, vectorLength: shape?.length ?? null }));
    },
  };
}
