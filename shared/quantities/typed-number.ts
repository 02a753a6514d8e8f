/** Numbers as people and programs write them, in boxes, CSV files and results: `40u`, `4k7`, `1e-6`, `1.0D+04`, `1,5`, `2.2 pF`. */
import { MESSAGES } from "../messages/messages.ts";
import { withoutPrefix } from "./known-units.ts";
import { NO_UNIT, type ShownUnit, writtenUnit } from "./shown-unit.ts";
import { UNIT_PREFIXES } from "./unit.ts";

/** M is mega and m is milli, as in SI; SPICE's meg is mega, too, and its P is pico: nobody writes peta. */
const EXPONENT_BY_LETTER: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    UNIT_PREFIXES.flatMap(([exponent, letter]) => (letter === "" ? [] : [[letter, exponent]])),
  ),
  u: -6,
  U: -6,
  P: -12,
  K: 3,
  meg: 6,
  Meg: 6,
  MEG: 6,
  g: 9,
  t: 12,
};

const NUMBER_PATTERN = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?(\s*[^\s\d.,+-].*)?$/iu;
/** Resistors are marked so: the letter stands for the point. */
const LETTER_AS_POINT = /^([+-]?\d+)([fpnuµμmkKMGTR])(\d+)\s*(\D.*)?$/u;

/**
 * Fortran writes D in place of E, or no letter at all: 1.0D+04, 1.0+04. Without a letter 0.5-10 may be a range: such an exponent
 * has a zero or three digits, or stands behind at least three decimals.
 */
