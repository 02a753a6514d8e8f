/** Limit states of standard normal inputs, and how our search estimates how often they fail. */
import { createRandom } from "../../engine/math/random.ts";
import { ContourSearch } from "../../engine/tasks/out-of-spec/contour-search.ts";
import type { ScoreModel } from "../../engine/tasks/out-of-spec/score-model.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import { fourBranch } from "./failing-functions.ts";

export interface NormalState {
  name: string;
  /** As peers/ak_mcs.py calls it. */
  state: "four branches" | "oscillator" | "many inputs";
  k: number;
  dimensions: number;
  limit: (u: Float64Array) => number;
  samples: number;
  /** Simulations: the most, those of the peer before its first choice, and from one estimate to the next. */
  most: number;
  first: number;
  every: number;
  seeds: number;
}

/**
 * Computes the limit state of F. Schuëller and P. Bucher's oscillator, as B. Echard, N. Gayton and M. Lemaire (2011)
 * have it: m, c1, c2, r, F1 and t1.
 */
function oscillator(u: Float64Array): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = u;
  const [m, c1, c2] = [1 + 0.05 * a, 1 + 0.1 * b, 0.1 + 0.01 * c];
  const [r, force, time] = [0.5 + 0.05 * d, 1 + 0.2 * e, 1 + 0.2 * f];
  const frequency = Math.sqrt((c1 + c2) / m);
  return 3 * r - Math.abs(((2 * force) / (m * frequency ** 2)) * Math.sin((frequency * time) / 2));
}

/** Computes the limit state of R. Rackwitz (2001): a sum of lognormal variables of mean 1 and deviation .2. */
function sumOfMany(u: Float64Array): number {
  const deviation = Math.sqrt(Math.log1p(0.04));
  const sum = u.reduce((all, variable) => all + Math.exp(deviation * variable - deviation ** 2 / 2), 0);
  return u.length + 0.6 * Math.sqrt(u.length) - sum;
}

/** @param seeds a third of those of each but the last, whose peer takes minutes for one */
export const normalStates = (seeds: number): NormalState[] => [
  ...[6, 7].map((k): NormalState => {
    const limit = fourBranch(k);
    const size = { samples: 50_000, most: 60, first: 12, every: 1 };
    const branches = {
      state: "four branches",
      dimensions: 2,
      limit: ([x = 0, y = 0]: Float64Array) => limit(x, y),
    } as const;
    return { ...branches, ...size, name: `four branches (k = ${k})`, k, seeds: 3 * seeds };
  }),
  {
    ...{
      name: "nonlinear oscillator",
      state: "oscillator",
      k: 0,
      dimensions: 6,
      limit: oscillator,
    },
    ...{ samples: 50_000, most: 40, first: 12, every: 1, seeds: 3 * seeds },
  },
  {
    ...{ name: "sum of 40 inputs", state: "many inputs", k: 0, dimensions: 40, limit: sumOfMany },
    ...{ samples: 50_000, most: 80, first: 12, every: 4, seeds: 1 },
  },
];

/** The inputs reach this many standard deviations; beyond lies a probability of 1e-6. */
const INPUT_REACH = 5;
const AT_ONCE = 8_192;
const RELATIVE_TOLERANCE = 0.05;

/** Computes the share of the samples that fails by the function itself. */
export function computeTruth({ limit }: NormalState, samples: readonly Float64Array[]): number {
  return samples.filter((sample) => limit(sample) < 0).length / samples.length;
}

export function normalSamples({ dimensions, samples }: NormalState): Float64Array[] {
  const random = createRandom(11);
  return Array.from({ length: samples }, () =>
    Float64Array.from({ length: dimensions }, () => random.normal()),
  );
}

export type Estimate = { simulations: number; probability: number };

/** From how many simulations on the estimate stays within 5% of the truth; null: never. */
export function settledAt(estimates: readonly Estimate[], truth: number): number | null {
  const last = estimates.findLastIndex(
    ({ probability }) => Math.abs(probability / truth - 1) > RELATIVE_TOLERANCE,
  );
  return estimates[last + 1]?.simulations ?? null;
}

const placed = (u: Float64Array): Float64Array => u.map((coordinate) => 0.5 + coordinate / (2 * INPUT_REACH));
const isInside = (point: Float64Array): boolean =>
  point.every((coordinate) => coordinate >= 0 && coordinate <= 1);

/** After each simulation of our search, which knows that the inputs are normal. */
export function ourEstimates(
  { dimensions, limit, most, first, every }: NormalState,
  samples: readonly Float64Array[],
  seed: number,
): Estimate[] {
  const points = samples.map(placed);
  const inputs = {
    dimensions,
    pointAt: (u: Float64Array) => {
      const point = placed(u);
      return isInside(point) ? point : null;
    },
  };
  const axes = Array.from({ length: dimensions }, () => unitAxis());
  const search = new ContourSearch(axes, { seed, maximum: most, inputs });
  const estimates: Estimate[] = [];
  for (let next = search.ask(); next !== null; next = search.ask()) {
    search.tell([
      { ...next, score: limit(next.point.map((coordinate) => 2 * INPUT_REACH * (coordinate - 0.5))) },
    ]);
    const simulations = next.id + 1;
    if (simulations < first || simulations % every > 0 || search.model === null) continue;
    estimates.push({ simulations, probability: failingShare(search.model, points) });
  }
  return estimates;
}

function failingShare(model: ScoreModel, points: readonly Float64Array[]): number {
  let failing = 0;
  for (let from = 0; from < points.length; from += AT_ONCE)
    failing += model.estimates(points.slice(from, from + AT_ONCE)).mean.filter((mean) => mean < 0).length;
  return failing / points.length;
}
