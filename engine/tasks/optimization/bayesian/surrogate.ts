/**
 * A Gaussian process of one quantity at the evaluated points. Its kernel is searched again as the number of points
 * grows.
 */
import { createRandom, type Random } from "../../../math/random.ts";
import { runToEnd } from "../../../math/run-to-end.ts";
import type { TargetPrediction } from "../../../models/fit-task.ts";
import {
  type Effort,
  type GrownProcess,
  growProcess,
  type ProcessForm,
} from "../../../models/gaussian-process/growing.ts";
import type { ProcessKind } from "../../../models/gaussian-process/model/variations.ts";
import { createGaussianPredictor } from "../../../models/gaussian-process/predictor.ts";
import type { Encoding } from "./encoding.ts";
import {
  canWarp,
  computeMeanLogSlope,
  createStandardisation,
  type OutputWarp,
  proposeScoreWarps,
  refitWarp,
  unwarp,
  warp,
  warpAboveLimit,
} from "./output-warp.ts";

/** The fitted kernel and when it was searched (plain data, stored in checkpoints). */
export interface SurrogateState {
  form: ProcessForm | null;
  warp: OutputWarp | null;
  /**
   * The number of values at the last search of the kernel's form, and at the last refinement of its hyperparameters.
   */
  searchedAt: number;
  refinedAt: number;
  /** The leave-one-out coefficient of determination at the last search. */
  determination: number;
  /** The form explains far less than at the last search: it is due for a new search. */
  isLost: boolean;
  /** The mean leave-one-out log density of the unwarped values at the last search or refinement. */
  density: number;
}

export interface Surrogate {
  /** Maps the quantity to the warped, standardised scale of the process; ascending. */
  scaled(value: number): number;
  /** Maps a value of the process's scale back to the quantity. */
  unscaled(value: number): number;
  /** The leave-one-out predictions of the training values, on the scale of the process. */
  leftOut: TargetPrediction;
  /** The noise variance as a share of the variance of the values. */
  noise: number;
  /**
   * Posterior mean and standard deviation of the quantity without noise, on the scale of the process; one entry per
   * point.
   */
  predict(points: readonly Float64Array[]): { mean: Float64Array; deviation: Float64Array };
  /** Conditions the process on its own posterior mean at these points ("kriging believer"). */
  assuming(points: readonly Float64Array[]): Surrogate;
}

export const createSurrogateState = (): SurrogateState => ({
  form: null,
  warp: null,
  searchedAt: 0,
  refinedAt: 0,
  determination: 0,
  isLost: false,
  density: 0,
});

/**
 * The number of values has grown so far that the kernel's form is due for a new search.
 * @param isPostponed the search may wait for more values
 */
export const isSearchDue = (
  { form, searchedAt, isLost }: SurrogateState,
  valueCount: number,
  isPostponed = false,
): boolean =>
  form === null ||
  (isPostponed
    ? valueCount >= POSTPONED_GROWTH * searchedAt
    : isLost || valueCount >= SEARCH_GROWTH * searchedAt);

/**
 * The kernel's form is searched again when the number of values has grown by the first factor; a postponed search
 * waits for the second.
 */
const SEARCH_GROWTH = 1.3;
const POSTPONED_GROWTH = 2;
/** A form is lost when its leave-one-out coefficient of determination falls by more than this. */
const LOST_DETERMINATION_DROP = 0.3;
const REFINEMENT_EVALUATIONS = 8;
const MIN_COUNT_FOR_SHARED_FORM = 100;
/**
 * A warp must improve the log density by this much per value, and by this much over all values, because a few values
 * look skewed by chance.
 */
const MIN_WARP_GAIN_PER_VALUE = 0.05;
const MIN_TOTAL_WARP_GAIN = 2;
/**
 * A warp above the limit is rejected where the quantity is smooth, because it would spoil the smoothness: where the
 * unwarped process reaches this coefficient of determination and a higher log density per value by this gain. Neither
 * criterion suffices alone: the density weighs values far from the limit like the relevant ones near it, and a few
 * kinks leave the coefficient of determination high.
 */
