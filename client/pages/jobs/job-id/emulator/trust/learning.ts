/** Whether more data would help, from the accuracy by number of training rows. */
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { formatAccuracy } from "../accuracy-text.ts";

export type LearningCurve = NonNullable<OutputTrust["learning_curve"]>;

export type Outlook = {
  readonly answer: "Yes" | "A little" | "Not much" | "Hardly";
  readonly text: string;
  /** Twice the training rows, and where the curve would be there. */
  readonly rows: number;
  readonly coefficient: number;
};

/** The latest points predict the trend best. */
const LATEST = 4;
/** An error smaller than this needs no improvement. */
const EXACT = 1e-4;
/** The fraction of the error that twice the rows must remove to be worthwhile. */
const WORTHWHILE = 0.15;
/** A gain in the coefficient of determination that people would notice. */
const NOTICEABLE = 0.005;
const STEEPEST = 2;

/**
 * The error of learners falls with a power of the rows (Cortes et al., 1994): its exponent, fitted to the latest points,
 * says what twice the rows would come to. Null for a curve of fewer than two points.
 *
 * @param trainingRows what the emulator itself was trained on: more than any fold of the curve.
 * @param accuracy what it reached on validation rows. The curve may be measured on another scale: it gives the pace, this
 *   where the emulator is.
 */
export function outlookOf(
  { rows, coefficients_of_determination }: LearningCurve,
  trainingRows: number,
  accuracy: number,
): Outlook | null {
  const points = rows.flatMap((count, index) => {
    const coefficient = coefficients_of_determination[index];
    return coefficient === undefined ? [] : [{ x: Math.log(count), y: Math.log(errorOf(coefficient)) }];
  });
  const last = coefficients_of_determination.at(-1);
  const longest = rows.at(-1);
  if (points.length < 2 || last === undefined || longest === undefined) return null;
  const exponent = Math.min(STEEPEST, Math.max(0, -slope(points.slice(-LATEST))));
  const error = errorOf(accuracy);
  const next = error * 2 ** -exponent;
  const reached = formatAccuracy(accuracy);
  const coefficient = 1 - errorOf(last) * ((2 * trainingRows) / longest) ** -exponent;
  const common = { rows: 2 * trainingRows, coefficient };
  if (error <= EXACT)
    return {
      ...common,
      answer: "Hardly",
      text: `The accuracy is already ${reached}: there is almost nothing left to gain.`,
    };
  if (1 - next / error < WORTHWHILE)
    return {
      ...common,
      answer: "Not much",
      text: `The accuracy has levelled off at ${reached}: the remaining error is noise, or depends on something that is not an input.`,
    };
  const gain = `twice the rows (${common.rows.toLocaleString("en")}) should raise it from ${reached} to about ${formatAccuracy(1 - next)}.`;
  const answer = error - next < NOTICEABLE ? "A little" : "Yes";
  return { ...common, answer, text: `If this trend continues, ${gain}` };
}

const errorOf = (coefficient: number): number => Math.max(1e-12, 1 - coefficient);

/** Of the straight line through the points with the least squares. */
function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - x0) * (y - y0), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - x0) ** 2, 0);
  return variance > 0 ? covariance / variance : 0;
}
