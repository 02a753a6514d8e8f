/** The distance of a row's own value from the prediction at the row's inputs. */

import { type BoundedValue, halfWidthsFrom } from "@understudy/shared/math/half-widths.ts";
import { decimalText } from "@understudy/shared/number-text.ts";

export type RowDifference = {
  /** Emulator minus data. */
  readonly difference: number;
  readonly isInside: boolean;
  /** The difference in half widths of the bounds: at most 1 inside them. */
  readonly halfWidths: number;
};

/** @param actual the row's value, in the unit of the prediction */
export function differenceFrom(predicted: BoundedValue, actual: number): RowDifference {
  const halfWidths = halfWidthsFrom(predicted, actual);
  return { difference: predicted.value - actual, isInside: halfWidths <= 1, halfWidths };
}

/** Larger numbers of half widths are only called more than this one. */
const MAX_SHOWN_HALF_WIDTHS = 99;

/** Formats `0.4 half widths`. */
export const halfWidthsText = (halfWidths: number): string =>
  halfWidths > MAX_SHOWN_HALF_WIDTHS
    ? `more than ${MAX_SHOWN_HALF_WIDTHS} half widths`
    : `${decimalText(halfWidths, 1)} half widths`;
