/**
 * Test functions with published definitions. Ranges and formulas: Surjanovic and Bingham, Virtual Library of Simulation
 * Experiments (2013); each function names its own source.
 */

import { branin, hartmann6 } from "./objectives.ts";

export interface TestFunction {
  name: string;
  inputs: Readonly<Record<string, readonly [low: number, high: number]>>;
  /** Evaluates one point, whose coordinates are in the order of the inputs; `noise` draws from a standard normal. */
  evaluate: (point: readonly number[], noise: () => number) => number;
}

/** Flow of water through a borehole, m3 a year (Harper and Gupta, 1983). */
export const borehole: TestFunction = {
  name: "borehole",
  inputs: {
    rw: [0.05, 0.15],
    r: [100, 50_000],
    Tu: [63_070, 115_600],
    Hu: [990, 1110],
    Tl: [63.1, 116],
    Hl: [700, 820],
    L: [1120, 1680],
    Kw: [9855, 12_045],
  },
  evaluate: ([rw = 0, r = 0, tu = 0, hu = 0, tl = 0, hl = 0, l = 0, kw = 0]) => {
    const ratio = Math.log(r / rw);
    return (2 * Math.PI * tu * (hu - hl)) / (ratio * (1 + (2 * l * tu) / (ratio * rw ** 2 * kw) + tu / tl));
  },
};

/** Midpoint voltage of a push-pull circuit without an output transformer, V (Ben-Ari and Steinberg, 2007). */
export const otlCircuit: TestFunction = {
  name: "otl_circuit",
  inputs: { Rb1: [50, 150], Rb2: [25, 70], Rf: [0.5, 3], Rc1: [1.2, 2.5], Rc2: [0.25, 1.2], beta: [50, 300] },
  evaluate: ([rb1 = 0, rb2 = 0, rf = 0, rc1 = 0, rc2 = 0, beta = 0]) => {
    const base = (12 * rb2) / (rb1 + rb2);
    const gain = beta * (rc2 + 9);
    return (
      ((base + 0.74) * gain) / (gain + rf) +
      (11.35 * rf) / (gain + rf) +
      (0.74 * rf * gain) / ((gain + rf) * rc1)
    );
  },
};

/** Weight of a light aircraft's wing, lb (Forrester, Sobester and Keane, 2008). */
export const wingWeight: TestFunction = {
  name: "wing_weight",
  inputs: {
    Sw: [150, 200],
    Wfw: [220, 300],
    A: [6, 10],
    Lambda: [-10, 10],
    q: [16, 45],
    lambda: [0.5, 1],
    tc: [0.08, 0.18],
    Nz: [2.5, 6],
    Wdg: [1700, 2500],
    Wp: [0.025, 0.08],
  },
  evaluate: ([sw = 0, wfw = 0, a = 0, sweep = 0, q = 0, taper = 0, tc = 0, nz = 0, wdg = 0, wp = 0]) => {
    const cosine = Math.cos((sweep * Math.PI) / 180);
    return (
      0.036 *
        sw ** 0.758 *
        wfw ** 0.0035 *
        (a / cosine ** 2) ** 0.6 *
        q ** 0.006 *
        taper ** 0.04 *
        ((100 * tc) / cosine) ** -0.3 *
        (nz * wdg) ** 0.49 +
      sw * wp
    );
  },
};

/** Time of one cycle of a piston, s (Ben-Ari and Steinberg, 2007). */
export const piston: TestFunction = {
  name: "piston",
  inputs: {
    M: [30, 60],
    S: [0.005, 0.02],
    V0: [0.002, 0.01],
    k: [1000, 5000],
    P0: [90_000, 110_000],
    Ta: [290, 296],
    T0: [340, 360],
  },
  evaluate: ([m = 0, s = 0, v0 = 0, k = 0, p0 = 0, ta = 0, t0 = 0]) => {
    const gas = ((p0 * v0) / t0) * ta;
    const a = p0 * s + 19.62 * m - (k * v0) / s;
    const volume = (s / (2 * k)) * (Math.sqrt(a ** 2 + 4 * k * gas) - a);
    return 2 * Math.PI * Math.sqrt(m / (k + (s ** 2 * gas) / volume ** 2));
  },
};

/** Ishigami and Homma (1990), with a = 7 and b = .1. */
const ishigami: TestFunction = {
  name: "ishigami",
  inputs: { x1: [-Math.PI, Math.PI], x2: [-Math.PI, Math.PI], x3: [-Math.PI, Math.PI] },
  evaluate: ([x1 = 0, x2 = 0, x3 = 0]) => Math.sin(x1) + 7 * Math.sin(x2) ** 2 + 0.1 * x3 ** 4 * Math.sin(x1),
};

/**
 * Distance of a projectile thrown upwards at 45 degrees from 2 m with quadratic drag 10^c and speed v0, m: the demonstration of
 * AutoEmulate (Alan Turing Institute).
 */
