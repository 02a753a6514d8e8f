/**
 * Writes the text that the page shows of a training while it runs: how much longer it takes, and when it may be
 * stopped.
 */

import { MAX_ERROR, normalisedError } from "@understudy/shared/domain/verdict.ts";
import { roundedText, type TrainingEstimate } from "@understudy/shared/job-config/training-estimate.ts";
import { createImprovement, QUIET_MS } from "../../training/improvement.ts";
import type { TrainEvent } from "../../training/prepare/messages.ts";
import { createTimeLeft } from "../../training/time-left.ts";

type Progress = Pick<
  Extract<TrainEvent, { type: "progress" }>,
  "fraction" | "loss" | "secondsBefore" | "secondsAtMost" | "coefficientOfDetermination" | "isLastFit"
>;

/** Before this fraction of the plan nothing is advised: early stages do not show what later ones improve. */
const MIN_FRACTION = 0.05;
/** The bar stops here until the emulator is stored. */
const MAX_PERCENTAGE = 99;

/**
 * @param clock milliseconds since this process started, never running back
 * @param expected the whole training
 * @returns a function of each step's progress: the percentage of the time that has passed, and the text
 */
export function createTrainingText(
  clock: () => number,
  expected: TrainingEstimate,
): (progress: Progress) => { percentage: number; text: string } {
  const timeLeft = createTimeLeft(expected);
  const improvement = createImprovement();
  return ({ fraction, loss, secondsBefore, secondsAtMost, coefficientOfDetermination, isLastFit }) => {
    const now = clock();
    const remaining = timeLeft.update(now / 1000, secondsBefore, fraction, secondsAtMost);
    const { isLate, share, ...range } = remaining;
    const work = isLastFit ? "Training on every row" : "Training";
    const left = isLate ? `${work} takes longer than expected` : `${work}, ${roundedText(range)} left`;
    const percentage = Math.min(MAX_PERCENTAGE, 100 * share);
    const quiet = improvement.update(now, loss);
    // The last fit improves the emulator and not what was measured of it.
    if (quiet < QUIET_MS || fraction < MIN_FRACTION || isLastFit) return { percentage, text: left };
    const isGood = normalisedError(coefficientOfDetermination) <= MAX_ERROR.good;
    const since = `for ${minutesText(quiet)}`;
    const advice = isGood ? `Good enough: nothing improved ${since}. Stop?` : `Nothing improved ${since}.`;
    return { percentage, text: `${left}. ${advice}` };
  };
}

function minutesText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes === 2 ? "two minutes" : `${minutes} minutes`;
}
