/** Finds where the table of a CSV file begins: behind Excel's line `sep=;` and comments, and how its cells are separated. */
import { counted } from "../counted.ts";
import { isUnit } from "../quantities/known-units.ts";
import { typedNumber } from "../quantities/typed-number.ts";
import { type Delimiter, sniffDelimiter, splitLine } from "./dialect.ts";
import { COMMENT_START, nextLine } from "./lines.ts";
import { quoted } from "./problems.ts";
import { findTitleLines } from "./title-lines.ts";

export type CsvLayout = {
  readonly delimiter: Delimiter;
  /** The place where the header begins, in characters, a byte order mark not counted. */
  readonly start: number;
  /** Lines above the header. */
  readonly skippedLines: number;
  /** The number of those lines that are comments. */
  readonly commentLines: number;
  /** Lines of text above the header. */
  readonly titles: readonly string[];
  readonly hasSeparatorLine: boolean;
  /** The character that begins comments in this file. */
  readonly commentMark: string;
  /** The header itself is written as a comment: `# R,C,T`. */
  readonly isHeaderCommented: boolean;
  /** Every row begins and ends with a vertical bar, as a table in Markdown does. */
  readonly hasOuterBars: boolean;
};

/** Spreadsheets that save the file again pad the line with separators. */
const SEPARATOR_LINE = /^"?sep\s*=([,;|\t ])"?[,;|\t ]*$/i;
/** A comment that a spreadsheet saved as one cell. */
const QUOTED_COMMENT = /^\s*"(?=#|%|\*|!|\/\/)([^"]*)"[,;|\t ]*$/;

/** @param sample the beginning of the file, without a byte order mark @param isWhole whether it is the whole file */
export function findLayout(sample: string, isWhole: boolean): CsvLayout {
  const lines = createLines(sample);
  const separator = SEPARATOR_LINE.exec(lines.current())?.[1];
  if (separator !== undefined) lines.skip();
  const comments: Comment[] = [];
  while (!lines.isAtEnd()) {
    const comment = readComment(lines.current());
    if (comment !== null)
      comments.push({ ...comment, start: lines.start() + comment.length, line: lines.count() });
    else if (lines.current().trim() !== "" || (comments.length === 0 && separator === undefined)) break;
    lines.skip();
  }
  const rest = sample.slice(lines.start());
  const hasOuterBars = hasBars(lines.current());
  const delimiterOfLine = asDelimiter(separator);
  const common = {
    hasOuterBars,
    titles: [],
    hasSeparatorLine: separator !== undefined,
    commentMark: comments[0]?.mark ?? "#",
  };
  const last = comments.at(-1);
  if (last !== undefined && !isLonePercent(last, comments)) {
    const delimiter = delimiterOfLine ?? sniffDelimiter(`${last.text}\n${rest}`, isWhole);
    const [names, ...rows] = [last.text, lines.current(), lines.next()].map((line) =>
      splitLine(line, delimiter),
    );
    if (holdsNames(names ?? [], rows, comments.length === 1 && last.length === 1)) {
      const header = commentAboveUnits(comments, delimiter) ?? last;
      const { start, line } = header;
      const commentLines = comments.indexOf(header);
      return { ...common, delimiter, start, skippedLines: line, commentLines, isHeaderCommented: true };
    }
  }
  // A name may begin with a percent sign: %RH.
  const isName = last !== undefined && isLonePercent(last, comments);
  const titled = isName ? null : findTitleLines(rest, isWhole, delimiterOfLine);
  if (titled !== null) {
    const { delimiter, titles, lineCount } = titled;
    const [start, skippedLines] = [lines.start() + titled.start, lines.count() + lineCount];
    const outerBars = hasBars(nextLine(sample, start)?.text ?? "");
    return {
      ...{ ...common, delimiter, titles, start, skippedLines, isHeaderCommented: false },
      ...{ hasOuterBars: outerBars, commentLines: comments.length },
    };
  }
  const [start, skippedLines] = isName
    ? [last.start - last.length, last.line]
    : [lines.start(), lines.count()];
  return {
    ...common,
    delimiter: delimiterOfLine ?? sniffDelimiter(isName ? sample.slice(start) : rest, isWhole),
    start,
    skippedLines,
    commentLines: isName ? 0 : comments.length,
    isHeaderCommented: false,
  };
}

const hasBars = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);

/** The comment that holds the names where the last one holds units, `# R,C,T` above `# Ohm,F,degC`; null: it does not. */
function commentAboveUnits(comments: readonly Comment[], delimiter: Delimiter): Comment | null {
  const [above, last] = comments.slice(-2);
  if (above === undefined || last === undefined) return null;
  const [names, units] = [splitLine(above.text, delimiter), splitLine(last.text, delimiter)];
  const isHeader = names.length === units.length && names.length > 1 && units.every(isUnit);
  return isHeader && names.every((name) => name !== "" && !isValue(name)) ? above : null;
}

