/** The unit that values are shown in: that of a column with its multiplier, as F with 1e-12 is pF. */
import type { InputDefinition } from "../domain/variable.ts";
import { MULTIPLIERS } from "../limits.ts";
import { type Look, parseUnit, prefixText, type Ranged, takesLargePrefix, type Unit } from "./unit.ts";

export type ShownUnit = {
  /** The text of the unit beside a number: `pF`, `10⁻³ dB`; "" for none. */
  readonly text: string;
  /** Stored value / multiplier = shown value. */
  readonly multiplier: number;
  readonly unit: Unit;
  /** The power of ten of the shown unit, in `unit` without a prefix. */
  readonly shift: number;
  /** No prefix suits all values of the column: each has a prefix and the unit of its own, and the column's title has none. */
  readonly isAtValue: boolean;
  readonly digits: Digits;
};

/**
 * Results are "fixed": with the zeros at their end, so that two of them compare digit by digit (`15.300`, `15.307`). Limits, settings,
 * whole numbers and marks of axes are "short": `15.3`.
 */
export type Digits = "fixed" | "short";

const SUPERSCRIPT_BY_CHARACTER: Readonly<Record<string, string>> = {
  "-": "⁻",
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((digit, index) => [String(index), digit])),
};
const powerOfTen = (exponent: number): string =>
  `10${[...String(exponent)].map((letter) => SUPERSCRIPT_BY_CHARACTER[letter]).join("")}`;

/**
 * The unit of a column with the multiplier that it has. A unit that names the multiplier's prefix already (pF with 1e-12) stays
 * as it is; where there is no prefix the power of ten is written: `10⁻³ dB`.
 */
export function chosenUnit({ unit: text, multiplier }: Look): ShownUnit {
  const unit = parseUnit(text);
  const { symbol, rest, power, prefix } = unit;
  const exponent = Math.round(Math.log10(multiplier));
  const unitExponent = (prefix ?? 0) * power;
  const common = { multiplier, unit, isAtValue: false, digits: "fixed" } as const;
  if (exponent === 0 || (unitExponent !== 0 && unitExponent === exponent))
    return { ...common, text: text.trim(), shift: unitExponent };
  const shift = unitExponent + exponent;
  const letter = prefix === null ? undefined : prefixText(shift / power);
  const shown = letter === undefined ? `${powerOfTen(exponent)} ${text}` : `${letter}${symbol}${rest}`;
  return { ...common, text: shown.trim(), shift };
}

/** A shown value as it is stored. */
export const storedValue = (value: number, { multiplier }: Pick<ShownUnit, "multiplier">): number =>
  shifted(value, Math.round(Math.log10(multiplier)));

/** A stored value as it is shown, to the last digit, as a file holds it. */
export const exactShownValue = (value: number, { multiplier }: Pick<ShownUnit, "multiplier">): number =>
  shifted(value, -Math.round(Math.log10(multiplier)));

/** Shifts a value by its decimal exponent: 2.2 pF is 2.2e-12 F to the last bit, which 2.2 * 1e-12 is not. */
function shifted(value: number, by: number): number {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return Number(`${digits}e${Number(exponent) + by}`);
}

/** A unit as it is written, without a multiplier. */
export const writtenUnit = (unit: string): ShownUnit => chosenUnit({ unit, multiplier: 1 });
export const NO_UNIT: ShownUnit = writtenUnit("");

/** Unit and multiplier are for numbers on a scale; categories, numbers among them, are shown as they are. */
export const isScaled = ({ values }: Pick<Ranged, "values">): boolean => values == null;

/** A column with its range, as far as it is known, and whether its values are whole. */
export type ShownColumn = Ranged & Partial<Pick<InputDefinition, "is_integer" | "unique_values">>;

/**
 * The unit that the pages show a column in: as chosen, and where no multiplier was, with the prefix that its range asks for. Where no
 * prefix suits the whole range, or the range is not known, each value has its own.
 */
export function shownUnit(column: ShownColumn): ShownUnit {
  if (!isScaled(column)) return { ...NO_UNIT, digits: "short" };
  const { unit, multiplier } = column;
  if (multiplier !== 1) return chosenUnit(column);
  const isWhole = column.is_integer === true || column.unique_values?.every(Number.isInteger) === true;
  const digits = isWhole ? "short" : "fixed";
  const suggested = unit.trim() === "" ? null : suggestedMultiplier(column);
  if (suggested !== null) return chosenUnit({ unit, multiplier: suggested });
  return { ...writtenUnit(unit), digits, isAtValue: hasNoCommonPrefix(column) };
}

/** Shown values that are easy to read, by whether there is a unit for a prefix: mV say more than 10⁻³. */
const READABLE_RANGES = { unit: [0.1, 1e3], none: [1e-3, 1e6] } as const;
/** A range over more than this (a frequency sweep) has no prefix that suits both its ends. */
const MAX_RATIO = 1e4;

function isWide(min: number, max: number): boolean {
  const magnitudes = [Math.abs(min), Math.abs(max)];
  return min * max > 0 && Math.max(...magnitudes) / Math.min(...magnitudes) > MAX_RATIO;
}

/** Values need prefixes of their own where their range is very wide or not known, or where there is no unit to carry one. */
function hasNoCommonPrefix({ unit, min, max }: Pick<Ranged, "unit" | "min" | "max">): boolean {
  if (parseUnit(unit).prefix === null) return false;
  return unit.trim() === "" || min === null || max === null || isWide(min, max);
}

/**
 * The multiplier with which the values of a column are easiest to read: 1e-12 for 1e-13 to 4e-12 F. Null where the present one
 * suits, or none would help: categories, a unit without prefixes or with one of its own, an unknown or very wide range.
 */
export function suggestedMultiplier({ unit: text, multiplier, min, max, values }: Ranged): number | null {
  if (values != null || min === null || max === null) return null;
  const unit = parseUnit(text);
  const { prefix, power } = unit;
  const isBare = text.trim() === "";
  if (!isBare && prefix !== 0) return null;
  const size = Math.max(Math.abs(min), Math.abs(max));
  const [low, high] = isBare ? READABLE_RANGES.none : READABLE_RANGES.unit;
  const shown = size / multiplier;
  if (size === 0 || isWide(min, max) || (shown >= low && shown < high)) return null;
  const step = 3 * power;
  const candidates = MULTIPLIERS.filter((candidate) => Math.round(Math.log10(candidate)) % step === 0);
  const suggestion = candidates.find((candidate) => candidate <= size) ?? candidates.at(-1);
  if (suggestion === undefined || suggestion === multiplier || (suggestion > 1 && !takesLargePrefix(unit)))
    return null;
  return suggestion;
}
