import {
  createSobol,
  directionNumbers,
  findGenerator,
  TABLED_DIMENSIONS,
} from "@understudy/engine/designs/sobol.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("Sobol' sequences");

/** One coordinate of each point. */
const column = (points: Float64Array, dimensions: number, at: number): Float64Array =>
  points.filter((_, index) => index % dimensions === at);
const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

it("has the polynomials and numbers that Joe and Kuo published", () => {
  // The second to tenth lines of new-joe-kuo-6: degree, coefficients, m1 ...
  const published = [
    [1, 0, 1],
    [2, 1, 1, 3],
    [3, 1, 1, 3, 1],
    [3, 2, 1, 1, 1],
    [4, 1, 1, 1, 3, 3],
    [4, 4, 1, 3, 5, 13],
    [5, 2, 1, 1, 5, 5, 17],
    [5, 4, 1, 1, 5, 5, 5],
    [5, 7, 1, 1, 7, 11, 19],
  ];
  published.forEach(([degree, coefficients, ...initial], at) => {
    assert.equal(findGenerator(at + 1), { degree, coefficients, initial });
  });
  assert.is(TABLED_DIMENSIONS, 1024);
});

it("is the same as SciPy's in all dimensions", () => {
  // scipy 1.10, whose i-th point is our (i ^ (i >> 1))-th: x = qmc.Sobol(1024, scramble=False, bits=32).random(4096)[i];
  // x[[9, 99, 511, 1023]], x.sum() for i = 100, 2900, 4095
  const plain = createSobol(TABLED_DIMENSIONS);
  for (const [index, some, sum] of REFERENCE_POINTS) {
    const point = plain.points(index, 1).map((value) => value - 0.5 / 2 ** 32);
    assert.equal(
      [9, 99, 511, 1023].map((dimension) => point[dimension]),
      some,
    );
    assert.ok(Math.abs(point.reduce((total, value) => total + value, 0) - sum) < 1e-9);
  }
});
const REFERENCE_POINTS: [number, number[], number][] = [
  [86, [0.6953125, 0.8828125, 0.5234375, 0.9453125], 504.640625],
  [3838, [0.351318359375, 0.495361328125, 0.433837890625, 0.176513671875], 505.39453125],
  [2048, [0.246337890625, 0.962646484375, 0.914794921875, 0.354736328125], 517.6279296875],
];

/** x^exponent modulo a polynomial over two elements, both as bits. */
function power(exponent: number, polynomial: number, degree: number): number {
  const times = (a: number, b: number): number => {
    let product = 0;
    let shifted = a;
    for (let rest = b; rest > 0; rest >>>= 1) {
      if (rest & 1) product ^= shifted;
      shifted <<= 1;
      if (shifted >>> degree) shifted ^= polynomial;
    }
    return product;
  };
  let result = 1;
  let square = degree === 1 ? 1 : 2;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if (rest & 1) result = times(result, square);
    square = times(square, square);
  }
  return result;
}

it("has a primitive polynomial of its own in every dimension", () => {
  const polynomials = new Set<number>();
  for (let dimension = 1; dimension < TABLED_DIMENSIONS; dimension++) {
    const { degree, coefficients, initial } = findGenerator(dimension);
    const polynomial = (1 << degree) | (coefficients << 1) | 1;
    const order = 2 ** degree - 1;
    assert.is(power(order, polynomial, degree), 1);
    for (const prime of [3, 5, 7, 11, 13, 17, 23, 31, 43, 73, 89, 127, 8191]) {
      if (order % prime === 0 && order > prime) assert.is.not(power(order / prime, polynomial, degree), 1);
    }
    polynomials.add(polynomial);
    initial.forEach((value, at) => {
      assert.ok(value % 2 === 1 && value < 2 ** (at + 1));
    });
  }
  assert.is(polynomials.size, TABLED_DIMENSIONS - 1);
});

it("puts one point into each of 2^m slices of every dimension, also beyond those with numbers of their own", () => {
  const dimensions = TABLED_DIMENSIONS + 40;
  const count = 64;
  for (const from of [0, 3 * count]) {
    const points = createSobol(dimensions, createRandom(2)).points(from, count);
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const slices = column(points, dimensions, dimension).map((value) => Math.floor(value * count));
      assert.is(new Set(slices).size, count, `dimension ${dimension} from ${from}`);
    }
  }
});

it("is a (0, m, 2)-net in its first two dimensions: one point in every elementary box", () => {
  const m = 8;
  const count = 2 ** m;
  for (const [from, random] of [
    [0, undefined],
    [0, createRandom(3)],
    [5 * count, createRandom(4)],
  ] as const) {
    const points = createSobol(2, random).points(from, count);
    for (let wide = 0; wide <= m; wide++) {
      const boxes = new Set<string>();
      for (let i = 0; i < count; i++) {
        const x = Math.floor((points[2 * i] ?? 0) * 2 ** wide);
        const y = Math.floor((points[2 * i + 1] ?? 0) * 2 ** (m - wide));
        boxes.add(`${x} ${y}`);
      }
      assert.is(boxes.size, count, `boxes of 2^-${wide}`);
    }
  }
  // Independent points leave some boxes empty.
  const random = createRandom(5);
  const boxes = new Set(Array.from({ length: count }, () => `${random.integer(16)} ${random.integer(16)}`));
  assert.ok(boxes.size < count);
});

