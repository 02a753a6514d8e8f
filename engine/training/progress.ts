import type { LearningData, Lesson } from "../models/fit-task.ts";
import { keyOf } from "./checkpoint.ts";
import { lessonCost } from "./plan/fit-cost.ts";
import { costOf, type Stage } from "./plan/stages.ts";

/** The share of the planned work that is done. Plans change as they learn, the share told never falls. */
export function createProgress(data: LearningData, fraction: number) {
  let highest = fraction;
  /** Of the stages that are done. */
  let behind = 0;
  let stage: Stage = { lessons: [], ahead: 0 };
  const done = new Map<string, number>();

  const worked = (): number => {
    const here = stage.lessons.reduce(
      (sum, lesson) => sum + lessonCost(lesson, data) * (done.get(keyOf(lesson)) ?? 0),
      0,
    );
    const whole = behind + costOf(stage.lessons, data) + stage.ahead;
    return whole > 0 ? (behind + here) / whole : 0;
  };

  return {
    begin: (next: Stage): void => {
      behind += costOf(stage.lessons, data);
      stage = next;
    },
    /** @param share of the lesson, 0 .. 1. */
    note: (lesson: Lesson, share: number): void => {
      done.set(keyOf(lesson), Math.max(share, done.get(keyOf(lesson)) ?? 0));
    },
    /** @param atLeast where the time runs out faster than the work. */
    fraction: (atLeast: number): number => {
      highest = Math.min(1, Math.max(highest, worked(), atLeast));
      return highest;
    },
  };
}
