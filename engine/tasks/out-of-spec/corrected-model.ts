/**
 * An emulator's predictions, corrected by a Gaussian process of their errors at simulated points (M. C. Kennedy and A. O'Hagan,
 * 2001, "Bayesian calibration of computer models": the discrepancy).
 */
import type { Random } from "../../math/random.ts";
import type { Encoding } from "../optimization/bayesian/encoding.ts";
import { unbent } from "../optimization/bayesian/output-warp.ts";
import {
  fitSurrogate,
  isSearchDue,
  noSurrogate,
  type Surrogate,
  type SurrogateState,
} from "../optimization/bayesian/surrogate.ts";
import type { ScoreEstimates, ScoreModel, SimulatedScores } from "./score-model.ts";

/**
 * What the errors are measured in: the deviation predicted at each point, where the emulator knows how wrong it is; or the score
 * itself, where the simulator differs from the emulator by something that the emulator cannot know.
 */
type Unit = "deviation" | "score";

export interface CorrectionState {
  unit: Unit;
  readonly surrogates: Readonly<Record<Unit, SurrogateState>>;
}

export const noCorrection = (): CorrectionState => ({
  unit: "deviation",
  surrogates: { deviation: noSurrogate(), score: noSurrogate() },
});

interface Fit {
  encoding: Encoding;
  /** Is brought up to date. */
  state: CorrectionState;
  random: Random;
}

/** Until there are so many results, predictions stand as they are. */
const MIN_RESULTS = 5;
/** Of a prediction's own deviation: no prediction is more certain. */
const MIN_DEVIATION = 0.1;
/** In units of log density over all errors, which look better in either unit by chance: what the score as their unit must gain. */
const UNIT_GAIN = 2;

/** @param prior the emulator's own estimates, which stand where there are few results */
export function correctedModel(
  prior: (points: readonly Float64Array[]) => ScoreEstimates,
  { points, scores }: SimulatedScores,
  fit: Fit,
): ScoreModel {
  const own = prior(points);
  // Where the emulator gives no score, there is nothing to correct.
  const results = points
    .map((point, i) => ({ point, error: scores[i] - own.mean[i], deviation: own.deviation[i] }))
    .filter(({ error, deviation }) => Number.isFinite(error / deviation));
  if (results.length < MIN_RESULTS)
    return { estimates: prior, assuming: () => correctedModel(prior, { points, scores }, fit) };
  const errors = fitErrors(results, fit);
  const zero = errors.scaled(0);
  return corrected(prior, errors, { unit: fit.state.unit, zero, scale: errors.scaled(1) - zero });
}

type Result = { point: Float64Array; error: number; deviation: number };

/** The unit is chosen again whenever the kernels' forms are searched. */
function fitErrors(results: readonly Result[], { encoding, state, random }: Fit): Surrogate {
  const points = results.map(({ point }) => point);
  const { surrogates } = state;
  const fitIn = (unit: Unit) => {
    const values = results.map(({ error, deviation }) => (unit === "score" ? error : error / deviation));
    return fitSurrogate(encoding, { points, values }, surrogates[unit], { random, warps: unbent });
  };
  if (!isSearchDue(surrogates[state.unit], results.length)) return fitIn(state.unit);
  const fitted = { deviation: fitIn("deviation"), score: fitIn("score") };
  const meanLogDeviation =
    results.reduce((sum, { deviation }) => sum + Math.log(deviation), 0) / results.length;
  const gain = surrogates.score.density - (surrogates.deviation.density - meanLogDeviation);
  state.unit = gain > UNIT_GAIN / results.length ? "score" : "deviation";
  return fitted[state.unit];
}

const corrected = (
  prior: (points: readonly Float64Array[]) => ScoreEstimates,
  errors: Surrogate,
  scaling: { unit: Unit; zero: number; scale: number },
): ScoreModel => ({
  estimates: (points) => {
    const { unit, zero, scale } = scaling;
    const own = prior(points);
    const { mean, deviation } = errors.predict(points);
    const unitAt = (i: number) => (unit === "score" ? 1 : own.deviation[i]) / scale;
    return {
      mean: own.mean.map((one, i) => one + (mean[i] - zero) * unitAt(i)),
      // What the process takes for noise, a new design has, too.
      deviation: own.deviation.map((one, i) =>
        Math.max(MIN_DEVIATION * one, Math.sqrt(deviation[i] ** 2 + errors.noise) * unitAt(i)),
      ),
    };
  },
  assuming: (points) => corrected(prior, errors.assuming(points), scaling),
});