const SMOOTH_CRITERIA = { determination: 0.95, gain: 0.3 };
/**
 * A warp above the limit is tried from this number of values on, plus one per feature. The first such values above
 * the limit set the length of the warp, because later points are chosen near the limit.
 */
const MIN_COUNT_ABOVE_LIMIT = 6;

export interface FitOptions {
  random: Random;
  /** A due search of the kernel's form may be postponed. */
  isPostponed?: boolean;
  /** A form that has become lost is searched again at once. */
  isWatched?: boolean;
  warps?: (values: readonly number[]) => OutputWarp[];
  limit?: number | null;
}

interface TrainingValues {
  points: readonly Float64Array[];
  values: readonly number[];
}

/** Runs `fittingSurrogate` to its end without a pause. */
export const fitSurrogate = (...fitArguments: Parameters<typeof fittingSurrogate>): Surrogate =>
  runToEnd(fittingSurrogate(...fitArguments));

/**
 * Fits a Gaussian process to the values, y ~ GP(0, k + noise), after a warp of the outputs; it searches or refines
 * the kernel when that is due. It yields between the steps of the fit.
 * @param points count points, each of one fraction in [0, 1] per axis
 * @param values count values, in the unit of the quantity
 * @param state is updated with the form, the warp and the number of values
 * @param warps proposes the warps of the values, the identity first
 * @param limit only the side of this limit on which a value lies matters; null or absent: all values matter alike
 * @returns the posterior, on the scale of the warp
 */
export function* fittingSurrogate(
  encoding: Encoding,
  { points, values }: TrainingValues,
  state: SurrogateState,
  { random, isPostponed = false, isWatched = false, warps = proposeScoreWarps, limit = null }: FitOptions,
): Generator<undefined, Surrogate> {
  const count = values.length;
  function* fitWarped(outputWarp: OutputWarp, effort: Effort) {
    const targets = values.map((value) => warp(outputWarp, value));
    const grown = yield* growProcess(encodeTrainingData(encoding, points, targets), effort);
    return { ...grown, warp: outputWarp, density: grown.density + computeMeanLogSlope(outputWarp, values) };
  }
  function* search() {
    const firstCount = MIN_COUNT_ABOVE_LIMIT + encoding.featureCount;
    const above = limit === null || count < firstCount ? null : warpAboveLimit(limit, values, firstCount);
    const best = yield* searchForm(fitWarped, { warps: warps(values), above }, { state, count, random });
    const { form, density, coefficientOfDetermination: determination } = best;
    const counts = { searchedAt: count, refinedAt: count };
    Object.assign(state, { warp: best.warp, form, density, determination, isLost: false, ...counts });
  }
  const canBend = state.warp === null || canWarp(state.warp, values);
  if (isSearchDue(state, count, isPostponed) || !canBend) yield* search();
  else if (state.form !== null && state.refinedAt < count) {
    const currentWarp = refitWarp(state.warp ?? createStandardisation(values), values);
    const refined = yield* fitWarped(currentWarp, refineForm(state.form));
    const { form, density } = refined;
    const isLost =
      isWatched && refined.coefficientOfDetermination < state.determination - LOST_DETERMINATION_DROP;
    Object.assign(state, { form, density, isLost, refinedAt: count });
    if (isSearchDue(state, count, isPostponed)) yield* search();
  }
  const finalWarp = refitWarp(state.warp ?? createStandardisation(values), values);
  return createSurrogate(
    encoding,
    points,
    values.map((value) => warp(finalWarp, value)),
    state.form,
    { scaled: (value) => warp(finalWarp, value), unscaled: (value) => unwarp(finalWarp, value) },
  );
}

const refineForm = (form: ProcessForm): Effort => ({
  type: "refine",
  form,
  evaluations: REFINEMENT_EVALUATIONS,
});

type WarpedFit = GrownProcess & { warp: OutputWarp };

