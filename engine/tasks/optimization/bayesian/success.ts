/**
 * How likely an evaluation is to succeed: a Gaussian process of the outcomes, 1 and -1. Of a few outcomes it may believe that an
 * input has no effect, and so that half of all succeeds where all has failed: a point whose nearest evaluation failed is no more
 * than a last resort, whatever it says.
 */
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { logProbabilityOfFeasibility } from "./acquisition.ts";
import type { Encoding } from "./encoding.ts";
import { unbent } from "./output-warp.ts";
import { type FitOptions, fittingSurrogate, type SurrogateState } from "./surrogate.ts";

/** The labels' own deviation: how far from its neighbours' an outcome may be. */
const LABEL_DEVIATION = 0.3;
/** Below it, a point is a last resort. */
const MIN_PROBABILITY = 0.5;
const LAST_RESORT = 100;

/** The logarithm of the probability of success at each point, and far less for a last resort. */
type LogSuccess = (points: readonly Float64Array[]) => Float64Array;

/** @param state is brought up to date */
export function* successOf(
  encoding: Encoding,
  evaluations: readonly RecordedEvaluation[],
  state: SurrogateState,
  options: FitOptions,
): Generator<undefined, LogSuccess> {
  const points = evaluations.map(({ point }) => point);
  const values = evaluations.map(({ score }) => (score === null ? -1 : 1));
  const process = yield* fittingSurrogate(encoding, { points, values }, state, { ...options, warps: unbent });
  const [zero, unit] = [process.scaled(0), process.scaled(1) - process.scaled(0)];
  const nearest = nearestOf(encoding, points);
  return (at) => {
    const { mean, deviation } = process.predict(at);
    const known = nearest(at);
    return mean.map((own, i) => {
      const spread = Math.hypot(deviation[i], LABEL_DEVIATION * unit);
      const logarithm = logProbabilityOfFeasibility(own - zero, spread);
      const isLastResort = logarithm < Math.log(MIN_PROBABILITY) || values[known[i]] < 0;
      return logarithm - (isLastResort ? LAST_RESORT : 0);
    });
  };
}

/** Of each point the number of the nearest of those that are known. */
function nearestOf({ width, encode }: Encoding, known: readonly Float64Array[]) {
  const there = encode(known);
  return (points: readonly Float64Array[]): Int32Array => {
    const here = encode(points);
    return Int32Array.from(points, (_, i) => {
      let [nearest, least] = [0, Number.POSITIVE_INFINITY];
      for (let j = 0; j < known.length; j++) {
        let distance = 0;
        for (let f = 0; f < width; f++)
          distance += (here[f * points.length + i] - there[f * known.length + j]) ** 2;
        if (distance < least) [nearest, least] = [j, distance];
      }
      return nearest;
    });
  };
}
