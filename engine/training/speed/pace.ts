/** The pace of a machine, from what was measured just now and from how long its earlier trainings took. */
import type { TrainingPace } from "@understudy/shared/domain/training-speed.ts";
import { normalQuantile } from "../../math/normal.ts";

/** Nine of ten trainings lie in the range. */
const SHARE_BELOW_HIGH = 0.95;
/**
 * The standard deviation of ln(real / estimated) on sets of all kinds and sizes, before any training of this installation is
 * known: a training takes between half and twice the estimate. It counts as much as so many trainings.
 */
const PRIOR_DEVIATION = 0.4;
const PRIOR_COUNT = 3;
/** A training that took more times as long, or as short, ran while the load of the machine changed: it counts as this ratio. */
const MAX_RATIO = 3;
/** The standard deviation of ln(slowdown later / slowdown now): the load of a machine changes while a training runs. */
const LOAD_DEVIATION = 0.15;
/** A machine that shares its processors may share them otherwise a minute later; this much is added for each unit of ln(slowdown). */
const LOAD_DEVIATION_WHEN_SHARED = 0.25;

/**
 * Combines the two sources as independent log-normal factors: the logarithms of the ratios are shrunk towards 0 and their
 * deviation towards the prior's, as if `PRIOR_COUNT` further ratios had been seen.
 *
 * @param slowdowns seconds by the clock for each second of the reference machine, as measured lately (`measureSlowdown`); at least one
 * @param ratios real over estimated seconds of earlier trainings, each estimated with the slowdown at its start
 */
export function combinePace(slowdowns: readonly number[], ratios: readonly number[]): TrainingPace {
  const speeds = slowdowns.map(Math.log);
  const speed = mean(speeds);
  const biases = ratios.map((ratio) => Math.log(Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio))));
  const count = biases.length + PRIOR_COUNT;
  const bias = (mean(biases) * biases.length) / count;
  const squares = biases.reduce((sum, value) => sum + (value - bias) ** 2, 0);
  const variance = (squares + PRIOR_COUNT * (PRIOR_DEVIATION ** 2 + bias ** 2)) / count;
  const shared = LOAD_DEVIATION_WHEN_SHARED * Math.max(0, speed);
  const load = LOAD_DEVIATION ** 2 + shared ** 2 + mean(speeds.map((value) => (value - speed) ** 2));
  const reach = normalQuantile(SHARE_BELOW_HIGH) * Math.sqrt(variance + load);
  const centre = speed + bias;
  return { low: Math.exp(centre - reach), likely: Math.exp(centre), high: Math.exp(centre + reach) };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