/**
 * Searches the kernel's form and the warp with the highest leave-one-out log density.
 * @param warps the identity first
 * @param above the warp above the limit; null: none is tried
 */
function* searchForm(
  fitWarped: (outputWarp: OutputWarp, effort: Effort) => Generator<undefined, WarpedFit>,
  { warps, above }: { warps: readonly OutputWarp[]; above: OutputWarp | null },
  { state: { form: earlier }, count, random }: { state: SurrogateState; count: number; random: Random },
): Generator<undefined, WarpedFit> {
  const isMany = count >= MIN_COUNT_FOR_SHARED_FORM;
  const search = (outputWarp: OutputWarp) =>
    fitWarped(outputWarp, { type: "search", kind: chooseKernelKind(outputWarp), random });
  const refine = (outputWarp: OutputWarp, form: ProcessForm) => fitWarped(outputWarp, refineForm(form));
  // With few values the form is searched under each warp. With many values a search takes seconds, so all warps are
  // compared under one form.
  const [identityWarp, ...otherWarps] = warps;
  const unwarpedFit = yield* isMany && earlier !== null
    ? refine(identityWarp, earlier)
    : search(identityWarp);
  const sharedForm = isMany ? (earlier ?? unwarpedFit.form) : null;
  let best = unwarpedFit;
  for (const outputWarp of otherWarps) {
    const candidate = yield* sharedForm === null ? search(outputWarp) : refine(outputWarp, sharedForm);
    const minGain = best === unwarpedFit ? Math.max(MIN_WARP_GAIN_PER_VALUE, MIN_TOTAL_WARP_GAIN / count) : 0;
    if (candidate.density > best.density + minGain) best = candidate;
  }
  if (above !== null) {
    const candidate = yield* sharedForm === null ? search(above) : refine(above, sharedForm);
    const isExplained = best.coefficientOfDetermination >= SMOOTH_CRITERIA.determination;
    const isSmooth = isExplained && best.density > candidate.density + SMOOTH_CRITERIA.gain;
    if (!isSmooth) best = candidate;
  }
  return isMany && (earlier !== null || best !== unwarpedFit) ? yield* search(best.warp) : best;
}

/**
 * The rough kernels are used below a warp above a limit: infinitely smooth processes are overconfident beside a kink,
 * which a score has wherever another of its limits becomes the nearest.
 */
const chooseKernelKind = ({ bend }: OutputWarp): ProcessKind =>
  bend.type === "above limit" ? "rough" : "any";

function createSurrogate(
  encoding: Encoding,
  points: readonly Float64Array[],
  targets: readonly number[],
  form: ProcessForm | null,
  scale: Pick<Surrogate, "scaled" | "unscaled">,
): Surrogate {
  const effort: Effort =
    form === null ? { type: "search", random: createRandom(0) } : { type: "add rows", form };
  const { model, leftOut } = runToEnd(growProcess(encodeTrainingData(encoding, points, targets), effort));
  const predictor = createGaussianPredictor(model);
  const noise = model.noise * model.signalVariance;
  const predict = (queryPoints: readonly Float64Array[]) => {
    const { mean, variance } = predictor.predict(encoding.encode(queryPoints));
    return { mean, deviation: variance.map((value) => Math.sqrt(Math.max(value - noise, MIN_VARIANCE))) };
  };
  const surrogate: Surrogate = {
    ...scale,
    leftOut,
    noise: model.noise,
    predict,
    assuming: (assumedPoints) => {
      if (assumedPoints.length === 0) return surrogate;
      const { mean } = predict(assumedPoints);
      return createSurrogate(encoding, [...points, ...assumedPoints], [...targets, ...mean], form, scale);
    },
  };
  return surrogate;
}

const MIN_VARIANCE = 1e-18;

const encodeTrainingData = (
  encoding: Encoding,
  points: readonly Float64Array[],
  targets: readonly number[],
) => ({
  inputs: encoding.encode(points),
  targets: Float64Array.from(targets),
  sources: encoding.sources,
});
