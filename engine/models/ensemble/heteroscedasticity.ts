/**
 * How the size of the errors changes over the inputs and with what is predicted: the logarithm of the variance as a linear
 * function of them and their squares. Harvey (1976), "Estimating regression models with multiplicative heteroscedasticity",
 * here for absolute errors, which single large ones do not rule.
 */
import { rangeOf } from "../../dataset/scaling.ts";
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import { factorise, solve } from "../../math/cholesky.ts";

const FEWEST_ROWS = 150;
const MOST_TERMS = 12;
/** Penalties of the squared coefficients that are tried, in units of log likelihood; none of them is also tried. */
const PENALTIES = [100, 10, 1];
/** What a factor must gain over none, in the same units, on rows that it was not fitted to. */
const LEAST_GAIN = 3;
const PARTS = 5;
const STEPS = 20;
/** Moves of all coefficients by less are not worth making. */
const SHORTEST = 1e-3;

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
  if (factor === null) return new Float64Array(setting.count);
  return logsOf(factor, setting).map((log) => Math.min(factor.highest, Math.max(factor.lowest, log)));
}

/** Before they are held. */
function logsOf(factor: RowFactor, setting: RowSetting): Float64Array {
  const logs = new Float64Array(setting.count);
  factor.terms.forEach((term, at) => {
    const coefficient = factor.coefficients[at] ?? 0;
    const values = termValues(setting, term);
    for (let i = 0; i < setting.count; i++) logs[i] = (logs[i] ?? 0) + coefficient * (values[i] ?? 0);
  });
  return logs;
}

/**
 * Derivatives of the logarithms by one feature; none where they are held.
 * @param meanSlopes of the prediction by that feature.
 */
export function logFactorSlopes(
  factor: RowFactor | null,
  setting: RowSetting,
  feature: number,
  meanSlopes: Float64Array,
): Float64Array {
  const { inputs, count, mean } = setting;
  const slopes = new Float64Array(count);
  if (factor === null) return slopes;
  const width = inputs.length / Math.max(1, count);
  const own = inputs.subarray(feature * count, (feature + 1) * count);
  factor.terms.forEach((term, at) => {
    const base = term % (width + 1);
    if (base !== width && base !== feature) return;
    const coefficient = factor.coefficients[at] ?? 0;
    const values = base === width ? mean : own;
    for (let i = 0; i < count; i++) {
      const inner = base === width ? (meanSlopes[i] ?? 0) : 1;
      const outer = term > width ? 2 * (values[i] ?? 0) : 1;
      slopes[i] = (slopes[i] ?? 0) + coefficient * outer * inner;
    }
  });
  return logsOf(factor, setting).map((log, i) =>
    log < factor.lowest || log > factor.highest ? 0 : (slopes[i] ?? 0),
  );
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
  if (terms.length === 0) return null;
  const design = rowsOf(setting, terms);
  const partOf = (row: number): number => row % PARTS;
  const systems = Array.from({ length: PARTS }, (_, part) =>
    systemOf(design, sizes, terms.length, (row) => partOf(row) !== part),
  );

  const none = new Float64Array(terms.length);
  let found: Float64Array[] = [];
  let best: { kept: Float64Array; penalty: number; found: Float64Array } | null = null;
  let least = lossOf(sizes, new Float64Array(count)) - LEAST_GAIN;
  for (const penalty of PENALTIES) {
    found = systems.map((system, part) => fit(system, penalty, found[part] ?? none));
    const kept = new Float64Array(count);
    for (let row = 0; row < count; row++) kept[row] = linear(design, found[partOf(row)] ?? none, row);
    const loss = lossOf(sizes, kept);
    if (!(loss < least)) continue;
    least = loss;
    best = { kept, penalty, found: found[0] ?? none };
  }
  if (best === null) return null;
  const coefficients = fit(
    systemOf(design, sizes, terms.length, () => true),
    best.penalty,
    best.found,
  );
  const logs = sizes.map((_, row) => linear(design, coefficients, row));
  const range = rangeOf(logs);
  const [lowest, highest] = [Math.min(0, range.low), Math.max(0, range.high)];
  const kept = best.kept.map((log) => Math.min(highest, Math.max(lowest, log)));
  return { factor: { terms, coefficients, lowest, highest }, kept };
}

