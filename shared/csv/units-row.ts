/** A row of units below the header: `Ohm,F,degC`. */
import { isUnit } from "../quantities/known-units.ts";
import { isSameUnit, typedNumber } from "../quantities/typed-number.ts";
import { parseUnit } from "../quantities/unit.ts";
import { classify } from "./cells.ts";
import { quoted } from "./problems.ts";

/** Some fields have units of their own: at least this share of a row of units must be known. */
const MIN_KNOWN_SHARE = 0.5;
const MAX_UNIT_LENGTH = 12;
/** The row may be a comment: `# Ohm,F,degC`. */
const COMMENT_MARK = /^\s*[#%*]+\s*/;
/** Cells that say that a column has no unit. */
const WITHOUT_UNIT = /^(|-|–|—|1|none|n\/?a|unitless|\[-\]|\(-\)|\[\])$/i;

/**
 * The units of a row directly below the header, one a column, "" for none; null where it is a row of the table.
 * @param cells of the row @param next those of the row below it, which holds values wherever the first names a unit
 */
export function unitsOfRow(cells: readonly string[], next: readonly string[] | null): string[] | null {
  if (next === null || cells.length !== next.length) return null;
  const texts = cells.map((cell, i) => (i === 0 ? cell.replace(COMMENT_MARK, "") : cell).trim());
  const units = texts.map((text) => (WITHOUT_UNIT.test(text) ? "" : withoutBrackets(text)));
  const named = units.filter((unit) => unit !== "");
  const knownCount = named.filter(isUnit).length;
  const standAboveValues = units.every(
    (unit, i) => unit === "" || (isUnitLike(unit) && holdsValue(next[i] ?? "")),
  );
  // A row of ones and empty cells is a row of values.
  return knownCount > 0 && knownCount >= MIN_KNOWN_SHARE * named.length && standAboveValues ? units : null;
}

const isUnitLike = (text: string): boolean =>
  isUnit(text) || (text.length <= MAX_UNIT_LENGTH && !/\d/.test(text));

/**
 * A clause that says that values in one unit cannot be added to those in another; null where they can.
 * @param unit of a column of the file, "" for none @param expected unit of the values that are there, "" for none
 * @param owner of these values: "the variable"
 */
export function unitMismatchText(unit: string, expected: string, owner: string): string | null {
  if (unit === "" || isSameUnit(unit, expected)) return null;
  const hasPrefix = (parseUnit(unit).prefix ?? 0) !== 0;
  if (expected === "" && !hasPrefix) return null;
  const ownersUnit = expected === "" ? `${owner} has none` : `that of ${owner} is ${quoted(expected)}`;
  return `the unit of this column is ${quoted(unit)}, but ${ownersUnit}`;
}

/** @param row where it stands, as in a spreadsheet */
export const unitsNote = (row: number, cells: readonly string[]): string =>
  `Row ${row} holds units: ${cells.map((cell) => cell.trim() || "none").join(", ")}.`;

const withoutBrackets = (text: string): string => /^[[(](.*)[\])]$/.exec(text)?.[1]?.trim() ?? text;

const holdsValue = (cell: string): boolean => typedNumber(cell) !== null || classify(cell) !== "text";
