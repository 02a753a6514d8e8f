/** Coefficients of determination as percentages: the closer to 100%, the more digits. */
import { decimalText } from "../number-text.ts";

/** Digits of what is missing to 100% that are worth showing. */
const MISSING_DIGITS = 2;
const MAX_DECIMALS = 6;
/**
 * The share of the last shown digit that is added before cutting: 0.979 is a little less than that in binary, and
 * 97.9% all the same.
 */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * A coefficient of determination as a percentage. Near 100% it has more decimals, so that 99.95% and 99.995% do not
 * both read 100%; it never rounds up to 100%.
 */
export function formatAccuracy(coefficient: number): string {
  const percentage = coefficient * 100;
  if (percentage === 100) return "100%";
  const missing = Math.abs(100 - percentage);
  const decimals = Math.min(
    MAX_DECIMALS,
    Math.max(1, MISSING_DIGITS - 1 - Math.floor(Math.log10(missing) + 1e-9)),
  );
  const cut = 10 ** decimals;
  return `${decimalText(Math.floor(percentage * cut + ROUNDING_TOLERANCE) / cut, decimals)}%`;
}

/** A tick of an axis of accuracies: `99.9%` where 0.001 is missing. @param digits of what is missing */
export function accuracyTickText(missing: number, digits: number): string {
  const decimals = Math.max(0, digits - 3 - Math.floor(Math.log10(missing) + 1e-9));
  return `${decimalText(100 * (1 - missing), decimals)}%`;
}
