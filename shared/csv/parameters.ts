/** The columns of a parameters file, row by row: numbers, or texts as the codes of categories. */

import { counted } from "../counted.ts";
import { DATA_OPTION_HINTS } from "../texts/data-option-texts.ts";
import { classify, unclearCommaText } from "./cells.ts";
import { type ColumnFormat, PLAIN_FORMAT, readCell } from "./column-format.ts";
import { type FileProblems, quoted } from "./problems.ts";

/** A column with more different texts holds names of runs, not categories. */
export const MAX_CATEGORIES = 100;
/** Text cells of a column that are remembered for the report. */
const MAX_TEXT_CELLS = 100;
/** Texts that name the runs: at least so many, and a new one in at least this share of the rows. */
const [MIN_RUN_NAMES, MIN_NEW_SHARE] = [8, 0.8];
/** Texts that a note about a category lists. */
const MAX_LISTED_TEXTS = 5;

export type RawInput = {
  readonly name: string;
  /** Texts in the order of their codes, or null for a column of numbers. */
  readonly levels: readonly string[] | null;
};

class ParameterColumn {
  readonly #name: string;
  readonly #problems: FileProblems;
  /** The rows of the source job, which come first, hold these in this column; null: there are none. */
  readonly #sourceKind: "numbers" | "texts" | null;
  #format: ColumnFormat = PLAIN_FORMAT;
  /** The code of each text. */
  readonly #levels: Map<string, number>;
  #numberCount = 0;
  #firstNumberRow = 0;
  #textCount = 0;
  /** The cells with texts are kept until the last row: only then it is known whether texts are rarer than numbers, and wrong. */
  readonly #textCells: { readonly row: number; readonly text: string }[] = [];
  #first = Number.NaN;
  #varies = false;

  constructor(name: string, problems: FileProblems, sourceColumns: readonly RawInput[] | null) {
    this.#name = name;
    this.#problems = problems;
    const sourceColumn = sourceColumns?.find((column) => column.name === name);
    this.#sourceKind = sourceColumn === undefined ? null : sourceColumn.levels === null ? "numbers" : "texts";
    this.#levels = new Map(sourceColumn?.levels?.map((level, code) => [level, code]));
  }

  set format(format: ColumnFormat) {
    // A text of the source job may look like a number with a prefix: 10k.
    this.#format = this.#sourceKind === "texts" ? { ...format, isText: true } : format;
  }

  get cellCount(): number {
    return this.#numberCount + this.#textCount;
  }

  get varies(): boolean {
    return this.#varies;
  }

