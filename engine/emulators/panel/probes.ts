/**
 * Points as if drawn afresh from the design: what models that saw different rows say there tells how much they vary,
 * without anybody knowing the truth. Each is a row with some inputs taken from another, chosen so that they lie as far from
 * the rows as these do from each other: where inputs were varied together, or in clusters, most mixtures lie far off.
 */
import type { LearningData } from "../../learning/lesson.ts";
import type { Random } from "../../math/random.ts";
import { nearestDistance, type Surroundings } from "../extrapolation.ts";

const WANTED = 200;
const CANDIDATES = 1500;
/** Shares of the inputs that are taken from the other row, in turn. */
const MIXTURES = [0.5, 0.25, 0.1];
/** A probe is this many times as far from the nearest row as the row whose place it takes, at least and at most. */
const NEARER = 0.95;
const FURTHER = 1.25;

export interface Probes {
  count: number;
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
}

export function drawProbes(data: LearningData, surroundings: Surroundings, random: Random): Probes {
  const { width } = data;
  const { rows, distances } = surroundings;
  const candidates = Array.from({ length: CANDIDATES }, (_, at) => {
    const point = mixed(data, MIXTURES[at % MIXTURES.length] ?? 0.5, random);
    return { point, distance: nearestDistance(rows, width, point, 0) };
  });
  candidates.sort((a, b) => a.distance - b.distance);
  const found: Float64Array[] = [];
  let next = 0;
  for (let place = 0; place < WANTED && distances.length > 0; place++) {
    const wanted = distances[Math.floor((place * distances.length) / WANTED)] ?? 0;
    while ((candidates[next]?.distance ?? wanted) < wanted * NEARER) next += 1;
    const candidate = candidates[next];
    if (candidate === undefined) break;
    if (candidate.distance > wanted * FURTHER) continue;
    found.push(candidate.point);
    next += 1;
  }
  const inputs = new Float64Array(width * found.length);
  found.forEach((point, at) => {
    for (let feature = 0; feature < width; feature++)
      inputs[feature * found.length + at] = point[feature] ?? 0;
  });
  return { count: found.length, inputs };
}

function mixed({ width, count, inputs, sources }: LearningData, share: number, random: Random): Float64Array {
  const [one, other] = [random.integer(count), random.integer(count)];
  const point = new Float64Array(width);
  let row = one;
  for (let feature = 0; feature < width; feature++) {
    // The levels of a category come from one row.
    if (feature === 0 || sources[feature] !== sources[feature - 1])
      row = random.uniform() < share ? other : one;
    point[feature] = inputs[feature * count + row] ?? 0;
  }
  return point;
}
