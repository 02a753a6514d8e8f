/** A Gaussian process of one quantity at the points told so far, which learns more as there are more. */
import { createRandom, type Random } from "../../../math/random.ts";
import { runToEnd } from "../../../math/run-to-end.ts";
import type { TargetPrediction } from "../../../models/fit-task.ts";
import {
  type Effort,
  type GrownProcess,
  growProcess,
  type ProcessForm,
} from "../../../models/gaussian-process/growing.ts";
import { createGaussianPredictor } from "../../../models/gaussian-process/predictor.ts";
import type { ProcessKind } from "../../../models/gaussian-process/variations.ts";
import type { Encoding } from "./encoding.ts";
import {
  bentAbove,
  canWarp,
  meanLogSlope,
  type OutputWarp,
  rewarped,
  standardising,
  unwarp,
  warp,
  warpCandidates,
} from "./output-warp.ts";

/** Plain data. */
export interface SurrogateState {
  form: ProcessForm | null;
  warp: OutputWarp | null;
  /** Values when the kernel's form was searched last, and when its hyperparameters were refined. */
  searchedAt: number;
  refinedAt: number;
  /** The coefficient of determination of values that are left out, as of the last search. */
  determination: number;
  /** The form explains far less than then: it is to be searched again. */
  isLost: boolean;
  /** Mean log density of the values themselves, each left out; as of the last search or refinement. */
  density: number;
}

export interface Surrogate {
  /** The quantity on the scale that the process is of; ascending. */
  scaled(value: number): number;
  /** The quantity whose value on that scale this is. */
  unscaled(value: number): number;
  /** The values that it was fitted to as predicted from each other, on that scale. */
  leftOut: TargetPrediction;
  /** As a share of the variance. */
  noise: number;
  /** Mean and deviation (of the quantity itself, without noise) on that scale. */
  predict(points: readonly Float64Array[]): { mean: Float64Array; deviation: Float64Array };
  /** The same, if the quantity at these points were as predicted. */
  assuming(points: readonly Float64Array[]): Surrogate;
}

export const noSurrogate = (): SurrogateState => ({
  form: null,
  warp: null,
  searchedAt: 0,
  refinedAt: 0,
  determination: 0,
  isLost: false,
  density: 0,
});

/**
 * Whether there are so many more values that the kernel's form is to be searched again.
 * @param isPostponed where the search may as well come a little later
 */
export const isSearchDue = (
  { form, searchedAt, isLost }: SurrogateState,
  values: number,
  isPostponed = false,
): boolean =>
  form === null ||
  (isPostponed ? values >= POSTPONED_GROWTH * searchedAt : isLost || values >= SEARCH_GROWTH * searchedAt);

/** The kernel's form is searched again when there are so many times as many values, and at the latest. */
const SEARCH_GROWTH = 1.3;
const POSTPONED_GROWTH = 2;
/** How much less of values that are left out a form explains when it is lost. */
const LOST = 0.3;
const REFINEMENTS = 8;
const MANY_VALUES = 100;
/** In units of log density a value, and over all values, of which a few look skewed by chance: what a bend of them must gain. */
const WARP_GAIN = 0.05;
const WHOLE_WARP_GAIN = 2;
/**
 * A bend above a limit is left out where the quantity is smooth, which the bend would spoil: where without it the coefficient of
 * determination of values that are left out is so high, and the log density a value is greater by so much. Neither alone is enough:
 * the density counts values far from the limit as much as those near it, which alone matter; and a few kinks leave the coefficient
 * high.
 */
const SMOOTH = { determination: 0.95, gain: 0.3 };
/**
 * Besides one for each feature, the values from which on a bend above a limit is tried. The first so many above it tell how far such
 * values lie: later ones are chosen near the limit.
 */
const FIRST_ABOVE = 6;

export interface FitOptions {
  random: Random;
  /** A search of the kernel's form that is due may come later. */
  isPostponed?: boolean;
  /** A form that explains far less than when it was found is searched again at once. */
  isWatched?: boolean;
  warps?: (values: readonly number[]) => OutputWarp[];
  limit?: number | null;
}

interface Values {
  points: readonly Float64Array[];
  values: readonly number[];
}

/** As `fittingSurrogate`, at once. */
export const fitSurrogate = (...given: Parameters<typeof fittingSurrogate>): Surrogate =>
  runToEnd(fittingSurrogate(...given));

/**
 * @param state is brought up to date
 * @param warps that the values may be bent by, none of them first
 * @param limit what matters is which values lie below it; absent or null: all values matter alike
 */
