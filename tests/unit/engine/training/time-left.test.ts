/** The remaining time of a training, and the text of its page meanwhile. */
import { MAX_WALL_RATIO } from "@understudy/shared/domain/training-effort.ts";
import { roundedRange, roundedText } from "@understudy/shared/job-config/training-estimate.ts";
import { createTrainingText } from "../../../../engine/runner/child/training-text.ts";
import { createTimeLeft, type RemainingTime } from "../../../../engine/training/time-left.ts";
import { createTrainingTime } from "../../../../engine/training/training-time.ts";
import { assert, suite } from "../../../harness.ts";

type Step = RemainingTime & { readonly seconds: number };
const TIME_BUDGET_S = 1e6;

/**
 * Lists what is stated each second of a simulated training.
 * @param fractionAt the share of the plan that is done by then
 * @param before seconds in earlier processes
 */
function simulate(
  expected: { low: number; high: number },
  seconds: number,
  fractionAt: (second: number) => number,
  before = 0,
): Step[] {
  const timeLeft = createTimeLeft(expected);
  const steps: Step[] = [];
  for (let second = 1; second < seconds; second++) {
    steps.push({ seconds: second, ...timeLeft.update(second, before, fractionAt(second), TIME_BUDGET_S) });
  }
  return steps;
}
const steady = (seconds: number) => (second: number) => second / seconds;
/** As measured: Gaussian processes explain everything, and the networks that were planned after them are not trained. */
const leaping = (seconds: number) => (second: number) =>
  second < 0.95 * seconds ? (0.06 * second) / seconds : 0.96;
/** Another program takes most of the processors from the middle on. */
const slowedDown = (seconds: number) => (second: number) =>
  second < seconds / 6 ? (3 * second) / seconds : 0.5 + (0.6 * (second - seconds / 6)) / seconds;
const PROGRESS_SHAPES = { steady, leaping, slowedDown };

const left = suite("the time that a training still takes");

left("is stated in numbers that never grow, whatever the training turns out to take", () => {
  for (const [name, shape] of Object.entries(PROGRESS_SHAPES)) {
    for (const seconds of [8, 20, 60, 300, 1500]) {
      let before: Step | null = null;
      for (const step of simulate({ low: 20, high: 60 }, seconds, shape(seconds))) {
        const label = `${name}, ${seconds} s: ${JSON.stringify([before, step])}`;
        assert.ok(step.low >= 0 && step.low <= step.high, label);
        assert.ok(before === null || (step.low <= before.low && step.high <= before.high), label);
        assert.ok(step.share >= (before?.share ?? 0) && step.share <= 1, label);
        before = step;
      }
    }
  }
});
left("is not said to be short for longer than that: the training then takes longer than expected", () => {
  for (const shape of Object.values(PROGRESS_SHAPES)) {
    for (const seconds of [60, 300, 1500]) {
      const steps = simulate({ low: 3, high: 8 }, seconds, shape(seconds));
      const few = steps.filter((step) => roundedText(step) === "a few seconds" && !step.isLate);
      const early = few.filter((step) => seconds - step.seconds > 15);
      assert.ok(early.length <= 11, `${early.length} of ${seconds} s`);
      assert.ok(
        steps.some(({ isLate }) => isLate),
        `${seconds} s`,
      );
    }
  }
});
left("holds while the training keeps to what was expected of it", () => {
  for (const shape of [steady, leaping]) {
    for (const seconds of [25, 40, 58]) {
      for (const step of simulate({ low: 20, high: 60 }, seconds, shape(seconds))) {
        const label = JSON.stringify(step);
        assert.not(step.isLate, label);
        // "A few seconds" may be up to ten.
        assert.ok(seconds - step.seconds <= 1.25 * Math.max(8, step.high), label);
      }
    }
  }
});
left("narrows as the plan is done", () => {
  const widthAt = (steps: readonly Step[], at: number) => (steps[at]?.high ?? 0) - (steps[at]?.low ?? 0);
  const steps = simulate({ low: 20, high: 90 }, 60, steady(60));
  assert.ok(widthAt(steps, 50) < widthAt(steps, 25) / 2);
  assert.ok(widthAt(steps, 25) < widthAt(steps, 1));
});
left("is that of the rest of the plan for a training that is resumed", () => {
  const [step] = simulate({ low: 60, high: 90 }, 45, (second) => 0.5 + second / 90, 40);
  assert.equal([step?.low, step?.high], [15, 50]);
  assert.ok((step?.share ?? 0) > 0.5, "its bar goes on from where it was");
});
left("is what the budget leaves at most, once the training takes longer than expected", () => {
  const timeLeft = createTimeLeft({ low: 60, high: 300 });
  assert.is(timeLeft.update(1, 0, 0.1, 25).high, 300);
  const { low, high } = timeLeft.update(310, 0, 0.5, 25);
  assert.ok(low <= 25 && high <= 25);
});
left("grows with the range that it is rounded from", () => {
  let before = 0;
  for (let seconds = 1; seconds < 4000; seconds++) {
    const { high } = roundedRange({ low: seconds / 3, high: seconds });
    assert.ok(high >= before, String(seconds));
    before = high;
  }
});

