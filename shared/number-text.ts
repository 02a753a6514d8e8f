/** Numbers as texts, for quantities/ and for messages. No other file calls `toFixed`, `toPrecision`, `toExponential` or `toLocaleString` for a text. */

/** The number rounded to so many significant digits. */
export const roundTo = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** All digits of a number, with an exponent where that is shorter to read: `2e-5`, `0.05`, `1.5e6`. */
export function exactText(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? powerText(value) : String(value);
}

/** All digits of a number with its power of ten: `1e-9`, `1.5e6`. */
export const powerText = (value: number): string => value.toExponential().replace("e+", "e");

/** Writes a number with so many digits behind the point: `97.30`. */
export const decimalText = (value: number, decimals: number): string => value.toFixed(decimals);

/** Writes a number with so many significant digits, zeros among them: `0.12`, `3.0`. */
export const significantText = (value: number, digits: number): string => value.toPrecision(digits);

/** A whole number, its thousands separated: `31,993`. */
export const countText = (count: number): string => count.toLocaleString("en");

/** A share as a percentage with so many significant digits and no zeros at its end: `12.4%`, `0.031%`, `100%`. */
export const percentText = (share: number, digits = 3): string =>
  `${exactText(roundTo(100 * share, digits))}%`;

/** A share as a percentage with so many digits behind the point: shares in a column, digit below digit. */
export const fixedPercentText = (share: number, decimals = 1): string =>
  `${decimalText(100 * share, decimals)}%`;

/** A size in units of a thousand bytes: `64 KB`, `12.4 MB`, `1.5 GB`. */
export function bytesText(bytes: number): string {
  if (bytes >= 1e9) return `${decimalText(bytes / 1e9, 1)} GB`;
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${decimalText(bytes / 1e6, 1)} MB`;
}
