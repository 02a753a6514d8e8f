/** Tables of numbers: a header row, then rows, with commas, semicolons, tabs or blanks between the cells. */
import { nearest } from "../expressions/nearest.ts";
import { problemOfNumber, readNumber } from "./number.ts";
import { OutputError } from "./output-error.ts";

export type NumberTable = {
  readonly names: readonly string[];
  /** Reads the named columns in one pass. @throws OutputError where a row has more or fewer cells than the header */
  columns(indices: ReadonlySet<number>): ReadonlyMap<number, Column>;
};
export type Column = {
  /** NaN for cells that are not finite numbers. */
  readonly values: Float64Array;
  /** The first of those cells, and the last row where it is one: "line 7 is empty". */
  readonly firstProblem: string | null;
  readonly lastProblem: string | null;
};

/** @throws OutputError for a file without a header or rows */
export function readTable(text: string, file: string): NumberTable {
  const [header, first] = dataLines(text);
  if (header === undefined) throw new OutputError(`${file} is empty.`);
  // numpy and gnuplot mark a header as a comment.
  const title = header.text.replace(/^\s*[#%]+/, "");
  if (first === undefined) throw new OutputError(`${file} has a header but no rows.`);
  const separator = findSeparator(title, first.text);
  const names = splitCells(title, separator).map((name) => name.replace(/^"(.*)"$/, "$1").trim());
  if (names.every((name) => !Number.isNaN(readNumber(name)))) {
    throw new OutputError(`${file} begins with numbers: its first row must hold the names of the columns.`);
  }
  return {
    names,
    columns: (indices) => {
      const columnByIndex = new Map([...indices].map((index) => [index, createColumn()]));
      for (const { text: row, line } of dataLines(text)) {
        if (line === header.line) continue;
        const cells = splitCells(row, separator);
        if (cells.length !== names.length) {
          const counts = `has ${cells.length} cells, but the header has ${names.length}`;
          throw new OutputError(`${file}, line ${line} ${counts}.`);
        }
        for (const [index, column] of columnByIndex) column.add(cells[index] ?? "", line);
      }
      return new Map([...columnByIndex].map(([index, column]) => [index, column.finish()]));
    },
  };
}

function createColumn() {
  const values: number[] = [];
  let [firstProblem, lastProblem]: (string | null)[] = [null, null];
  return {
    add: (cell: string, line: number) => {
      const value = readNumber(cell);
      values.push(value);
      lastProblem = Number.isNaN(value) ? `line ${line} ${problemOfNumber(cell)}` : null;
      firstProblem ??= lastProblem ?? null;
    },
    finish: (): Column => ({
      values: Float64Array.from(values),
      firstProblem: firstProblem ?? null,
      lastProblem: lastProblem ?? null,
    }),
  };
}

/** Names are compared without case where nothing else fits: SPICE writes none. @throws OutputError naming what there is instead */
export function columnNamed({ names }: NumberTable, name: string, label: string): number {
  const index = findColumn(names, name);
  if (index !== null) return index;
  const shown = names.slice(0, 10).join(", ");
  throw new OutputError(
    `${label}: there is no column named ${name}, only ${shown}${nearest(name, names) || "."}`,
  );
}

export function findColumn(names: readonly string[], name: string): number | null {
  const exact = names.indexOf(name);
  const index =
    exact === -1 ? names.findIndex((candidate) => candidate.toLowerCase() === name.toLowerCase()) : exact;
  return index === -1 ? null : index;
}

/** Lines that are not blank, with their numbers. */
function* dataLines(text: string): Generator<{ text: string; line: number }, undefined> {
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    const lineText = text.slice(start, stop);
    if (lineText.trim() !== "") yield { text: lineText, line };
    start = stop + 1;
  }
}

/** The one that header and first row share: a header of blanks may still name a column v(out,in). */
function findSeparator(header: string, row: string): string | null {
  const bare = header.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((separator) => bare.includes(separator) && row.includes(separator)) ?? null;
}

function splitCells(line: string, separator: string | null): string[] {
  if (separator === null) return line.match(/"[^"]*"|\S+/g) ?? [];
  const cells = line.includes('"') ? splitQuoted(line, separator) : line.split(separator);
  return cells.map((cell) => cell.trim());
}

function splitQuoted(line: string, separator: string): string[] {
  const cells = [""];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === separator && !isQuoted) cells.push("");
    else cells.push(`${cells.pop() ?? ""}${character}`);
  }
  return cells;
}
