/** Finds lines of text above the header, such as `Low pass filter, run 3`. */
import { isUnit } from "../quantities/known-units.ts";
import { typedNumber } from "../quantities/typed-number.ts";
import { classify } from "./cells.ts";
import { type Delimiter, sniffDelimiter, splitLine } from "./dialect.ts";
import { COMMENT_START, nextLine } from "./lines.ts";

/** More lines of text would be a report with a table in it. */
const MAX_TITLE_LINES = 10;
/** Rows below the header that are compared with it, and the share that must have as many cells. */
const [COMPARED_ROWS, MIN_AGREEMENT] = [50, 0.9];
/** A single column has so many numbers below its name, for a column of texts may begin with two of them. */
const MIN_NUMBERS_OF_COLUMN = 3;
/** A quoted cell with more lines counts as one that does not end. */
const MAX_RECORD_LINES = 20;

export interface TitleLines {
  /** The place in the text where the header begins. */
  readonly start: number;
  /** Lines above the header, blank ones included. */
  readonly lineCount: number;
  /** The lines that hold text. */
  readonly titles: readonly string[];
  readonly delimiter: Delimiter;
}

/**
 * A line is a title where the table below it has a header of its own, with another number of cells than the line has, and rows that
 * agree with that header.
 * @param text the beginning of the file from its first line on that is no comment
 * @param delimiter the one that the file names; null where it names none
 * @returns null where the first line is the header
 */
export function findTitleLines(
  text: string,
  isWhole: boolean,
  delimiter: Delimiter | null,
): TitleLines | null {
  const titles: string[] = [];
  let start = 0;
  for (let lineCount = 0; titles.length <= MAX_TITLE_LINES; lineCount++) {
    const line = nextRecord(text, start);
    if (line === null) return null;
    if (line.text.trim() !== "") {
      const rest = text.slice(start);
      const candidate = delimiter ?? sniffDelimiter(rest, isWhole);
      if (titles.length === 0) {
        // Three words above three columns that tabs separate are no names.
        if (candidate !== " " && isHeader(rest, candidate)) return null;
      } else if (isHeader(rest, candidate) && titles.every((title) => isTitle(title, line.text, candidate)))
        return { start, lineCount, titles, delimiter: candidate };
      titles.push(line.text.trim());
    }
    start = line.next;
  }
  return null;
}

/** Tells whether a line names columns: the rows below it have as many cells, and values among them. Comments are no rows. */
function isHeader(text: string, delimiter: Delimiter): boolean {
  const header = nextRecord(text, 0);
  const names = splitCells(header?.text ?? "", delimiter);
  if (names.some((name) => name === "" || isValue(name))) return false;
  const rows: string[][] = [];
  for (let at = header?.next ?? 0; rows.length < COMPARED_ROWS; ) {
    const line = nextRecord(text, at);
    if (line === null) break;
    const isRow = line.text.trim() !== "" && !COMMENT_START.test(line.text);
    if (isRow) rows.push(splitCells(line.text, delimiter));
    at = line.next;
  }
  const valueRows = rows.filter((row) => row.some(isValue));
  if (names.length === 1) {
    const isWord = classify(names[0] ?? "") === "text" && !isUnit(names[0] ?? "");
    return isWord && valueRows.length >= MIN_NUMBERS_OF_COLUMN && rows[0]?.some(isValue) === true;
  }
  const agreeing = valueRows.filter(({ length }) => length === names.length);
  // A row of units may stand between the names and the first values.
  const isAbove = rows.slice(0, 2).some((row) => row.length === names.length && row.some(isValue));
  return isAbove && agreeing.length >= MIN_AGREEMENT * rows.length;
}

/** Tells whether a line above a header is no header itself: it has another number of cells, or, above one column, several words. */
function isTitle(title: string, header: string, delimiter: Delimiter): boolean {
  const cells = splitCells(title, delimiter);
  const count = splitCells(header, delimiter).length;
  if (cells.length !== count) return true;
  return count === 1 && /\S\s+\S/.test(title) && !/\s/.test(header.trim());
}

/**
 * The line that begins at `start`, with those after it up to the end of its last quoted cell; null at the end of the text. The line alone
 * where one of its quotes opens no cell, as in `8" wafer`, or opens one that does not end.
 */
function nextRecord(text: string, start: number): ReturnType<typeof nextLine> {
  let isQuoted = false;
  let lineStart = start;
  for (let lineCount = 0; lineCount < MAX_RECORD_LINES; lineCount++) {
    const line = nextLine(text, lineStart);
    if (line === null || hasQuoteInsideCell(line.text, isQuoted)) break;
    if (countQuotes(line.text) % 2 === 1) isQuoted = !isQuoted;
    if (!isQuoted) return { text: text.slice(start, lineStart + line.text.length), next: line.next };
    lineStart = line.next;
  }
  return nextLine(text, start);
}

const countQuotes = (text: string): number => text.split('"').length - 1;

/** Tells whether a quote stands in the middle of a cell that is not quoted. @param isQuoted whether the line begins in a quoted cell */
const hasQuoteInsideCell = (line: string, isQuoted: boolean): boolean =>
  line.split('"').some((part, at, parts) => {
    const isOutside = (at % 2 === 0) !== isQuoted;
    return isOutside && at < parts.length - 1 && !/(^|[,;|\t ])$/.test(part);
  });

/** The cells of a line, without the empty ones with which spreadsheets pad it. */
function splitCells(line: string, delimiter: Delimiter): string[] {
  const cells = splitLine(line, delimiter);
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

const isValue = (cell: string): boolean =>
  typedNumber(cell) !== null || ["not finite", "list", "unclear comma", "too large"].includes(classify(cell));
