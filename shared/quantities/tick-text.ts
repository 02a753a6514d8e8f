/** The numbers along axes, colour bars and parallel axes: short, with the prefix alone, for the unit stands in the title. */
import { exactText, roundTo } from "../number-text.ts";
import { parseUnit, prefixText } from "./unit.ts";

/** Digits that a tick has at most where fewer tell it apart from its neighbours. */
const MAX_SHORT_DIGITS = 5;
/** Between these the largest tick needs no prefix and no power of ten. */
const PLAIN_RANGE = { prefix: [1e-2, 1e4], power: [1e-3, 1e6] } as const;

/** Numbers in Hz may have a prefix of their own, as 10k; numbers in kHz or dB may not. */
function takesPrefix(unit: string): boolean {
  const { prefix, power } = parseUnit(unit);
  return prefix === 0 && power === 1;
}

/** The power of a thousand of a number: 3 of 25000. */
const thousands = (value: number): number => 3 * Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9);

/** The letter of the prefix, or the power of ten where the unit takes none or there is none so large. */
const formatSuffix = (exponent: number, unit: string): string =>
  exponent === 0 ? "" : ((takesPrefix(unit) ? prefixText(exponent) : undefined) ?? `e${exponent}`);

/** The number in thousands of that power, without the last bits of the division. */
const formatScaled = (value: number, exponent: number, digits: number): string =>
  exactText(roundTo(value / 10 ** exponent, digits));

/**
 * Ticks of a linear axis, with one prefix or power of ten for all: `0`, `5k`, `10k`.
 * @param values ascending, equally far apart
 */
export function linearTickTexts(values: readonly number[], unit: string): string[] {
  const size = Math.max(...values.map(Math.abs), 0);
  const [least, most] = PLAIN_RANGE[takesPrefix(unit) ? "prefix" : "power"];
  const exponent = size === 0 || (size >= least && size < most) ? 0 : thousands(size);
  const suffix = formatSuffix(exponent, unit);
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0));
  // A narrow stretch far from zero needs more digits to tell its ticks apart.
  const digits = Math.min(15, Math.max(MAX_SHORT_DIGITS, Math.ceil(Math.log10(size / step || 1)) + 1));
  return values.map((value) => {
    const number = formatScaled(value, exponent, digits);
    return Number(number) === 0 ? "0" : `${number}${suffix}`;
  });
}

/** A tick of a logarithmic axis, which has a prefix or a power of ten of its own: `100m`, `1`, `10k`. */
export function logTickText(value: number, unit: string): string {
  const [least, most] = PLAIN_RANGE.power;
  const exponent = takesPrefix(unit) || value < least || value >= most ? thousands(value) : 0;
  return `${formatScaled(value, exponent, MAX_SHORT_DIGITS)}${formatSuffix(exponent, unit)}`;
}
