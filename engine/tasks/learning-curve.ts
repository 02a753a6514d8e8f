/** "Would more data help?": the voices that won are learnt again from fewer rows. */
import { keptOutError } from "../learning/errors.ts";
import { learntRows } from "../learning/folds.ts";
import type { LearningData, Learnt, Lesson } from "../learning/lesson.ts";
import type { EffortLimits } from "./effort.ts";
import { costOf, createStandings, type Plan, type PlanData, type Standings } from "./rungs.ts";

const SHARES = [1 / 8, 1 / 4, 1 / 2];
const FEWEST_ROWS = 8;
/** Of the work, for all points together. */
const WORK_SHARE = 0.1;
/** Of the steps of mini-batch training; fewer rows are learnt sooner. */
const STEPS_SHARE = 0.3;
/** Targets that hold less of their output tell little. */
const SMALL_SHARE = 0.01;

export function* learnCurve(data: PlanData, limits: EffortLimits, standings: Standings): Plan {
  const { learning, shares } = data;
  const rows = learntRows(learning.folds, 0).length;
  const worth = Array.from(shares.keys()).filter((target) => (shares[target] ?? 0) >= SMALL_SHARE);
  const winners = new Map(
    worth.flatMap((target): [string, Lesson][] => {
      const [lesson] = standings.best(target);
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
  /** Of each target, the mean squared error on the first fold's rows; NaN where it was not learnt. */
  errors: Float64Array;
}

/** From the fewest rows to all: there the best voice stands for the emulator. */
export function learningCurve(data: LearningData, heard: readonly Learnt[]): CurvePoint[] {
  const all = learntRows(data.folds, 0).length;
  const standings = createStandings(data);
  standings.note(heard.filter(({ lesson }) => lesson.share === undefined));
  const pointAt = (share: number, errorOf: (target: number) => number): CurvePoint => ({
    rows: Math.round(share * all),
    errors: Float64Array.from(data.targets.keys(), (target) => {
      const error = errorOf(target);
      return Number.isFinite(error) ? error : Number.NaN;
    }),
  });
  const points = SHARES.flatMap((share) => {
    const learnt = heard.filter(({ lesson }) => lesson.share === share);
    return learnt.length === 0 ? [] : [pointAt(share, (target) => keptOutError(data, learnt, target, 0))];
  });
  if (points.length === 0) return [];
  return [...points, pointAt(1, (target) => standings.least(target, 0))];
}
