/** The benefit of more data, from the accuracy by number of training rows. */

import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import {
  errorOf,
  learningExponent,
  MIN_ERROR_REDUCTION,
  NEGLIGIBLE_ERROR,
} from "@understudy/shared/domain/learning-curve.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

export type LearningCurve = NonNullable<OutputTrust["learning_curve"]>;

export type Outlook = {
  readonly answer: "Yes" | "A little" | "Not much" | "Hardly";
  readonly text: string;
  /** Twice the training rows, and where the curve would be there. */
  readonly rows: number;
  readonly coefficient: number;
};

/** A gain in the coefficient of determination that people would notice. */
const MIN_NOTICEABLE_GAIN = 0.005;
const MAX_EXPONENT = 2;
/** An exponent below this: the error rises by more than a twentieth with twice the rows, which is no fluctuation. */
const MAX_FALLING_EXPONENT = -0.07;

/**
 * The error of learners falls with a power of the rows (Cortes et al., 1994): its exponent, fitted to the latest points,
 * says what twice the rows would come to. Null for a curve of fewer than two points.
 *
 * @param trainingRows what the emulator itself was trained on: more than any fold of the curve.
 * @param accuracy what it reached on validation rows. The curve may be measured on another scale: it gives the pace, this
 *   where the emulator is.
 */
export function computeOutlook(curve: LearningCurve, trainingRows: number, accuracy: number): Outlook | null {
  const { rows, coefficients_of_determination } = curve;
  const trend = learningExponent(curve);
  const last = coefficients_of_determination.at(-1);
  const longest = rows.at(-1);
  if (trend === null || last === undefined || longest === undefined) return null;
  const exponent = Math.min(MAX_EXPONENT, Math.max(0, trend));
  const error = errorOf(accuracy);
  const next = error * 2 ** -exponent;
  const reached = formatAccuracy(accuracy);
  const coefficient = 1 - errorOf(last) * ((2 * trainingRows) / longest) ** -exponent;
  const common = { rows: 2 * trainingRows, coefficient };
  if (error <= NEGLIGIBLE_ERROR)
    return {
      ...common,
      answer: "Hardly",
      text: `The accuracy is already ${reached}: there is almost nothing left to gain.`,
    };
  if (trend < MAX_FALLING_EXPONENT)
    return {
      ...common,
      answer: "Not much",
      text: `With more rows the accuracy fell, to ${formatAccuracy(last)} in cross-validation: later rows are harder to predict, noisy, or depend on something that is not an input.`,
    };
  if (1 - next / error < MIN_ERROR_REDUCTION)
    return {
      ...common,
      answer: "Not much",
      text: `The accuracy has levelled off at ${reached}: the remaining error is noise, or depends on something that is not an input.`,
    };
  const gain = `twice the rows (${countText(common.rows)}) should raise it from ${reached} to about ${formatAccuracy(1 - next)}.`;
  const answer = error - next < MIN_NOTICEABLE_GAIN ? "A little" : "Yes";
  return { ...common, answer, text: `If this trend continues, ${gain}` };
}
