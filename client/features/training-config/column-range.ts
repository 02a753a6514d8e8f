import { rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";

/** The range of a column in the unit that is chosen for it. */
export function columnRange(column: Ranged): string {
  const { multiplier, min, max } = column;
  if (min === null || max === null) return "–";
  return rangeText(min / multiplier, max / multiplier, chosenUnit(column));
}
