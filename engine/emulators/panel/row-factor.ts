/**
 * How the size of the errors changes over the inputs and with what is predicted: the logarithm of the variance as a linear
 * function of them and their squares. Harvey (1976), "Estimating regression models with multiplicative heteroscedasticity",
 * here for absolute errors, which single large ones do not rule.
 */
import { factorise, solve } from "../../math/cholesky.ts";

const FEWEST_ROWS = 150;
const MOST_TERMS = 12;
/** Penalties of the squared coefficients that are tried, in units of log likelihood; none of them is also tried. */
const PENALTIES = [100, 10, 1];
/** What a factor must gain over none, in the same units, on rows that it was not fitted to. */
const LEAST_GAIN = 3;
const PARTS = 5;
const NEWTON_STEPS = 12;

export interface RowFactor {
  /** Of the terms: 0 .. width - 1 the features, then what is predicted, then the squares of all these. */
  terms: Int32Array;
  coefficients: Float64Array;
  /** The logarithm is held within what was seen on the rows it was fitted to. */
  lowest: number;
  highest: number;
}

/** What the terms are made of: features x count, feature-major, and the prediction. All about of unit deviation. */
export interface RowSetting {
  inputs: Float64Array;
  count: number;
  mean: Float64Array;
}

/** The logarithm of the factor by which each point's variance differs. */
export function logFactors(factor: RowFactor | null, setting: RowSetting): Float64Array {
  const logs = new Float64Array(setting.count);
  if (factor === null) return logs;
  factor.terms.forEach((term, at) => {
    const coefficient = factor.coefficients[at] ?? 0;
    const values = termValues(setting, term);
    for (let i = 0; i < setting.count; i++) logs[i] = (logs[i] ?? 0) + coefficient * (values[i] ?? 0);
  });
  return logs.map((log) => Math.min(factor.highest, Math.max(factor.lowest, log)));
}

function termValues({ inputs, count, mean }: RowSetting, term: number): Float64Array {
  const width = inputs.length / Math.max(1, count);
  const base = term % (width + 1);
  const values = base === width ? mean : inputs.subarray(base * count, (base + 1) * count);
  return term > width ? values.map((value) => value * value - 1) : values;
}

/**
 * @param sizes of the errors of each row, in units of what was thought of them without the factor.
 * @returns null where no factor is better than none; `kept` are the logarithms for each row by a factor that was fitted
 *   without it.
 */
export function fitRowFactor(
  setting: RowSetting,
  sizes: Float64Array,
): { factor: RowFactor; kept: Float64Array } | null {
  const { count, inputs } = setting;
  const width = inputs.length / Math.max(1, count);
  if (count < FEWEST_ROWS || !sizes.some((size) => size > 0)) return null;
  const all = Array.from({ length: 2 * (width + 1) }, (_, term) => term);
  const terms = Int32Array.from(strongest(setting, all, sizes));
  const design = terms.length === 0 ? [] : Array.from(terms, (term) => termValues(setting, term));
  if (design.length === 0) return null;
  const parts = Int32Array.from({ length: count }, (_, row) => row % PARTS);

  let best: { kept: Float64Array; penalty: number } | null = null;
  let least = lossOf(sizes, new Float64Array(count)) - LEAST_GAIN;
  for (const penalty of PENALTIES) {
    const kept = new Float64Array(count);
    for (let part = 0; part < PARTS; part++) {
      const own = fit(design, sizes, penalty, (row) => parts[row] !== part);
      for (let row = part; row < count; row += PARTS) kept[row] = linear(design, own, row);
    }
    const loss = lossOf(sizes, kept);
    if (!(loss < least)) continue;
    least = loss;
    best = { kept, penalty };
  }
  if (best === null) return null;
  const coefficients = fit(design, sizes, best.penalty, () => true);
  const logs = sizes.map((_, row) => linear(design, coefficients, row));
  const lowest = logs.reduce((low, log) => Math.min(low, log), 0);
  const highest = logs.reduce((high, log) => Math.max(high, log), 0);
  const kept = best.kept.map((log) => Math.min(highest, Math.max(lowest, log)));
  return { factor: { terms, coefficients, lowest, highest }, kept };
}

