/**
 * The deterministic functions of the duqling study (K. Rumsey and colleagues, Los Alamos, 2025, arXiv 2512.09060) that have a formula of a few lines,
 * written anew from their published definitions. Each names its own source; those without a name are from Surjanovic and Bingham, Virtual Library of
 * Simulation Experiments (2013). Left out: functions of tables (star2, oo15, ignition), of 100 inputs, and constants.
 */
import {
  borehole,
  friedman,
  ishigami,
  otlCircuit,
  piston,
  type TestFunction,
  unitCube,
  wingWeight,
} from "./functions.ts";
import { LEAGUE_SIMULATORS } from "./league-simulators.ts";

const { PI, sin, exp, log, sqrt } = Math;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const product = (values: readonly number[]): number => values.reduce((total, value) => total * value, 1);
const isWithin = (value: number, low: number, high: number): number => (low < value && value < high ? 1 : 0);

/** A function on the unit cube. */
const onUnitCube = (
  name: string,
  inputs: number,
  evaluate: (x: readonly number[]) => number,
): TestFunction => ({
  name,
  inputs: unitCube(inputs),
  evaluate,
});

/** Hwang, Lay, Maechler, Martin and Schimert (1994): the five surfaces of projection pursuit. */
const hwangSurfaces: readonly TestFunction[] = [
  onUnitCube("dms_simple", 2, ([a = 0, b = 0]) => 10.391 * ((a - 0.4) * (b - 0.6) + 0.36)),
  onUnitCube("dms_radial", 2, ([a = 0, b = 0]) => {
    const radius = (a - 0.5) ** 2 + (b - 0.5) ** 2;
    return 24.234 * radius * (0.75 - radius);
  }),
  onUnitCube("dms_harmonic", 2, ([a = 0, b = 0]) => {
    const u = a - 0.5;
    const v = b - 0.5;
    return 42.659 * (0.1 + u * (0.05 + u ** 4 - 10 * u ** 2 * v ** 2 + 5 * v ** 4));
  }),
  onUnitCube("dms_additive", 2, ([a = 0, b = 0]) => {
    const first = 1.5 * (1 - a) + exp(2 * a - 1) * sin(3 * PI * (a - 0.6) ** 2);
    return 1.3356 * (first + exp(3 * (b - 0.5)) * sin(4 * PI * (b - 0.9) ** 2));
  }),
  onUnitCube(
    "dms_complicated",
    2,
    ([a = 0, b = 0]) => 1.9 * (1.35 + exp(a) * sin(13 * (a - 0.6) ** 2) * exp(-b) * sin(7 * b)),
  ),
];

/** Lim, Sacks, Studden and Welch (2002). */
const limPolynomial = onUnitCube(
  "lim_polynomial",
  2,
  ([a = 0, b = 0]) =>
    9 +
    2.5 * a -
    17.5 * b +
    2.5 * a * b +
    19 * b ** 2 -
    7.5 * a ** 3 -
    2.5 * a * b ** 2 -
    5.5 * b ** 4 +
    a ** 3 * b ** 2,
);
const limNonPolynomial = onUnitCube(
  "lim_non_polynomial",
  2,
  ([a = 0, b = 0]) => ((30 + 5 * a * sin(5 * a)) * (4 + exp(-5 * b)) - 100) / 6,
);

/** Gramacy and Lee (2008; 2009; 2012): one, six and two inputs. */
const gramacyLee1: TestFunction = {
  name: "grlee1",
  inputs: { x: [0.5, 2.5] },
  evaluate: ([x = 1]) => sin(10 * PI * x) / (2 * x) + (x - 1) ** 4,
};
const computeGramacyLee2 = (a: number, b: number): number => a * exp(-(a ** 2) - b ** 2);
const gramacyLee2: TestFunction = {
  name: "grlee2",
  inputs: { x1: [-2, 6], x2: [-2, 6] },
  evaluate: ([a = 0, b = 0]) => computeGramacyLee2(a, b),
};
const gramacyLee6 = onUnitCube(
  "grlee6",
  6,
  ([a = 0, b = 0, c = 0, d = 0]) => exp(sin((0.9 * (a + 0.48)) ** 10)) + b * c + d,
);

