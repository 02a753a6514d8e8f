import { parseNumber } from "./parse-number.ts";

/** As netlists write them; a lone M would be milli to one simulator and mega to a reader, so it is none. */
const FACTORS: Readonly<Record<string, number>> = {
  f: 1e-15,
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  µ: 1e-6,
  μ: 1e-6,
  m: 1e-3,
  k: 1e3,
  K: 1e3,
  meg: 1e6,
  Meg: 1e6,
  MEG: 1e6,
  g: 1e9,
  G: 1e9,
  t: 1e12,
  T: 1e12,
};

/** A number in any notation, `20u` and `1.5meg` included; not a number: null. */
export function parseEngineering(text: string): number | null {
  const [, digits = "", suffix = ""] = /^(.*?[\d.])\s*([a-zµμ]+)$/i.exec(text.trim()) ?? [];
  const factor = FACTORS[suffix];
  if (factor === undefined) return parseNumber(text);
  const value = parseNumber(digits);
  // 20u is the number nearest to 0.00002, which 20 times 1e-6 misses by a rounding.
  return value === null ? null : Number((value * factor).toPrecision(15));
}
