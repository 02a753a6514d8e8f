/** "Would more data help?": the voices that won are learnt again from fewer rows. */

import type { LearningData, Learnt, Lesson } from "../../models/fit-task.ts";
import { learntRows } from "../fit/folds.ts";
import { errorsOn, meanSquareOf } from "../fit/held-out-errors.ts";
import type { EffortLimits } from "./effort.ts";
import { costOf, type Leaderboard, type Plan, type PlanData } from "./stages.ts";

const SHARES = [1 / 8, 1 / 4, 1 / 2];
const FEWEST_ROWS = 8;
/** Of the work, for all points together. */
const WORK_SHARE = 0.1;
/** Of the steps of mini-batch training; fewer rows are learnt sooner. */
const STEPS_SHARE = 0.3;
/** Targets that hold less of their output tell little. */
const SMALL_SHARE = 0.01;

export function* learnCurve(data: PlanData, limits: EffortLimits, leaderboard: Leaderboard): Plan {
  const { learning, shares } = data;
  const rows = learntRows(learning.folds, 0).length;
  const worth = Array.from(shares.keys()).filter((target) => (shares[target] ?? 0) >= SMALL_SHARE);
  const winners = new Map(
    worth.flatMap((target): [string, Lesson][] => {
      const [lesson] = leaderboard.best(target);
      return lesson === undefined ? [] : [[`${lesson.voice} ${lesson.targets.join()}`, lesson]];
    }),
  );
  const lessons = SHARES.filter((share) => share * rows >= FEWEST_ROWS).flatMap((share) =>
    Array.from(winners.values(), (lesson) => fromFewer(lesson, share)),
  );
  let affordable = lessons;
  while (costOf(affordable, learning) > WORK_SHARE * limits.work) {
    const largest = Math.max(...affordable.map(({ share = 1 }) => share));
    affordable = affordable.filter(({ share = 1 }) => share < largest);
  }
  if (affordable.length > 0) yield { lessons: affordable, ahead: 0 };
}

function fromFewer(lesson: Lesson, share: number): Lesson {
  const changed = { voice: `${lesson.voice}, from ${share} of the rows`, fold: 0, share };
  if (lesson.family !== "network" || lesson.method === "second-order") {
    return { ...lesson, ...changed };
  }
  return { ...lesson, ...changed, steps: Math.ceil(lesson.steps * STEPS_SHARE) };
}

export interface CurvePoint {
  /** That were learnt from. */
  rows: number;
  /** Of each target, what was said of the first fold's rows less the truth; empty where it was not learnt. */
  errors: Float64Array[];
}

/** From the fewest rows to all: there the best voice stands for the emulator. */
export function learningCurve(data: LearningData, heard: readonly Learnt[]): CurvePoint[] {
  const all = learntRows(data.folds, 0).length;
  const learntFrom = (share: number): Learnt[] =>
    heard.filter(({ lesson }) => (lesson.share ?? 1) === share && (lesson.fold ?? 0) === 0);
  const shares = SHARES.filter((share) => learntFrom(share).length > 0);
  if (shares.length === 0) return [];
  return [...shares, 1].map((share) => ({
    rows: Math.round(share * all),
    errors: leastErrors(data, learntFrom(share)),
  }));
}

/** Of each target, those of who knew it best. */
function leastErrors(data: LearningData, learnt: readonly Learnt[]): Float64Array[] {
  return data.targets.map((_, target) => {
    let best: Float64Array = new Float64Array(0);
    let least = Number.POSITIVE_INFINITY;
    for (const one of learnt) {
      const errors = errorsOn(data, one, target, 0);
      const error = meanSquareOf(errors);
      if (error < least) [best, least] = [errors, error];
    }
    return best;
  });
}
