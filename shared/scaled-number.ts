/** A decimal number, and what is written behind it: a unit, or a letter for a power of ten. */
const NUMBER_WITH_SUFFIX = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?([a-z%_µμ]*)$/i;

/**
 * The number that a text says.
 * @param shiftOf the power of ten that the letters behind it stand for ("" where there are none); null: they stand for none
 * @returns null when it is not a number
 */
export function scaledNumber(text: string, shiftOf: (letters: string) => number | null): number | null {
  const [, digits, exponent = "0", letters = ""] =
    NUMBER_WITH_SUFFIX.exec(text.trim().replace("−", "-")) ?? [];
  const shift = digits === undefined ? null : shiftOf(letters);
  if (shift === null) return null;
  // By shifting the decimal exponent: 10u is 1e-5 to the last bit.
  const value = Number(`${digits}e${Number(exponent) + shift}`);
  return Number.isFinite(value) ? value : null;
}
