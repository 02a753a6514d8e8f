/**
 * The 24 noiseless functions of BBOB (N. Hansen, S. Finck, R. Ros and A. Auger, 2009, "Real-parameter black-box optimization
 * benchmarking: noiseless functions definitions"), over -5 .. 5, with instances of our own: optima and rotations are drawn from
 * a seed, and the minimum of each is 0.
 */
import { createRandom, type Random } from "../../../engine/math/random.ts";
import type { Objective } from "./objectives.ts";

type Vector = number[];
const { PI, abs, cos, exp, floor, log, max, min, round, sign, sin, sqrt } = Math;

const at = (x: readonly number[], i: number): number => x[i] ?? 0;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const squares = (x: readonly number[]): number => sum(x.map((v) => v * v));
const minus = (x: readonly number[], other: readonly number[]): Vector => x.map((v, i) => v - at(other, i));
/** i over the last index. */
const share = (i: number, d: number): number => (d > 1 ? i / (d - 1) : 0);
const stretch = (alpha: number, x: readonly number[]): Vector =>
  x.map((v, i) => v * alpha ** (0.5 * share(i, x.length)));
const cosines = (x: readonly number[]): number => 10 * (x.length - sum(x.map((v) => cos(2 * PI * v))));
const outside = (x: readonly number[]): number => sum(x.map((v) => max(0, abs(v) - 5) ** 2));

function oscillate(value: number): number {
  if (value === 0) return 0;
  const logarithm = log(abs(value));
  const [fast, slow] = value > 0 ? [10, 7.9] : [5.5, 3.1];
  return sign(value) * exp(logarithm + 0.049 * (sin(fast * logarithm) + sin(slow * logarithm)));
}
const oscillated = (x: readonly number[]): Vector => x.map(oscillate);
const skewed = (beta: number, x: readonly number[]): Vector =>
  x.map((v, i) => (v > 0 ? v ** (1 + beta * share(i, x.length) * sqrt(v)) : v));

/** Orthogonal, by Gram and Schmidt from normal vectors. */
function rotation(d: number, random: Random): (x: readonly number[]) => Vector {
  const rows: Vector[] = [];
  while (rows.length < d) {
    const row = Array.from({ length: d }, () => random.normal());
    for (const other of rows) {
      const along = sum(row.map((v, i) => v * at(other, i)));
      row.forEach((_, i) => {
        row[i] = at(row, i) - along * at(other, i);
      });
    }
    const length = sqrt(squares(row));
    rows.push(row.map((v) => v / length));
  }
  return (x) => rows.map((row) => sum(row.map((v, i) => v * at(x, i))));
}

interface Instance {
  d: number;
  optimum: Vector;
  /** 1 or -1 an axis. */
  signs: Vector;
  rotate: (x: readonly number[]) => Vector;
  turn: (x: readonly number[]) => Vector;
  random: Random;
}
type Maker = (instance: Instance) => (x: readonly number[]) => number;

const ellipsoid = (z: readonly number[]): number =>
  sum(z.map((v, i) => 10 ** (6 * share(i, z.length)) * v * v));
const rosenbrock = (z: readonly number[]): number =>
  sum(z.slice(1).map((next, i) => 100 * (at(z, i) ** 2 - next) ** 2 + (at(z, i) - 1) ** 2));

const SEPARABLE_FUNCTIONS: Maker[] = [
  ({ optimum }) =>
    (x) =>
      squares(minus(x, optimum)),
  ({ optimum }) =>
    (x) =>
      ellipsoid(oscillated(minus(x, optimum))),
  ({ optimum }) =>
    (x) => {
      const z = stretch(10, skewed(0.2, oscillated(minus(x, optimum))));
      return cosines(z) + squares(z);
    },
  ({ optimum, d }) => {
    const shifted = optimum.map((v, i) => (i % 2 === 0 ? abs(v) : v));
    return (x) => {
      const z = oscillated(minus(x, shifted)).map((v, i) => {
        const scale = 10 ** (0.5 * share(i, d));
        return (v > 0 && i % 2 === 0 ? 10 * scale : scale) * v;
      });
      return cosines(z) + squares(z) + 100 * outside(x);
    };
  },
  ({ signs, d }) =>
    (x) =>
      sum(
        x.map((v, i) => {
          const slope = at(signs, i) * 10 ** share(i, d);
          const z = 5 * at(signs, i) * v < 25 ? v : 5 * at(signs, i);
          return 5 * abs(slope) - slope * z;
        }),
      ),
];

