/** A lesson being learnt: worked at in breaths, so that its thread can report, and be told to stop, in between. */

import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { LearningData, Learnt, Lesson } from "../../models/fit-task.ts";
import { type GaussianState, startGaussianStudy } from "./gaussian-process-fitter.ts";
import { type MiniBatchState, startMiniBatchStudy } from "./mini-batch-fitter.ts";
import { startPolynomialStudy } from "./polynomial-fitter.ts";
import { type SecondOrderState, startSecondOrderStudy } from "./second-order-fitter.ts";

/** Plain data. A polynomial is fitted in one go, or again from its start. */
export type StudyState = SecondOrderState | MiniBatchState | GaussianState | { method: "polynomial" };

export interface Study {
  /** Works for some tens of milliseconds. Returns whether there is more to do. */
  advance(): boolean;
  /** Of the lesson, 0 .. 1. */
  done(): number;
  /** A copy, from which `startStudy` goes on to the same result. */
  state(): StudyState;
  /** What has been learnt so far; null while that is nothing. */
  learnt(): Learnt | null;
}

export interface StudyContext {
  /** Milliseconds since any moment. */
  clock: () => number;
  /** Milliseconds that the lesson may take; it makes do with fewer steps rather than be cut short. */
  timeLimitMs: number;
  /** In whose memory a network is fitted. The study takes what it needs; giving it back is the caller's. */
  kernels: LayerKernels;
}

/** @param state of an earlier study of the same lesson; the start when null. */
export function startStudy(
  data: LearningData,
  lesson: Lesson,
  state: StudyState | null,
  context: StudyContext,
): Study {
  if (lesson.family === "polynomial") return startPolynomialStudy(data, lesson, context);
  if (lesson.family === "gaussian-process") {
    return startGaussianStudy(data, lesson, state?.method === "gaussian-process" ? state : null);
  }
  if (lesson.method === "second-order") {
    return startSecondOrderStudy(data, lesson, state?.method === "second-order" ? state : null, context);
  }
  return startMiniBatchStudy(data, lesson, state?.method === "mini-batch" ? state : null, context);
}