function linear(design: readonly Float64Array[], coefficients: Float64Array, row: number): number {
  return design.reduce((sum, values, at) => sum + (coefficients[at] ?? 0) * (values[row] ?? 0), 0);
}

/** Minus the log likelihood of Laplace's distribution whose scale, but for these logarithms, fits best. */
function lossOf(sizes: Float64Array, logs: Float64Array): number {
  let sum = 0;
  let scaled = 0;
  for (let i = 0; i < sizes.length; i++) {
    sum += (logs[i] ?? 0) / 2;
    scaled += (sizes[i] ?? 0) * Math.exp(-(logs[i] ?? 0) / 2);
  }
  return sum + sizes.length * Math.log(scaled / sizes.length);
}

/** The terms that go most with the errors' size. */
function strongest(setting: RowSetting, terms: readonly number[], sizes: Float64Array): number[] {
  const typical = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const logs = sizes.map((size) => Math.log(size + 0.1 * typical));
  const strengths = terms.map((term) => Math.abs(correlation(termValues(setting, term), logs)));
  const order = Array.from(terms.keys()).sort((a, b) => (strengths[b] ?? 0) - (strengths[a] ?? 0));
  return order.slice(0, MOST_TERMS).flatMap((at) => terms[at] ?? []);
}

function correlation(one: Float64Array, other: Float64Array): number {
  const mean = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  one.forEach((value, at) => {
    both += (value - a) * ((other[at] ?? 0) - b);
    ofOne += (value - a) ** 2;
    ofOther += ((other[at] ?? 0) - b) ** 2;
  });
  return ofOne > 0 && ofOther > 0 ? both / Math.sqrt(ofOne * ofOther) : 0;
}

/** Newton's method: the loss is convex, a linear function and the logarithm of a sum of exponentials. */
function fit(
  design: readonly Float64Array[],
  sizes: Float64Array,
  penalty: number,
  isUsed: (row: number) => boolean,
): Float64Array {
  const size = design.length;
  const rows = Int32Array.from(sizes.keys()).filter(isUsed);
  const coefficients = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const factor = new Float64Array(size * size);
  const terms = new Float64Array(size);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const plain = new Float64Array(size);
    const weighted = new Float64Array(size);
    hessian.fill(0);
    let total = 0;
    for (const row of rows) {
      for (let j = 0; j < size; j++) terms[j] = design[j]?.[row] ?? 0;
      const weight = (sizes[row] ?? 0) * Math.exp(-linear(design, coefficients, row) / 2);
      total += weight;
      for (let j = 0; j < size; j++) {
        const term = terms[j] ?? 0;
        plain[j] = (plain[j] ?? 0) + term;
        weighted[j] = (weighted[j] ?? 0) + weight * term;
        for (let k = 0; k <= j; k++) {
          hessian[j * size + k] = (hessian[j * size + k] ?? 0) + weight * term * (terms[k] ?? 0);
        }
      }
    }
    if (!(total > 0)) break;
    const count = rows.length;
    for (let j = 0; j < size; j++) {
      const a = (weighted[j] ?? 0) / total;
      for (let k = 0; k <= j; k++) {
        const curvature = (hessian[j * size + k] ?? 0) / total - (a * (weighted[k] ?? 0)) / total;
        hessian[j * size + k] = (count / 4) * curvature + (j === k ? penalty : 0);
      }
    }
    const move = plain.map(
      (sum, j) => -(sum / 2 - (count * (weighted[j] ?? 0)) / total / 2 + penalty * (coefficients[j] ?? 0)),
    );
    if (!factorise(hessian, factor, size)) break;
    solve(factor, move, size);
    const longest = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const held = Math.min(1, 1 / longest);
    for (let j = 0; j < size; j++) coefficients[j] = (coefficients[j] ?? 0) + held * (move[j] ?? 0);
    if (longest < 1e-6) break;
  }
  return coefficients;
}