const FORTRAN_EXPONENT = /^([+-]?(?:\d+\.?\d*|\.\d+))d([+-]?\d{1,4})/i;
const LETTERLESS_EXPONENT = /^(?:([+-]?\d*\.\d*)(\+\d{1,3}|-(?:0\d|\d{3}))|([+-]?\d*\.\d{3,})(-\d{2}))$/;
/** numpy prints a number so since version 2: np.float64(1.5). */
const NUMPY_NUMBER = /^(?:np|numpy)\.\w+\(([^()]*)\)$/;
/** 1.5×10^3. */
const POWER_OF_TEN = /^([+-]?(?:\d+[.,]?\d*|[.,]\d+))\s*(?:×\s*10\s*\^?|[x*·]\s*10\s*\^)\s*([+-]?\d{1,4})/i;
/** Netlists do not tell capitals from small letters: 100nf, 10khz. A unit without a prefix stays: 100f is femto. */
const SMALL_UNIT = /(?<=\d\s*(?:[fpnuµμmkKMGT]|meg|Meg|MEG))(?:hz|HZ|[fhvaw])$/u;
/** Word processors write a dash for a minus; between digits it parts the ends of a range. */
const MINUS_SIGNS = /−|(?:^|(?<=e))[–﹣]/giu;
/** Groups of three digits that blanks, apostrophes or low lines part: they part nothing else. */
const SPACED_GROUPS = /^[+-]?\d{1,3}(?:[ '’_\u00A0\u2009\u202F]\d{3})+(?!\d)/u;
const GROUPED_BY_POINTS = /^[+-]?\d{1,3}(?:\.\d{3})+(?=,|[^\d.,]|$)/u;

const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?=\.|[^\d,.]|$)/u;
const DECIMAL_COMMA = /^([+-]?\d*),(\d+)(?![\d.,])/u;

/** The meaning of a comma between digits in a column. Where it is not said, `1,5` is one and a half, and `1,500` is refused. */
export type Comma = "decimal" | "thousands";

export type TypedNumber = { readonly value: number } | { readonly problem: string };

/** The meaning of commas and points, where the text alone does not tell. */
export type NumberMarks = {
  readonly comma?: Comma | undefined;
  /** Points part thousands: `1.234` is 1234. */
  readonly hasGroupingPoints?: boolean;
};

type Options = NumberMarks & {
  /** A plain number is in this unit. A number with a prefix or a unit is converted to it. */
  readonly shown?: ShownUnit;
  /** Only whole numbers are accepted: `1,500` is then fifteen hundred. */
  readonly isWhole?: boolean;
};

/** The number that a text says, in the shown unit; or what is wrong with it. */
export function readNumber(text: string, options: Options = {}): TypedNumber {
  const { shown = NO_UNIT, isWhole = false } = options;
  const dotted = withPoint(plainText(text), options);
  if (typeof dotted !== "string") return dotted;
  const [, digits, exponent = "0", suffix = ""] = NUMBER_PATTERN.exec(dotted) ?? [];
  const shift = digits === undefined ? null : findShift(suffix, shown);
  const value = shift === null ? markedValue(dotted, shown) : Number(`${digits}e${Number(exponent) + shift}`);
  if (value === null || !Number.isFinite(value)) return { problem: MESSAGES.invalidNumber };
  return isWhole && !Number.isInteger(value) ? { problem: MESSAGES.wholeNumber } : { value };
}

/**
 * The unit behind a number, without its prefix: `Ohm` of `4.7 kOhm`; "" where none, or a prefix alone, stands there; null for what
 * is no number.
 */
export function unitOfNumber(text: string, options: NumberMarks = {}): string | null {
  if (typedNumber(text, options) !== null) return "";
  const dotted = withPoint(plainText(text), options);
  if (typeof dotted !== "string") return null;
  const suffix = LETTER_AS_POINT.exec(dotted)?.[4] ?? NUMBER_PATTERN.exec(dotted)?.[3] ?? "";
  const unit = withoutPrefix(suffix.trim());
  return unit !== null && typedNumber(text, { ...options, shown: writtenUnit(unit) }) !== null ? unit : null;
}

/** Reads a number as `readNumber` does. @returns null when it is not one */
export function typedNumber(text: string, options?: Options): number | null {
  const read = readNumber(text, options);
  return "value" in read ? read.value : null;
}

/** One form of minus sign, of exponent and of spaced groups. */
function plainText(text: string): string {
  const plain = text
    .trim()
    .replace(NUMPY_NUMBER, "$1")
    .replace(MINUS_SIGNS, "-")
    .replace(FORTRAN_EXPONENT, "$1e$2")
    .replace(LETTERLESS_EXPONENT, "$1$3e$2$4")
    .replace(POWER_OF_TEN, "$1e$2")
    .replace(SMALL_UNIT, (unit) => (unit.length === 1 ? unit.toUpperCase() : "Hz"));
  return plain.replace(SPACED_GROUPS, (grouped) => grouped.replace(/[^\d+-]/gu, ""));
}

/** A decimal comma as a point, and separators of thousands left out. `1,500` may be either: it is refused where nothing else tells. */
function withPoint(
  text: string,
  { isWhole = false, comma, hasGroupingPoints = false }: Options,
): string | { problem: string } {
  if (comma === "decimal") {
    const points = hasGroupingPoints ? (GROUPED_BY_POINTS.exec(text)?.[0] ?? "") : "";
    const plain = points.replaceAll(".", "") + text.slice(points.length);
    return plain.replace(DECIMAL_COMMA, "$1.$2");
  }
  const [grouped] = GROUPED_BY_COMMAS.exec(text) ?? [];
  if (grouped !== undefined) {
    const plain = grouped.replaceAll(",", "");
    const isSure =
      isWhole || comma === "thousands" || text[grouped.length] === "." || grouped.split(",").length > 2;
    if (!isSure) return { problem: MESSAGES.ambiguousComma(plain, grouped.replace(",", ".")) };
    return plain + text.slice(grouped.length);
  }
  return comma === "thousands" ? text : text.replace(DECIMAL_COMMA, "$1.$2");
}

/** Tells whether two texts are the same unit, however its letters are written. */
export const isSameUnit = (left: string, right: string): boolean => plainUnit(left) === plainUnit(right);

/** Greek and other letters in the form that they are compared in. */
const plainUnit = (text: string): string =>
  text
    .replace(/[\s×]/g, "")
    .replace(/[µμ]/g, "u")
    .replace(/[ΩΩ]|ohms?/gi, "Ohm")
    .replaceAll("²", "2")
    .replaceAll("³", "3")
    .replaceAll("^", "")
    .replaceAll("°", "deg");

/**
 * Returns the powers of ten by which a number with this suffix is shifted to be in the shown unit; null: the suffix
 * means nothing here. For lengths 2m is two millimetres, as 2u is two micrometres, and "2 m" two metres: a space
 * stands before a unit.
 */
function findShift(suffix: string, { text, unit, shift }: ShownUnit): number | null {
  if (suffix === "") return 0;
  const typed = plainUnit(suffix);
  const base = plainUnit(`${unit.symbol}${unit.rest}`);
  if (suffix !== "m") {
    if (typed === plainUnit(text)) return 0;
    if (typed === base) return -shift;
  }
  if (typed === "%" && base === "") return -2;
  if (typed === "R" && (base === "" || base === "Ohm")) return -shift;
  const letter = EXPONENT_BY_LETTER[typed];
  if (letter !== undefined) return letter * unit.power - shift;
  if (unit.prefix === null || !typed.endsWith(base)) return null;
  const prefix = EXPONENT_BY_LETTER[typed.slice(0, -base.length)];
  return prefix === undefined ? null : prefix * unit.power - shift;
}

function markedValue(text: string, shown: ShownUnit): number | null {
  const [, integerDigits, letter = "", fraction, unit = ""] = LETTER_AS_POINT.exec(text) ?? [];
  if (integerDigits === undefined) return null;
  const prefix = letter === "R" ? 0 : EXPONENT_BY_LETTER[letter];
  const isOwn = unit === "" || plainUnit(unit) === plainUnit(`${shown.unit.symbol}${shown.unit.rest}`);
  if (prefix === undefined || !isOwn) return null;
  return Number(`${integerDigits}.${fraction}e${prefix * shown.unit.power - shown.shift}`);
}
