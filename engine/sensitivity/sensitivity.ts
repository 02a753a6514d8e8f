/**
 * The share of an output's variance that is due to each input: Sobol' indices (I. M. Sobol', 1993) of an emulator, over the
 * ranges that its inputs had in training, every input by itself.
 *
 * Pairs of points come from scrambled Sobol' sequences (engine/designs/sobol.ts). Several independently scrambled replicates
 * grow together, doubling, until their scatter is small enough; the 95% intervals are computed from it. The intervals
 * cover the error of the sampling alone, not that of the emulator.
 */
import { UserError } from "@understudy/shared/user-error.ts";
import type { Random } from "../math/random.ts";
import type { Emulator } from "../models/emulator.ts";
import { type OutputSensitivity, SensitivityEstimate, type StopReason } from "./estimate.ts";

export type { OutputSensitivity } from "./estimate.ts";

export interface SensitivityOptions {
  /** Stops once half the width of the widest interval (of the whole output) is at most this. */
  tolerance?: number;
  /** Limit of the points evaluated; the first round is always completed. */
  maxEvaluations?: number;
  /** Milliseconds by `clock`; a round that would probably exceed it is not begun. */
  timeLimitMs?: number;
}

/** Pairs of each replicate in the first round, and before the intervals are relied on. */
const FIRST_PAIRS = 4;
const MIN_PAIRS = 64;

/**
 * Yields the number of points evaluated so far, often: the caller may stop in between.
 * @throws Error, a sentence for the user, when the emulator has no such output.
 */
export function* estimateSensitivity(
  emulator: Emulator,
  name: string,
  options: SensitivityOptions,
  { random, clock }: { random: Random; clock: () => number },
): Generator<number, OutputSensitivity> {
  const { tolerance = 0.005, maxEvaluations = 2 ** 20, timeLimitMs = Number.POSITIVE_INFINITY } = options;
  const output = emulator.outputs.find((candidate) => candidate.name === name);
  if (output === undefined) throw new UserError(`The emulator has no output named “${name}”.`);
  const started = clock();
  const estimate = new SensitivityEstimate(emulator, output, random);
  if (estimate.dimensions === 0) return estimate.result("nothing varies");
  for (let pairs = FIRST_PAIRS; ; pairs *= 2) {
    yield* estimate.grow(pairs);
    const stopReason = stopReasonAfter(pairs);
    if (stopReason !== null) return estimate.result(stopReason);
  }

  function stopReasonAfter(pairs: number): StopReason | null {
    const isReliable = pairs >= MIN_PAIRS;
    if (isReliable && !estimate.varies()) return "nothing varies";
    if (isReliable && estimate.maxHalfWidth() <= tolerance) return "tolerance";
    // The next round costs as much as all so far.
    if (2 * estimate.evaluations > maxEvaluations) return "evaluation limit";
    return 2 * (clock() - started) > timeLimitMs ? "time limit" : null;
  }
}
