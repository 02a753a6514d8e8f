/** Numbers as engineers write them. */
import { SIGNIFICANT_FIGURES } from "../limits.ts";
import { exactText } from "../number-text.ts";
import type { ShownUnit } from "./shown-unit.ts";
import { PREFIXES, parseUnit, takesLargePrefix } from "./unit.ts";

/** The digits of a number and its power of ten: `["5.1276", -5]`. */
function parts(value: number): [digits: string, exponent: number] {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return [digits, Number(exponent)];
}

/** A multiple of three, so that one to three digits stand before the point. */
const thousands = (exponent: number): number => Math.floor(exponent / 3) * 3;

/** A number as people read it: 5 significant figures, powers of a thousand only where digits would not fit. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  const short = Number(value.toPrecision(SIGNIFICANT_FIGURES));
  if (size >= 1e-4 && size < 1e7) return String(short);
  const [digits, exponent] = parts(short);
  const shown = thousands(exponent);
  return `${Number(`${digits}e${exponent - shown}`)}e${shown}`;
}

/** Shown values that need no other prefix than that of the shown unit. */
const PLAIN = [1e-3, 1e4] as const;

/** A number and the unit that it is in: that which is shown, or one with a prefix that is easier to read. */
function numberAndUnit(value: number, shown: ShownUnit): [number: string, unit: string] {
  const short = Number(value.toPrecision(SIGNIFICANT_FIGURES));
  const size = Math.abs(short);
  const { symbol, rest, power, prefix } = shown.unit;
  const asShown: [string, string] = [formatValue(value), shown.text];
  const isPlain = size === 0 || (size >= PLAIN[0] && size < PLAIN[1]);
  if (prefix === null || isPlain || !Number.isFinite(value)) return asShown;
  const [digits, exponent] = parts(short);
  const total = exponent + shown.shift;
  const found = PREFIXES.findLast(
    ([one]) => one * power <= total && (one <= 0 || takesLargePrefix(shown.unit)),
  );
  // Beyond the last prefix.
  if (found === undefined || total - found[0] * power >= 3 * power) return asShown;
  return [String(Number(`${digits}e${total - found[0] * power}`)), `${found[1]}${symbol}${rest}`];
}

/**
 * A shown value as the text of a cell or a box whose unit stands elsewhere: 5 significant figures. Where another prefix is easier
 * to read, it carries a unit of its own: `51.276 µm`.
 */
export function quantityText(value: number, shown: ShownUnit): string {
  const [number, unit] = numberAndUnit(value, shown);
  return unit === shown.text ? number : `${number} ${unit}`;
}

/** A shown value with its unit, where nothing else says it: `2.2 pF`, `51.276 µm`, `3 × 10⁻³ dB`. */
export function fullText(value: number, shown: ShownUnit): string {
  const [number, unit] = numberAndUnit(value, shown);
  if (unit === "") return number;
  return unit.startsWith("10") ? `${number} × ${unit}` : `${number} ${unit}`;
}

/**
 * All digits of a number in a unit, as the text of a box beside that unit: with a prefix's letter where the unit takes one and
 * that is shorter: `20u`, `1.5M`, `0.05`.
 */
export function boxText(value: number, unit: string): string {
  const { prefix, power } = parseUnit(unit);
  return prefix === 0 && power === 1 ? engineeringText(value) : exactText(value);
}

function engineeringText(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e5)) return String(value);
  const [digits, exponent] = parts(value);
  const letter = PREFIXES.find(([one]) => one === thousands(exponent))?.[1];
  if (letter === undefined) return exactText(value);
  const [whole = "", fraction = ""] = digits.split(".");
  const moved = exponent - thousands(exponent);
  const before = `${whole}${fraction.slice(0, moved).padEnd(moved, "0")}`;
  const after = fraction.slice(moved);
  return `${before}${after === "" ? "" : `.${after}`}${letter.replace("µ", "u")}`;
}

/** A name with the unit that its values are in: `C1 (pF)`. @param unit "" for none */
export const nameWithUnit = (name: string, unit: string): string =>
  unit === "" ? name : `${name} (${unit})`;

/** Two shown values with their unit: `0.1 – 4 pF`, or each with its own where they differ. */
export function rangeText(low: number, high: number, shown: ShownUnit): string {
  const [number, unit] = numberAndUnit(low, shown);
  const isCommon = low === 0 || unit === numberAndUnit(high, shown)[1];
  return `${isCommon ? number : fullText(low, shown)} – ${fullText(high, shown)}`;
}
