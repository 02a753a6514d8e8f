/**
 * An emulator's predictions, corrected by Gaussian processes of their errors at simulated points (M. C. Kennedy and A. O'Hagan,
 * 2001, "Bayesian calibration of computer models": the discrepancy).
 */
import { REACH_95 } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Encoding } from "../optimization/bayesian/encoding.ts";
import { standardiseOnly } from "../optimization/bayesian/output-warp.ts";
import {
  createSurrogateState,
  fitSurrogate,
  isSearchDue,
  type Surrogate,
  type SurrogateState,
} from "../optimization/bayesian/surrogate.ts";
import {
  type ErrorPrior,
  type ErrorProcess,
  fitErrorProcess,
  type StandardisedErrors,
} from "./error-process.ts";
import type { ScoreBand } from "./level-set.ts";
import {
  estimatesOf,
  evenBands,
  type ScoreEstimates,
  type ScoreModel,
  type Sides,
  type SimulatedScores,
  sidesOf,
} from "./score-model.ts";

/**
 * What the errors are measured in: the deviation predicted at each point, where the emulator knows how wrong it is; or the score
 * itself, where the simulator differs from the emulator by something that the emulator cannot know.
 */
type Unit = "deviation" | "score";

export interface CorrectionState {
  unit: Unit;
  /** Of errors in units of the deviation, and the results that its lengths and its noise were found from: the first so many. */
  process: { fitted: ErrorProcess; results: number } | null;
  /** Of errors in units of the score. */
  readonly surrogate: SurrogateState;
}

export const noCorrection = (): CorrectionState => ({
  unit: "deviation",
  process: null,
  surrogate: createSurrogateState(),
});

interface Fit {
  /** Of errors in units of the deviation. */
  errors: ErrorPrior;
  encoding: Encoding;
  /** Is brought up to date. */
  state: CorrectionState;
  random: Random;
}

type Bands = (points: readonly Float64Array[]) => ScoreBand[];

/** Lengths and noise are found again when there are so many times as many results. */
const GROWTH = 1.3;
/** From so many results on, the score is tried as their errors' unit. */
const MIN_RESULTS = 5;
/** Of an error in deviations: its square is finite. */
const LARGEST = 1e100;
/** Of a prediction's own deviation: no prediction is more certain. */
const MIN_DEVIATION = 0.1;
/** In units of log density over all errors, which look better in either unit by chance: what the score as their unit must gain. */
const UNIT_GAIN = 2;
/** Errors in deviations, which an emulator that knows how wrong it is does not have: below, the score is not tried. */
const UNKNOWN = 3;

/** @param prior the emulator's own bands, which stand where there are no results */
export function correctedModel(prior: Bands, { points, scores }: SimulatedScores, fit: Fit): ScoreModel {
  const bands = prior(points);
  // Where the emulator gives no score, there is nothing to correct.
  const results = points.flatMap((point, i): Result[] => {
    const error = scores[i] - bands[i].score;
    const sides = sidesOf(bands[i]);
    return Math.abs(error / sideOf(sides, error)) < LARGEST ? [{ point, error, sides }] : [];
  });
  if (results.length === 0) return uncorrected(prior);
  const errors = standardisedErrors(results);
  const process = fittedProcess(errors, fit).given(errors);
  const surrogate =
    results.length < MIN_RESULTS || process.size < UNKNOWN ? null : scoreErrors(results, process, fit);
  return surrogate === null ? byDeviations(prior, process, errors) : byScores(prior, surrogate);
}

function fittedProcess({ points, values }: StandardisedErrors, { errors, state }: Fit): ErrorProcess {
  const results = Math.floor(GROWTH ** Math.floor(Math.log(points.length) / Math.log(GROWTH)));
  if (state.process?.results !== results) {
    const first = { points: points.slice(0, results), values: values.slice(0, results) };
    state.process = { fitted: fitErrorProcess(errors, first), results };
  }
  return state.process.fitted;
}

const uncorrected = (prior: Bands): ScoreModel => ({
  estimates: (points) => estimatesOf(prior(points)),
  bands: prior,
  assuming: () => uncorrected(prior),
});

interface Result {
  point: Float64Array;
  error: number;
  /** The deviations that the emulator predicts. */
  sides: Sides;
}

const sideOf = ({ below, above }: Sides, error: number): number => (error < 0 ? below : above);

const standardisedErrors = (results: readonly Result[]): StandardisedErrors => ({
  points: results.map(({ point }) => point),
  values: results.map(({ error, sides }) => error / sideOf(sides, error)),
});

/** The process of errors in units of the score; null where the deviation is their unit. Chosen again whenever kernels are searched. */
function scoreErrors(
  results: readonly Result[],
  process: ErrorProcess,
  { encoding, state, random }: Fit,
): Surrogate | null {
  const isDue = isSearchDue(state.surrogate, results.length);
  if (!isDue && state.unit === "deviation") return null;
  const given = { points: results.map(({ point }) => point), values: results.map(({ error }) => error) };
  const surrogate = fitSurrogate(encoding, given, state.surrogate, { random, warps: standardiseOnly });
  if (isDue) {
    const logDeviations = results.reduce((sum, { error, sides }) => sum + Math.log(sideOf(sides, error)), 0);
    const gain = state.surrogate.density - (process.density() - logDeviations / results.length);
    state.unit = gain > UNIT_GAIN / results.length ? "score" : "deviation";
  }
  return state.unit === "score" ? surrogate : null;
}

function byDeviations(prior: Bands, process: ErrorProcess, errors: StandardisedErrors): ScoreModel {
  const bands: Bands = (points) => {
    const { mean, deviation } = process.predict(points);
    return prior(points).map((band, i) => {
      const sides = sidesOf(band);
      const at = (error: number) => band.score + error * sideOf(sides, error);
      const reach = REACH_95 * Math.max(MIN_DEVIATION, deviation[i]);
      return { score: at(mean[i]), lower: at(mean[i] - reach), upper: at(mean[i] + reach) };
    });
  };
  return {
    estimates: (points) => estimatesOf(bands(points)),
    bands,
    assuming: (points) => {
      if (points.length === 0) return byDeviations(prior, process, errors);
      const expected = process.predict(points).mean;
      const all = { points: [...errors.points, ...points], values: [...errors.values, ...expected] };
      return byDeviations(prior, process.given(all), all);
    },
  };
}

function byScores(prior: Bands, errors: Surrogate): ScoreModel {
  const zero = errors.scaled(0);
  const unit = errors.scaled(1) - zero;
  const estimates = (points: readonly Float64Array[]): ScoreEstimates => {
    const own = estimatesOf(prior(points));
    const { mean, deviation } = errors.predict(points);
    return {
      mean: own.mean.map((one, i) => one + (mean[i] - zero) / unit),
      // What the process takes for noise, a new design has, too.
      deviation: own.deviation.map((one, i) =>
        Math.max(MIN_DEVIATION * one, Math.sqrt(deviation[i] ** 2 + errors.noise) / unit),
      ),
    };
  };
  return {
    estimates,
    bands: (points) => evenBands(estimates(points)),
    assuming: (points) => byScores(prior, errors.assuming(points)),
  };
}
