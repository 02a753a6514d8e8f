/** The way in which the numbers of one column are written: only the whole column tells it. */

import { NO_UNIT, type ShownUnit } from "../quantities/shown-unit.ts";
import { type Comma, typedNumber } from "../quantities/typed-number.ts";
import { parseNumber } from "./cells.ts";

export type ColumnFormat = {
  /** Undefined: each cell shows it by itself, and a number that may be either is refused. */
  readonly comma: Comma | undefined;
  /** Points part thousands: `1.234,5`. */
  readonly hasGroupingPoints: boolean;
  /** The unit of plain numbers. */
  readonly shown: ShownUnit;
  /** The cells are texts: one that looks like a number with a prefix, such as 6T, is a text, too. */
  readonly isText: boolean;
};

export const PLAIN_FORMAT: ColumnFormat = {
  comma: undefined,
  hasGroupingPoints: false,
  shown: NO_UNIT,
  isText: false,
};

/** The number in a cell; NaN for everything that is not a finite number. */
export function readCell(text: string, format: ColumnFormat = PLAIN_FORMAT): number {
  const plain = parseNumber(text);
  if (!Number.isNaN(plain) && !format.hasGroupingPoints) return plain;
  if (format.isText) return plain;
  return typedNumber(text, format) ?? Number.NaN;
}
