import type { LearningData, Lesson } from "../learning/lesson.ts";
import { lessonCost } from "./lesson-cost.ts";
import { costOf, type Rung } from "./rungs.ts";
import { keyOf } from "./training-state.ts";

/** The share of the planned work that is done. Plans change as they learn, the share told never falls. */
export function createProgress(data: LearningData, fraction: number) {
  let highest = fraction;
  /** Of the rungs that are done. */
  let behind = 0;
  let rung: Rung = { lessons: [], ahead: 0 };
  const done = new Map<string, number>();

  const worked = (): number => {
    const here = rung.lessons.reduce(
      (sum, lesson) => sum + lessonCost(lesson, data) * (done.get(keyOf(lesson)) ?? 0),
      0,
    );
    const whole = behind + costOf(rung.lessons, data) + rung.ahead;
    return whole > 0 ? (behind + here) / whole : 0;
  };

  return {
    begin: (next: Rung): void => {
      behind += costOf(rung.lessons, data);
      rung = next;
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
