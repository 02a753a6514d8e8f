/**
 * A learning curve gives the accuracy by the number of training rows, from which the use of further rows is
 * predicted.
 */
export type LearningCurve = {
  readonly rows: readonly number[];
  readonly coefficients_of_determination: readonly number[];
};

/**
 * So many of the latest points are fitted, since they predict the trend best. More points follow the trend later, fewer follow
 * the noise.
 */
const TREND_POINT_COUNT = 4;
/** No improvement is needed below this error (1 less the coefficient of determination). */
export const NEGLIGIBLE_ERROR = 1e-4;
/** Further rows are worthwhile if twice the rows remove at least this fraction of the error. */
export const MIN_ERROR_REDUCTION = 0.15;

/** One less the coefficient of determination; never 0, so that it has a logarithm. */
export const errorOf = (coefficient: number): number => Math.max(1e-12, 1 - coefficient);

/**
 * The error of learners falls with a power of the rows (Cortes et al., 1994): the exponent fitted to the latest points, negative
 * where the error rises. Null for a curve of fewer than two points.
 */
export function learningExponent({ rows, coefficients_of_determination }: LearningCurve): number | null {
  const points = rows.flatMap((count, index) => {
    const coefficient = coefficients_of_determination[index];
    return coefficient === undefined ? [] : [{ x: Math.log(count), y: Math.log(errorOf(coefficient)) }];
  });
  return points.length < 2 ? null : -slope(points.slice(-TREND_POINT_COUNT));
}

/** Tells whether twice the rows would remove a worthwhile part of the error. Null: the curve cannot tell. */
export function moreRowsHelp(curve: LearningCurve | null, coefficient: number): boolean | null {
  if (curve === null) return null;
  const exponent = learningExponent(curve);
  if (exponent === null) return null;
  return errorOf(coefficient) > NEGLIGIBLE_ERROR && 1 - 2 ** -exponent >= MIN_ERROR_REDUCTION;
}

/** Computes the slope of the least-squares line through the points. */
function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - x0) * (y - y0), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - x0) ** 2, 0);
  return variance > 0 ? covariance / variance : 0;
}