/**
 * Tells whether a record below the header is a comment: it begins with the mark, and is no row of the table.
 * @param columnCount of the header
 */
export function isComment(
  cells: readonly string[],
  columnCount: number,
  { commentMark }: Pick<CsvLayout, "commentMark">,
): boolean {
  const first = cells[0]?.trimStart() ?? "";
  if (!first.startsWith(commentMark)) return false;
  return cells.length !== columnCount || (columnCount === 1 && /^\s/.test(first.slice(commentMark.length)));
}

/** Sentences for the preview about what was passed over and found. */
export function layoutNotes(layout: CsvLayout, commentRows: number): string[] {
  const notes: string[] = [];
  const comments = layout.commentLines + commentRows;
  if (layout.hasSeparatorLine)
    notes.push(`The first line names the separator: ${DELIMITER_NAMES[layout.delimiter]}.`);
  if (comments > 0) {
    const verb = comments === 1 ? "was" : "were";
    notes.push(`${counted(comments, "comment line")} ${verb} passed over.`);
  }
  const [title] = layout.titles;
  if (title !== undefined) {
    const furtherCount = layout.titles.length - 1;
    const verb = furtherCount === 0 ? "is" : "are";
    const further = furtherCount === 0 ? "" : ` and ${counted(furtherCount, "further line")}`;
    notes.push(`${quoted(title)}${further} above the header ${verb} read as a title.`);
  }
  if (layout.isHeaderCommented)
    notes.push(`Line ${layout.skippedLines + 1}, a comment, holds the names of the columns.`);
  if (!layout.hasSeparatorLine && layout.delimiter !== "," && layout.delimiter !== ";") {
    notes.push(`The cells are separated by ${DELIMITER_NAMES[layout.delimiter]}.`);
  }
  return notes;
}

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
  " ": "blanks",
};

type Comment = {
  readonly mark: string;
  /** The text behind the mark. */
  readonly text: string;
  /** The length of the mark and the blanks around it. */
  readonly length: number;
  /** The place in the sample where the text begins. */
  readonly start: number;
  /** Lines above it. */
  readonly line: number;
};

function readComment(line: string): Pick<Comment, "mark" | "text" | "length"> | null {
  const quoted = QUOTED_COMMENT.exec(line)?.[1];
  if (quoted !== undefined) return { mark: quoted.slice(0, 1), text: "", length: line.length };
  const mark = COMMENT_START.exec(line)?.[1];
  if (mark === undefined) return null;
  const text = line.replace(COMMENT_START, "").trimStart();
  return {
    mark: mark.slice(0, mark === "//" ? 2 : 1),
    text: text.trimEnd(),
    length: line.length - text.length,
  };
}

/** `%RH,T` may be a header: a percent sign is a comment only before a blank, or where several lines begin with it. */
const isLonePercent = ({ mark, length }: Comment, comments: readonly Comment[]): boolean =>
  mark === "%" && length === 1 && comments.length === 1;

/**
 * Tells whether a commented line holds the names of the columns: the line below it holds values.
 * @param rows the two lines below it
 * @param isNameLike is true where it may be a name that begins with the mark, `#corner`: it heads texts, too
 */
function holdsNames(
  names: readonly string[],
  [first = [], second = []]: readonly (readonly string[])[],
  isNameLike: boolean,
): boolean {
  if (names.length !== first.length || !names.every((name) => name !== "" && !isValue(name))) return false;
  return first.some(isValue) || (isNameLike && !second.some(isValue));
}

const isValue = (cell: string): boolean => typedNumber(cell) !== null || /^(\[|[+-]?(nan|inf)\b)/i.test(cell);

const asDelimiter = (character: string | undefined): Delimiter | null =>
  character === undefined ? null : isDelimiter(character) ? character : null;
const isDelimiter = (character: string): character is Delimiter => character in DELIMITER_NAMES;

/** Walks through the lines of a text, whatever ends them. */
function createLines(text: string) {
  let start = 0;
  let count = 0;
  const current = (): string => nextLine(text, start)?.text ?? "";
  const afterCurrent = (): number => nextLine(text, start)?.next ?? text.length;
  return {
    start: () => start,
    /** Lines passed over. */
    count: () => count,
    isAtEnd: () => start >= text.length,
    current,
    next: () => nextLine(text, afterCurrent())?.text ?? "",
    skip: () => {
      start = afterCurrent();
      count++;
    },
  };
}
