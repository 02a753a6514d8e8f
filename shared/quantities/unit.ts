/** Units as people write them: which of them an SI prefix can stand before, and which prefix one has already. */

import type { InputDefinition } from "../domain/variable.ts";

/** The engineering prefixes by their power of ten, ascending; none between is used. */
export const UNIT_PREFIXES = [
  [-18, "a"],
  [-15, "f"],
  [-12, "p"],
  [-9, "n"],
  [-6, "µ"],
  [-3, "m"],
  [0, ""],
  [3, "k"],
  [6, "M"],
  [9, "G"],
  [12, "T"],
] as const;

export const prefixText = (exponent: number): string | undefined =>
  UNIT_PREFIXES.find(([prefixPower]) => prefixPower === exponent)?.[1];

/** The power of ten that a prefix in a unit stands for: µ has two code points, and people without either write u. */
const prefixExponent = (letter: string): number | undefined =>
  UNIT_PREFIXES.find(([, text]) => text === letter.replace(/[uμ]/, "µ"))?.[0];

const PREFIXABLE_UNITS = new Set(
  [
    "m g s A K mol cd Hz N Pa J W C V F Ω Ω Ohm ohm Ohms ohms S Wb T H lm lx Bq Gy Sv kat rad sr",
    "L l bar eV Wh Ah VA var Nm cal bit B bps Vpp Vp Vrms App Arms sps SPS",
  ].flatMap((line) => line.split(" ")),
);

/** Seconds take no prefix above one: long times are written as 3000 s, not 3 ks. */
export const takesLargePrefix = ({ symbol, rest }: Pick<Unit, "symbol" | "rest">): boolean =>
  symbol !== "s" || rest !== "";

export type Look = Pick<InputDefinition, "unit" | "multiplier">;
/** The range of a column says more about its unit; null while it is not known. */
export type Ranged = Look &
  Pick<InputDefinition, "min" | "max"> & { readonly values?: InputDefinition["values"] };

export type Unit = {
  /** Its first factor without a prefix: `F` of `pF`, `V` of `mV/s`. The whole unit where it takes no prefix. */
  readonly symbol: string;
  /** The text after the symbol: `/s`, `²`. */
  readonly rest: string;
  /** The power of the first factor, and so of its prefix: 1 mm² is 1e-6 m². */
  readonly power: 1 | 2 | 3;
  /**
   * The power of ten of the prefix that it has; null: no prefix can stand before it (`dB`, `%`, `°C`). A number without a unit
   * may have a prefix alone: `0.3 p`.
   */
  readonly prefix: number | null;
};

const POWER_BY_TEXT: Readonly<Record<string, 1 | 2 | 3>> = { "2": 2, "²": 2, "3": 3, "³": 3 };

/** Takes a unit apart: `mV/s` into V with the prefix milli, and `/s`. */
export function parseUnit(text: string): Unit {
  const unit = text.trim();
  if (unit === "") return { symbol: "", rest: "", power: 1, prefix: 0 };
  const [, factor = "", rest = "", power = ""] = /^([A-Za-zµμΩΩ]+)((?:\^?([23²³]))?.*)$/u.exec(unit) ?? [];
  const none: Unit = { symbol: unit, rest: "", power: 1, prefix: null };
  // A ratio of like quantities is a number; of other powers (s⁻¹, m^4) a prefix is seldom written.
  const isOtherPower = /^[\^\d⁻¹⁰⁴-⁹-]/u.test(rest) && !/^\^?[23²³](?![\d.])/u.test(rest);
  if (rest === `/${factor}` || isOtherPower) return none;
  const common = { rest, power: POWER_BY_TEXT[power] ?? 1 };
  if (PREFIXABLE_UNITS.has(factor)) return { symbol: factor, ...common, prefix: 0 };
  const prefix = prefixExponent(factor.slice(0, 1));
  const symbol = factor.slice(1);
  return prefix !== undefined && PREFIXABLE_UNITS.has(symbol) ? { symbol, ...common, prefix } : none;
}
