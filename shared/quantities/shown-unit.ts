/** The unit that values are shown in: that of a column with its multiplier, as F with 1e-12 is pF. */
import { suggestedMultiplier } from "./suggested-multiplier.ts";
import { type Look, parseUnit, prefixText, type Ranged, type Unit } from "./unit.ts";

export type ShownUnit = {
  /** As it stands beside a number: `pF`, `10⁻³ dB`; "" for none. */
  readonly text: string;
  /** Stored value / multiplier = shown value. */
  readonly multiplier: number;
  readonly unit: Unit;
  /** The power of ten of the shown unit, in `unit` without a prefix. */
  readonly shift: number;
};

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  "-": "⁻",
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((digit, index) => [String(index), digit])),
};
const powerOfTen = (exponent: number): string =>
  `10${[...String(exponent)].map((letter) => SUPERSCRIPTS[letter]).join("")}`;

/**
 * The unit of a column with the multiplier that it has. A unit that names the multiplier's prefix already (pF with 1e-12) stays
 * as it is; where there is no prefix the power of ten is written: `10⁻³ dB`.
 */
export function chosenUnit({ unit: text, multiplier }: Look): ShownUnit {
  const unit = parseUnit(text);
  const { symbol, rest, power, prefix } = unit;
  const exponent = Math.round(Math.log10(multiplier));
  const own = (prefix ?? 0) * power;
  if (exponent === 0 || (own !== 0 && own === exponent))
    return { text: text.trim(), multiplier, unit, shift: own };
  const shift = own + exponent;
  const letter = prefix === null ? undefined : prefixText(shift / power);
  const shown = letter === undefined ? `${powerOfTen(exponent)} ${text}` : `${letter}${symbol}${rest}`;
  return { text: shown.trim(), multiplier, unit, shift };
}

/** A shown value as it is stored. */
export const storedValue = (value: number, { multiplier }: Pick<ShownUnit, "multiplier">): number =>
  shifted(value, Math.round(Math.log10(multiplier)));

/** A stored value as it is shown, to the last digit, as a file holds it. */
export const exactShownValue = (value: number, { multiplier }: Pick<ShownUnit, "multiplier">): number =>
  shifted(value, -Math.round(Math.log10(multiplier)));

/** By its decimal exponent: 2.2 pF is 2.2e-12 F to the last bit, which 2.2 * 1e-12 is not. */
function shifted(value: number, by: number): number {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return Number(`${digits}e${Number(exponent) + by}`);
}

/** A unit as it is written, without a multiplier. */
export const writtenUnit = (unit: string): ShownUnit => chosenUnit({ unit, multiplier: 1 });
export const NO_UNIT: ShownUnit = writtenUnit("");

/** Unit and multiplier are for numbers on a scale; categories, numbers among them, are shown as they are. */
export const isScaled = ({ values }: Pick<Ranged, "values">): boolean => values == null;

/** The unit that the pages show a column in: as chosen, and where no multiplier was, with the prefix that its range asks for. */
export function shownUnit(column: Ranged): ShownUnit {
  if (!isScaled(column)) return NO_UNIT;
  const { unit, multiplier } = column;
  if (multiplier !== 1 || parseUnit(unit).prefix === null) return chosenUnit(column);
  return chosenUnit({ unit, multiplier: suggestedMultiplier(column) ?? 1 });
}
