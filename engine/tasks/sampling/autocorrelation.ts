/** The integrated autocorrelation time of a chain and its rank-based convergence diagnostics. */
import { normalQuantile } from "../../math/normal.ts";

/** Samples of one parameter: a row a step, a column a walker. */
export interface Series {
  values: Float64Array;
  steps: number;
  walkers: number;
}

/** The window within which correlations are summed, in autocorrelation times (Sokal, 1997). */
const SOKAL_WINDOW = 5;
/** Pairs of steps are averaged where the window has more lags: the averages have the same long correlations. */
const MAX_LAGS = 100;

/**
 * Computes the integrated autocorrelation time in steps: 1 + 2 times the sum of the autocorrelations up to the smallest lag that is at least 5 times
 * the sum so far (Sokal, 1997, "Monte Carlo methods in statistical mechanics"), on coarser and coarser steps as in Goodman's acor (2009).
 * The mean and the variance are those of all walkers, so that walkers that stay in different places make it long.
 * @param series one parameter: steps x walkers
 * @returns NaN for a series that does not vary
 */
export function autocorrelationTime(series: Series): number {
  let centred = centre(series);
  const variance = centred.values.reduce((sum, value) => sum + value * value, 0) / centred.values.length;
  if (!(variance > 0)) return Number.NaN;
  for (let width = 1; ; width *= 2) {
    const { time, isWithin } = computeTime(centred, width, variance);
    if (isWithin) return time;
    centred = averagePairs(centred);
  }
}

function centre({ values, steps, walkers }: Series): Series {
  const count = steps * walkers;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  const mean = sum / count;
  return { values: values.subarray(0, count).map((value) => value - mean), steps, walkers };
}

/**
 * Computes the autocorrelation time in steps of the chain.
 * @param width the number of steps that one step of the series represents
 */
function computeTime({ values, steps, walkers }: Series, width: number, variance: number) {
  const scale = width / (values.length * variance);
  let time = 0;
  for (let lag = 0; lag < steps && lag <= MAX_LAGS; lag++) {
    if (lag > 0 && lag * width >= SOKAL_WINDOW * time) return { time, isWithin: true };
    const shift = lag * walkers;
    let products = 0;
    for (let i = shift; i < values.length; i++) products += values[i] * values[i - shift];
    time += (lag === 0 ? 1 : 2) * products * scale;
  }
  return { time, isWithin: steps <= MAX_LAGS };
}

/** Averages every two steps. */
function averagePairs({ values, steps, walkers }: Series): Series {
  const half = steps >> 1;
  const means = new Float64Array(half * walkers);
  for (let step = 0; step < half; step++) {
    for (let walker = 0; walker < walkers; walker++) {
      const at = 2 * step * walkers + walker;
      means[step * walkers + walker] = (values[at] + values[at + walkers]) / 2;
    }
  }
  return { values: means, steps: half, walkers };
}

/** Values of a series that are ranked, at most: more take longer, and R-hat hardly changes. */
const MAX_RANKED = 20_000;

/**
 * Computes the rank-normalised split R-hat: the larger of that of the values' normal scores, which tells walkers that stay in different places, and
 * that of the normal scores of their distances from the median, which tells walkers that spread differently (A. Vehtari, A. Gelman, D.
 * Simpson, B. Carpenter and P.-C. Bürkner, 2021, "Rank-normalization, folding, and localization", equations 14 and 15).
 * @param series one parameter: steps x walkers
 * @returns NaN for fewer than four steps or a series that does not vary
 */
export function rankNormalisedRHat(series: Series): number {
  const { values, steps, walkers } = thinned(series);
  const sorted = values.toSorted();
  const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  const rHats = [values, values.map((value) => Math.abs(value - median))].map((part) =>
    splitRHat({ values: normalScores(part), steps, walkers }),
  );
  return rHats.some(Number.isNaN) ? rHats[0] : Math.max(...rHats);
}

function thinned({ values, steps, walkers }: Series): Series {
  const stride = Math.max(1, Math.ceil((steps * walkers) / MAX_RANKED));
  const stepCount = Math.floor(steps / stride);
  const part = new Float64Array(stepCount * walkers);
  for (let step = 0; step < stepCount; step++) {
    const from = step * stride * walkers;
    part.set(values.subarray(from, from + walkers), step * walkers);
  }
  return { values: part, steps: stepCount, walkers };
}

/** The normal quantiles of the values' ranks (Blom, 1958); equal values have the mean of their ranks. */
function normalScores(values: Float64Array): Float64Array {
  const count = values.length;
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const scores = new Float64Array(count);
  for (let first = 0; first < count; ) {
    let last = first;
    while (last + 1 < count && values[order[last + 1]] === values[order[first]]) last++;
    const rank = (first + last) / 2 + 1;
    const score = normalQuantile((rank - 3 / 8) / (count + 1 / 4));
    for (let i = first; i <= last; i++) scores[order[i]] = score;
    first = last + 1;
  }
  return scores;
}

/**
 * Computes the split R-hat, sqrt((n - 1) / n + B / (n W)): how much wider the samples of all walkers together spread than those of each half
 * of one walker alone (Gelman et al., 2013, "Bayesian Data Analysis", 11.4; Vehtari et al., 2021, equations 1 to 4). W is the variance
 * within halves of length n, and B / n the variance of their means. It is 1 where all halves agree.
 * @param series one parameter: steps x walkers
 * @returns NaN for fewer than four steps or a series that does not vary
 */
export function splitRHat({ values, steps, walkers }: Series): number {
  const length = steps >> 1;
  if (length < 2) return Number.NaN;
  const means: number[] = [];
  let within = 0;
  for (const from of [0, steps - length]) {
    for (let walker = 0; walker < walkers; walker++) {
      let sum = 0;
      for (let step = from; step < from + length; step++) sum += values[step * walkers + walker];
      const mean = sum / length;
      let squares = 0;
      for (let step = from; step < from + length; step++)
        squares += (values[step * walkers + walker] - mean) ** 2;
      means.push(mean);
      within += squares / (length - 1) / (2 * walkers);
    }
  }
  const all = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  const between = means.reduce((sum, mean) => sum + (mean - all) ** 2, 0) / (means.length - 1);
  return within > 0 ? Math.sqrt((length - 1) / length + between / within) : Number.NaN;
}