const MODERATE_FUNCTIONS: Maker[] = [
  ({ optimum, rotate, turn }) =>
    (x) => {
      const z = turn(stretch(10, rotate(minus(x, optimum))));
      return oscillate(sum(z.map((v, i) => ((v * at(optimum, i) > 0 ? 100 : 1) * v) ** 2))) ** 0.9;
    },
  ({ optimum, rotate, turn, d }) =>
    (x) => {
      const steep = stretch(10, rotate(minus(x, optimum)));
      const z = turn(steep.map((v) => (abs(v) > 0.5 ? floor(0.5 + v) : floor(0.5 + 10 * v) / 10)));
      const value = sum(z.map((v, i) => 10 ** (2 * share(i, d)) * v * v));
      return 0.1 * max(abs(at(steep, 0)) / 1e4, value) + outside(x);
    },
  ({ optimum, d }) =>
    (x) =>
      rosenbrock(
        minus(
          x,
          optimum.map((v) => 0.75 * v),
        ).map((v) => max(1, sqrt(d) / 8) * v + 1),
      ),
  ({ rotate, d }) =>
    (x) =>
      rosenbrock(rotate(x).map((v) => max(1, sqrt(d) / 8) * v + 0.5)),
];

const ILL_CONDITIONED: Maker[] = [
  ({ optimum, rotate }) =>
    (x) =>
      ellipsoid(oscillated(rotate(minus(x, optimum)))),
  ({ optimum, rotate }) =>
    (x) => {
      const z = oscillated(rotate(minus(x, optimum)));
      return squares(z) + (1e6 - 1) * at(z, 0) ** 2;
    },
  ({ optimum, rotate }) =>
    (x) => {
      const z = rotate(skewed(0.5, rotate(minus(x, optimum))));
      return 1e6 * squares(z) - (1e6 - 1) * at(z, 0) ** 2;
    },
  ({ optimum, rotate, turn }) =>
    (x) => {
      const z = turn(stretch(10, rotate(minus(x, optimum))));
      return at(z, 0) ** 2 + 100 * sqrt(squares(z.slice(1)));
    },
  ({ optimum, rotate, d }) =>
    (x) =>
      sqrt(sum(rotate(minus(x, optimum)).map((v, i) => abs(v) ** (2 + 4 * share(i, d))))),
];

const schaffers =
  (conditioning: number): Maker =>
  ({ optimum, rotate, turn, d }) =>
  (x) => {
    const z = stretch(conditioning, turn(skewed(0.5, rotate(minus(x, optimum)))));
    const waves = z.slice(1).map((next, i) => {
      const s = sqrt(at(z, i) ** 2 + next ** 2);
      return sqrt(s) * (1 + sin(50 * s ** 0.2) ** 2);
    });
    return (sum(waves) / max(1, d - 1)) ** 2 + 10 * outside(x);
  };

const MULTIMODAL_FUNCTIONS: Maker[] = [
  ({ optimum, rotate, turn }) =>
    (x) => {
      const z = rotate(stretch(10, turn(skewed(0.2, oscillated(rotate(minus(x, optimum)))))));
      return cosines(z) + squares(z);
    },
  ({ optimum, rotate, turn, d }) => {
    const powers = Array.from({ length: 12 }, (_, k) => k);
    const lowest = sum(powers.map((k) => 0.5 ** k * cos(PI * 3 ** k)));
    return (x) => {
      const z = rotate(stretch(0.01, turn(oscillated(rotate(minus(x, optimum))))));
      const waves = z.map((v) => sum(powers.map((k) => 0.5 ** k * cos(2 * PI * 3 ** k * (v + 0.5)))));
      return 10 * (sum(waves) / d - lowest) ** 3 + (10 / d) * outside(x);
    };
  },
  schaffers(10),
  schaffers(1000),
  ({ rotate, d }) =>
    (x) => {
      const z = rotate(x).map((v) => max(1, sqrt(d) / 8) * v + 0.5);
      const waves = z.slice(1).map((next, i) => {
        const s = 100 * (at(z, i) ** 2 - next) ** 2 + (at(z, i) - 1) ** 2;
        return s / 4000 - cos(s);
      });
      return (10 / max(1, d - 1)) * sum(waves) + 10;
    },
];

