/** Functions whose failing regions are known. */

export interface FailingFunction {
  name: string;
  dimensions: number;
  /** Rates a point of the unit cube; a score below 0 is a failure. */
  score: (point: Float64Array) => number;
  /** One in each region, of which it is the nearest. */
  centres: readonly (readonly number[])[];
}

const distance = (point: Float64Array, centre: readonly number[]): number =>
  Math.hypot(...centre.map((at, a) => (point[a] ?? 0) - at));

/** 1 less Gaussian hills: fails near each centre. */
const hills =
  (centres: readonly (readonly number[])[], width: number, height: number) =>
  (point: Float64Array): number =>
    1 -
    height *
      centres.reduce((sum, centre) => sum + Math.exp(-((distance(point, centre) / width) ** 2) / 2), 0);

/** Rates a point by the function of D. M. Himmelblau (1972): the function less 10, so that a point fails where the function is below 10. */
function himmelblau(point: Float64Array): number {
  const [x, y] = [10 * (point[0] ?? 0) - 5, 10 * (point[1] ?? 0) - 5];
  return (x * x + y - 11) ** 2 + (x + y * y - 7) ** 2 - 10;
}
const HIMMELBLAU_CENTRES = [
  [0.8, 0.7],
  [0.2195, 0.8131],
  [0.1221, 0.1717],
  [0.8584, 0.3152],
];
const CENTRES_IN_4D = [
  [0.2, 0.3, 0.7, 0.4],
  [0.8, 0.75, 0.3, 0.6],
  [0.3, 0.8, 0.2, 0.9],
];
const CENTRES_IN_6D = [
  [0.2, 0.3, 0.7, 0.4, 0.6, 0.3],
  [0.8, 0.75, 0.3, 0.6, 0.2, 0.7],
  [0.3, 0.8, 0.2, 0.9, 0.7, 0.8],
];

export const FAILING_FUNCTIONS: readonly FailingFunction[] = [
  { name: "Himmelblau, 2-D", dimensions: 2, score: himmelblau, centres: HIMMELBLAU_CENTRES },
  { name: "three hills, 4-D", dimensions: 4, score: hills(CENTRES_IN_4D, 0.15, 1.6), centres: CENTRES_IN_4D },
  { name: "three hills, 6-D", dimensions: 6, score: hills(CENTRES_IN_6D, 0.25, 1.6), centres: CENTRES_IN_6D },
];

export const findRegion = ({ centres }: FailingFunction, point: Float64Array): number => {
  const distances = centres.map((centre) => distance(point, centre));
  return distances.indexOf(Math.min(...distances));
};

/** The series system of four branches of B. Echard, N. Gayton and M. Lemaire (2011), of two standard normal inputs. */
export const fourBranch =
  (k: number) =>
  (x: number, y: number): number =>
    Math.min(
      3 + 0.1 * (x - y) ** 2 - (x + y) / Math.SQRT2,
      3 + 0.1 * (x - y) ** 2 + (x + y) / Math.SQRT2,
      x - y + k / Math.SQRT2,
      y - x + k / Math.SQRT2,
    );
