/** How much longer a training takes, and what its page says meanwhile. */
import { createTrainingText } from "../../../../engine/runner/child/training-text.ts";
import { createTimeLeft, timeLeftText } from "../../../../engine/training/time-left.ts";
import { createTrainingTime, MAX_WALL_RATIO } from "../../../../engine/training/training-time.ts";
import { assert, suite } from "../../../harness.ts";

const left = suite("the time that a training still takes");

left("is unknown until the pace is, and then follows it", () => {
  const estimator = createTimeLeft();
  assert.is(estimator.update(0, 0, 1e6), null);
  assert.is(estimator.update(1000, 0.01, 1e6), null);
  let seconds: number | null = null;
  // 1% a second: 70 s are left after 30.
  for (let second = 2; second <= 30; second++) seconds = estimator.update(second * 1000, second / 100, 1e6);
  assert.ok(Math.abs((seconds ?? 0) - 70) < 2, String(seconds));
});
left("starts from where a resumed training stands", () => {
  const estimator = createTimeLeft();
  let seconds: number | null = null;
  for (let second = 0; second <= 20; second++) {
    seconds = estimator.update(second * 1000, 0.5 + second / 100, 1e6);
  }
  assert.ok(Math.abs((seconds ?? 0) - 30) < 2, String(seconds));
});
left("is never negative, never more than the budget leaves, and does not jump with the plan", () => {
  const estimator = createTimeLeft();
  let before: number | null = null;
  for (let second = 0; second <= 200; second++) {
    // The plan is cut short in the middle: the fraction leaps from 0.5 to 0.9.
    const fraction = second < 100 ? second / 200 : Math.min(1, 0.9 + (second - 100) / 1000);
    const seconds = estimator.update(second * 1000, fraction, 150);
    if (seconds === null) continue;
    assert.ok(seconds >= 0 && seconds <= 150);
    if (before !== null) assert.ok(Math.abs(seconds - before) < 20, `${before} to ${seconds}`);
    before = seconds;
  }
});
left("is said in round numbers", () => {
  const said = [0, 9, 14, 45, 54, 58, 89, 100, 119, 1800, 3500, 5300].map(timeLeftText);
  assert.equal(said, [
    "a few seconds left",
    "a few seconds left",
    "about 20 seconds left",
    "about 50 seconds left",
    "about a minute left",
    "about a minute left",
    "about a minute left",
    "about 2 minutes left",
    "about 2 minutes left",
    "about 30 minutes left",
    "about 58 minutes left",
    "about 1.5 hours left",
  ]);
});

const EXPECTED = { low: 60, likely: 120, high: 240 };
const texts = suite("what is said of a training");
function textsOf(coefficientOfDetermination: number, minutes: number): string {
  let now = 0;
  const textOf = createTrainingText(() => now, EXPECTED);
  let text = "";
  for (; now <= minutes * 60_000; now += 1000) {
    const fraction = Math.min(0.9, 0.1 + now / 1e6);
    text = textOf({ fraction, loss: 0.1, secondsAtMost: 1800, coefficientOfDetermination });
  }
  return text;
}
texts("is how long it takes, and after two minutes without an improvement that it may be stopped", () => {
  assert.is(textsOf(0.99, 0), "Training, about 1 to 4 minutes in all");
  assert.match(textsOf(0.99, 1), /^Training, about 14 minutes left$/);
  assert.match(textsOf(0.99, 2.5), /left\. Good enough: nothing improved for two minutes\. Stop\?$/);
  assert.match(textsOf(0.99, 5.5), /nothing improved for 5 minutes/);
});
texts("never calls an emulator good enough that is not", () => {
  assert.match(textsOf(0.3, 2.5), /left\. Nothing improved for two minutes\.$/);
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
budget("ends after some times as long by the wall clock, whatever the training got", () => {
  const { time, work } = machine();
  work(20 * MAX_WALL_RATIO - 1, 2, 0.001);
  assert.not(time.isOver(20));
  work(1, 2, 0.001);
  assert.ok(time.isOver(20));
});