const gallagher =
  (peaks: number, range: number, sharpest: number): Maker =>
  ({ d, random, rotate }) => {
    const order = random.permutation(peaks - 1);
    const summits = Array.from({ length: peaks }, (_, p) => {
      const alpha = p === 0 ? sharpest : 1000 ** ((2 * (order[p - 1] ?? 0)) / (peaks - 2));
      const axes = random.permutation(d);
      const scales = Array.from(axes, (i) => alpha ** (0.5 * share(i, d)) / alpha ** 0.25);
      const reach = p === 0 ? 0.8 * range : range;
      const centre = rotate(Array.from({ length: d }, () => reach * (2 * random.uniform() - 1)));
      return { scales, centre, weight: p === 0 ? 10 : 1.1 + (8 * (p - 1)) / (peaks - 2) };
    });
    return (x) => {
      const turned = rotate(x);
      const heights = summits.map(({ scales, centre, weight }) => {
        const squaredDistance = sum(turned.map((v, i) => at(scales, i) * (v - at(centre, i)) ** 2));
        return weight * exp(-squaredDistance / (2 * d));
      });
      return oscillate(10 - max(...heights)) ** 2 + outside(x);
    };
  };

const WEAKLY_STRUCTURED: Maker[] = [
  ({ signs, d }) => {
    const edge = 4.2096874633 / 2;
    return (x) => {
      const signed = x.map((v, i) => 2 * at(signs, i) * v);
      const linked = signed.map((v, i) => (i === 0 ? v : v + 0.25 * (at(signed, i - 1) - 2 * edge)));
      const z = stretch(
        10,
        linked.map((v) => v - 2 * edge),
      ).map((v) => 100 * (v + 2 * edge));
      const waves = sum(z.map((v) => v * sin(sqrt(abs(v)))));
      return -waves / (100 * d) + 4.189828872724339 + 100 * outside(z.map((v) => v / 100));
    };
  },
  gallagher(101, 5, 1000),
  gallagher(21, 4.9, 1e6),
  ({ optimum, rotate, turn, d }) =>
    (x) => {
      const z = turn(stretch(100, rotate(minus(x, optimum))));
      const product = z.reduce((total, v, i) => {
        let rough = 0;
        for (let j = 1; j <= 32; j++) rough += abs(2 ** j * v - round(2 ** j * v)) / 2 ** j;
        return total * (1 + (i + 1) * rough) ** (10 / d ** 1.2);
      }, 1);
      return (10 / d ** 2) * (product - 1) + outside(x);
    },
  ({ signs, rotate, turn, d }) => {
    const s = 1 - 1 / (2 * sqrt(d + 20) - 8.2);
    const [first, second] = [2.5, -sqrt((2.5 ** 2 - 1) / s)];
    return (x) => {
      const signed = x.map((v, i) => 2 * at(signs, i) * v);
      const z = turn(stretch(100, rotate(signed.map((v) => v - first))));
      const [near, far] = [first, second].map((centre) => sum(signed.map((v) => (v - centre) ** 2)));
      return min(near ?? 0, d + s * (far ?? 0)) + cosines(z) + 1e4 * outside(x);
    };
  },
];

export function bbob(d: number, seed: number): Objective[] {
  const makers = [
    SEPARABLE_FUNCTIONS,
    MODERATE_FUNCTIONS,
    ILL_CONDITIONED,
    MULTIMODAL_FUNCTIONS,
    WEAKLY_STRUCTURED,
  ].flat();
  return makers.map((make, f) => {
    const random = createRandom(seed, f);
    const instance: Instance = {
      d,
      optimum: Array.from({ length: d }, () => 8 * random.uniform() - 4),
      signs: Array.from({ length: d }, () => (random.uniform() < 0.5 ? -1 : 1)),
      rotate: rotation(d, random),
      turn: rotation(d, random),
      random,
    };
    return { name: `f${f + 1}`, low: -5, high: 5, evaluate: make(instance) };
  });
}
