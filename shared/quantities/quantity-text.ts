/**
 * Numbers with units as engineers write them: five significant digits, and a prefix together with its unit. Either each value carries
 * both (`51.280 µm`), or the title of its column does, and the values are plain numbers.
 */
import { SIGNIFICANT_FIGURES } from "../limits.ts";
import { exactText, roundTo } from "../number-text.ts";
import { type Digits, NO_UNIT, type ShownUnit } from "./shown-unit.ts";
import { parseUnit, takesLargePrefix, UNIT_PREFIXES } from "./unit.ts";

/** The digits of a number and its power of ten: `["5.1276", -5]`. */
function parts(value: number): [digits: string, exponent: number] {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return [digits, Number(exponent)];
}

/** The exponent as a multiple of three, so that one to three digits stand before the point. */
const thousands = (exponent: number): number => Math.floor(exponent / 3) * 3;

/** Writes a number without a power of ten. @param value rounded to five significant digits */
function decimals(value: number, digits: Digits): string {
  if (digits === "short" || value === 0) return String(value);
  const [, exponent] = parts(value);
  return value.toFixed(Math.max(0, SIGNIFICANT_FIGURES - 1 - exponent));
}

/** A number without a prefix: powers of a thousand stand only where digits would not fit. */
function plainText(value: number, digits: Digits): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = roundTo(value, SIGNIFICANT_FIGURES);
  const size = Math.abs(rounded);
  if (size === 0 || (size >= 1e-4 && size < 1e7)) return decimals(rounded, digits);
  const [mantissa, exponent] = parts(rounded);
  const shown = thousands(exponent);
  return `${decimals(Number(`${mantissa}e${exponent - shown}`), digits)}e${shown}`;
}

/** Shown values that need no other prefix than that of the shown unit; whole numbers without a unit are written out further. */
const PLAIN_RANGE = { unit: [1e-3, 1e4], none: [1e-3, 1e5], count: [1, 1e7] } as const;

const chooseDigits = (shown: ShownUnit, digits: Digits): Digits =>
  shown.digits === "short" ? "short" : digits;

/**
 * A number and the unit that it is in: that which is shown, or one with a prefix that is easier to read.
 * @param plainFrom the smallest shown value that needs no other prefix; null for the usual one
 */
function numberAndUnit(
  value: number,
  shown: ShownUnit,
  digits: Digits,
  plainFrom: number | null = null,
): [number: string, unit: string] {
  const { symbol, rest, power, prefix } = shown.unit;
  const shownDigits = chooseDigits(shown, digits);
  const isBare = shown.text === "" && prefix === 0;
  const isCount = isBare && shownDigits === "short" && Number.isInteger(value);
  const [least, most] = PLAIN_RANGE[isCount ? "count" : isBare ? "none" : "unit"];
  const rounded = roundTo(value, SIGNIFICANT_FIGURES);
  const size = Math.abs(rounded);
  const isPlain = size === 0 || (size >= (plainFrom ?? least) && size < most);
  if (isCount && isPlain) return [String(value), ""];
  if (prefix === null || isPlain || !Number.isFinite(value))
    return [plainText(value, shownDigits), shown.text];
  const [mantissa, exponent] = parts(rounded);
  const total = exponent + shown.shift;
  const nearest = UNIT_PREFIXES.findLast(
    ([prefixPower]) => prefixPower * power <= total && (prefixPower <= 0 || takesLargePrefix(shown.unit)),
  );
  // Beyond the last prefix.
  if (nearest === undefined || total - nearest[0] * power >= 3 * power)
    return [plainText(value, shownDigits), shown.text];
  const number = Number(`${mantissa}e${total - nearest[0] * power}`);
  return [decimals(number, shownDigits), `${nearest[1]}${symbol}${rest}`];
}

const joined = ([number, unit]: readonly [string, string]): string => {
  if (unit === "") return number;
  return unit.startsWith("10") ? `${number} × ${unit}` : `${number} ${unit}`;
};

/** A number without a unit: `0.50000`, `12.346 µ`. */
export const formatValue = (value: number, digits: Digits = "fixed"): string =>
  fullText(value, NO_UNIT, digits);

/** A shown value with its unit, where nothing else says it: `2.2000 pF`, `51.276 µm`, `3.0000 × 10⁻³ dB`. */
export const fullText = (value: number, shown: ShownUnit, digits: Digits = "fixed"): string =>
  joined(numberAndUnit(value, shown, digits));

/** A shown value under the title of its column (`columnTitle`): a number in the unit of the title, or with a unit of its own. */
export function quantityText(value: number, shown: ShownUnit, digits: Digits = "fixed"): string {
  const isAtValue = shown.isAtValue || shown.text === "";
  return isAtValue ? fullText(value, shown, digits) : plainText(value, chooseDigits(shown, digits));
}

/** The unit in the title of a column: "" where each value carries its own. */
export const titleUnit = ({ text, isAtValue }: ShownUnit): string => (isAtValue ? "" : text);

/** The title of a column of values: `C1 (pF)`. */
export const columnTitle = (name: string, shown: ShownUnit): string => nameWithUnit(name, titleUnit(shown));

/** A name with the unit that its numbers are in, of an axis or a column of a file: `C1 (pF)`. @param unit "" for none */
export const nameWithUnit = (name: string, unit: string): string =>
  unit === "" ? name : `${name} (${unit})`;

/** Two shown values with their unit: `0.1 to 4 pF`, or each with its own where they differ: `2 f to 3 m`, never `2 f to 0.003`. */
export function rangeText(low: number, high: number, shown: ShownUnit, digits: Digits = "short"): string {
  const hasPrefix = [low, high].some((value) => numberAndUnit(value, shown, digits)[1] !== "");
  const plainFrom = shown.text === "" && hasPrefix ? 1 : null;
  const [number, unit] = numberAndUnit(low, shown, digits, plainFrom);
  const end = numberAndUnit(high, shown, digits, plainFrom);
  const isCommon = low === 0 || unit === end[1];
  return `${isCommon ? number : joined([number, unit])} to ${joined(end)}`;
}

/** All digits of a number with its unit, as the text of a box with no unit beside it: `20 µm`, `0.05 V`, `27 °C`, `1.5 M`. */
export function exactQuantityText(value: number, unit: string): string {
  const { prefix, power } = parseUnit(unit);
  if (prefix !== 0 || power !== 1) return joined([exactText(value), unit.trim()]);
  return joined(exactNumberAndUnit(value, unit.trim()));
}

function exactNumberAndUnit(value: number, unit: string): [number: string, unit: string] {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e5)) return [String(value), unit];
  const [digits, exponent] = parts(value);
  const letter = UNIT_PREFIXES.find(([prefixPower]) => prefixPower === thousands(exponent))?.[1];
  if (letter === undefined) return [exactText(value), unit];
  const [integerDigits = "", fraction = ""] = digits.split(".");
  const moved = exponent - thousands(exponent);
  const shownInteger = `${integerDigits}${fraction.slice(0, moved).padEnd(moved, "0")}`;
  const shownFraction = fraction.slice(moved);
  return [`${shownInteger}${shownFraction === "" ? "" : `.${shownFraction}`}`, `${letter}${unit}`];
}
