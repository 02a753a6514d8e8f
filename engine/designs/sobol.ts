/**
 * Points that fill the unit cube evenly: Sobol' sequences (I. M. Sobol', 1967) with the direction numbers of Joe and Kuo
 * (2008), scrambled as A. B. Owen does (1995, "Randomly permuted (t,m,s)-nets and (t,s)-sequences"). The flips of Owen's
 * trees are hashes of their nodes (B. Burley, 2020, "Practical hash-based Owen scrambling"), one a node, so that any point
 * can be had without those before it.
 *
 * Every 2^m points from a multiple of 2^m on are a net: each is uniform by itself, all of them together lie far more evenly
 * than independent ones, and the mean of a smooth function over them errs by about count^-1.5.
 */
import type { Random } from "../math/random.ts";
import { DIMENSION_COUNT_BY_DEGREE, PACKED_GENERATORS } from "./joe-kuo.ts";

const BIT_COUNT = 32;

/** Dimensions with direction numbers of their own; those beyond use them again, in another order of the points. */
export const TABLED_DIMENSIONS = 1 + DIMENSION_COUNT_BY_DEGREE.reduce((sum, count) => sum + count, 0);

export interface SobolSequence {
  dimensions: number;
  /** `count` points from the `from`-th on (from 0; 2^32 in all): count x dimensions, row-major, each inside (0, 1). */
  points(from: number, count: number): Float64Array;
}

/** Scrambled by `random`; in its plain form without. Sequences of different seeds are independent of each other. */
export function createSobol(dimensions: number, random?: Random): SobolSequence {
  const seed = (): Seed =>
    random === undefined ? null : [random.integer(2 ** BIT_COUNT), random.integer(2 ** BIT_COUNT)];
  const axes = Array.from({ length: dimensions }, (_, dimension) => ({
    directions: directionNumbers(dimension % TABLED_DIMENSIONS),
    seed: seed(),
  }));
  const orders = Array.from({ length: Math.ceil(dimensions / TABLED_DIMENSIONS) }, seed);
  return {
    dimensions,
    points: (from, count) => {
      const points = new Float64Array(count * dimensions);
      for (let i = 0; i < count; i++) {
        for (let dimension = 0; dimension < dimensions; dimension++) {
          const block = Math.floor(dimension / TABLED_DIMENSIONS);
          const index = block === 0 ? from + i : scramble(from + i, orders[block]);
          const axis = axes[dimension];
          const bits = scramble(combine(axis.directions, index), axis.seed);
          points[i * dimensions + dimension] = (bits + 0.5) / 2 ** BIT_COUNT;
        }
      }
      return points;
    },
  };
}

/** Two words, which no two trees share but by chance; null leaves everything as it is. */
type Seed = readonly [number, number] | null;

/** Returns the direction numbers of one dimension, counted from 0, as 32 bits behind the binary point. */
export function directionNumbers(dimension: number): Uint32Array {
  const directions = new Uint32Array(BIT_COUNT);
  const { degree, coefficients, initial } = findGenerator(dimension);
  for (let bit = 0; bit < BIT_COUNT; bit++) {
    if (bit < initial.length) {
      directions[bit] = initial[bit] << (BIT_COUNT - 1 - bit);
      continue;
    }
    const first = directions[bit - degree];
    let value = first ^ (first >>> degree);
    for (let back = 1; back < degree; back++) {
      if ((coefficients >>> (degree - 1 - back)) & 1) value ^= directions[bit - back];
    }
    directions[bit] = value;
  }
  return directions;
}

interface Generator {
  /** The degree of the primitive polynomial. */
  degree: number;
  /** Its coefficients but for the first and the last, which are 1. */
  coefficients: number;
  /** The odd numbers m1, m2 ... */
  initial: readonly number[];
}

/** The first dimension is van der Corput's sequence, whose numbers are all 1. */
const VAN_DER_CORPUT: Generator = { degree: 0, coefficients: 0, initial: new Array(BIT_COUNT).fill(1) };

let generators: readonly Generator[] | null = null;
export function findGenerator(dimension: number): Generator {
  generators ??= [VAN_DER_CORPUT, ...unpack()];
  return generators[dimension];
}

function unpack(): Generator[] {
  const bytes = Uint8Array.from(atob(PACKED_GENERATORS), (letter) => letter.charCodeAt(0));
  let position = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, position++) {
      value = 2 * value + ((bytes[position >>> 3] >>> (7 - (position & 7))) & 1);
    }
    return value;
  };
  return DIMENSION_COUNT_BY_DEGREE.flatMap((count, at) => {
    const degree = at + 1;
    return Array.from({ length: count }, () => ({
      degree,
      coefficients: take(degree - 1),
      initial: Array.from({ length: degree }, (_, i) => 2 * take(i) + 1),
    }));
  });
}

/** The point's coordinate: the sum (without carry) of the direction numbers of the index's bits. */
function combine(directions: Uint32Array, index: number): number {
  let bits = 0;
  for (let bit = 0, rest = index; rest > 0; bit++, rest >>>= 1) {
    if (rest & 1) bits ^= directions[bit];
  }
  return bits >>> 0;
}

/** Flips each bit or not, as is written at the node of the tree that the bits above it lead to. */
function scramble(bits: number, seed: Seed): number {
  if (seed === null) return bits;
  const [first, second] = seed;
  let flips = 0;
  for (let level = 0; level < BIT_COUNT; level++) {
    // Nodes counted from the root, level by level: 1, then 2 and 3, then 4 .. 7.
    const node = level === 0 ? 1 : (1 << level) | (bits >>> (BIT_COUNT - level));
    const hash = mix(mix(node ^ first) + second);
    flips |= (hash & 1) << (BIT_COUNT - 1 - level);
  }
  return (bits ^ flips) >>> 0;
}

/** A bijection of 32 bits in which every bit depends on every other (the constants are C. Wellons's, 2018). */
function mix(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
