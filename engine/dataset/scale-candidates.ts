/**
 * Proposes the scales that are worth trying for a variable, from its values alone, and finds the one on which an input was
 * sampled.
 */
import { IDENTITY, logScaleDerivative, rangeOf, type Scale, toScale } from "./scaling.ts";

/** No more values than these are sorted to choose a scale. */
const ENOUGH_VALUES = 4000;
/** Powers of numbers beyond these, either way, would leave the numbers that a computer has. */
const LARGEST_NUMBER = 1e100;
/** For shares that stay below this, the logarithm is as good as the logit. */
const LARGE_SHARE = 0.6;

/** The scales worth trying for an input; the variable's own comes first. */
export function candidateScales(values: Float64Array): Scale[] {
  return scalesFor(summarise(values));
}

/** Lists the scales worth trying for an output, for which laws of nature often hold on a power of it. */
export function candidateOutputScales(values: Float64Array): Scale[] {
  const summary = summarise(values);
  const { smallest, largest, decades } = summary;
  const scales = scalesFor(summary);
  if (!(smallest > 0 && decades > MIN_DECADES)) return scales;
  if (smallest > 1 / LARGEST_NUMBER && largest < LARGEST_NUMBER) {
    for (const exponent of [0.5, -0.5, -1]) scales.push({ kind: "power", exponent });
  }
  if (largest < 1 && largest > LARGE_SHARE) scales.push({ kind: "logit" });
  return scales;
}

/** Lists the scales on which an input of positive values may be used, whatever it was sampled on; none where all are alike. */
export function candidateInputScales(values: Float64Array): Scale[] {
  const { smallest, largest, decades } = summarise(values);
  if (!(smallest > 1 / LARGEST_NUMBER && largest < LARGEST_NUMBER && decades > MIN_DECADES)) return [];
  return [IDENTITY, { kind: "log" }, { kind: "power", exponent: 0.5 }, { kind: "power", exponent: -1 }];
}

/** Over fewer decades, every monotone scale is hardly other than a straight line. */
const MIN_DECADES = 0.3;

interface Summary {
  smallest: number;
  largest: number;
  /** The decades between the largest magnitude and all but the smallest of them. */
  decades: number;
  /** The quantile of the magnitudes that are not zero. */
  quantile: (share: number) => number;
}

function summarise(values: Float64Array): Summary {
  const { low: smallest, high: largest } = rangeOf(values);
  const magnitudes = thinned(values)
    .map(Math.abs)
    .filter((value) => value > 0)
    .sort();
  const quantile = (share: number): number =>
    magnitudes.length === 0 ? 0 : magnitudes[Math.floor(share * (magnitudes.length - 1))];
  return { smallest, largest, quantile, decades: Math.log10(quantile(1) / quantile(0.02)) };
}

/**
 * The least unit of an inverse hyperbolic sine, as a share of the median magnitude. With a smaller one a few values close to zero
 * take up most of the scale, and a small error there is an enormous one in the variable's own unit.
 */
const MIN_UNIT_SHARE = 0.1;

function scalesFor({ smallest, decades, quantile }: Summary): Scale[] {
  const scales: Scale[] = [IDENTITY];
  if (!(decades > MIN_DECADES)) return scales;
  if (smallest > 0) scales.push({ kind: "log" });
  // Within a decade and a half of zero an inverse hyperbolic sine is hardly other than a straight line.
  if (decades > 1.5 || smallest <= 0) {
    const smallestUnit = MIN_UNIT_SHARE * quantile(0.5);
    const units = new Set([0.02, 0.1, 0.25, 0.5].map((share) => Math.max(quantile(share), smallestUnit)));
    for (const unit of units) if (unit > 0 && quantile(1) / unit > 30) scales.push({ kind: "asinh", unit });
  }
  return scales;
}

/** The scale on which an input's values lie most evenly: the likelihood of a uniform spread on each. */
export function inputScale(all: Float64Array): Scale {
  const values = thinned(all);
  let best = IDENTITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const scale of candidateScales(all)) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let logDerivatives = 0;
    for (const value of values) {
      const scaled = toScale(scale, value);
      low = Math.min(low, scaled);
      high = Math.max(high, scaled);
      logDerivatives += logScaleDerivative(scale, value);
    }
    // By halves: the largest numbers lie further apart than the largest number.
    const likelihood = logDerivatives / values.length - Math.log(high / 2 - low / 2) - Math.LN2;
    // The input's own scale stays unless another is clearly better.
    if (likelihood > highest + (scale.kind === "identity" ? 0 : 0.1)) {
      best = scale;
      highest = likelihood;
    }
  }
  return best;
}

/** Evenly chosen among all, the first included. */
function thinned(values: Float64Array): Float64Array {
  if (values.length <= ENOUGH_VALUES) return values;
  const step = values.length / ENOUGH_VALUES;
  const some = new Float64Array(ENOUGH_VALUES);
  for (let i = 0; i < some.length; i++) some[i] = values[Math.floor(i * step)];
  return some;
}
