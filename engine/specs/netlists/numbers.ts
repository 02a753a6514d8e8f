/** Numbers with the scale factors of either dialect. */
import { scaledNumber } from "@understudy/shared/scaled-number.ts";

const SPICE_EXPONENTS: Readonly<Record<string, number>> = {
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

const SPECTRE_EXPONENTS: Readonly<Record<string, number>> = {
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
export const spiceNumber = (text: string): number | null =>
  scaledNumber(text, (letters) => {
    if (/[^a-z]/i.test(letters)) return null;
    const suffix = letters.toLowerCase();
    return suffix.startsWith("meg") ? 6 : (SPICE_EXPONENTS[suffix.charAt(0)] ?? 0);
  });

/** A number as Spectre reads it: M is a million and m a thousandth; a unit may follow a scale factor. */
export const spectreNumber = (text: string): number | null =>
  scaledNumber(text, (letters) => (letters === "" ? 0 : (SPECTRE_EXPONENTS[letters.charAt(0)] ?? null)));
