/** A seeded source of random numbers. Two sources of one seed and stream draw the same numbers on every machine. */
export interface Random {
  /** Uniform on [0, 1), 53 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Uniform on 0 .. bound - 1, for bounds up to 2^32. */
  integer(bound: number): number;
  /** The numbers 0 .. count - 1 in random order. */
  permutation(count: number): Int32Array;
  /** An independent source, the same for the same labels however much was drawn from this one before. */
  fork(...labels: number[]): Random;
}

/**
 * xoshiro128** 1.1 (Blackman and Vigna, 2021, "Scrambled linear pseudorandom number generators"), its state filled from the seed by
 * SplitMix32-like mixing; normals by the polar method (Marsaglia and Bray, 1964).
 * @param seed a whole number; equal seeds and streams give equal draws
 * @param stream whole numbers that tell independent streams of one seed apart
 */
export function createRandom(seed: number, ...stream: number[]): Random {
  const state = seedState([seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, ...stream]);
  let spare = Number.NaN;

  const bits = (): number => {
    // Not by a pattern, which would go through an iterator at every draw.
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    return result;
  };

  const uniform = (): number => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) / 2 ** 53;

  const integer = (bound: number): number => {
    // Draws above the largest multiple of the bound would make small numbers likelier.
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let draw = bits();
    while (draw >= limit) draw = bits();
    return draw % bound;
  };

  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    let u = 0;
    let v = 0;
    let s = 0;
    do {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s === 0);
    const factor = Math.sqrt((-2 * Math.log(s)) / s);
    spare = v * factor;
    return u * factor;
  };

  const permutation = (count: number): Int32Array => {
    const order = new Int32Array(count);
    for (let i = 0; i < count; i++) order[i] = i;
    for (let i = count - 1; i > 0; i--) {
      const j = integer(i + 1);
      const moved = order[i];
      order[i] = order[j];
      order[j] = moved;
    }
    return order;
  };

  return {
    uniform,
    normal,
    integer,
    permutation,
    fork: (...labels) => createRandom(seed, ...stream, labels.length, ...labels),
  };
}

function seedState(words: number[]): [number, number, number, number] {
  let hash = 0x9e3779b9;
  const mix = (word: number): number => {
    hash = (Math.imul(hash ^ word, 0x85ebca6b) + 0x9e3779b9) | 0;
    let z = hash;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  for (const word of words) mix(word);
  const state: [number, number, number, number] = [mix(1), mix(2), mix(3), mix(4)];
  if (state.every((word) => word === 0)) state[0] = 1;
  return state;
}