/** The study's own: waves along five directions. */
const RIPPLE_DIRECTIONS = [
  [-0.138, 1.905],
  [0.348, 1.52],
  [1.628, -1.533],
  [-1.452, 0.185],
  [0.955, -1.44],
] as const;
const computeRipples = (a: number, b: number): number =>
  sum(RIPPLE_DIRECTIONS.map(([u, v], at) => sin((2 * at + 3) * PI * (u * a + v * b)))) / 20;
const ripples = onUnitCube("ripples", 2, ([a = 0, b = 0]) => computeRipples(a, b));
const twinGalaxies = onUnitCube("twin_galaxies", 2, (x) => {
  const [a = 0, b = 0] = x;
  const smooth = (22 / 40) * limPolynomial.evaluate(x, () => 0);
  return smooth + 5 * computeGramacyLee2(8 * a - 2, 8 * b - 2) + computeRipples(a, b);
});

/** The study's own: a narrow ridge along a curve. */
const squiggle = onUnitCube("squiggle", 2, ([a = 0, b = 0]) => {
  const deviation = 0.05;
  const distance = (b - (sin(2 * PI * a ** 2) / 4 - a / 10 + 0.5)) / deviation;
  return (exp((-distance * distance) / 2) / (deviation * sqrt(2 * PI))) * a * b;
});

/** The study's own: a peak, a plane, a corner and steps, added. */
const foursquare = onUnitCube("foursquare", 2, ([a = 0, b = 0]) => {
  const peak = exp(-30 * ((a - 0.75) ** 2 + (b - 0.75) ** 2));
  const plane = b - 1.375 * a;
  const corner = 8.16 * Math.max(0, 0.35 - a) * Math.max(0, 0.35 - b);
  const right = a > 0.75 ? 0.33 + (b > 0.25 ? 0.36 : 0) : 0;
  const steps = right + (a > 0.85 && b > 0.25 ? 0.1 : 0) + (a > 0.5 && b < 0.5 ? 0.45 : 0);
  return peak + plane + corner + steps;
});

/** The study's own: boxes that overlap, with steps at their faces. */
const computeCubes = ([a = 0, b = 0, c = 0]: readonly number[]): number =>
  isWithin(a, 0.2, 0.5) * isWithin(b, 0.1, 0.6) * isWithin(c, -1, 0.4) +
  isWithin(a, 0.3, 0.85) * isWithin(b, 0.5, 0.9) * isWithin(c, -1, 0.8) +
  isWithin(a, 0.35, 0.45) * isWithin(b, -1, 0.75);
const cubes3 = onUnitCube("cube3", 3, computeCubes);
const turnedCubes3 = onUnitCube("cube3_rotate", 3, ([a = 0, b = 0, c = 0]) =>
  computeCubes([(a + b + c) / 3, (1 + 2 * a - b + c / 10) / 3, c]),
);
const cubes5 = onUnitCube(
  "cube5",
  5,
  (x) =>
    computeCubes(x) + product(x.map((value) => isWithin(value, 0.25, 0.75))) + ((x[4] ?? 0) > 1 / 3 ? 5 : 0),
);

/** Dette and Pepelyshev (2010). */
const computeDetteCurve = ([a = 0, b = 0, c = 0]: readonly number[]): number =>
  4 * (a - 2 + 8 * b - b ** 2) ** 2 + (3 - 4 * b) ** 2 + 16 * sqrt(c + 1) * (2 * c - 1) ** 2;
const detteCurve = onUnitCube("detpep_curve", 3, computeDetteCurve);
const dette8 = onUnitCube(
  "detpep8",
  8,
  (x) => computeDetteCurve(x) + sum([4, 5, 6, 7, 8].map((j) => j * log(1 + sum(x.slice(2, j))))),
);

/** Sobol's g function with the weights of the study (Saltelli and Sobol, 1995). */
const gFunction = (name: string, weights: readonly number[]): TestFunction =>
  onUnitCube(name, weights.length, (x) =>
    product(weights.map((weight, at) => (Math.abs(4 * (x[at] ?? 0) - 2) + weight) / (1 + weight))),
  );
