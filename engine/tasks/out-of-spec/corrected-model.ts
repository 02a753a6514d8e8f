/**
 * An emulator's predictions corrected by a process of its errors at simulated points: the discrepancy term of M. C.
 * Kennedy and A. O'Hagan (2001, "Bayesian calibration of computer models").
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
  computeSides,
  createEvenBands,
  type ScoreEstimates,
  type ScoreModel,
  type Sides,
  type SimulatedScores,
  toEstimates,
} from "./score-model.ts";

/**
 * The unit of the errors: the standard deviation predicted at each point, where the emulator knows its uncertainty;
 * or the score itself, where the simulator differs from the emulator by something that the emulator cannot know.
 */
type ErrorUnit = "deviation" | "score";

export interface CorrectionState {
  unit: ErrorUnit;
  /**
   * The process of errors in units of the standard deviation, and the number of the first results that its lengths
   * and noise were fitted to.
   */
  process: { fitted: ErrorProcess; results: number } | null;
  /** The process of errors in units of the score. */
  readonly surrogate: SurrogateState;
}

export const createCorrectionState = (): CorrectionState => ({
  unit: "deviation",
  process: null,
  surrogate: createSurrogateState(),
});

interface CorrectionFit {
  /** The prior of the errors in units of the standard deviation. */
  errors: ErrorPrior;
  encoding: Encoding;
  /** The state is updated. */
  state: CorrectionState;
  random: Random;
}

type BandPredictor = (points: readonly Float64Array[]) => ScoreBand[];

/** Lengths and noise are fitted again when the number of results has grown by this factor. */
const REFIT_GROWTH = 1.3;
/** From this number of results on the score is tried as the unit of the errors. */
const MIN_SCORE_UNIT_RESULTS = 5;
/** Larger errors, in standard deviations, are left out: the square of this one is still finite. */
const MAX_STANDARDISED_ERROR = 1e100;
/** The smallest standard deviation of a corrected prediction, as a share of the emulator's. */
const MIN_DEVIATION_SHARE = 0.1;
/**
 * The gain in log density over all errors that the score must reach as their unit, because either unit looks better
 * by chance.
 */
const MIN_UNIT_GAIN = 2;
/**
 * Below this size of the errors, in standard deviations, the emulator knows its uncertainty and the score is not
 * tried as their unit.
 */
const MIN_UNEXPLAINED_ERROR_SIZE = 3;

/**
 * Creates the corrected model of the score.
 * @param prior the emulator's own bands, which hold without results
 * @returns the posterior given the simulated scores
 */
export function createCorrectedModel(
  prior: BandPredictor,
  { points, scores }: SimulatedScores,
  fit: CorrectionFit,
): ScoreModel {
  const bands = prior(points);
  // Where the emulator predicts no score there is nothing to correct.
  const results = points.flatMap((point, i): ErrorResult[] => {
    const error = scores[i] - bands[i].score;
    const sides = computeSides(bands[i]);
    return Math.abs(error / selectSide(sides, error)) < MAX_STANDARDISED_ERROR
      ? [{ point, error, sides }]
      : [];
  });
  if (results.length === 0) return createUncorrectedModel(prior);
  const errors = standardiseErrors(results);
  const process = fitProcess(errors, fit).conditionOn(errors);
  const surrogate =
    results.length < MIN_SCORE_UNIT_RESULTS || process.size < MIN_UNEXPLAINED_ERROR_SIZE
      ? null
      : fitScoreErrors(results, process, fit);
  return surrogate === null
    ? createDeviationModel(prior, process, errors)
    : createScoreModel(prior, surrogate);
}

function fitProcess({ points, values }: StandardisedErrors, { errors, state }: CorrectionFit): ErrorProcess {
  const results = Math.floor(REFIT_GROWTH ** Math.floor(Math.log(points.length) / Math.log(REFIT_GROWTH)));
  if (state.process?.results !== results) {
    const firstErrors = { points: points.slice(0, results), values: values.slice(0, results) };
    state.process = { fitted: fitErrorProcess(errors, firstErrors), results };
  }
  return state.process.fitted;
}

