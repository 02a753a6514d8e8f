/**
 * How long a training is expected to take, before it runs: the one estimate that the form, the banner and the queue use. Fitted to
 * the CPU times of 18 sets of 40 to 25,000 rows (`npm run bench -- training-time` compares it with trainings of today).
 */
import type { JobConfig } from "../api/job-config.ts";
import type { TrainingEffort } from "../domain/job.ts";
import { TRAINING_SECONDS } from "../domain/training-effort.ts";

/** What it is trained on. */
export type TrainingSize = {
  /** Without those held out for validation. */
  readonly rows: number;
  /** Those that vary. */
  readonly inputs: number;
  /** Values of each output that it is trained on: 1, or the length of a curve. */
  readonly outputs: readonly number[];
};

/** Seconds by the clock of a machine that does nothing else. */
export type TrainingEstimate = { readonly low: number; readonly likely: number; readonly high: number };

/** Up to so many rows each is held out once in cross-validation; of more, networks are trained by mini-batches, with a fixed amount of work. */
const FEW_ROWS = 3000;
/** CPU seconds of a training of one row, one input and one value, and the powers by which they grow. */
const FEW_ROWS_COST: Readonly<Record<TrainingEffort, number>> = {
  quick: 0.042,
  standard: 0.082,
  thorough: 0.155,
};
const POWERS = { rows: 0.7, inputs: 0.25, values: 0.75 };
/** CPU seconds with many rows. */
const MANY_ROWS_COST: Readonly<Record<TrainingEffort, number>> = { quick: 27, standard: 53, thorough: 900 };
/** A curve is trained as its few principal components. */
const CURVE_COMPONENTS = 7;
/** The share of the work that runs on one core alone. */
const SERIAL_SHARE = 0.25;
/** Starting, reading the data, and storing the emulator. */
const AROUND_SECONDS = 1;
/** How far the likely time is off, either way, on most sets. */
const SPREAD = 1.6;

/** @param cores of the machine that trains */
export function estimateTraining(
  { rows, inputs, outputs }: TrainingSize,
  effort: TrainingEffort,
  cores: number,
): TrainingEstimate {
  const values = outputs.reduce((sum, length) => sum + Math.min(length, CURVE_COMPONENTS), 0);
  const few =
    FEW_ROWS_COST[effort] *
    Math.max(1, rows) ** POWERS.rows *
    Math.max(1, inputs) ** POWERS.inputs *
    Math.max(1, values) ** POWERS.values;
  const cpuSeconds = rows > FEW_ROWS ? MANY_ROWS_COST[effort] : few;
  const seconds = AROUND_SECONDS + cpuSeconds * (SERIAL_SHARE + (1 - SERIAL_SHARE) / Math.max(1, cores));
  const most = TRAINING_SECONDS[effort] + AROUND_SECONDS;
  return {
    low: Math.min(most, seconds) / SPREAD,
    likely: Math.min(most, seconds),
    high: Math.min(most, seconds * SPREAD),
  };
}

/** The size of a job's training. @param rows all that it will have, the validation rows included */
export function trainingSize(
  { inputs, outputs, emulator_outputs, training }: JobConfig,
  rows: number,
): TrainingSize {
  return {
    rows: Math.round(rows * (1 - training.validation_percentage / 100)),
    inputs: inputs.filter(({ fixed }) => !fixed).length,
    outputs: outputs.filter(({ name }) => emulator_outputs.includes(name)).map(({ length }) => length),
  };
}

/** As "about 20 to 50 seconds", or "about 2 to 4 minutes". */
export function estimateText({ low, high }: Pick<TrainingEstimate, "low" | "high">): string {
  if (high < 10) return "a few seconds";
  if (high < 100) return between(5 * Math.max(1, Math.round(low / 5)), 5 * Math.ceil(high / 5), "second");
  return between(Math.max(1, Math.round(low / 60)), Math.ceil(high / 60), "minute");
}

const between = (low: number, high: number, unit: string): string =>
  low >= high ? `about ${high} ${unit}${high === 1 ? "" : "s"}` : `about ${low} to ${high} ${unit}s`;
