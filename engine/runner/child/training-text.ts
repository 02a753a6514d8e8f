/** What the page says of a training while it runs: how much longer it takes, and when it may be stopped. */

import { MAX_ERROR, normalisedError } from "@understudy/shared/domain/verdict.ts";
import { estimateText, type TrainingEstimate } from "@understudy/shared/job-config/training-estimate.ts";
import { createImprovement, QUIET_MS } from "../../training/improvement.ts";
import type { TrainEvent } from "../../training/messages.ts";
import { createTimeLeft, timeLeftText } from "../../training/time-left.ts";

type Progress = Pick<
  Extract<TrainEvent, { type: "progress" }>,
  "fraction" | "loss" | "secondsAtMost" | "coefficientOfDetermination"
>;

/** Before this fraction of the plan nothing is advised: early stages do not show what later ones improve. */
const MIN_FRACTION = 0.05;

/**
 * @param clock milliseconds, never running back.
 * @param expected of the whole training: told until its pace is known.
 */
export function createTrainingText(
  clock: () => number,
  expected: TrainingEstimate,
): (progress: Progress) => string {
  const timeLeft = createTimeLeft();
  const improvement = createImprovement();
  return ({ fraction, loss, secondsAtMost, coefficientOfDetermination }) => {
    const now = clock();
    const seconds = timeLeft.update(now, fraction, secondsAtMost);
    const left = seconds === null ? `, ${estimateText(expected)} in all` : `, ${timeLeftText(seconds)}`;
    const quiet = improvement.update(now, loss);
    if (quiet < QUIET_MS || fraction < MIN_FRACTION) return `Training${left}`;
    const isGood = normalisedError(coefficientOfDetermination) <= MAX_ERROR.good;
    const since = `for ${minutesText(quiet)}`;
    const advice = isGood ? `Good enough: nothing improved ${since}. Stop?` : `Nothing improved ${since}.`;
    return `Training${left}. ${advice}`;
  };
}

function minutesText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes === 2 ? "two minutes" : `${minutes} minutes`;
}