export function* fittingSurrogate(
  encoding: Encoding,
  { points, values }: Values,
  state: SurrogateState,
  { random, isPostponed = false, isWatched = false, warps = warpCandidates, limit = null }: FitOptions,
): Generator<undefined, Surrogate> {
  const count = values.length;
  function* fitted(own: OutputWarp, effort: Effort) {
    const targets = values.map((value) => warp(own, value));
    const grown = yield* growProcess(dataOf(encoding, points, targets), effort);
    return { ...grown, warp: own, density: grown.density + meanLogSlope(own, values) };
  }
  function* search() {
    const first = FIRST_ABOVE + encoding.width;
    const above = limit === null || count < first ? null : bentAbove(limit, values, first);
    const chosen = yield* searchForm(fitted, { warps: warps(values), above }, { state, count, random });
    const { form, density, coefficientOfDetermination: determination } = chosen;
    const at = { searchedAt: count, refinedAt: count };
    Object.assign(state, { warp: chosen.warp, form, density, determination, isLost: false, ...at });
  }
  const canBend = state.warp === null || canWarp(state.warp, values);
  if (isSearchDue(state, count, isPostponed) || !canBend) yield* search();
  else if (state.form !== null && state.refinedAt < count) {
    const bend = rewarped(state.warp ?? standardising(values), values);
    const refined = yield* fitted(bend, refinementOf(state.form));
    const { form, density } = refined;
    const isLost = isWatched && refined.coefficientOfDetermination < state.determination - LOST;
    Object.assign(state, { form, density, isLost, refinedAt: count });
    if (isSearchDue(state, count, isPostponed)) yield* search();
  }
  const own = rewarped(state.warp ?? standardising(values), values);
  return surrogateOf(
    encoding,
    points,
    values.map((value) => warp(own, value)),
    state.form,
    { scaled: (value) => warp(own, value), unscaled: (value) => unwarp(own, value) },
  );
}

const refinementOf = (form: ProcessForm): Effort => ({ type: "refine", form, evaluations: REFINEMENTS });

type Fitted = GrownProcess & { warp: OutputWarp };

/**
 * The best form of the kernel, under the warp that tells most of values that are left out.
 * @param warps none first @param above a limit; null: none
 */
function* searchForm(
  fitted: (own: OutputWarp, effort: Effort) => Generator<undefined, Fitted>,
  { warps, above }: { warps: readonly OutputWarp[]; above: OutputWarp | null },
  { state: { form: earlier }, count, random }: { state: SurrogateState; count: number; random: Random },
): Generator<undefined, Fitted> {
  const isMany = count >= MANY_VALUES;
  const searched = (own: OutputWarp) => fitted(own, { type: "search", kind: kindUnder(own), random });
  const refined = (own: OutputWarp, form: ProcessForm) => fitted(own, refinementOf(form));
  // With few values the form is searched under each warp; with many a search takes seconds, and one form compares the warps.
  const [unbent, ...bent] = warps;
  const plain = yield* isMany && earlier !== null ? refined(unbent, earlier) : searched(unbent);
  const common = isMany ? (earlier ?? plain.form) : null;
  let chosen = plain;
  for (const bend of bent) {
    const one = yield* common === null ? searched(bend) : refined(bend, common);
    const least = chosen === plain ? Math.max(WARP_GAIN, WHOLE_WARP_GAIN / count) : 0;
    if (one.density > chosen.density + least) chosen = one;
  }
  if (above !== null) {
    const one = yield* common === null ? searched(above) : refined(above, common);
    const isExplained = chosen.coefficientOfDetermination >= SMOOTH.determination;
    const isSmooth = isExplained && chosen.density > one.density + SMOOTH.gain;
    if (!isSmooth) chosen = one;
  }
  return isMany && (earlier !== null || chosen !== plain) ? yield* searched(chosen.warp) : chosen;
}

/** Infinitely smooth processes are too certain beside a kink, which a score has wherever another of its limits becomes the nearest. */
const kindUnder = ({ bend }: OutputWarp): ProcessKind => (bend.type === "above limit" ? "rough" : "any");

function surrogateOf(
  encoding: Encoding,
  points: readonly Float64Array[],
  targets: readonly number[],
  form: ProcessForm | null,
  scale: Pick<Surrogate, "scaled" | "unscaled">,
): Surrogate {
  const effort: Effort =
    form === null ? { type: "search", random: createRandom(0) } : { type: "add rows", form };
  const { model, leftOut } = runToEnd(growProcess(dataOf(encoding, points, targets), effort));
  const predictor = createGaussianPredictor(model);
  const noise = model.noise * model.signalVariance;
  const predict = (at: readonly Float64Array[]) => {
    const { mean, variance } = predictor.predict(encoding.encode(at), at.length);
    return { mean, deviation: variance.map((value) => Math.sqrt(Math.max(value - noise, MIN_VARIANCE))) };
  };
  const own: Surrogate = {
    ...scale,
    leftOut,
    noise: model.noise,
    predict,
    assuming: (others) => {
      if (others.length === 0) return own;
      const { mean } = predict(others);
      return surrogateOf(encoding, [...points, ...others], [...targets, ...mean], form, scale);
    },
  };
  return own;
}

const MIN_VARIANCE = 1e-18;

const dataOf = (encoding: Encoding, points: readonly Float64Array[], targets: readonly number[]) => ({
  inputs: encoding.encode(points),
  targets: Float64Array.from(targets),
  width: encoding.width,
  count: points.length,
  sources: encoding.sources,
});
