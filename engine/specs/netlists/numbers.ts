/** Numbers with the scale factors of either dialect. */

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d{1,4}))?([A-Za-z%_]*)$/;

const SPICE: Readonly<Record<string, number>> = {
  t: 12,
  g: 9,
  k: 3,
  m: -3,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
  a: -18,
};

const SPECTRE: Readonly<Record<string, number>> = {
  Y: 24,
  Z: 21,
  P: 15,
  T: 12,
  G: 9,
  M: 6,
  K: 3,
  k: 3,
  _: 0,
  "%": -2,
  c: -2,
  m: -3,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
  a: -18,
  z: -21,
  y: -24,
};

/**
 * A number as SPICE reads it: letters count in either case, `meg` is a million and `m` a thousandth, and what follows is a
 * unit that means nothing (so 10F is 10 femto). `mil` is a thousandth of an inch where a device is given a value; a
 * parameter of ngspice 39 that is set to 1mil is 0.001, as here. Null for anything else.
 */
export function spiceNumber(text: string): number | null {
  const [, digits, exponent, letters = ""] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined || /[%_]/.test(letters)) return null;
  const suffix = letters.toLowerCase();
  if (suffix.startsWith("meg")) return scaled(digits, exponent, 6);
  return scaled(digits, exponent, SPICE[suffix.charAt(0)] ?? 0);
}

/** A number as Spectre reads it: M is a million and m a thousandth; a unit may follow a scale factor. */
export function spectreNumber(text: string): number | null {
  const [, digits, exponent, letters = ""] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  if (letters === "") return scaled(digits, exponent, 0);
  const scale = SPECTRE[letters.charAt(0)];
  return scale === undefined ? null : scaled(digits, exponent, scale);
}

/** By shifting the decimal exponent: 10u is 1e-5 to the last bit. */
const scaled = (digits: string, exponent: string | undefined, shift: number): number | null =>
  finite(Number(`${digits}e${Number(exponent ?? 0) + shift}`));

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
