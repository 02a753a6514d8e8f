import { MULTIPLIERS } from "../limits.ts";
import { parseUnit, type Ranged, takesLargePrefix } from "./unit.ts";

/** Shown values that are easy to read, by whether there is a unit for a prefix: mV say more than 10⁻³. */
const READABLE_RANGES = { unit: [0.1, 1e3], none: [1e-3, 1e6] } as const;
/** A range over more than this (a frequency sweep) has no prefix that suits both its ends. */
const MAX_RATIO = 1e4;

function isWide(min: number, max: number): boolean {
  const magnitudes = [Math.abs(min), Math.abs(max)];
  return min * max > 0 && Math.max(...magnitudes) / Math.min(...magnitudes) > MAX_RATIO;
}

/** Values need prefixes of their own where their range is very wide or not known, or where there is no unit to carry one. */
export function hasNoCommonPrefix({ unit, min, max }: Pick<Ranged, "unit" | "min" | "max">): boolean {
  if (parseUnit(unit).prefix === null) return false;
  return unit.trim() === "" || min === null || max === null || isWide(min, max);
}

/**
 * The multiplier with which the values of a column are easiest to read: 1e-12 for 1e-13 to 4e-12 F. Null where the present one
 * suits, or none would help: categories, a unit without prefixes or with one of its own, an unknown or very wide range.
 */
export function suggestedMultiplier({ unit: text, multiplier, min, max, values }: Ranged): number | null {
  if (values != null || min === null || max === null) return null;
  const unit = parseUnit(text);
  const { prefix, power } = unit;
  const isBare = text.trim() === "";
  if (!isBare && prefix !== 0) return null;
  const size = Math.max(Math.abs(min), Math.abs(max));
  const [low, high] = isBare ? READABLE_RANGES.none : READABLE_RANGES.unit;
  const shown = size / multiplier;
  if (size === 0 || isWide(min, max) || (shown >= low && shown < high)) return null;
  const step = 3 * power;
  const candidates = MULTIPLIERS.filter((candidate) => Math.round(Math.log10(candidate)) % step === 0);
  const suggestion = candidates.find((candidate) => candidate <= size) ?? candidates.at(-1);
  if (suggestion === undefined || suggestion === multiplier || (suggestion > 1 && !takesLargePrefix(unit)))
    return null;
  return suggestion;
}
