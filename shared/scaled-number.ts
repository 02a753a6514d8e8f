/** A decimal number, and what is written behind it: a unit, or a letter for a power of ten. */
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?([a-z%_µμ]*)$/i;

/**
 * The number that a text says.
 * @param shiftOf the power of ten that the letters behind it stand for ("" where there are none); null: they stand for none
 * @returns null when it is not a number
 */
export function scaledNumber(text: string, shiftOf: (letters: string) => number | null): number | null {
  const [, digits, exponent = "0", letters = ""] = NUMBER.exec(text.trim().replace("−", "-")) ?? [];
  const shift = digits === undefined ? null : shiftOf(letters);
  if (shift === null) return null;
  // By shifting the decimal exponent: 10u is 1e-5 to the last bit.
  const value = Number(`${digits}e${Number(exponent) + shift}`);
  return Number.isFinite(value) ? value : null;
}

/** A decimal number as text, with or without exponent. @returns null when it is not a number */
export const plainNumber = (text: string): number | null =>
  scaledNumber(text, (letters) => (letters === "" ? 0 : null));

/** As people write them; a lone M would be milli to one simulator and mega to a reader, so it is none. */
const ENGINEERING: Readonly<Record<string, number>> = {
  "": 0,
  f: -15,
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  μ: -6,
  m: -3,
  k: 3,
  K: 3,
  meg: 6,
  Meg: 6,
  MEG: 6,
  g: 9,
  G: 9,
  t: 12,
  T: 12,
};

/** A number in any notation, `20u`, `2 p` and `1.5meg` included. @returns null when it is not a number */
export const engineeringNumber = (text: string): number | null =>
  scaledNumber(text.replace(/(?<=[\d.])\s+(?=[a-zµμ]+\s*$)/i, ""), (letters) => ENGINEERING[letters] ?? null);