const EXPECTED_SECONDS = { low: 60, likely: 120, high: 240 };
const texts = suite("what is said of a training");
function renderTexts(coefficientOfDetermination: number, minutes: number, isLastFit = false): string {
  let now = 0;
  const steady = { loss: 0.1, secondsBefore: 0, secondsAtMost: 1800, isLastFit };
  const describe = createTrainingText(() => now, EXPECTED_SECONDS);
  let text = "";
  for (; now <= minutes * 60_000; now += 1000) {
    const fraction = Math.min(0.9, 0.1 + now / 1e6);
    ({ text } = describe({ ...steady, fraction, coefficientOfDetermination }));
  }
  return text;
}
texts(
  "is how long it still takes, and after two minutes without an improvement that it may be stopped",
  () => {
    assert.is(renderTexts(0.99, 0), "Training, about 1 to 4 minutes left");
    assert.match(renderTexts(0.99, 1), /^Training, up to 4 minutes left$/);
    assert.match(renderTexts(0.99, 2.5), /left\. Good enough: nothing improved for two minutes\. Stop\?$/);
    assert.match(
      renderTexts(0.99, 5.5),
      /^Training takes longer than expected\. .*nothing improved for 5 minutes/,
    );
  },
);
texts("never calls an emulator good enough that is not", () => {
  assert.match(renderTexts(0.3, 2.5), /left\. Nothing improved for two minutes\.$/);
});

texts("names the last fit, which no measured accuracy shows an improvement of", () => {
  assert.is(renderTexts(0.99, 0, true), "Training on every row, about 1 to 4 minutes left");
  assert.match(renderTexts(0.99, 2.5, true), /^Training on every row, .* left$/);
});

const budget = suite("the time that counts towards the budget");
function machine() {
  const state = { now: 0, cpu: 0 };
  const time = createTrainingTime({ clock: () => state.now, cpuTime: () => state.cpu }, 0);
  return {
    time,
    /** @param share of the processors that the training gets */
    work: (seconds: number, running: number, share: number) => {
      state.now += seconds * 1000;
      state.cpu += seconds * 1000 * running * share;
      time.advance(running);
    },
  };
}
budget("is the wall clock on a quiet machine, however many threads fit", () => {
  const { time, work } = machine();
  work(10, 1, 1);
  work(10, 4, 1);
  assert.is(time.elapsed(), 20);
  assert.not(time.isOver(21));
  assert.ok(time.isOver(20));
});
budget("is the share that the training got on a busy one", () => {
  const { time, work } = machine();
  work(30, 2, 1 / 3);
  assert.ok(Math.abs(time.elapsed() - 10) < 1e-9);
  assert.not(time.isOver(20));
  assert.ok(Math.abs(time.wallSecondsLeft(20) - 30) < 1e-9);
});
budget("is the wall clock while a GPU fits, whose work costs the processor nothing", () => {
  const clock = { now: 0 };
  const time = createTrainingTime({ clock: () => clock.now, cpuTime: () => 0 }, 0);
  clock.now = 10_000;
  time.advance(9, true);
  assert.is(time.elapsed(), 10);
  clock.now = 20_000;
  time.advance(9, false);
  assert.is(time.elapsed(), 10);
});
budget("ends after some times as long by the wall clock, whatever the training got", () => {
  const { time, work } = machine();
  work(20 * MAX_WALL_RATIO - 1, 2, 0.001);
  assert.not(time.isOver(20));
  work(1, 2, 0.001);
  assert.ok(time.isOver(20));
});