  /** @returns the cell's number, or the code of its text; 0 where it holds neither, which is reported */
  read(cell: string, row: number): number {
    const number = readCell(cell, this.#format);
    return this.note(Number.isNaN(number) ? this.#readOther(cell, row) : this.#readNumber(number, row));
  }

  /** Takes a value into account, also one of another job. @returns the value */
  note(value: number): number {
    if (Number.isNaN(this.#first)) this.#first = value;
    else if (value !== this.#first) this.#varies = true;
    return value;
  }

  /** Reports the problems that are known only after the last row. */
  finish(): void {
    const isMixed = this.#sourceKind === null && this.#numberCount > 0;
    if (isMixed && this.#numberCount >= this.#textCount) {
      for (const { row, text } of this.#textCells) {
        if (classify(text) === "missing word") this.#missing(row, `${quoted(text)} is not a number`);
        else this.#report(row, `${quoted(text)} is not a number`);
      }
      this.#problems.more(this.#textCount - this.#textCells.length);
    } else if (isMixed) {
      const texts = `${counted(this.#textCount, "row")} of this column hold text`;
      const numbers = `${counted(this.#numberCount, "row")} numbers, the first in row ${this.#firstNumberRow}`;
      const rule = "A column must hold only numbers, or only text";
      this.#problems.add({ column: this.#name }, `${texts} and ${numbers}. ${rule}`);
    } else if (this.#levels.size > MAX_CATEGORIES) {
      const why = "Text is taken as a category; leave out columns that only name the runs";
      const texts = `this column holds more than ${MAX_CATEGORIES} different texts`;
      this.#problems.add({ column: this.#name }, `${texts}. ${why}`);
    } else if (this.#namesRuns()) {
      const texts = `this column holds ${this.#levels.size} different texts in ${counted(this.#textCount, "row")}`;
      const why = "Text is taken as a category; leave out columns that only name the runs";
      this.#problems.add({ column: this.#name }, `${texts}: it names the runs. ${why}`);
    }
  }

  #namesRuns(): boolean {
    const { size } = this.#levels;
    return this.#sourceKind === null && size >= MIN_RUN_NAMES && size >= MIN_NEW_SHARE * this.#textCount;
  }

  /** Notes that the column is a category. */
  noteCategory(): void {
    const texts = [...this.#levels.keys()];
    if (this.#numberCount > 0 || texts.length === 0) return;
    const listed = texts.slice(0, MAX_LISTED_TEXTS).map((text) => quoted(text));
    const more = texts.length > listed.length ? ", …" : ".";
    const digits = texts.filter((text) => /^[+-]?[\d.]/.test(text)).length;
    const doubt =
      digits > texts.length / 2 ? " They begin with digits, but are no numbers that can be read." : "";
    const category = `is read as a category of ${counted(texts.length, "text")}: ${listed.join(", ")}${more}`;
    this.#problems.note(`Column ${quoted(this.#name)} ${category}${doubt}`);
  }

  description(): RawInput {
    return { name: this.#name, levels: this.#levels.size > 0 ? [...this.#levels.keys()] : null };
  }

  #readNumber(value: number, row: number): number {
    if (this.#numberCount++ === 0) this.#firstNumberRow = row;
    if (this.#sourceKind === "texts")
      this.#report(row, `${value} is a number; the source job holds text here`);
    return value;
  }

  #readOther(cell: string, row: number): number {
    const kind = classify(cell);
    switch (kind) {
      case "empty":
        return this.#missing(row, "the cell is empty");
      case "not finite":
        return this.#missing(row, `${quoted(cell)} is not a finite number`);
      case "too large":
        return this.#report(row, `${quoted(cell)} is too large a number`);
      case "list":
        return this.#report(row, "the cell is a list; only outputs may be lists");
      case "unclear comma":
        return this.#report(row, unclearCommaText(cell));
      case "missing word":
      case "text":
        return this.#codeOf(cell.trim(), row);
    }
  }

  #codeOf(text: string, row: number): number {
    this.#textCount++;
    if (this.#sourceKind === "numbers") {
      return this.#report(row, `${quoted(text)} is not a number, as the source job holds here`);
    }
    if (this.#textCells.length < MAX_TEXT_CELLS) this.#textCells.push({ row, text });
    const code = this.#levels.get(text);
    if (code !== undefined) return code;
    // One more than allowed is kept, so that finish() sees that there were too many.
    if (this.#levels.size <= MAX_CATEGORIES) this.#levels.set(text, this.#levels.size);
    return this.#levels.size - 1;
  }

  #missing(row: number, text: string): 0 {
    this.#problems.hint(DATA_OPTION_HINTS.ignore_missing_inputs);
    return this.#report(row, text);
  }

  #report(row: number, text: string): 0 {
    this.#problems.add({ row, column: this.#name }, text);
    return 0;
  }
}

export class ParameterColumns {
  readonly #columns: readonly ParameterColumn[];
  readonly #problems: FileProblems;
  readonly #values: Float64Array;

  /** @param sourceColumns the same columns of another job whose rows come first, or null */
  constructor(names: readonly string[], problems: FileProblems, sourceColumns: readonly RawInput[] | null) {
    this.#problems = problems;
    this.#columns = names.map((name) => new ParameterColumn(name, problems, sourceColumns));
    this.#values = new Float64Array(names.length);
  }

  /** Sets the formats of the columns, which are plain before. */
  setFormats(formats: readonly ColumnFormat[]): void {
    this.#columns.forEach((column, i) => {
      column.format = formats[i] ?? PLAIN_FORMAT;
    });
  }

  /** @returns the row as numbers and codes, in an array that the next call overwrites */
  read(cells: readonly string[], row: number): Float64Array {
    this.#columns.forEach((column, i) => {
      this.#values[i] = column.read(cells[i] ?? "", row);
    });
    return this.#values;
  }

  /** @param row a row of the other job: its numbers and codes, columns in this order. @returns the same, as `read` does */
  readKnown(row: Float64Array): Float64Array {
    this.#columns.forEach((column, i) => {
      this.#values[i] = column.note(row[i] ?? Number.NaN);
    });
    return this.#values;
  }

  /** Notes which columns are categories. */
  noteCategories(): void {
    for (const column of this.#columns) column.noteCategory();
  }

  /** Reports what is known only after the last row. */
  finish(): RawInput[] {
    for (const column of this.#columns) column.finish();
    this.noteCategories();
    const isRead = this.#columns.some(({ cellCount }) => cellCount > 1);
    if (isRead && this.#problems.count === 0 && !this.#columns.some(({ varies }) => varies)) {
      this.#problems.add(
        {},
        "no parameter varies: every row holds the same values, so there is nothing to learn",
      );
    }
    return this.#columns.map((column) => column.description());
  }
}
