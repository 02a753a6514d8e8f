/**
 * The probability that an evaluation succeeds: a Gaussian process of the labels 1 (success) and -1 (failure). With
 * few labels the process may find no effect of any input and predict success for half of all points. A point whose
 * nearest evaluation failed is therefore a last resort, whatever the process predicts.
 */
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { logProbabilityOfFeasibility } from "./acquisition.ts";
import type { Encoding } from "./encoding.ts";
import { standardiseOnly } from "./output-warp.ts";
import { type FitOptions, fittingSurrogate, type SurrogateState } from "./surrogate.ts";

/** The standard deviation of a label around the process: how far an outcome may differ from its neighbours. */
const LABEL_DEVIATION = 0.3;
/** Below this probability of success a point is a last resort. */
const MIN_PROBABILITY = 0.5;
/** A last resort's log probability is reduced by this much, which places it behind all other points. */
const LAST_RESORT_PENALTY = 100;

/** Computes the log probability of success of each point, with the penalty of last resorts. */
type LogSuccess = (points: readonly Float64Array[]) => Float64Array;

/**
 * Fits the process of success.
 * @param state is updated
 * @returns a function from points to log probabilities
 */
export function* fitSuccess(
  encoding: Encoding,
  evaluations: readonly RecordedEvaluation[],
  state: SurrogateState,
  options: FitOptions,
): Generator<undefined, LogSuccess> {
  const points = evaluations.map(({ point }) => point);
  const values = evaluations.map(({ score }) => (score === null ? -1 : 1));
  const process = yield* fittingSurrogate(encoding, { points, values }, state, {
    ...options,
    warps: standardiseOnly,
  });
  const [zero, unit] = [process.scaled(0), process.scaled(1) - process.scaled(0)];
  const findNearest = createNearestSearch(encoding, points);
  return (queryPoints) => {
    const { mean, deviation } = process.predict(queryPoints);
    const nearestIndices = findNearest(queryPoints);
    return mean.map((labelMean, i) => {
      const spread = Math.hypot(deviation[i], LABEL_DEVIATION * unit);
      const logarithm = logProbabilityOfFeasibility(labelMean - zero, spread);
      const isLastResort = logarithm < Math.log(MIN_PROBABILITY) || values[nearestIndices[i]] < 0;
      return logarithm - (isLastResort ? LAST_RESORT_PENALTY : 0);
    });
  };
}

/** Creates a search for the index of the nearest known point, by the distance of the encoded points. */
function createNearestSearch({ width, encode }: Encoding, knownPoints: readonly Float64Array[]) {
  const knownFeatures = encode(knownPoints);
  return (points: readonly Float64Array[]): Int32Array => {
    const features = encode(points);
    return Int32Array.from(points, (_, i) => {
      let [nearest, leastDistance] = [0, Number.POSITIVE_INFINITY];
      for (let j = 0; j < knownPoints.length; j++) {
        let distance = 0;
        for (let f = 0; f < width; f++)
          distance += (features[f * points.length + i] - knownFeatures[f * knownPoints.length + j]) ** 2;
        if (distance < leastDistance) [nearest, leastDistance] = [j, distance];
      }
      return nearest;
    });
  };
}
