/**
 * The deviation of an output's errors at any point: a constant, what the voices that know a variance claim, and how much
 * the voices disagree, mixed as makes the errors on kept-out rows likeliest; then a factor for what rows have in common.
 */
import type { OutputModel } from "../targets.ts";
import { fitRowFactor, type RowFactor, type RowSetting } from "./heteroscedasticity.ts";
import type { Verdict } from "./predictor.ts";

/** Of a curve's components, and of all values, so many are looked at. */
const MOST_COMPONENTS = 24;
const MOST_VALUES = 12_000;
/** As many rows' worth of the average go into each component's own constant. */
const POOLED_ROWS = 10;
/** Shares of the constant that are tried. None is 0: where rows lie close the variance may be claimed to be nothing. */
const CONSTANTS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1];
const PARTS = [0, 0.25, 0.5, 0.75, 1];
/** What is believed before any row has been seen: in units of log likelihood for a share that is off by one. */
const USUAL_CONSTANT = 0.2;
const BELIEF = 2;
/** Below this, in units of the training rows' variance, errors are rounding. */
export const LEAST_VARIANCE = 1e-24;

export interface Deviation {
  /** One a component. */
  constant: Float64Array;
  ofVariance: number;
  ofDisagreement: number;
  factor: RowFactor | null;
}

/** What is said of each of an output's targets, in their order. Without a spread where no model was a fold's. */
export type Said = Pick<Verdict, "variance" | "disagreement">;

/** Of what counts of each target, the sum over the targets: count x size. */
export function spreadOver(
  model: OutputModel,
  ofTargets: readonly Float64Array[],
  count: number,
): Float64Array {
  const { size, basis } = model;
  const sums = new Float64Array(count * size);
  ofTargets.forEach((values, at) => {
    const from = at * size;
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0;
      if (value === 0) continue;
      for (let j = 0; j < size; j++) {
        const share = basis[from + j] ?? 0;
        sums[i * size + j] = (sums[i * size + j] ?? 0) + value * (share * share);
      }
    }
  });
  return sums;
}

/**
 * Variance of every standardised component, count x size.
 * @param excess of each target, variance on top: between the folds' models, as far as that is more than usual.
 * @param logs of the row factor.
 */
export function variancesOf(
  model: OutputModel,
  deviation: Deviation,
  said: readonly Said[],
  excess: readonly Float64Array[],
  logs: Float64Array,
): Float64Array {
  const { size } = model;
  const count = logs.length;
  const { ofVariance, ofDisagreement } = deviation;
  const each = said.map(({ variance, disagreement }, at) => {
    const own = excess[at]?.slice() ?? new Float64Array(count);
    for (let i = 0; i < count; i++)
      own[i] = (own[i] ?? 0) + ofVariance * (variance[i] ?? 0) + ofDisagreement * (disagreement[i] ?? 0);
    return own;
  });
  const variances = spreadOver(model, each, count);
  for (let i = 0; i < count; i++) {
    const factor = Math.exp(logs[i] ?? 0);
    for (let j = 0; j < size; j++) {
      const at = i * size + j;
      variances[at] = ((variances[at] ?? 0) + (deviation.constant[j] ?? 0)) * factor + LEAST_VARIANCE;
    }
  }
  return variances;
}

/**
 * @param errors on kept-out rows, standardised components, rows x size.
 * @returns also the variances at these rows, by a factor that was fitted without them.
 */
export function fitDeviation(
  model: OutputModel,
  errors: Float64Array,
  said: readonly Said[],
  setting: RowSetting,
): { deviation: Deviation; variances: Float64Array } {
  const base = baseOf(errors, model.size, setting.count);
  const mixed = mix(model, errors, base, said, setting.count);
  const plain: Deviation = { ...mixed, factor: null };
  const without = variancesOf(model, plain, said, [], new Float64Array(setting.count));
  const found = fitRowFactor(setting, rowSizes(errors, without, model.size));
  if (found === null) return { deviation: plain, variances: without };
  const deviation = { ...plain, factor: found.factor };
  return { deviation, variances: variancesOf(model, deviation, said, [], found.kept) };
}

