/**
 * Estimates the time of a training before it runs. The form, the banner and the queue use this one estimate. It is fitted to the
 * CPU times of 18 sets of 40 to 25,000 rows (`npm run bench -- training-time` compares it with trainings of today).
 */
import type { JobConfig } from "../api/job-config.ts";
import { counted } from "../counted.ts";
import { CROSS_VALIDATED_ROWS, countTrainingRows, MAX_LAST_FIT_ROWS } from "../domain/cross-validation.ts";
import type { TrainingEffort } from "../domain/job.ts";
import { MAX_WALL_RATIO, TRAINING_SECONDS } from "../domain/training-effort.ts";
import { REFERENCE_SPEED, type TrainingSpeed } from "../domain/training-speed.ts";

/** Outputs that are trained together, because the same rows define them. */
type OutputSetSize = {
  /** The number of rows that they are trained on. */
  readonly rows: number;
  /** Values of each output that it is trained on: 1, or the length of a curve. */
  readonly outputs: readonly number[];
};

/** The time of a training depends on these sizes. */
export type TrainingSize = OutputSetSize & {
  /** The number of inputs that vary. */
  readonly inputs: number;
  /** Outputs that other rows define, which are trained one set after the other; none where every row defines all outputs. */
  readonly furtherSets?: readonly OutputSetSize[];
};

/** Seconds by the clock: nine of ten trainings lie between `low` and `high`. */
export type TrainingEstimate = { readonly low: number; readonly likely: number; readonly high: number };

/** CPU seconds of a training of one row, one input and one value, and the powers by which they grow. */
const FEW_ROWS_COST: Readonly<Record<TrainingEffort, number>> = {
  quick: 0.042,
  standard: 0.082,
  thorough: 0.155,
};
const COST_EXPONENTS = { rows: 0.7, inputs: 0.25, values: 0.75 };
/** CPU seconds with many rows. */
const MANY_ROWS_COST: Readonly<Record<TrainingEffort, number>> = { quick: 27, standard: 53, thorough: 900 };
/** The last fit, to every row, takes about a quarter of the time before it. */
const LAST_FIT_COST_FACTOR = 1.25;
/** A curve is trained as its few principal components. */
const CURVE_COMPONENTS = 7;
/** The share of the work that runs on one core alone. */
const SERIAL_SHARE = 0.25;
/** The seconds for starting, reading the data, and storing the emulator. */
const AROUND_SECONDS = 1;
/** A training has so many sets of outputs at most: each is a training of its own, and leaves less time for the others. */
export const MAX_OUTPUT_SETS = 8;
/** A training that the reference machine is expected to end in so many seconds starts beside a long one, and has priority over it. */
const SHORT_SECONDS = 60;

/** CPU seconds of the training of one set of outputs. */
function computeCost({ rows, outputs }: OutputSetSize, inputs: number, effort: TrainingEffort): number {
  // With more rows, networks are trained by mini-batches, with a fixed amount of work.
  if (rows > CROSS_VALIDATED_ROWS)
    return MANY_ROWS_COST[effort] * (rows <= MAX_LAST_FIT_ROWS ? LAST_FIT_COST_FACTOR : 1);
  const values = outputs.reduce((sum, length) => sum + Math.min(length, CURVE_COMPONENTS), 0);
  return (
    FEW_ROWS_COST[effort] *
    Math.max(1, rows) ** COST_EXPONENTS.rows *
    Math.max(1, inputs) ** COST_EXPONENTS.inputs *
    Math.max(1, values) ** COST_EXPONENTS.values
  );
}

/** Seconds that a training takes on the reference machine, doing nothing else, with so many cores. */
export function referenceSeconds(size: TrainingSize, effort: TrainingEffort, cores: number): number {
  const { inputs, furtherSets = [] } = size;
  const cpuSeconds = [size, ...furtherSets].reduce((sum, set) => sum + computeCost(set, inputs, effort), 0);
  const seconds = AROUND_SECONDS + cpuSeconds * (SERIAL_SHARE + (1 - SERIAL_SHARE) / Math.max(1, cores));
  return Math.min(TRAINING_SECONDS[effort] + AROUND_SECONDS, seconds);
}

/** @param seconds on the reference machine */
export const isShortTraining = (seconds: number): boolean => seconds <= SHORT_SECONDS;

/**
 * Estimates the time from the start of a training to its emulator.
 * @param cores of the machine that trains
 */
