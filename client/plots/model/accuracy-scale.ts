/** The axis of an accuracy: the distance to 100% on a log scale, so that 99% to 99.9% takes as much room as 90% to 99%. */

import { roundTo } from "@understudy/shared/number-text.ts";
import { accuracyTickText } from "@understudy/shared/quantities/accuracy-text.ts";
import type { Tick } from "./chart.ts";
import { linspace, logExtent, type Range } from "./ranges.ts";

/** Smaller distances to 1 count as this one. */
const MIN_UNEXPLAINED_SHARE = 1e-7;
/** Room at both ends of an axis, in decades of the unexplained share. */
const AXIS_PADDING_DECADES = 0.12;
const MIN_AXIS_DECADES = 1;
const EVEN_TICK_COUNT = 4;

/** The unexplained share of the variance, 1 - R²; above 1 where the coefficient of determination is negative. */
export const unexplainedShare = (coefficient: number): number =>
  Math.max(MIN_UNEXPLAINED_SHARE, 1 - coefficient);

/** The unexplained share at an end of an axis, which may lie below the smallest share that is drawn. */
export const unexplainedShareAtEnd = (coefficient: number): number =>
  Math.max(MIN_UNEXPLAINED_SHARE / 100, 1 - coefficient);

/** Leading digits of the ticks between two whole decades. */
const ROUND_DIGITS = [1, 2, 5];

/** Exponents of ten at which the unexplained share is a round number; otherwise evenly spread ones. */
function powersBetween(least: number, most: number, count: number): number[] {
  const first = Math.ceil(least - 1e-9);
  const decades = Math.floor(most + 1e-9) - first + 1;
  const step = Math.max(1, Math.ceil(decades / (count + 1)));
  if (decades >= 2) return Array.from({ length: Math.ceil(decades / step) }, (_, at) => first + at * step);
  const round = [Math.floor(least), Math.floor(least) + 1]
    .flatMap((power) => ROUND_DIGITS.map((digit) => power + Math.log10(digit)))
    .filter((power) => power >= least - 1e-9 && power <= most + 1e-9);
  return round.length >= 2
    ? round
    : linspace(least + AXIS_PADDING_DECADES / 2, most - AXIS_PADDING_DECADES / 2, EVEN_TICK_COUNT);
}

/** Ticks where the unexplained share is a round number: 90%, 99%, 99.9%. */
export function accuracyTicks([low, high]: Range, count: number): Tick[] {
  const [exponentAtHigh, exponentAtLow] = [
    Math.log10(unexplainedShareAtEnd(high)),
    Math.log10(unexplainedShareAtEnd(low)),
  ];
  const powers = powersBetween(
    Math.min(exponentAtHigh, exponentAtLow),
    Math.max(exponentAtHigh, exponentAtLow),
    count,
  );
  const isRound = powers.every((power) => roundTo(10 ** power, 1) === roundTo(10 ** power, 9));
  return powers.map((power) => {
    const error = 10 ** power;
    return { value: 1 - error, label: accuracyTickText(error, isRound ? 1 : 2) };
  });
}

/**
 * The range of an axis that shows all of these coefficients of determination. It spans a decade of the unexplained share at least,
 * so that the labels of its ticks differ by more than their last digit.
 */
export function accuracyRange(coefficients: readonly number[]): Range {
  const [least, most] = logExtent(coefficients.filter(Number.isFinite).map(unexplainedShare)) ?? [-2, 0];
  const spanned = Math.max(most, Math.min(0, least + MIN_AXIS_DECADES));
  return [1 - 10 ** (spanned + AXIS_PADDING_DECADES), 1 - 10 ** (least - AXIS_PADDING_DECADES)];
}

/** Returns a range from one whole decade to another, so that it moves seldom while further points come. */
export function steadyAccuracyRange(coefficients: readonly number[]): Range {
  const [least, most] = logExtent(coefficients.filter(Number.isFinite).map(unexplainedShare)) ?? [-2, 0];
  return [1 - 10 ** Math.max(0, Math.ceil(most)), 1 - 10 ** Math.min(-1, Math.floor(least))];
}
