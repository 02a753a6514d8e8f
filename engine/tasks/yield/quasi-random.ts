/** Standard normal points of scrambled Sobol' sequences, several independent ones, from whose differences the error of a mean is seen. */
import { createSobol } from "../../designs/sobol.ts";
import { normalQuantile } from "../../math/normal.ts";
import { createRandom } from "../../math/random.ts";

export const REPLICATE_COUNT = 16;

/** Points `from` .. `from + count - 1` of a replicate: count x dimensions, row-major. */
export function normalPoints(
  dimensions: number,
  { seed, replicate, from, count }: { seed: number; replicate: number; from: number; count: number },
): Float64Array {
  const sequence = createSobol(dimensions, createRandom(seed).fork(replicate));
  return sequence.points(from, count).map(normalQuantile);
}
