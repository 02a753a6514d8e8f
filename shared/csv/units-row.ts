/** A row of units below the header: `Ohm,F,degC`. */
import { typedNumber } from "../quantities/typed-number.ts";
import { parseUnit } from "../quantities/unit.ts";
import { classify } from "./cells.ts";

/** Units that no prefix can stand before, as people write them. */
const FURTHER_UNITS = new Set(
  [
    "°C °F degC degF deg_C deg_F celsius fahrenheit deg ° degrees % percent ppm ppb dB dBm dBc dBV dBi dBW",
    "min h hr hrs hour hours d day days sec secs second seconds rpm turns counts LSB px um2 mil in inch ft lb psi atm mmHg",
    "Angstrom Å decade dec octave oct sqrt(Hz) √Hz rtHz a.u. arb.",
  ].flatMap((line) => line.split(" ")),
);
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

/** Whether a text is a unit: factors such as V, /us, *m^2 that are all known. */
function isUnit(text: string): boolean {
  if (text === "" || WITHOUT_UNIT.test(text)) return false;
  const factors = text.replace(/sqrt\(Hz\)|√Hz/g, "Hz").split(/[/*·⋅\s]+/);
  return factors.every((factor, i) => isFactor(factor) || (i === 0 && factor === "1"));
}

function isFactor(factor: string): boolean {
  const base = factor.replace(/\^?[-−⁻]?[\d¹²³⁴-⁹⁻]+$/u, "");
  if (base === "") return false;
  return FURTHER_UNITS.has(factor) || FURTHER_UNITS.has(base) || parseUnit(base).prefix !== null;
}
