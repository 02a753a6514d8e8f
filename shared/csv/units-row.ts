/** A row of units below the header: `Ohm,F,degC`. */
import { isUnit } from "../quantities/known-units.ts";
import { typedNumber } from "../quantities/typed-number.ts";
import { classify } from "./cells.ts";

/** Cells that say that a column has no unit. */
const WITHOUT_UNIT = /^(|-|–|—|1|none|n\/?a|unitless|\[-\]|\(-\)|\[\])$/i;

/**
 * The units of a row directly below the header, one a column, "" for none; null where it is a row of the table.
 * @param cells of the row @param next those of the row below it, which holds values wherever the first names a unit
 */
export function unitsOfRow(cells: readonly string[], next: readonly string[] | null): string[] | null {
  if (next === null || cells.length !== next.length) return null;
  const units = cells.map((cell) => withoutBrackets(cell.trim()));
  const isUnits = cells.every((cell, i) => {
    if (WITHOUT_UNIT.test(cell.trim())) return true;
    return isUnit(units[i] ?? "") && holdsValue(next[i] ?? "");
  });
  const hasUnit = units.some((unit) => isUnit(unit));
  // A row of ones and empty cells is a row of values.
  return isUnits && hasUnit ? units.map((unit) => (isUnit(unit) ? unit : "")) : null;
}

/** @param row where it stands, as in a spreadsheet */
export const unitsNote = (row: number, cells: readonly string[]): string =>
  `Row ${row} holds units: ${cells.map((cell) => cell.trim() || "none").join(", ")}.`;

const withoutBrackets = (text: string): string => /^[[(](.*)[\])]$/.exec(text)?.[1]?.trim() ?? text;

const holdsValue = (cell: string): boolean => typedNumber(cell) !== null || classify(cell) !== "text";
