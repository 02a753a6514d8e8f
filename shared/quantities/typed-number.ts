/** Numbers as people type them: `40u`, `4k7`, `1e-6`, `1,5`, `2.2 pF`. */
import { MESSAGES } from "../messages.ts";
import { NO_UNIT, type ShownUnit } from "./shown-unit.ts";
import { PREFIXES } from "./unit.ts";

/** M is mega and m is milli, as in SI; SPICE's meg is mega too. */
const LETTERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    PREFIXES.flatMap(([exponent, letter]) => (letter === "" ? [] : [[letter, exponent]])),
  ),
  u: -6,
  K: 3,
  meg: 6,
  Meg: 6,
  MEG: 6,
  g: 9,
  t: 12,
};

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?(\s*[^\s\d.,+-].*)?$/iu;
/** As resistors are marked: the letter stands for the point. */
const MARKED = /^([+-]?\d+)([fpnuµμmkKMGTR])(\d+)\s*(\D.*)?$/u;

const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?=\.|[^\d,.]|$)/u;
const DECIMAL_COMMA = /^([+-]?\d*),(\d+)(?![\d.,])/u;

export type TypedNumber = { readonly value: number } | { readonly problem: string };

type Options = {
  /** What a plain number is in. With a prefix or a unit it is converted to that. */
  readonly shown?: ShownUnit;
  /** Only whole numbers will do: `1,500` is then fifteen hundred. */
  readonly isWhole?: boolean;
};

/** The number that a text says, in the shown unit; or what is wrong with it. */
export function readNumber(text: string, { shown = NO_UNIT, isWhole = false }: Options = {}): TypedNumber {
  const dotted = withPoint(text.trim().replace("−", "-"), isWhole);
  if (typeof dotted !== "string") return dotted;
  const [, digits, exponent = "0", suffix = ""] = NUMBER.exec(dotted) ?? [];
  const shift = digits === undefined ? null : shiftOf(suffix, shown);
  const found = shift === null ? markedValue(dotted, shown) : Number(`${digits}e${Number(exponent) + shift}`);
  if (found === null || !Number.isFinite(found)) return { problem: MESSAGES.invalidNumber };
  return isWhole && !Number.isInteger(found) ? { problem: MESSAGES.wholeNumber } : { value: found };
}

/** As `readNumber`. @returns null when it is not one */
export function typedNumber(text: string, options?: Options): number | null {
  const read = readNumber(text, options);
  return "value" in read ? read.value : null;
}

/** A decimal comma as a point, and separators of thousands left out. `1,500` may be either: it is refused. */
function withPoint(text: string, isWhole: boolean): string | { problem: string } {
  const [grouped] = GROUPED.exec(text) ?? [];
  if (grouped !== undefined) {
    const plain = grouped.replaceAll(",", "");
    const isSure = isWhole || text[grouped.length] === "." || grouped.split(",").length > 2;
    if (!isSure) return { problem: MESSAGES.ambiguousComma(plain, grouped.replace(",", ".")) };
    return plain + text.slice(grouped.length);
  }
  return text.replace(DECIMAL_COMMA, "$1.$2");
}

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
 * By how many powers of ten a number with this behind it is shifted to be in the shown unit; null: it means nothing here.
 * Of lengths 2m is two millimetres, as 2u is two micrometres, and "2 m" two metres: a space stands before a unit.
 */
function shiftOf(suffix: string, { text, unit, shift }: ShownUnit): number | null {
  if (suffix === "") return 0;
  const typed = plainUnit(suffix);
  const base = plainUnit(`${unit.symbol}${unit.rest}`);
  if (suffix !== "m") {
    if (typed === plainUnit(text)) return 0;
    if (typed === base) return -shift;
  }
  const letter = LETTERS[typed];
  if (letter !== undefined) return letter * unit.power - shift;
  if (unit.prefix === null || !typed.endsWith(base)) return null;
  const prefix = LETTERS[typed.slice(0, -base.length)];
  return prefix === undefined ? null : prefix * unit.power - shift;
}

function markedValue(text: string, shown: ShownUnit): number | null {
  const [, whole, letter = "", fraction, unit = ""] = MARKED.exec(text) ?? [];
  if (whole === undefined) return null;
  const prefix = letter === "R" ? 0 : LETTERS[letter];
  const isOwn = unit === "" || plainUnit(unit) === plainUnit(`${shown.unit.symbol}${shown.unit.rest}`);
  if (prefix === undefined || !isOwn) return null;
  return Number(`${whole}.${fraction}e${prefix * shown.unit.power - shown.shift}`);
}