/** The mean square of each component's errors, drawn a little towards that of all. */
function baseOf(errors: Float64Array, size: number, count: number): Float64Array {
  const sums = new Float64Array(size);
  let total = 0;
  errors.forEach((error, at) => {
    sums[at % size] = (sums[at % size] ?? 0) + error * error;
    total += error * error;
  });
  const overall = total / errors.length;
  return sums.map((sum) => (sum + POOLED_ROWS * overall) / (count + POOLED_ROWS));
}

function mix(
  model: OutputModel,
  errors: Float64Array,
  base: Float64Array,
  said: readonly Said[],
  count: number,
): Pick<Deviation, "constant" | "ofVariance" | "ofDisagreement"> {
  const { size } = model;
  const claimed = spreadOver(
    model,
    said.map(({ variance }) => variance),
    count,
  );
  const disagreed = spreadOver(
    model,
    said.map(({ disagreement }) => disagreement),
    count,
  );
  const picked = someOf(errors.length, size);
  const sum = (values: Float64Array): number => picked.reduce((total, at) => total + (values[at] ?? 0), 0);
  const square = picked.reduce((total, at) => total + (errors[at] ?? 0) ** 2, 0);
  const perClaim = sum(claimed) > 0 ? square / sum(claimed) : 0;
  const perDisagreement = sum(disagreed) > 0 ? square / sum(disagreed) : 0;
  const usual = perClaim > 0 ? 1 : 0;
  const weight = Math.min(picked.length, count);
  let best = { constant: 1, ofVariance: 0, ofDisagreement: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (const constant of CONSTANTS) {
    for (const part of PARTS) {
      const ofVariance = (1 - constant) * part;
      const ofDisagreement = (1 - constant) * (1 - part);
      if ((ofVariance > 0 && perClaim === 0) || (ofDisagreement > 0 && perDisagreement === 0)) continue;
      let logs = 0;
      let scaled = 0;
      for (const at of picked) {
        const variance =
          constant * (base[at % size] ?? 0) +
          ofVariance * perClaim * (claimed[at] ?? 0) +
          ofDisagreement * perDisagreement * (disagreed[at] ?? 0) +
          LEAST_VARIANCE;
        logs += Math.log(variance) / 2;
        scaled += Math.abs(errors[at] ?? 0) / Math.sqrt(variance);
      }
      const belief = BELIEF * ((constant - USUAL_CONSTANT) ** 2 + (1 - constant) ** 2 * (part - usual) ** 2);
      const loss = (weight * logs) / picked.length + weight * Math.log(scaled / picked.length) + belief;
      if (!(loss < least)) continue;
      least = loss;
      best = { constant, ofVariance, ofDisagreement };
    }
  }
  return {
    constant: base.map((value) => best.constant * value),
    ofVariance: best.ofVariance * perClaim,
    ofDisagreement: best.ofDisagreement * perDisagreement,
  };
}

/** Positions of some of the values (rows x size), spread over rows and components. */
function someOf(length: number, size: number): Int32Array {
  const everyComponent = Math.max(1, Math.ceil(size / MOST_COMPONENTS));
  const kept = (length / size) * Math.ceil(size / everyComponent);
  const everyRow = Math.max(1, Math.ceil(kept / MOST_VALUES));
  return Int32Array.from({ length }, (_, at) => at).filter(
    (at) =>
      (at % size) % everyComponent === Math.floor(everyComponent / 2) % Math.min(size, everyComponent) &&
      Math.floor(at / size) % everyRow === 0,
  );
}

/** How large each row's errors are on average, in deviations. */
function rowSizes(errors: Float64Array, variances: Float64Array, size: number): Float64Array {
  const sizes = new Float64Array(errors.length / size);
  errors.forEach((error, at) => {
    const row = Math.floor(at / size);
    sizes[row] = (sizes[row] ?? 0) + Math.abs(error) / Math.sqrt(variances[at] ?? 1) / size;
  });
  return sizes;
}
