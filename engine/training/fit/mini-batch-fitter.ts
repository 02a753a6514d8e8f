import { createRandom, type Random } from "../../math/random.ts";
import type { NetworkFitTask, TrainingData } from "../../models/fit-task.ts";
import {
  type AdamFit,
  adamStepCost,
  annealedRate,
  createAdamFitter,
  startAdam,
} from "../../models/network/adam-fit.ts";
import { initialParameters } from "../../models/network/network.ts";
import { inputsAt, selectRows, targetAt } from "./fitted-rows.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { networkPredictions } from "./network-predictions.ts";

/** About this many multiplications are made between two yields. */
export const CHUNK_WORK = 1e9;
/**
 * The error is checked this many times; the parameters of the best check are the result (early stopping; Prechelt,
 * 1998).
 */
const CHECK_COUNT = 40;
/**
 * Every other held-out row is used for the checks, at most this many; the other rows stay independent of the choice.
 */
const MAX_EARLY_STOPPING_ROWS = 2000;
/** A fit shortens its schedule once it is behind by more than this share of its time limit. */
const MAX_DELAY_SHARE = 0.25;

export interface MiniBatchState {
  method: "mini-batch";
  fit: AdamFit;
  /** The least error of all checks, and the parameters that have it; null before the first check. */
  best: { error: number; parameters: Float64Array } | null;
}

/** A run of mini-batches takes its steps in chunks: so many steps, each at its rate. */
export interface MiniBatchChunk {
  steps: number;
  rateAt(step: number): number;
}

/** The course of a fit by mini-batches, whatever device takes the steps: its chunks, its checks and its result. */
export interface MiniBatchRun extends Omit<Fitter<MiniBatchState>, "advance"> {
  /** The device changes it between `nextChunk` and `completeChunk`. */
  fit: AdamFit;
  /** The rows of the data that it is fitted to. */
  rows: Int32Array;
  /** It draws the order of the rows in each epoch. */
  orders: Random;
  /** The chunk to take next, of at most so many steps; null when the fit is done. */
  nextChunk(maxSteps: number): MiniBatchChunk | null;
  /** Checks the error where a check is due. Returns whether there is more to do. */
  completeChunk(): boolean;
}

/** The share of each target in the loss. */
export const computeShares = ({ targets }: NetworkFitTask): Float64Array =>
  Float64Array.from(targets, () => 1 / targets.length);

/** Starts the course of a fit, or continues one from its state. */
export function createMiniBatchRun(
  data: TrainingData,
  task: NetworkFitTask,
  earlier: MiniBatchState | null,
  { clock, timeLimitMs }: Pick<FitterContext, "clock" | "timeLimitMs">,
): MiniBatchRun {
  const { shape, features, steps } = task;
  const random = createRandom(task.seed);
  const rows = selectRows(data, task);
  const earlyStoppingRows = selectEarlyStoppingRows(rows.heldOut);
  const fit =
    earlier === null ? startAdam(initialParameters(shape, random.fork(1))) : copyAdamFit(earlier.fit);
  let best = earlier?.best ?? null;
  const stepsBetweenChecks = Math.max(1, Math.ceil(steps / CHECK_COUNT));
  const started = clock() - (fit.step / steps) * timeLimitMs;
  /** The least progress of the schedule of the learning rate, 0 .. 1: above 0 once the fit is late. */
  let leastProgress = 0;
  let nextCheck = 0;

  const isDone = (): boolean => fit.step >= steps || leastProgress >= 1;

  const checkForBest = (): void => {
    const predictions = networkPredictions(data, createModel(fit.parameters), earlyStoppingRows);
    const error = predictions.reduce((sum, { mean }, at) => {
      const truth = targetAt(data, task.targets[at], earlyStoppingRows);
      return sum + mean.reduce((squares, value, i) => squares + (value - truth[i]) ** 2, 0);
    }, 0);
    if (best === null || error < best.error) best = { error, parameters: fit.parameters.slice() };
  };

  const createModel = (parameters: Float64Array) => ({
    shape,
    features: Int32Array.from(features),
    parameters,
  });

  return {
    fit,
    rows: rows.training,
    orders: random.fork(2),
    nextChunk: (maxSteps) => {
      if (isDone()) return null;
      const used = (clock() - started) / timeLimitMs;
      if (used > fit.step / steps + MAX_DELAY_SHARE) leastProgress = Math.max(leastProgress, used);
      nextCheck = Math.min(steps, (Math.floor(fit.step / stepsBetweenChecks) + 1) * stepsBetweenChecks);
      return {
        // Chunks end where checks are due, so that a resumed fit draws the same rows.
        steps: Math.min(maxSteps, nextCheck - fit.step),
        rateAt: (step) => annealedRate(task.learningRate, Math.max(step / steps, leastProgress)),
      };
    },
    completeChunk: () => {
      if (fit.step >= nextCheck || isDone()) checkForBest();
      return !isDone();
    },
    fraction: () => (isDone() ? 1 : fit.step / steps),
    state: () => ({
      method: "mini-batch",
      fit: copyAdamFit(fit),
      best: best && { ...best, parameters: best.parameters.slice() },
    }),
    result: () => {
      if (best === null) return null;
      const model = createModel(best.parameters.slice());
      const heldOut = networkPredictions(data, model, rows.heldOut);
      return { task, fitted: { family: "network", model }, heldOut };
    },
  };
}

/** Fits one network for several targets by mini-batches. */
export function createMiniBatchFitter(
  data: TrainingData,
  task: NetworkFitTask,
  earlier: MiniBatchState | null,
  context: FitterContext,
): Fitter<MiniBatchState> {
  const { shape, features } = task;
  const run = createMiniBatchRun(data, task, earlier, context);
  const fitter = createAdamFitter(
    shape,
    inputsAt(data, run.rows, features),
    jointTargets(data, task.targets, run.rows),
    computeShares(task),
    run.rows.length,
    run.orders,
    context.kernels,
  );
  const chunkSteps = Math.max(1, Math.floor(CHUNK_WORK / adamStepCost(shape)));
  return {
    ...run,
    advance: () => {
      const chunk = run.nextChunk(chunkSteps);
      if (chunk === null) return false;
      fitter.advance(run.fit, chunk.steps, chunk.rateAt);
      return run.completeChunk();
    },
  };
}

export const copyAdamFit = (fit: AdamFit): AdamFit => ({
  ...fit,
  parameters: fit.parameters.slice(),
  first: fit.first.slice(),
  second: fit.second.slice(),
});

export function jointTargets(data: TrainingData, targets: readonly number[], rows: Int32Array): Float64Array {
  const joint = new Float64Array(targets.length * rows.length);
  targets.forEach((target, at) => {
    joint.set(targetAt(data, target, rows), at * rows.length);
  });
  return joint;
}

function selectEarlyStoppingRows(heldOut: Int32Array): Int32Array {
  const every = Math.max(2, Math.ceil(heldOut.length / MAX_EARLY_STOPPING_ROWS));
  const chosen = heldOut.filter((_, at) => at % every === 0);
  return chosen.length > 0 ? chosen : heldOut;
}
