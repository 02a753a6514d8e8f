/** The numbers along axes, colour bars and parallel axes: short, with the prefix alone, for the unit stands in the title. */
import { exactText, roundTo } from "./number-text.ts";
import { parseUnit, prefixText } from "./unit.ts";

/** Digits that a tick has at most where fewer tell it apart from its neighbours. */
const DIGITS = 5;
/** Between these the largest tick needs no prefix and no power of ten. */
const PLAIN = { prefix: [1e-2, 1e4], power: [1e-3, 1e6] } as const;

/** Whether numbers in this unit may have a prefix of their own: 10k of Hz, not of kHz or dB. */
function takesPrefix(unit: string): boolean {
  const { prefix, power } = parseUnit(unit);
  return prefix === 0 && power === 1;
}

/** The power of a thousand of a number: 3 of 25000. */
const thousands = (value: number): number => 3 * Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9);

/** The letter of the prefix, or the power of ten where the unit takes none or there is none so large. */
const suffixOf = (exponent: number, unit: string): string =>
  exponent === 0 ? "" : ((takesPrefix(unit) ? prefixText(exponent) : undefined) ?? `e${exponent}`);

/** The number in thousands of that power, without the last bits of the division. */
const scaled = (value: number, exponent: number, digits: number): string =>
  exactText(roundTo(value / 10 ** exponent, digits));

/**
 * Ticks of a linear axis, with one prefix or power of ten for all: `0`, `5k`, `10k`.
 * @param values ascending, equally far apart
 */
export function linearTickTexts(values: readonly number[], unit: string): string[] {
  const size = Math.max(...values.map(Math.abs), 0);
  const [least, most] = PLAIN[takesPrefix(unit) ? "prefix" : "power"];
  const exponent = size === 0 || (size >= least && size < most) ? 0 : thousands(size);
  const suffix = suffixOf(exponent, unit);
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0));
  // A narrow stretch far from zero needs more digits to tell its ticks apart.
  const digits = Math.min(15, Math.max(DIGITS, Math.ceil(Math.log10(size / step || 1)) + 1));
  return values.map((value) => {
    const number = scaled(value, exponent, digits);
    return Number(number) === 0 ? "0" : `${number}${suffix}`;
  });
}

/** A tick of a logarithmic axis, which has a prefix or a power of ten of its own: `100m`, `1`, `10k`. */
export function logTickText(value: number, unit: string): string {
  const [least, most] = PLAIN.power;
  const exponent = takesPrefix(unit) || value < least || value >= most ? thousands(value) : 0;
  return `${scaled(value, exponent, DIGITS)}${suffixOf(exponent, unit)}`;
}
