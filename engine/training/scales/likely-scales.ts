/**
 * Scales that suit an output by the likelihood of its values under quick models (Box and Cox, 1964), each left out in
 * turn, and by how well they are then predicted on the output's own scale, where people judge it.
 */
import { candidateOutputScales } from "../../dataset/scale-candidates.ts";
import {
  fromScale,
  IDENTITY,
  logSlope,
  rangeOf,
  type Scale,
  spreadOf,
  toScale,
} from "../../dataset/scaling.ts";
import { gatherRows } from "../../dataset/table.ts";
import type { ScaleJudge } from "./scale-judge.ts";

/** Of a curve, this many components are looked at. */
const COMPONENTS = 12;
/** In units of log likelihood a value, that and the error's logarithm together: what another scale must gain. */
const LEAST_GAIN = 0.4;
/** In the same unit: scales that differ by less are told apart by chance. The logarithm, on which most laws are simple, comes first. */
const TIE = 0.06;
/** In the same unit: what only better models tell apart. */
const CLEAR = 0.6;
/** As a share of the error on the own scale: what a likelier scale may cost there. */
const WORST_ERROR = 1;
/** Errors below this share of the variance are no worse than each other. */
const SMALL_ERROR = 1e-8;

/**
 * The scale that suits the values best, and then the others that the quick models do not tell clearly apart from it, the
 * likeliest first.
 *
 * @param values count x size, row-major, of the rows the judge was made for; @param all of every row trained on.
 */
export function likelyScales(
  judge: ScaleJudge,
  values: Float64Array,
  size: number,
  all = values,
): [Scale, ...Scale[]] {
  const candidates = candidateOutputScales(all).filter((scale) => size === 1 || !isTurned(scale));
  if (candidates.length === 1) return [IDENTITY];
  const stride = Math.max(1, Math.ceil(size / COMPONENTS));
  const components: Component[] = [];
  for (let at = Math.floor(stride / 2); at < size; at += stride) {
    const all = new Float64Array(values.length / size);
    for (let row = 0; row < all.length; row++) all[row] = values[row * size + at] ?? 0;
    const own = gatherRows(all, 1, judge.rows);
    const { deviation } = spreadOf(own);
    if (deviation > 0) components.push({ all, own, deviation });
  }
  if (components.length === 0) return [IDENTITY];
  const verdicts = verdictsOn(candidates, judge, components);
  const [plain = NO_VERDICT] = verdicts;
  const scoreOf = (at: number): number => {
    const { score, error } = verdicts[at] ?? NO_VERDICT;
    const favour = candidates[at]?.kind === "log" ? TIE : 0;
    return score > plain.score + LEAST_GAIN && error <= WORST_ERROR * plain.error
      ? score + favour
      : Number.NEGATIVE_INFINITY;
  };
  const ranked = candidates
    .map((scale, at) => ({ scale, score: scoreOf(at) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  if (best === undefined) return [IDENTITY];
  const close = others.filter(({ score }) => score > best.score - CLEAR);
  return [best.scale, ...close.map(({ scale }) => scale)];
}

/** One that has a pole, where no curve's components beyond their range can be told. */
const isTurned = (scale: Scale): boolean => scale.kind === "power" && scale.exponent < 0;

interface Verdict {
  /** The mean log likelihood a value, less half the logarithm of the error. */
  score: number;
  /** Mean square on the own scale, as a share of the variance. */
  error: number;
}

/** On each scale: of each component by the model that does best there; means over the components. */
function verdictsOn(
  scales: readonly Scale[],
  judge: ScaleJudge,
  components: readonly Component[],
): Verdict[] {
  const views = scales.flatMap((scale) =>
    components.map((component) => viewOn(scale, component, judge.rows)),
  );
  const columns = views.map(({ standardised }) => standardised);
  const best = views.map(() => NO_VERDICT);
  for (const predict of judge.predictors) {
    const { residuals, variances } = predict(columns);
    const logVariance = meanOf(variances.map(Math.log));
    views.forEach((view, at) => {
      const found = judged(view, residuals[at] ?? variances, variances, logVariance);
      if (found.score > (best[at]?.score ?? 0)) best[at] = found;
    });
  }
  return scales.map((_, at) => {
    const own = best.slice(at * components.length, (at + 1) * components.length);
    const mean = (of: (verdict: Verdict) => number): number => meanOf(Float64Array.from(own, of));
    return { score: mean(({ score }) => score), error: mean(({ error }) => error) };
  });
}

/** What is known where the values do not vary. */
const NO_VERDICT: Verdict = { score: Number.NEGATIVE_INFINITY, error: Number.POSITIVE_INFINITY };

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);

/** Values of the rows that the judge was made for, and of those that it judges, with their deviation. */
interface Component {
  all: Float64Array;
  own: Float64Array;
  deviation: number;
}

/** A component on a scale. */
interface View extends Pick<Component, "own"> {
  scale: Scale;
  ownDeviation: number;
  standardised: Float64Array;
  /** At the judged rows. */
  scaled: Float64Array;
  deviation: number;
  low: number;
  high: number;
  /** The mean logarithm of the scale's slope. */
  slope: number;
}

function viewOn(scale: Scale, { all, own, deviation: ownDeviation }: Component, rows: Int32Array): View {
  const scaled = all.map((value) => toScale(scale, value));
  const { centre, deviation } = spreadOf(scaled);
  return {
    scale,
    own,
    ownDeviation,
    standardised: scaled.map((value) => value / deviation - centre / deviation),
    scaled: gatherRows(scaled, 1, rows),
    deviation,
    ...rangeOf(scaled),
    slope: meanOf(own.map((value) => logSlope(scale, value))),
  };
}

function judged(view: View, residuals: Float64Array, variances: Float64Array, logVariance: number): Verdict {
  const { scale, own, scaled, deviation, low, high } = view;
  const count = own.length;
  const misses = new Float64Array(count);
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const residual = residuals[i] ?? 0;
    squares += residual ** 2 / (variances[i] ?? 1) / count;
    const predicted = (scaled[i] ?? 0) - residual * deviation;
    misses[i] = fromScale(scale, Math.min(high, Math.max(low, predicted))) - (own[i] ?? 0);
  }
  const likelihood = view.slope - Math.log(deviation) - (Math.log(squares + SMALL_ERROR) + logVariance) / 2;
  const error = (rootMeanSquare(misses) / view.ownDeviation) ** 2;
  return { score: likelihood - Math.log(error + SMALL_ERROR) / 2, error };
}

/** Of numbers whose squares may be too large for a number. */
function rootMeanSquare(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
}