const projectile: TestFunction = {
  name: "projectile",
  inputs: { c: [-5, 1], v0: [0, 1000] },
  evaluate: ([logDrag = 0, v0 = 0]) => computeDistance(10 ** logDrag, v0),
};

type Flight = readonly [vx: number, vy: number, x: number, y: number];

function computeDistance(drag: number, speed: number): number {
  let flight: Flight = [speed / Math.SQRT2, speed / Math.SQRT2, 0, 2];
  for (;;) {
    const v = Math.hypot(flight[0], flight[1]);
    // A hundredth of the time in which drag or gravity changes the speed.
    let step = 0.01 / (drag * v + 9.8 / (v + 1));
    let next = advance(flight, drag, step);
    if (next[3] > 0) {
      flight = next;
      continue;
    }
    for (let round = 0; round < 5; round++) {
      step *= flight[3] / (flight[3] - next[3]);
      next = advance(flight, drag, step);
    }
    return next[2];
  }
}

/** One step of Runge and Kutta's fourth order. */
function advance(flight: Flight, drag: number, step: number): Flight {
  const slope = (by: number, along: Flight): Flight => {
    const vx = flight[0] + by * along[0];
    const vy = flight[1] + by * along[1];
    const v = Math.hypot(vx, vy);
    return [-drag * vx * v, -9.8 - drag * vy * v, vx, vy];
  };
  const k1 = slope(0, flight);
  const k2 = slope(step / 2, k1);
  const k3 = slope(step / 2, k2);
  const k4 = slope(step, k3);
  const at = (i: 0 | 1 | 2 | 3) => flight[i] + (step / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return [at(0), at(1), at(2), at(3)];
}

/** Normal noise, which no input explains. */
const noiseOnly: TestFunction = {
  name: "noise_only",
  inputs: { a: [0, 1], b: [0, 1], c: [0, 1] },
  evaluate: (_, noise) => noise(),
};

export const unitCube = (inputs: number): TestFunction["inputs"] =>
  Object.fromEntries(Array.from({ length: inputs }, (_, at) => [`x${at + 1}`, [0, 1] as const]));

/** Branin and Hoo (1972), on the unit square: three minima of equal depth. */
const braninFunction: TestFunction = { name: "branin", inputs: unitCube(2), evaluate: branin };

/** Goldstein and Price (1971): values over five decades. */
const goldsteinPrice: TestFunction = {
  name: "goldstein_price",
  inputs: { x1: [-2, 2], x2: [-2, 2] },
  evaluate: ([x = 0, y = 0]) =>
    (1 + (x + y + 1) ** 2 * (19 - 14 * x + 3 * x * x - 14 * y + 6 * x * y + 3 * y * y)) *
    (30 + (2 * x - 3 * y) ** 2 * (18 - 32 * x + 12 * x * x + 48 * y - 36 * x * y + 27 * y * y)),
};

/** A wave along a diagonal. */
const wavy: TestFunction = {
  name: "wavy",
  inputs: unitCube(2),
  evaluate: ([a = 0, b = 0]) => Math.sin(5 * a) + 0.7 * Math.cos(6 * b + 3 * a) + a,
};

/** The gain of an amplifier that saturates, with a resonance where two inputs agree. */
const saturation: TestFunction = {
  name: "saturation",
  inputs: unitCube(4),
  evaluate: ([a = 0, b = 0, c = 0, d = 0]) =>
    40 * Math.tanh(3 * (a - 0.4)) + 20 * Math.exp(-4 * (b - c) ** 2) + 6 * d * d + 10 * a * d,
};

/** Friedman, Grosse and Stuetzle (1983), without noise. */
export const friedman: TestFunction = {
  name: "friedman",
  inputs: unitCube(5),
  evaluate: ([a = 0, b = 0, c = 0, d = 0, e = 0]) =>
    10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e,
};

/** Rosenbrock (1960) in five dimensions. */
const rosenbrock: TestFunction = {
  name: "rosenbrock",
  inputs: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`x${at + 1}`, [-2.048, 2.048] as const])),
  evaluate: (x) =>
    x.slice(1).reduce((sum, next, at) => {
      const value = x[at] ?? 0;
      return sum + 100 * (next - value ** 2) ** 2 + (1 - value) ** 2;
    }, 0),
};

/** Four wells in six dimensions (Hartmann, 1973): most of the values lie close to 0. */
const hartmann: TestFunction = { name: "hartmann", inputs: unitCube(6), evaluate: hartmann6 };

/** Trained on 20 rows an input, as engine.md quotes its peers. */
export const FEW_ROW_FUNCTIONS = [borehole, otlCircuit, wingWeight, piston];
/** Trained on 80 % of 500 rows. */
export const MANY_ROW_FUNCTIONS = [projectile, ishigami, noiseOnly];
/** Functions without noise on which the bounds of emulators are measured. */
export const BOUNDED_FUNCTIONS = [
  braninFunction,
  wavy,
  goldsteinPrice,
  ishigami,
  saturation,
  friedman,
  rosenbrock,
  hartmann,
  ...FEW_ROW_FUNCTIONS,
];
export { ishigami, wavy };
