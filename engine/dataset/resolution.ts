/** The resolution of a column: a simulator prints so many digits, and what it leaves out is noise to an emulator. */
import { decimalText, roundTo } from "@understudy/shared/number-text.ts";
import { spreadOf } from "./scaling.ts";

const MAX_DIGITS = 12;
/** No more values than these are looked at. */
const ENOUGH_VALUES = 500;
/** Rounding by more than this share of the column's deviation is no matter of printing: the values are counts or levels. */
const MAX_SHARE = 1e-4;

/** Returns half a unit of the last digit of a value. */
export type Rounding = (value: number) => number;

/**
 * The largest error that rounding has left in each value of a column, whose values have so many decimals, or so many significant
 * digits; 0 where they are written to the last bit.
 * @param values finite, in any order
 */
export function measureRounding(values: Float64Array): Rounding {
  const step = Math.max(1, Math.ceil(values.length / ENOUGH_VALUES));
  const some = values.filter((_, at) => at % step === 0);
  const decimals = fewestDigits(some, (value, digits) => Number(decimalText(value, digits)));
  const digits = fewestDigits(some, roundTo);
  const most = MAX_SHARE * spreadOf(some).deviation;
  return (value) => {
    const byDecimals = decimals === null ? 0 : 0.5 * 10 ** -decimals;
    const magnitude = value === 0 ? 0 : 10 ** Math.floor(Math.log10(Math.abs(value)));
    const byDigits = digits === null ? 0 : 0.5 * magnitude * 10 ** (1 - digits);
    return Math.min(most, Math.max(byDecimals, byDigits));
  };
}

/** The fewest digits that all values are unchanged with; null: they have more than are looked for. */
function fewestDigits(values: Float64Array, round: (value: number, digits: number) => number): number | null {
  let digits = 1;
  for (const value of values) {
    while (digits <= MAX_DIGITS && round(value, digits) !== value) digits += 1;
  }
  return digits > MAX_DIGITS ? null : digits;
}
