/** The columns of a parameters file while its rows pass: numbers, or texts as the codes of categories. */
import { classify, parseNumber } from "./csv/cells.ts";
import { counted, type FileProblems, quoted } from "./problems.ts";

/** More texts than this are names of runs, not categories. */
export const MAX_CATEGORIES = 100;
/** Cells of a column remembered for the report. */
const REMEMBERED = 100;

export type RawInput = {
  readonly name: string;
  /** Texts in the order of their codes, or null for a column of numbers. */
  readonly levels: readonly string[] | null;
};

export type ParameterColumns = {
  /** The row as numbers and codes; the same array every time. */
  read(cells: readonly string[], row: number): Float64Array;
  /** A row of the other job: its numbers and codes, columns in this order. */
  readKnown(row: Float64Array): Float64Array;
  /** Reports what could only be told at the end. */
  finish(): RawInput[];
};

type Column = {
  readonly name: string;
  /** What another job, whose rows come first, holds in this column. */
  readonly known: "numbers" | "texts" | null;
  numbers: number;
  texts: number;
  firstNumberRow: number;
  readonly levels: Map<string, number>;
  /** Whether texts are the problem, being rarer than numbers, shows at the end. */
  readonly textCells: { row: number; text: string }[];
  first: number;
  varies: boolean;
};

/** @param known the same columns of another job whose rows come first, or null */
export function createParameterColumns(
  names: readonly string[],
  problems: FileProblems,
  known: readonly RawInput[] | null,
): ParameterColumns {
  const columns = names.map((name): Column => {
    const before = known?.find((one) => one.name === name);
    return {
      name,
      known: before === undefined ? null : before.levels === null ? "numbers" : "texts",
      numbers: 0,
      texts: 0,
      firstNumberRow: 0,
      levels: new Map(before?.levels?.map((level, code) => [level, code])),
      textCells: [],
      first: Number.NaN,
      varies: false,
    };
  });
  const values = new Float64Array(columns.length);

  const readText = (column: Column, cell: string, row: number): number => {
    const kind = classify(cell);
    const place = { row, column: column.name };
    switch (kind) {
      case "empty":
        problems.add(place, "the cell is empty");
        return 0;
      case "not finite":
        problems.add(place, `${quoted(cell)} is not a finite number`);
        return 0;
      case "too large":
        problems.add(place, `${quoted(cell)} is too large a number`);
        return 0;
      case "list":
        problems.add(place, "the cell is a list; only outputs may be lists");
        return 0;
      case "decimal comma":
        problems.add(place, `${quoted(cell)} is not a number; write the decimal mark as a point`);
        return 0;
      case "missing word":
      case "text":
        return category(column, cell.trim(), row);
    }
  };

  const category = (column: Column, text: string, row: number): number => {
    column.texts++;
    if (column.known === "numbers") {
      problems.add(
        { row, column: column.name },
        `${quoted(text)} is not a number, as the source job holds here`,
      );
      return 0;
    }
    if (column.textCells.length < REMEMBERED) column.textCells.push({ row, text });
    const code = column.levels.get(text);
    if (code !== undefined) return code;
    // One more than allowed is kept, which tells finish() that there were too many.
    if (column.levels.size <= MAX_CATEGORIES) column.levels.set(text, column.levels.size);
    return column.levels.size - 1;
  };

  const note = (column: Column, value: number, i: number) => {
    if (Number.isNaN(column.first)) column.first = value;
    else if (value !== column.first) column.varies = true;
    values[i] = value;
  };

  const noteNumber = (column: Column, value: number, i: number, row: number) => {
    if (column.numbers++ === 0) column.firstNumberRow = row;
    if (column.known === "texts") {
      problems.add({ row, column: column.name }, `${value} is a number; the source job holds text here`);
    }
    note(column, value, i);
  };

  return {
    read: (cells, row) => {
      columns.forEach((column, i) => {
        const cell = cells[i] ?? "";
        const number = parseNumber(cell);
        if (Number.isNaN(number)) note(column, readText(column, cell, row), i);
        else noteNumber(column, number, i, row);
      });
      return values;
    },
    readKnown: (row) => {
      columns.forEach((column, i) => {
        note(column, row[i], i);
      });
      return values;
    },
    finish: () => {
      for (const column of columns) reportColumn(column, problems);
      const isRead = columns.some(({ numbers, texts }) => numbers + texts > 1);
      if (isRead && problems.count === 0 && !columns.some(({ varies }) => varies)) {
        problems.add(
          {},
          "no parameter varies: every row holds the same values, so there is nothing to learn",
        );
      }
      return columns.map(({ name, levels }) => ({
        name,
        levels: levels.size > 0 ? [...levels.keys()] : null,
      }));
    },
  };
}

function reportColumn(column: Column, problems: FileProblems): void {
  const { name, known, numbers, texts, textCells } = column;
  if (known === null && numbers > 0 && numbers >= texts) {
    for (const { row, text } of textCells)
      problems.add({ row, column: name }, `${quoted(text)} is not a number`);
    problems.more(texts - textCells.length);
  } else if (known === null && numbers > 0) {
    const held = `${counted(texts, "row")} of this column hold text and ${counted(numbers, "row")} numbers`;
    const rule = "A column must hold only numbers, or only text";
    problems.add({ column: name }, `${held}, the first in row ${column.firstNumberRow}. ${rule}`);
  } else if (column.levels.size > MAX_CATEGORIES) {
    const why = "Text is taken as a category; leave out columns that only name the runs";
    problems.add({ column: name }, `this column holds more than ${MAX_CATEGORIES} different texts. ${why}`);
  }
}
