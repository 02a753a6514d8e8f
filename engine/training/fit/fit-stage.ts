import type { LearningData, Lesson } from "../../models/fit-task.ts";
import { keyOf, type TrainingState } from "../checkpoint.ts";
import type { TrainEvent, TrainStopReason } from "../messages.ts";
import { lessonCost } from "../plan/fit-cost.ts";
import { costOf, type Stage } from "../plan/stages.ts";
import type { Executor } from "./executor.ts";
import type { Report } from "./fit-report.ts";

/** Milliseconds without news after which the driver is let go on, and that stopped lessons get to report. */
const TICK_INTERVAL = 100;
const LAST_WORDS = 500;

export interface StageContext {
  data: LearningData;
  executor: Executor;
  /** Lessons that are learnt in it are not learnt again; unfinished ones go on from where they were. */
  state: TrainingState;
  hear: (lesson: Lesson, report: Report) => void;
  mustStop: () => TrainStopReason | undefined;
  /** Of the time budget, milliseconds. */
  timeLeft: () => number;
  /** What there is to tell the driver. */
  news: () => TrainEvent;
}

/** Learns what is not learnt yet, as many lessons at a time as the executor takes; returns why it ended early, if it did. */
export async function* fitStage(
  stage: Stage,
  { data, executor, state, hear, mustStop, timeLeft, news }: StageContext,
): AsyncGenerator<TrainEvent, TrainStopReason | undefined> {
  const waiting = stage.lessons.filter((lesson) => !state.learnt.has(keyOf(lesson)));
  const inHand = new Map<number, Lesson>();
  const timeLimitOf = createTimeLimits(stage, data, executor.concurrency, timeLeft);
  let nextId = 0;

  const heed = (report: Report): void => {
    const lesson = inHand.get(report.id);
    if (lesson === undefined) return;
    if (report.type !== "going") inHand.delete(report.id);
    hear(lesson, report);
  };

  // What is short is learnt to its end: then there is always something to stop with.
  const reasonToEnd = (): TrainStopReason | undefined => (stage.isShort ? undefined : mustStop());
  while (waiting.length > 0 || inHand.size > 0) {
    const early = inHand.size === 0 ? reasonToEnd() : undefined;
    if (early !== undefined) return early;
    while (inHand.size < executor.concurrency) {
      const lesson = waiting.shift();
      if (lesson === undefined) break;
      const id = nextId++;
      const begun = state.unfinished.get(keyOf(lesson))?.state ?? null;
      inHand.set(id, lesson);
      executor.start({ id, lesson, state: begun, timeLimitMs: timeLimitOf(lesson) });
    }
    const report = await executor.next(TICK_INTERVAL);
    if (report !== null) heed(report);
    const reason = reasonToEnd();
    if (reason !== undefined) {
      for (const last of await executor.drain(LAST_WORDS)) heed(last);
      return reason;
    }
    yield news();
  }
  return undefined;
}

/** How long a lesson may take (milliseconds): its part of the time that the stage has, of what is left of the budget. */
function createTimeLimits(
  stage: Stage,
  data: LearningData,
  concurrency: number,
  timeLeft: () => number,
): (lesson: Lesson) => number {
  const whole = costOf(stage.lessons, data) + stage.ahead;
  const atStart = timeLeft();
  return (lesson) =>
    Math.min(timeLeft(), (atStart * concurrency * lessonCost(lesson, data)) / Math.max(1, whole));
}