const gFunctions: readonly TestFunction[] = [
  gFunction("Gfunction", [0, 0.25, 0.5]),
  gFunction("Gfunction6", [0, 0, 6.52, 6.52, 6.52, 6.52]),
  gFunction("Gfunction12", [0, 0, 6.52, 6.52, 6.52, 6.52, 9, 9, 15, 25, 50, 99]),
  gFunction("Gfunction18", [0, 0, 0, 0, 1, 1, 1, 1, 9, 9, 9, 9, 18, 18, 18, 18, 99, 99]),
];

const forrester1 = onUnitCube("forrester1", 1, ([x = 0]) => (6 * x - 0.5) ** 2 * sin(12 * x - 4));
const banana: TestFunction = {
  name: "banana",
  inputs: { x1: [-2, 2], x2: [-1, 3] },
  evaluate: ([a = 0, b = 0]) => (1 - a) ** 2 + 100 * (b - a ** 2) ** 2,
};
const simplePolynomial = onUnitCube("simple_poly", 2, ([a = 0, b = 0]) => a ** 2 + a * b + b ** 3 / 9);
/** Michalewicz (1992) over a whole turn. */
const multivalley: TestFunction = {
  name: "multivalley",
  inputs: { x1: [0, 2 * PI], x2: [0, 2 * PI] },
  evaluate: (x) => -sum(x.map((value, at) => sin(value) * sin(((at + 1) * value ** 2) / PI) ** 20)),
};
/** Logistic growth. */
const rabbits: TestFunction = {
  name: "rabbits",
  inputs: { P0: [0, 1], t: [0, 1], r: [0.5, 3] },
  evaluate: ([start = 0, t = 0, r = 0]) => (start * exp(r * t)) / (1 + start * (exp(r * t) - 1)),
};
/** Park (1991). Written without the quotient, which is undefined at 0. */
const park4 = onUnitCube("park4", 4, ([a = 0, b = 0, c = 0, d = 0]) => {
  const root = sqrt(a ** 2 + (b + c ** 2) * d);
  return (root - a) / 2 + (a + 3 * d) * exp(1 + sin(c));
});

/** Friedman's function among inputs without an effect (Friedman, 1991). */
const friedmanAmong = (inputs: number): TestFunction =>
  onUnitCube(`friedman${inputs}`, inputs, (x) => friedman.evaluate(x, () => 0));

/** Welch, Buck, Sacks, Wynn, Mitchell and Morris (1992): twenty inputs, of which few matter. */
const WELCH_SLOPES: readonly (readonly [input: number, slope: number])[] = [
  [2, 0.05],
  [3, 0.08],
  [5, 1],
  [6, -0.03],
  [7, 0.03],
  [9, -0.09],
  [10, -0.01],
  [11, -0.07],
  [14, -0.04],
  [15, 0.06],
  [17, -0.01],
  [18, -0.03],
  [19, -5],
];
const welch20: TestFunction = {
  name: "welch20",
  inputs: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x${at + 1}`, [-0.5, 0.5] as const])),
  evaluate: (x) => {
    const at = (input: number) => x[input - 1] ?? 0;
    const curved =
      (5 * at(12)) / (1 + at(1)) + 5 * (at(4) - at(20)) ** 2 + 40 * at(19) ** 3 + 0.25 * at(13) ** 2;
    return curved + sum(WELCH_SLOPES.map(([input, slope]) => slope * at(input)));
  },
};

export const LEAGUE_FUNCTIONS: readonly TestFunction[] = [
  forrester1,
  gramacyLee1,
  banana,
  ...hwangSurfaces,
  foursquare,
  gramacyLee2,
  limPolynomial,
  limNonPolynomial,
  multivalley,
  ripples,
  simplePolynomial,
  squiggle,
  twinGalaxies,
  cubes3,
  turnedCubes3,
  detteCurve,
  ...gFunctions,
  ishigami,
  rabbits,
  park4,
  cubes5,
  friedman,
  otlCircuit,
  gramacyLee6,
  piston,
  borehole,
  dette8,
  friedmanAmong(10),
  wingWeight,
  friedmanAmong(20),
  welch20,
  ...LEAGUE_SIMULATORS,
];
