/** Looks through a column before it is read: whether it holds numbers, and what its commas, points and units mean. */

import { exactText } from "../number-text.ts";
import { readComplex } from "../quantities/complex-number.ts";
import { numberWords } from "../quantities/number-words.ts";
import { writtenUnit } from "../quantities/shown-unit.ts";
import { type Comma, unitOfNumber } from "../quantities/typed-number.ts";
import { AngleSurvey, mayBeAngle } from "./angle-survey.ts";
import { classify, isList, parseNumber } from "./cells.ts";
import { type ColumnFormat, readCell } from "./column-format.ts";
import { parseList } from "./list-cell.ts";
import { quoted } from "./problems.ts";

/** Evidence for the meaning of commas and points from all columns of a file: nobody mixes them within one file. */
export type FileMarks = {
  readonly hasDecimalCommas: boolean;
  readonly hasDecimalPoints: boolean;
  /** Points that part no thousands: `7.5`. */
  readonly hasSurePoints: boolean;
  readonly hasThousands: boolean;
};

export type SurveyedColumn = {
  readonly format: ColumnFormat;
  /** The unit that stands in the cells; "" for none. */
  readonly unit: string;
  /** A sentence about cells that could be read otherwise; null where all are plain. */
  readonly note: string | null;
  /** A clause says why the numbers cannot be told. */
  readonly problem: string | null;
  readonly isList: boolean;
  /** The number of values of its first whole list; null where it has none, or one of a single value, which is a number in brackets. */
  readonly listLength: number | null;
  readonly isComplex: boolean;
  /** The size of a whole turn, 360 or 2 pi, where the values look like angles that wrap; null: they do not. */
  readonly turn: number | null;
};

/** The meanings that one comma between digits can have. */
type CommaKind = "decimal" | "thousands" | "either";

const LEADING_SIGN = /^[+\-−]/u;
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/u;
const ONE_COMMA = /^\d*,\d+(?![\d.,])/u;
const POINTS_AND_COMMA = /^\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])/u;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3}){2,}(?![\d.,])/u;
/** `1.234`: a point that may part thousands. */
const POINT_GROUP = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;
/** The symbols of metre, kelvin, tesla and gram are written like milli, kilo, tera and giga. */
const SPACED_UNITS = new Set(["m", "K", "T", "g"]);
const MAX_UNITS = 20;
const MAX_EXAMPLES = 3;

export class ColumnSurvey {
  readonly #name: string;
  readonly #unit: string;
  #plainCount = 0;
  #writtenCount = 0;
  #textCount = 0;
  /** Different words for missing values, two at most: more say no more. */
  readonly #missingWords = new Set<string>();
  #hasPoints = false;
  #hasSurePoints = false;
  #hasGroupingPoints = false;
  /** Whole numbers without a comma, below 1000 and from there on. */
  readonly #integers = { small: 0, large: 0 };
  readonly #commas: Record<CommaKind, number> = { decimal: 0, thousands: 0, either: 0 };
  /** The first cell with a comma of each kind. */
  readonly #commaCells = new Map<CommaKind, string>();
  /** A number with a point. */
  #pointed = "";
  #listCount = 0;
  #listLength: number | null = null;
  #complexCount = 0;
  readonly #angles = new AngleSurvey();
  readonly #units = new Map<string, number>();
  /** Letters behind a blank that may be a prefix or a unit. */
  readonly #spacedLetters = new Set<string>();
  /** A cell of each kind of writing. */
  readonly #examples = new Map<string, string>();

  /** @param unit the unit that the file names for the column, "" for none */
  constructor(name: string, unit: string) {
    this.#name = name;
    this.#unit = unit;
  }

  get mayBeAngle(): boolean {
    return mayBeAngle(`${this.#name} ${this.#unit}`);
  }

  get marks(): FileMarks {
    const { decimal, thousands } = this.#commas;
    return {
      hasDecimalCommas: decimal > 0,
      hasDecimalPoints: this.#hasPoints,
      hasSurePoints: this.#hasSurePoints,
      hasThousands: thousands > 0,
    };
  }