const createUncorrectedModel = (prior: BandPredictor): ScoreModel => ({
  estimates: (points) => toEstimates(prior(points)),
  bands: prior,
  assuming: () => createUncorrectedModel(prior),
});

interface ErrorResult {
  point: Float64Array;
  error: number;
  /** The emulator's standard deviations below and above its prediction. */
  sides: Sides;
}

const selectSide = ({ below, above }: Sides, error: number): number => (error < 0 ? below : above);

const standardiseErrors = (results: readonly ErrorResult[]): StandardisedErrors => ({
  points: results.map(({ point }) => point),
  values: results.map(({ error, sides }) => error / selectSide(sides, error)),
});

/**
 * Fits the process of errors in units of the score; null where the standard deviation is their unit. The unit is
 * chosen again whenever the kernel is searched.
 */
function fitScoreErrors(
  results: readonly ErrorResult[],
  process: ErrorProcess,
  { encoding, state, random }: CorrectionFit,
): Surrogate | null {
  const isDue = isSearchDue(state.surrogate, results.length);
  if (!isDue && state.unit === "deviation") return null;
  const trainingErrors = {
    points: results.map(({ point }) => point),
    values: results.map(({ error }) => error),
  };
  const surrogate = fitSurrogate(encoding, trainingErrors, state.surrogate, {
    random,
    warps: standardiseOnly,
  });
  if (isDue) {
    const logDeviations = results.reduce(
      (sum, { error, sides }) => sum + Math.log(selectSide(sides, error)),
      0,
    );
    const gain = state.surrogate.density - (process.density() - logDeviations / results.length);
    state.unit = gain > MIN_UNIT_GAIN / results.length ? "score" : "deviation";
  }
  return state.unit === "score" ? surrogate : null;
}

function createDeviationModel(
  prior: BandPredictor,
  process: ErrorProcess,
  errors: StandardisedErrors,
): ScoreModel {
  const bands: BandPredictor = (points) => {
    const { mean, deviation } = process.predict(points);
    return prior(points).map((band, i) => {
      const sides = computeSides(band);
      const shiftScore = (error: number) => band.score + error * selectSide(sides, error);
      const reach = REACH_95 * Math.max(MIN_DEVIATION_SHARE, deviation[i]);
      return {
        score: shiftScore(mean[i]),
        lower: shiftScore(mean[i] - reach),
        upper: shiftScore(mean[i] + reach),
      };
    });
  };
  return {
    estimates: (points) => toEstimates(bands(points)),
    bands,
    assuming: (points) => {
      if (points.length === 0) return createDeviationModel(prior, process, errors);
      const expectedErrors = process.predict(points).mean;
      const assumedErrors = {
        points: [...errors.points, ...points],
        values: [...errors.values, ...expectedErrors],
      };
      return createDeviationModel(prior, process.conditionOn(assumedErrors), assumedErrors);
    },
  };
}

function createScoreModel(prior: BandPredictor, errors: Surrogate): ScoreModel {
  const zero = errors.scaled(0);
  const unit = errors.scaled(1) - zero;
  const estimates = (points: readonly Float64Array[]): ScoreEstimates => {
    const priorEstimates = toEstimates(prior(points));
    const { mean, deviation } = errors.predict(points);
    return {
      mean: priorEstimates.mean.map((priorMean, i) => priorMean + (mean[i] - zero) / unit),
      // A new design has the noise that the process finds in the errors.
      deviation: priorEstimates.deviation.map((priorDeviation, i) =>
        Math.max(MIN_DEVIATION_SHARE * priorDeviation, Math.sqrt(deviation[i] ** 2 + errors.noise) / unit),
      ),
    };
  };
  return {
    estimates,
    bands: (points) => createEvenBands(estimates(points)),
    assuming: (points) => createScoreModel(prior, errors.assuming(points)),
  };
}
