/** What plans are made of: lessons that may be learnt at the same time, and what is known once all of them are. */

import type { LearningData, Learnt, Lesson } from "../../models/fit-task.ts";
import { keptOutError } from "../fit/held-out-errors.ts";
import { lessonCost } from "./fit-cost.ts";

export interface Stage {
  lessons: readonly Lesson[];
  /** Multiplications that are planned after these lessons, about. */
  ahead: number;
  /** Over before another thread would have begun with it. */
  isShort?: boolean;
}

/** Asks for lessons, and is given what came of each, null where nothing did, before it decides on the next. */
export type Plan<Result = void> = Generator<Stage, Result, readonly (Learnt | null)[]>;

export interface PlanData {
  learning: LearningData;
  /** How much of its output's variance each target holds. */
  shares: Float64Array;
  /** Of each target, the first of the outputs that are made of it. */
  outputs: Int32Array;
  /** All features, the most telling for a target first, as the rows tell that a fold leaves. */
  rank: (target: number, fold: number) => readonly number[];
  /** Of the training; different for all labels. */
  seed: (...labels: number[]) => number;
}

/** The errors of all voices that were heard so far. */
export interface Leaderboard {
  note(learnt: readonly (Learnt | null)[]): void;
  /** Mean squared error on the rows kept out; of a fold if one is given. Infinite for who was not heard. */
  error(voice: string, target: number, fold?: number): number;
  /** Of the best voice so far. */
  least(target: number, fold?: number): number;
  /** The lessons of the best voice for a target, the best first. */
  best(target: number): readonly Lesson[];
}

export function createLeaderboard(data: LearningData): Leaderboard {
  const heard = new Map<string, Learnt[]>();
  const ofTarget = (target: number) =>
    Array.from(heard.values(), (learnt) => learnt.filter(({ lesson }) => lesson.targets.includes(target)));
  const isWhole = (learnt: readonly Learnt[]): boolean =>
    learnt.some(({ lesson }) => lesson.fold === null) || learnt.length === data.foldCount;
  return {
    note: (learnt) => {
      for (const one of learnt) {
        if (one === null) continue;
        const others = heard.get(one.lesson.voice);
        if (others === undefined) heard.set(one.lesson.voice, [one]);
        else others.push(one);
      }
    },
    error: (voice, target, fold) => keptOutError(data, heard.get(voice) ?? [], target, fold),
    least: (target, fold) =>
      Math.min(
        Number.POSITIVE_INFINITY,
        ...ofTarget(target).map((learnt) => keptOutError(data, learnt, target, fold)),
      ),
    best: (target) => {
      const whole = ofTarget(target).filter(isWhole);
      const ranked = whole.map((learnt) => ({ learnt, error: keptOutError(data, learnt, target) }));
      ranked.sort((a, b) => a.error - b.error);
      return ranked[0]?.learnt.map(({ lesson }) => lesson) ?? [];
    },
  };
}

/** Learns lessons at the same time and notes what came of them. */
export function* learn(
  lessons: readonly Lesson[],
  ahead: number,
  leaderboard: Leaderboard,
): Plan<readonly (Learnt | null)[]> {
  if (lessons.length === 0) return [];
  const learnt = yield { lessons, ahead };
  leaderboard.note(learnt);
  return learnt;
}

export function costOf(lessons: readonly Lesson[], data: LearningData): number {
  return lessons.reduce((sum, lesson) => sum + lessonCost(lesson, data), 0);
}

export const foldsOf = ({ foldCount }: LearningData): number[] =>
  Array.from({ length: foldCount }, (_, fold) => fold);

export const allFeatures = ({ width }: LearningData): number[] =>
  Array.from({ length: width }, (_, at) => at);