export function estimateTraining(
  size: TrainingSize,
  effort: TrainingEffort,
  cores: number,
  speed: TrainingSpeed = REFERENCE_SPEED,
): TrainingEstimate {
  const seconds = referenceSeconds(size, effort, cores);
  const { low, likely, high } = isShortTraining(seconds) ? speed.short : speed.long;
  // The budget counts what the machine gives to the training, so a slow machine needs longer by the clock to spend it.
  const limitSeconds = TRAINING_SECONDS[effort] + AROUND_SECONDS;
  const bound = (estimated: number) => Math.min(limitSeconds * MAX_WALL_RATIO, estimated);
  return {
    low: bound(seconds * low),
    likely: bound(seconds * likely),
    high: bound(Math.min(limitSeconds * likely, seconds * high)),
  };
}

/**
 * The size of a job's training. Outputs that are defined in equally many rows count as one set: they are hardly ever
 * defined in different ones.
 * @param rows all that it will have, the validation rows included
 */
export function trainingSize(
  { inputs, outputs, emulator_outputs, training, output_rows, data_set_sizes }: JobConfig,
  rows: number,
): TrainingSize {
  const lengths = new Map<number, number[]>();
  for (const { name, length } of outputs) {
    if (!emulator_outputs.includes(name)) continue;
    const definedRows = output_rows.find(({ output }) => output === name)?.rows;
    const definedShare = definedRows === undefined ? 1 : definedRows / Math.max(1, data_set_sizes.combined);
    lengths.set(definedShare, [...(lengths.get(definedShare) ?? []), length]);
  }
  const countRows = (definedShare: number): number => {
    const definedRows = rows * definedShare;
    return Math.round(countTrainingRows(definedRows, (definedRows * training.validation_percentage) / 100));
  };
  const sets = [...lengths].map(([share, setOutputs]) => ({ rows: countRows(share), outputs: setOutputs }));
  const [first = { rows: countRows(1), outputs: [] }, ...furtherSets] = joinSmallSets(sets);
  return { ...first, inputs: inputs.filter(({ fixed }) => !fixed).length, furtherSets };
}

/** Beyond the largest sets, outputs are trained with those of another set, on rows that both have. */
function joinSmallSets(sets: readonly OutputSetSize[]): OutputSetSize[] {
  const sorted = sets.toSorted((a, b) => b.rows * b.outputs.length - a.rows * a.outputs.length);
  const [last, ...small] = sorted.slice(MAX_OUTPUT_SETS - 1);
  if (last === undefined) return sorted;
  const joined = { rows: last.rows, outputs: [last, ...small].flatMap(({ outputs }) => outputs) };
  return [...sorted.slice(0, MAX_OUTPUT_SETS - 1), joined];
}

type Range = Pick<TrainingEstimate, "low" | "high">;

/** Ranges that end below so many seconds are not stated more exactly. */
const FEW_SECONDS = 10;
/** The steps in which ranges are stated: the first of which the end lies below the limit. */
const ROUNDING_STEPS = [
  { limit: 100, step: 5 },
  { limit: 180, step: 10 },
  { limit: Number.POSITIVE_INFINITY, step: 60 },
] as const;

/**
 * The range in seconds as the page states it, rounded outwards to steps. A `high` below 10 stands for "a few seconds", a `low` of 0 for
 * "up to".
 */
export function roundedRange({ low, high }: Range): Range {
  if (high < FEW_SECONDS) return { low: 0, high: FEW_SECONDS / 2 };
  const { step } = ROUNDING_STEPS.find(({ limit }) => high < limit) ?? ROUNDING_STEPS[2];
  return { low: step * Math.floor(low / step), high: step * Math.ceil(high / step) };
}

/** Writes a range as "about 20 to 50 seconds", "about 2 to 4 minutes", or "up to 30 seconds". */
export const estimateText = (range: Range): string => roundedText(roundedRange(range));

/** Writes a range that is rounded already. */
export function roundedText({ low, high }: Range): string {
  if (high < FEW_SECONDS) return "a few seconds";
  const isMinutes = high > ROUNDING_STEPS[1].limit;
  const unit = isMinutes ? 60 : 1;
  const end = counted(high / unit, isMinutes ? "minute" : "second");
  const start = Math.floor(low / unit);
  if (start === 0) return `up to ${end}`;
  return low >= high ? `about ${end}` : `about ${start} to ${end}`;
}