  add(cell: string): void {
    const value = parseNumber(cell);
    if (!Number.isNaN(value)) this.#addPlain(cell, value);
    else if (isList(cell)) this.#addUnreadList(cell);
    else if (readComplex(cell) !== null) this.#complexCount++;
    else if (/\d/.test(cell)) this.#addWritten(cell);
    else this.#addText(cell);
  }

  /** Takes a cell that holds a list. */
  addList(values: Float64Array, isComplex: boolean): void {
    this.#listCount++;
    this.#listLength ??= values.length;
    if (isComplex) this.#complexCount++;
    else this.#angles.addCurve(values);
  }

  /** Decides with the evidence of the file. */
  finish(file: FileMarks): SurveyedColumn {
    const unit = this.#unit === "" ? this.#cellUnit() : this.#unit;
    const isText = (this.#plainCount === 0 && this.#writtenCount < this.#textCount) || this.#holdsOnlyWords();
    const comma = this.#comma(file);
    // Where commas are decimal marks, points that could part thousands do.
    const isDecimalComma = comma === "decimal" || (comma === undefined && file.hasDecimalCommas);
    const arePointsGroups = this.#hasPoints && !file.hasSurePoints && !file.hasThousands;
    const hasGroupingPoints = isDecimalComma && (this.#hasGroupingPoints || arePointsGroups);
    if (hasGroupingPoints && this.#pointed !== "") this.#examples.set("points", this.#pointed);
    const format: ColumnFormat = {
      // A column whose commas cannot be told is refused as a whole, not cell by cell.
      comma: comma === "unclear" ? "thousands" : hasGroupingPoints ? "decimal" : comma,
      hasGroupingPoints,
      shown: writtenUnit(unit),
      isText,
    };
    const common = {
      format,
      isList: this.#listCount > 0,
      listLength: this.#listLength === 1 ? null : this.#listLength,
      isComplex: this.#complexCount > 0,
      turn: this.#angles.turn(`${this.#name} ${this.#unit}`),
    };
    if (isText) return { ...common, unit: "", note: null, problem: null };
    return {
      ...common,
      unit,
      note: comma === "unclear" ? null : this.#note(format),
      problem: comma === "unclear" ? this.#unclearText() : null,
    };
  }

  #addText(cell: string): void {
    const kind = classify(cell);
    if (kind === "text") this.#textCount++;
    else if (kind === "missing word" && this.#missingWords.size < 2) this.#missingWords.add(cell.trim());
  }

  /** Tells whether the column holds nothing but several words for missing values: they are its categories, as `failed` and `none`. */
  #holdsOnlyWords(): boolean {
    const valueCount =
      this.#plainCount + this.#writtenCount + this.#textCount + this.#complexCount + this.#listCount;
    return this.#missingWords.size > 1 && valueCount === 0;
  }

  /** The unit of most cells that have one. Behind a blank, a letter that is a prefix too stands for its unit: 300 K. */
  #cellUnit(): string {
    const [unit] = [...this.#units].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    if (unit !== undefined) return unit;
    const letters = [...this.#spacedLetters];
    const [letter = ""] = letters;
    return letters.length === 1 && SPACED_UNITS.has(letter) ? letter : "";
  }

  #addUnreadList(cell: string): void {
    this.#listCount++;
    if (this.#listLength !== null) return;
    const list = parseList(cell);
    if ("values" in list && list.values !== null) this.#listLength = list.values.length;
  }

  #addPlain(cell: string, value: number): void {
    this.#plainCount++;
    this.#angles.addValue(value);
    if (cell.includes(".")) {
      this.#hasPoints = true;
      if (!this.#hasSurePoints && !POINT_GROUP.test(cell)) this.#hasSurePoints = true;
      if (this.#pointed === "") this.#pointed = cell.trim();
      return;
    }
    if (Number.isInteger(value)) this.#integers[Math.abs(value) < 1000 ? "small" : "large"]++;
  }

  #addWritten(cell: string): void {
    const text = cell.trim();
    const digits = text.replace(LEADING_SIGN, "");
    const kind = commaKind(digits);
    const hasGroups = POINTS_AND_COMMA.test(digits) || POINT_GROUPS.test(digits);
    const comma: Comma = kind === "thousands" ? "thousands" : "decimal";
    const unit = unitOfNumber(text, { comma, hasGroupingPoints: hasGroups });
    if (unit === null) {
      this.#addText(cell);
      return;
    }
    this.#writtenCount++;
    if (hasGroups) this.#hasGroupingPoints = true;
    if (unit !== "" && (this.#units.has(unit) || this.#units.size < MAX_UNITS))
      this.#units.set(unit, (this.#units.get(unit) ?? 0) + 1);
    const letter = /\s(\p{L})$/u.exec(text)?.[1];
    if (letter !== undefined && unit === "" && this.#spacedLetters.size < MAX_UNITS) {
      this.#spacedLetters.add(letter);
    }
    if (kind !== null) this.#commas[kind]++;
    if (kind === null && hasGroups) {
      this.#commas.decimal++;
      if (!this.#commaCells.has("decimal")) this.#commaCells.set("decimal", text);
    }
    if (kind !== null && !this.#commaCells.has(kind)) this.#commaCells.set(kind, text);
    const example = hasGroups ? "points" : (kind ?? text.replace(/[\d.]+/g, ""));
    if (!this.#examples.has(example) && this.#examples.size < MAX_EXAMPLES) this.#examples.set(example, text);
  }

  /** The decision of the whole column, with the help of the file where it cannot tell. */
  #comma(file: FileMarks): Comma | "unclear" | undefined {
    const { decimal, thousands, either } = this.#commas;
    if (decimal + thousands + either === 0) return undefined;
    if (decimal > 0 && thousands > 0) return "unclear";
    if (decimal > 0) return "decimal";
    if (thousands > 0 || this.#hasPoints) return "thousands";
    if (file.hasDecimalCommas !== (file.hasThousands || file.hasDecimalPoints))
      return file.hasDecimalCommas ? "decimal" : "thousands";
    // Who parts thousands writes 470 without a comma, and no number from 1000 on; decimals end in zeros only where all have them.
    return this.#integers.small > 0 && this.#integers.large === 0 ? "thousands" : "unclear";
  }

  #unclearText(): string {
    const [decimal, thousands] = [this.#commaCells.get("decimal"), this.#commaCells.get("thousands")];
    if (decimal !== undefined && thousands !== undefined) {
      return `the comma of ${quoted(decimal)} is a decimal mark, but those of ${quoted(thousands)} part thousands. Write decimal points`;
    }
    const cell = this.#commaCells.get("either") ?? "";
    const readings = `${cell.replaceAll(",", "")} or ${cell.replace(",", ".")}`;
    return `${quoted(cell)} may be ${readings}, and no other value tells which. Write ${readings}`;
  }

  #note(format: ColumnFormat): string | null {
    if (this.#examples.size === 0) return null;
    const texts = [...this.#examples].map(
      ([kind, cell]) => `${cell} is read as ${this.#readText(cell, kind, format)}`,
    );
    return `Column ${quoted(this.#name)}: ${texts.join(", ")}.`;
  }

  #readText(cell: string, kind: string, format: ColumnFormat): string {
    const value = readCell(cell, format);
    const unit = format.shown.text === "" ? "" : ` ${format.shown.text}`;
    const isGrouped = kind === "thousands" || kind === "either" || kind === "points";
    const isSpelled = isGrouped && Number.isInteger(value) && value >= 0 && value < 1e9;
    return `${isSpelled ? numberWords(value) : exactText(value)}${unit}`;
  }
}

function commaKind(digits: string): CommaKind | null {
  const [grouped] = COMMA_GROUPS.exec(digits) ?? [];
  if (grouped === undefined)
    return ONE_COMMA.test(digits) || POINTS_AND_COMMA.test(digits) ? "decimal" : null;
  const next = digits[grouped.length];
  if (next === "." || grouped.split(",").length > 2) return "thousands";
  // Nobody groups the digits before an exponent.
  return next === "e" || next === "E" ? "decimal" : "either";
}
