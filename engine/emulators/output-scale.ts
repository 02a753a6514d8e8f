/**
 * Chooses the scale of an output by the likelihood of its values under quick models (Box and Cox, 1964), each left out in
 * turn, and by how well they are then predicted on the output's own scale, where people judge it.
 */
import { candidateOutputScales } from "../data/scale-candidates.ts";
import { fromScale, IDENTITY, logSlope, type Scale, spreadOf, toScale } from "../data/scaling.ts";
import { gatherRows } from "../data/table.ts";
import type { ScaleJudge } from "./scale-judge.ts";

/** Of a curve, this many components are looked at. */
const COMPONENTS = 12;
/** In units of log likelihood a value, that and the error's logarithm together: what another scale must gain. */
const LEAST_GAIN = 0.4;
/** As a share of the error on the own scale: what a likelier scale may cost there. */
const WORST_ERROR = 1;
/** Errors below this share of the variance are no worse than each other. */
const SMALL_ERROR = 1e-8;

/** @param values count x size, row-major, of the rows the judge was made for; @param all of every row trained on */
export function chooseScale(judge: ScaleJudge, values: Float64Array, size: number, all = values): Scale {
  const candidates = candidateOutputScales(all).filter((scale) => size === 1 || !isTurned(scale));
  if (candidates.length === 1) return IDENTITY;
  const stride = Math.max(1, Math.ceil(size / COMPONENTS));
  const components: Float64Array[] = [];
  for (let at = Math.floor(stride / 2); at < size; at += stride) {
    const component = Float64Array.from(
      { length: values.length / size },
      (_, row) => values[row * size + at] ?? 0,
    );
    if (spreadOf(gatherRows(component, 1, judge.rows)).deviation > 0) components.push(component);
  }
  if (components.length === 0) return IDENTITY;
  const plain = verdict(judge, components, IDENTITY);
  let best: Scale = IDENTITY;
  let highest = plain.score + LEAST_GAIN;
  for (const scale of candidates) {
    const { score, error } = verdict(judge, components, scale);
    if (score > highest && error <= WORST_ERROR * plain.error) {
      best = scale;
      highest = score;
    }
  }
  return best;
}

/** One that has a pole, where no curve's components beyond their range can be told. */
const isTurned = (scale: Scale): boolean => scale.kind === "power" && scale.exponent < 0;

interface Verdict {
  /** The mean log likelihood a value, less half the logarithm of the error. */
  score: number;
  /** Mean square on the own scale, as a share of the variance. */
  error: number;
}

/** By the model that does best on this scale; means over the components. */
function verdict(judge: ScaleJudge, components: readonly Float64Array[], scale: Scale): Verdict {
  let score = 0;
  let error = 0;
  for (const component of components) {
    const best = bestModel(judge, component, scale);
    score += best.score / components.length;
    error += best.error / components.length;
  }
  return { score, error };
}

function bestModel(judge: ScaleJudge, component: Float64Array, scale: Scale): Verdict {
  const scaled = component.map((value) => toScale(scale, value));
  const { centre, deviation } = spreadOf(scaled);
  let best: Verdict = { score: Number.NEGATIVE_INFINITY, error: Number.POSITIVE_INFINITY };
  if (!(deviation > 0)) return best;
  const low = scaled.reduce((a, b) => Math.min(a, b));
  const high = scaled.reduce((a, b) => Math.max(a, b));
  const standardised = scaled.map((value) => value / deviation - centre / deviation);
  const own = gatherRows(component, 1, judge.rows);
  const count = own.length;
  const slopes = own.reduce((sum, value) => sum + logSlope(scale, value), 0) / count;
  for (const predict of judge.predictors) {
    const { residuals, variances } = predict(standardised);
    let squares = 0;
    let logVariances = 0;
    const misses = own.map((value, i) => {
      const residual = residuals[i] ?? 0;
      const variance = variances[i] ?? 1;
      squares += residual ** 2 / variance / count;
      logVariances += Math.log(variance) / count;
      const predicted = (scaled[judge.rows[i] ?? 0] ?? 0) - residual * deviation;
      return fromScale(scale, Math.min(high, Math.max(low, predicted))) - value;
    });
    const likelihood = slopes - Math.log(deviation) - (Math.log(squares + SMALL_ERROR) + logVariances) / 2;
    const error = (rootMeanSquare(misses) / spreadOf(own).deviation) ** 2;
    const score = likelihood - Math.log(error + SMALL_ERROR) / 2;
    if (score > best.score) best = { score, error };
  }
  return best;
}

/** Of numbers whose squares may be too large for a number. */
function rootMeanSquare(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
}