it("gives the same points for the same seed, from wherever it is asked", () => {
  const sequence = createSobol(7, createRandom(6));
  const all = sequence.points(0, 32);
  assert.equal(sequence.points(9, 5), all.slice(9 * 7, 14 * 7));
  assert.equal(createSobol(7, createRandom(6)).points(0, 32), all);
  assert.not.equal(createSobol(7, createRandom(7)).points(0, 32), all);
  assert.ok(all.every((value) => value > 0 && value < 1));
});

it("is uniform in every single point, over the seeds, and independent between seeds and dimensions", () => {
  const seeds = 4000;
  const firsts = Array.from({ length: seeds }, (_, seed) => createSobol(3, createRandom(seed)).points(5, 1));
  const largest = [0, 1, 2].map((dimension) => {
    const values = firsts.map((point) => point[dimension] ?? 0).sort((a, b) => a - b);
    return Math.max(...values.map((value, i) => Math.abs(value - (i + 0.5) / seeds)));
  });
  // Kolmogorov's 99.9% point is 1.95 / sqrt(n).
  for (const distance of largest) assert.ok(distance < 1.95 / Math.sqrt(seeds), `${distance}`);
  const correlation = (a: number, b: number): number =>
    12 * mean(firsts.map((point) => ((point[a] ?? 0) - 0.5) * ((point[b] ?? 0) - 0.5)));
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    assert.ok(Math.abs(correlation(a, b)) < 4 / Math.sqrt(seeds), `${a} ${b}`);
  }
  // The control: without scrambling, the point is the same every time.
  assert.equal(createSobol(3).points(5, 1), createSobol(3).points(5, 1));
});

/** A smooth function of all coordinates whose mean is 0. */
const smooth = (point: ArrayLike<number>): number =>
  Array.from(point).reduce(
    (product, value, at) => product * (1 + (Math.exp(value) - Math.E + 1) / (1 + at)),
    1,
  ) - 1;
function rootMeanSquare(count: number, draw: (seed: number) => Float64Array, dimensions: number): number {
  const squares = Array.from({ length: 60 }, (_, seed) => {
    const points = draw(seed);
    const values = Array.from({ length: count }, (_, i) =>
      smooth(points.subarray(i * dimensions, (i + 1) * dimensions)),
    );
    return mean(values) ** 2;
  });
  return Math.sqrt(mean(squares));
}

it("integrates smooth functions far better than independent points, and the better the more points", () => {
  const dimensions = 5;
  const sobol = (count: number) =>
    rootMeanSquare(count, (seed) => createSobol(dimensions, createRandom(seed)).points(0, count), dimensions);
  const independent = rootMeanSquare(
    1024,
    (seed) => {
      const random = createRandom(seed);
      return Float64Array.from({ length: 1024 * dimensions }, () => random.uniform());
    },
    dimensions,
  );
  const few = sobol(128);
  const many = sobol(1024);
  assert.ok(many < independent / 15, `${many} against ${independent}`);
  // Between count^-1, what plain sequences reach, and count^-1.5.
  assert.ok(few / many > 8, `${few / many}`);
});

/**
 * Computes the discrepancy of points from uniform ones (F. J. Hickernell, 1998: the centred L2 discrepancy, squared).
 */
function discrepancy(points: Float64Array, dimensions: number): number {
  const count = points.length / dimensions;
  const offset = points.map((value) => Math.abs(value - 0.5));
  let single = 0;
  let double = 0;
  for (let i = 0; i < count; i++) {
    let product = 1;
    for (let k = 0; k < dimensions; k++) {
      const a = offset[i * dimensions + k] ?? 0;
      product *= 1 + a / 2 - (a * a) / 2;
    }
    single += product;
    for (let j = 0; j < count; j++) {
      let pair = 1;
      for (let k = 0; k < dimensions; k++) {
        const [x, y] = [points[i * dimensions + k] ?? 0, points[j * dimensions + k] ?? 0];
        const [a, b] = [offset[i * dimensions + k] ?? 0, offset[j * dimensions + k] ?? 0];
        pair *= 1 + a / 2 + b / 2 - Math.abs(x - y) / 2;
      }
      double += pair;
    }
  }
  return (13 / 12) ** dimensions - (2 / count) * single + double / count ** 2;
}

it("lies closer to uniform than independent points, in later dimensions too", () => {
  const count = 256;
  const random = createRandom(8);
  const chance = discrepancy(
    Float64Array.from({ length: count * 6 }, () => random.uniform()),
    6,
  );
  const wide = createSobol(TABLED_DIMENSIONS, createRandom(9)).points(0, count);
  for (const first of [0, 30]) {
    const chosen = wide.filter(
      (_, at) => at % TABLED_DIMENSIONS >= first && at % TABLED_DIMENSIONS < first + 6,
    );
    const sobolDiscrepancy = discrepancy(chosen, 6);
    assert.ok(sobolDiscrepancy < chance / 3, `${sobolDiscrepancy} against ${chance} from dimension ${first}`);
  }
});

it("has directions that begin with the numbers m, each in its own bit", () => {
  for (const dimension of [0, 1, 17, 1023]) {
    directionNumbers(dimension).forEach((direction, bit) => {
      // The lowest bit that is set is the one that belongs to it: the sequence visits every slice.
      assert.is((direction & -direction) >>> 0, 2 ** (31 - bit));
    });
  }
});
