/**
 * Chooses the scale of an output by the likelihood of its values around a quick trend (Box and Cox, 1964), each left out
 * in turn. A scale that would predict clearly worse on the output's own scale is not taken: people judge it there.
 */
import {
  candidateScales,
  fromScale,
  IDENTITY,
  logSlope,
  type Scale,
  spreadOf,
  toScale,
} from "../data/scaling.ts";
import type { Trend } from "./trend.ts";

/** Of a curve, this many components are looked at. */
const COMPONENTS = 12;
/** In units of log likelihood a value: what another scale must gain. */
const LEAST_GAIN = 0.05;
const WORST_ERROR = 1.1;

/** @param values count x size, row-major, of the rows the trend was made for. */
export function chooseScale(trend: Trend, values: Float64Array, size: number): Scale {
  const stride = Math.max(1, Math.ceil(size / COMPONENTS));
  const components: Float64Array[] = [];
  for (let at = Math.floor(stride / 2); at < size; at += stride) {
    const component = Float64Array.from(
      { length: values.length / size },
      (_, row) => values[row * size + at] ?? 0,
    );
    if (spreadOf(component).deviation > 0) components.push(component);
  }
  if (components.length === 0) return IDENTITY;
  const plain = judge(trend, components, IDENTITY);
  let best: Scale = IDENTITY;
  let highest = plain.likelihood + LEAST_GAIN;
  for (const scale of candidateScales(values)) {
    const { likelihood, error } = judge(trend, components, scale);
    if (likelihood > highest && error <= WORST_ERROR * plain.error) {
      best = scale;
      highest = likelihood;
    }
  }
  return best;
}

/** The mean log likelihood a value, and the squared error on the own scale as a share of the variance. */
function judge(
  trend: Trend,
  components: readonly Float64Array[],
  scale: Scale,
): { likelihood: number; error: number } {
  let likelihood = 0;
  let error = 0;
  for (const values of components) {
    const scaled = values.map((value) => toScale(scale, value));
    const { centre, deviation } = spreadOf(scaled);
    if (deviation === 0) return { likelihood: Number.NEGATIVE_INFINITY, error: Number.POSITIVE_INFINITY };
    const low = scaled.reduce((a, b) => Math.min(a, b));
    const high = scaled.reduce((a, b) => Math.max(a, b));
    const residuals = trend.residuals(scaled.map((value) => (value - centre) / deviation));
    let squares = 0;
    let slopes = 0;
    const misses = values.map((value, row) => {
      const residual = residuals[row] ?? 0;
      squares += residual * residual;
      slopes += logSlope(scale, value);
      const predicted = (scaled[row] ?? 0) - residual * deviation;
      return fromScale(scale, Math.min(high, Math.max(low, predicted))) - value;
    });
    likelihood += slopes / values.length - Math.log(deviation) - Math.log(squares / values.length) / 2;
    error += (rootMeanSquare(misses) / spreadOf(values).deviation) ** 2;
  }
  return { likelihood: likelihood / components.length, error: error / components.length };
}

/** Of numbers whose squares may be too large for a number. */
function rootMeanSquare(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
}
