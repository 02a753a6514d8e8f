/** Functions of the league that stand for simulations of engineering, in their own units; sources as in league-functions.ts. */
import type { TestFunction } from "./functions.ts";

const { PI, sin, cos, sqrt } = Math;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const shortColumn: TestFunction = {
  name: "short_column",
  inputs: { Y: [4.8, 5.1], M: [400, 3600], P: [100, 900], b: [3, 7], h: [10, 20] },
  evaluate: ([y = 1, m = 0, p = 0, b = 1, h = 1]) =>
    1 - (4 * m) / (b * h ** 2 * y) - p ** 2 / (b ** 2 * h ** 2 * y ** 2),
};

/** The range of four deviations about a mean. */
const about = (mean: number, deviation: number): readonly [number, number] => [
  mean - 4 * deviation,
  mean + 4 * deviation,
];
const CANTILEVER_INPUTS = {
  R: about(40_000, 2000),
  E: about(2.9e7, 1.45e6),
  X: about(500, 100),
  Y: about(1000, 100),
  w: about(4, 0.25),
  t: about(2, 0.25),
};
const cantileverDisplacement: TestFunction = {
  name: "cantilever_D",
  inputs: CANTILEVER_INPUTS,
  evaluate: ([, e = 1, x = 0, y = 0, w = 1, t = 1]) =>
    Math.min(2.2535, ((4 * 100 ** 3) / (e * w * t)) * sqrt(y ** 2 / t ** 4 + x ** 2 / w ** 4)),
};
const cantileverStress: TestFunction = {
  name: "cantilever_S",
  inputs: CANTILEVER_INPUTS,
  evaluate: ([r = 0, , x = 0, y = 0, w = 1, t = 1]) =>
    Math.min(r, (600 * y) / (w * t ** 2) + (600 * x) / (w ** 2 * t)),
};
const steelColumn: TestFunction = {
  name: "steel_column",
  inputs: {
    Fs: about(400, 35),
    P1: about(500_000, 50_000),
    P2: about(600_000, 90_000),
    P3: about(600_000, 90_000),
    B: about(300, 3),
    D: about(20, 2),
    H: about(300, 5),
    F0: [0.01, 70],
    E: about(210_000, 4200),
  },
  evaluate: ([fs = 0, p1 = 0, p2 = 0, p3 = 0, b = 1, d = 1, h = 1, f0 = 0, e = 1]) => {
    const buckling = (PI ** 2 * e * b * d * h ** 2) / (2 * 7500 ** 2);
    const load = p1 + p2 + p3;
    return fs - load * (1 / (2 * b * d) + (f0 * buckling) / (b * d * h * (buckling - load)));
  },
};
/** Depth of the crater that debris leaves in a tile of a spacecraft (the Columbia study, 2003). */
const crater: TestFunction = {
  name: "crater",
  inputs: {
    L: [0.01, 20],
    d: [0.01, 6],
    rho_p: [0.0001, 0.04],
    V: [730, 3200],
    V_star: [1500, 2500],
    S: [25, 77],
    rho_t: [0.005, 0.0055],
  },
  evaluate: ([l = 1, d = 1, density = 0, v = 0, limit = 0, strength = 1, tile = 1]) =>
    0.0195 *
    (l / d) ** 0.45 *
    d *
    density ** 0.27 *
    Math.max(v - limit, 0) ** (2 / 3) *
    strength ** -0.25 *
    tile ** (-1 / 6),
};
/** Distance of the end of an arm of four segments from its base (An and Owen, 2001). */
const robot: TestFunction = {
  name: "robot",
  inputs: {
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`a${at}`, [0, 2 * PI] as const])),
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`L${at}`, [0, 1] as const])),
  },
  evaluate: (x) => {
    const angles = [1, 2, 3, 4].map((count) => sum(x.slice(0, count)));
    const lengths = x.slice(4);
    const along = (project: (angle: number) => number) =>
      sum(angles.map((angle, at) => (lengths[at] ?? 0) * project(angle)));
    return Math.hypot(along(cos), along(sin));
  },
};
/** Radiative forcing by sulphate aerosols (Charlson and others, 1992; Tatang and others, 1997). */
const SULFUR_INPUTS = [
  ["Tr", 0.76, 1.2],
  ["Ac_c", 0.39, 1.1],
  ["Rs_c", 0.85, 1.1],
  ["beta", 0.3, 1.3],
  ["psi_e", 5, 1.4],
  ["f_psi", 1.7, 1.2],
  ["Q", 71, 1.15],
  ["Y", 0.5, 1.5],
  ["L", 5.5, 1.5],
] as const;
const sulfur: TestFunction = {
  name: "sulfur",
  inputs: Object.fromEntries(
    SULFUR_INPUTS.map(([name, middle, factor]) => [
      name,
      [middle * factor ** -3, middle * factor ** 3] as const,
    ]),
  ),
  evaluate: ([tr = 0, ac = 0, rs = 0, beta = 0, psi = 0, growth = 0, q = 0, y = 0, l = 0]) =>
    ((-0.5 * 1366 ** 2 * ac * tr ** 2 * rs ** 2 * beta * psi * growth * 3 * q * y * l) / 5.1e14) *
    (1e9 / 365),
};

export const LEAGUE_SIMULATORS: readonly TestFunction[] = [
  shortColumn,
  cantileverDisplacement,
  cantileverStress,
  crater,
  robot,
  steelColumn,
  sulfur,
];
