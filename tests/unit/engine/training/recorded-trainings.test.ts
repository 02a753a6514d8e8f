/** The stated times beside real trainings on a machine under load, replayed step by step as they were recorded. */
import { combinePace } from "@understudy/engine/training/speed/pace.ts";
import { createTimeLeft } from "@understudy/engine/training/time-left.ts";
import { estimateText, roundedRange } from "@understudy/shared/job-config/training-estimate.ts";
import { assert, suite } from "../../../harness.ts";
import { type RecordedTraining, readRecordedTrainings } from "../../../support/engine/recorded-trainings.ts";

/** Shorter times are all "a few seconds". */
const FEW_SECONDS = 10;
const MAX_GROWTH = 1.25;

/** The estimate as the training starts, by the measured speed. @param earlier ratios of earlier trainings */
function estimate({ reference, slowdown }: RecordedTraining, earlier: readonly number[]) {
  const { low, high } = combinePace([slowdown], earlier);
  return { low: reference * low, high: reference * high };
}
const ratio = ({ reference, slowdown, seconds }: RecordedTraining) => seconds / (reference * slowdown);

/** The share of the trainings that took a time within the range stated before. */
function shareInRange(trainings: readonly RecordedTraining[], earlierOf: (at: number) => number[]): number {
  const hits = trainings.filter((training, at) => {
    const { low, high } = roundedRange(estimate(training, earlierOf(at)));
    return training.seconds >= low && training.seconds <= Math.max(high, FEW_SECONDS);
  });
  return hits.length / trainings.length;
}

const it = suite("the stated time of a training under load");
const trainings = readRecordedTrainings();

it("holds the real time in 8 of 10 trainings, whether earlier ones are known or not", () => {
  assert.ok(trainings.length >= 10 && trainings.every(({ slowdown }) => slowdown > 1.1), "all under load");
  const described = trainings.map(
    (training) => `${training.label} ${training.seconds}: ${estimateText(estimate(training, []))}`,
  );
  assert.ok(shareInRange(trainings, () => []) >= 0.8, described.join("\n"));
  const shareLater = shareInRange(trainings, (at) => trainings.slice(0, at).map(ratio));
  assert.ok(shareLater >= 0.8, `${shareLater} with the trainings before it`);
  // A range that no time leaves would say nothing.
  const tooFast = trainings.map((training) => ({ ...training, seconds: training.seconds / 6 }));
  assert.ok(shareInRange(tooFast, () => []) < 0.5, "negative control");
});

it("never grows by more than a quarter while it runs, and is seldom exceeded", () => {
  let [stepCount, exceededCount] = [0, 0];
  for (const training of trainings) {
    const timeLeft = createTimeLeft(estimate(training, []));
    let least = Number.POSITIVE_INFINITY;
    for (const [seconds, fraction, most] of training.steps) {
      const { high, isLate } = timeLeft.update(seconds, 0, fraction, most);
      if (isLate) continue;
      assert.ok(high <= MAX_GROWTH * least, `${training.label} at ${seconds}: ${high} after ${least}`);
      least = Math.min(least, high);
      stepCount += 1;
      if (training.seconds - seconds > MAX_GROWTH * Math.max(high, FEW_SECONDS)) exceededCount += 1;
    }
  }
  assert.ok(exceededCount <= 0.1 * stepCount, `${exceededCount} of ${stepCount} steps`);
});
