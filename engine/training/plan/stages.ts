/** The parts of a plan: stages of tasks that may run side by side, and the leaderboard of their results. */

import type { FitResult, FitTask, TrainingData } from "../../models/fit-task.ts";
import { heldOutError } from "../fit/held-out-errors.ts";
import { taskCost } from "./fit-cost.ts";

export interface Stage {
  tasks: readonly FitTask[];
  /** Multiplications that are planned after these tasks, about. */
  workAhead: number;
  /** Takes less time than starting a thread. */
  isShort?: boolean;
}

/** Yields stages; receives the result of each task, null where it failed, before it decides on the next stage. */
export type Plan<Result = void> = Generator<Stage, Result, readonly (FitResult | null)[]>;

export interface PlanData {
  trainingData: TrainingData;
  /** The share of each target in its output's variance. */
  varianceShares: Float64Array;
  /** For each target, the first of the outputs that are made of it. */
  outputs: Int32Array;
  /** All features by how much they explain of a target in the rows outside a fold, the most first. */
  rank: (target: number, fold: number) => readonly number[];
  /** Derives a seed from that of the training; it is different for all labels. */
  seed: (...labels: number[]) => number;
}

/** The held-out errors of all candidates so far. */
export interface Leaderboard {
  add(results: readonly (FitResult | null)[]): void;
  /** Mean squared error on the held-out rows, or on those of one fold. Infinite for a candidate without results. */
  error(candidate: string, target: number, fold?: number): number;
  /** The least error is that of the best candidate so far. */
  leastError(target: number, fold?: number): number;
  /** The tasks of the best candidate for a target. */
  bestTasks(target: number): readonly FitTask[];
}

export function createLeaderboard(data: TrainingData): Leaderboard {
  const byCandidate = new Map<string, FitResult[]>();
  const ofTarget = (target: number) =>
    Array.from(byCandidate.values(), (results) =>
      results.filter(({ task }) => task.targets.includes(target)),
    );
  const isWhole = (results: readonly FitResult[]): boolean =>
    results.some(({ task }) => task.fold === null) || results.length === data.foldCount;
  return {
    add: (results) => {
      for (const result of results) {
        if (result === null) continue;
        const candidateResults = byCandidate.get(result.task.candidate);
        if (candidateResults === undefined) byCandidate.set(result.task.candidate, [result]);
        else candidateResults.push(result);
      }
    },
    error: (candidate, target, fold) => heldOutError(data, byCandidate.get(candidate) ?? [], target, fold),
    leastError: (target, fold) =>
      Math.min(
        Number.POSITIVE_INFINITY,
        ...ofTarget(target).map((results) => heldOutError(data, results, target, fold)),
      ),
    bestTasks: (target) => {
      const completeResults = ofTarget(target).filter(isWhole);
      const ranked = completeResults.map((results) => ({
        results,
        error: heldOutError(data, results, target),
      }));
      ranked.sort((a, b) => a.error - b.error);
      return ranked[0]?.results.map(({ task }) => task) ?? [];
    },
  };
}

/** A stage whose results are added to the leaderboard. */
export function* runTasks(
  tasks: readonly FitTask[],
  workAhead: number,
  leaderboard: Leaderboard,
): Plan<readonly (FitResult | null)[]> {
  if (tasks.length === 0) return [];
  const results = yield { tasks, workAhead };
  leaderboard.add(results);
  return results;
}

export function sumCosts(tasks: readonly FitTask[], data: TrainingData): number {
  return tasks.reduce((sum, task) => sum + taskCost(task, data), 0);
}

export const listFolds = ({ foldCount }: TrainingData): number[] =>
  Array.from({ length: foldCount }, (_, fold) => fold);

export const allFeatures = ({ inputs }: TrainingData): number[] =>
  Array.from({ length: inputs.rows }, (_, feature) => feature);