/** The terms' values, count x terms, row-major. */
function rowsOf(setting: RowSetting, terms: Int32Array): Float64Array {
  const rows = new Float64Array(setting.count * terms.length);
  terms.forEach((term, at) => {
    const values = termValues(setting, term);
    for (let row = 0; row < values.length; row++) rows[row * terms.length + at] = values[row] ?? 0;
  });
  return rows;
}

/** The sum over the terms at a row, of as many as there are coefficients. */
function linear(design: Float64Array, coefficients: Float64Array, row: number): number {
  const from = row * coefficients.length;
  let sum = 0;
  for (let j = 0; j < coefficients.length; j++) sum += (coefficients[j] ?? 0) * (design[from + j] ?? 0);
  return sum;
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

/** Some of the rows, and what is the same at every step of a fit to them. */
interface System {
  size: number;
  count: number;
  /** count x size. */
  design: Float64Array;
  sizes: Float64Array;
  /** Sums of the terms, and the covariance of the terms times a quarter of the rows (lower triangle). */
  sums: Float64Array;
  curvature: Float64Array;
}

function systemOf(
  design: Float64Array,
  sizes: Float64Array,
  size: number,
  isUsed: (row: number) => boolean,
): System {
  const rows = rowsWhere(sizes.length, isUsed);
  const own = gatherRows(design, size, rows);
  const count = rows.length;
  const sums = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let from = 0; from < own.length; from += size) {
    for (let j = 0; j < size; j++) {
      const term = own[from + j] ?? 0;
      sums[j] = (sums[j] ?? 0) + term;
      for (let k = 0; k <= j; k++)
        curvature[j * size + k] = (curvature[j * size + k] ?? 0) + term * (own[from + k] ?? 0);
    }
  }
  for (let j = 0; j < size; j++)
    for (let k = 0; k <= j; k++)
      curvature[j * size + k] =
        ((curvature[j * size + k] ?? 0) - ((sums[j] ?? 0) * (sums[k] ?? 0)) / count) / 4;
  return { size, count, design: own, sizes: gatherRows(sizes, 1, rows), sums, curvature };
}

/**
 * Fisher's scoring: where errors are as large as they are thought to be, the loss is curved as the terms' covariance is, so
 * one factor does for all steps. The loss is convex, a linear function and the logarithm of a sum of exponentials.
 */
function fit(system: System, penalty: number, start: Float64Array): Float64Array {
  const { size } = system;
  const curvature = system.curvature.map((value, at) => (at % (size + 1) === 0 ? value + penalty : value));
  const factor = new Float64Array(size * size);
  let coefficients = start;
  let here = slopeAt(system, penalty, coefficients);
  if (!factorise(curvature, factor, size)) return coefficients;
  for (let step = 0; step < STEPS; step++) {
    const move = here.slope.map((value) => -value);
    solve(factor, move, size);
    const longest = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!(longest >= SHORTEST)) break;
    let held = Math.min(1, 1 / longest);
    let [next, there] = [coefficients, here];
    do {
      next = coefficients.map((value, j) => value + held * (move[j] ?? 0));
      there = slopeAt(system, penalty, next);
      held /= 2;
    } while (!(there.loss <= here.loss) && held * longest >= SHORTEST);
    if (!(there.loss <= here.loss)) break;
    [coefficients, here] = [next, there];
  }
  return coefficients;
}

/** The penalised loss and its slope. */
function slopeAt(
  { size, count, design, sizes, sums }: System,
  penalty: number,
  coefficients: Float64Array,
): { loss: number; slope: Float64Array } {
  const weighted = new Float64Array(size);
  let total = 0;
  for (let row = 0; row < count; row++) {
    const weight = (sizes[row] ?? 0) * Math.exp(-linear(design, coefficients, row) / 2);
    total += weight;
    for (let j = 0; j < size; j++) weighted[j] = (weighted[j] ?? 0) + weight * (design[row * size + j] ?? 0);
  }
  let loss = count * Math.log(total / count);
  const slope = coefficients.map((value, j) => {
    const sum = sums[j] ?? 0;
    loss += (value * sum) / 2 + (penalty * value * value) / 2;
    return sum / 2 - (total > 0 ? (count * (weighted[j] ?? 0)) / total / 2 : 0) + penalty * value;
  });
  return { loss, slope };
}
