/** Functions that optimisers are compared on, to be minimised; the minimum of each is 0 unless it says otherwise. */

export interface Objective {
  name: string;
  low: number;
  high: number;
  /** Evaluates a point between `low` and `high`. */
  evaluate: (x: readonly number[]) => number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const square = (value: number): number => value * value;
const pairs = (x: readonly number[], of: (current: number, next: number) => number): number =>
  sum(x.slice(1).map((next, i) => of(x[i] ?? 0, next)));
const { PI, E, cos, sin, exp, sqrt } = Math;

/** With their minimum at 0 (D. Surjanovic and D. Bingham, 2013, Virtual Library of Simulation Experiments). */
const CENTRED_OBJECTIVES: readonly Objective[] = [
  { name: "sphere", low: -5.12, high: 5.12, evaluate: (x) => sum(x.map(square)) },
  {
    name: "rosenbrock",
    low: -2.048,
    high: 2.048,
    evaluate: (x) => pairs(x, (a, b) => 100 * (b + 1 - (a + 1) ** 2) ** 2 + a * a),
  },
  {
    name: "rastrigin",
    low: -5.12,
    high: 5.12,
    evaluate: (x) => sum(x.map((v) => 10 + v * v - 10 * cos(2 * PI * v))),
  },
  {
    name: "ackley",
    low: -32.768,
    high: 32.768,
    evaluate: (x) => ackley(x),
  },
  {
    name: "griewank",
    low: -600,
    high: 600,
    evaluate: (x) =>
      1 + sum(x.map(square)) / 4000 - x.reduce((product, v, i) => product * cos(v / sqrt(i + 1)), 1),
  },
  {
    name: "levy",
    low: -10,
    high: 10,
    evaluate: (x) => {
      const w = x.map((v) => 1 + v / 4);
      const [first = 1, last = 1] = [w[0], w.at(-1)];
      const middle = sum(w.slice(0, -1).map((v) => (v - 1) ** 2 * (1 + 10 * sin(PI * v + 1) ** 2)));
      return sin(PI * first) ** 2 + middle + (last - 1) ** 2 * (1 + sin(2 * PI * last) ** 2);
    },
  },
  {
    name: "styblinski-tang",
    low: -5,
    high: 5,
    evaluate: (x) =>
      sum(
        x.map((centred) => {
          const v = centred - 2.903534027771177;
          return (v ** 4 - 16 * v * v + 5 * v) / 2 + 39.16616570377142;
        }),
      ),
  },
  {
    name: "zakharov",
    low: -5,
    high: 10,
    evaluate: (x) => {
      const slope = sum(x.map((v, i) => 0.5 * (i + 1) * v));
      return sum(x.map(square)) + slope ** 2 + slope ** 4;
    },
  },
];

export function ackley(x: readonly number[]): number {
  const d = x.length;
  return 20 + E - 20 * exp(-0.2 * sqrt(sum(x.map(square)) / d)) - exp(sum(x.map((v) => cos(2 * PI * v))) / d);
}

/** The eight, each with its minimum somewhere in the middle three fifths of every axis. @param uniform draws from 0 .. 1 */
export const shiftedClassics = (dimensions: number, uniform: () => number): Objective[] =>
  CENTRED_OBJECTIVES.map(({ evaluate, ...range }) => {
    const { low, high } = range;
    const minimum = Array.from(
      { length: dimensions },
      () => (low + high) / 2 + (uniform() - 0.5) * 0.6 * (high - low),
    );
    return { ...range, evaluate: (x) => evaluate(x.map((v, i) => v - (minimum[i] ?? 0))) };
  });

/** Its minima are .397887; over 0 .. 1 on both axes. */
export const branin = ([a = 0, b = 0]: readonly number[]): number => {
  const [x, y] = [15 * a - 5, 15 * b];
  const bowl = y - (5.1 / (4 * PI * PI)) * x * x + (5 / PI) * x - 6;
  return bowl * bowl + 10 * (1 - 1 / (8 * PI)) * cos(x) + 10;
};
export const BRANIN_MINIMUM = 0.39788735772973816;

const HARTMANN_SCALES = [
  [10, 3, 17, 3.5, 1.7, 8],
  [0.05, 10, 17, 0.1, 8, 14],
  [3, 3.5, 1.7, 10, 17, 8],
  [17, 8, 0.05, 10, 0.1, 14],
];
const HARTMANN_CENTRES = [
  [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
  [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
  [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.665],
  [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
];
/** Its minimum is -3.32237. */
export const hartmann6 = (x: readonly number[]): number =>
  -sum(
    [1, 1.2, 3, 3.2].map((weight, i) => {
      const weightedSquares = x.map(
        (v, k) => (HARTMANN_SCALES[i]?.[k] ?? 0) * (v - (HARTMANN_CENTRES[i]?.[k] ?? 0)) ** 2,
      );
      return weight * exp(-sum(weightedSquares));
    }),
  );
export const HARTMANN6_MINIMUM = -3.322368011415515;
