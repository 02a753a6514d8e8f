/**
 * What is learnt, and what came of it. A lesson fits one model; lessons know nothing of each other, so they run on as many
 * threads as there are, and what comes of one depends on the data, the lesson and its seed alone.
 *
 * Lessons that differ in nothing but the fold they keep out make one *voice*: a candidate that has said something of every
 * kept-out row without having seen it. Voices are weighed against each other, and bounds calibrated, by what they said there.
 */

import type { GaussianModel } from "./gaussian-process/model.ts";
import type { Unit } from "./gaussian-process/place-discontinuities.ts";
import type { ProcessKind } from "./gaussian-process/variations.ts";
import type { NetworkShape } from "./network/network.ts";
import type { PolynomialModel } from "./polynomial/model.ts";

/** Standardised rows. The arrays lie in shared memory where several threads learn from them. */
export interface LearningData {
  /** Rows, none of them a validation row. */
  count: number;
  /** Features. */
  width: number;
  /** width x count, feature-major: each feature centred and of unit deviation. */
  inputs: Float64Array;
  /** One array of `count` a target. */
  targets: readonly Float64Array[];
  /** Of each feature, the input that it encodes; features of one input are the levels of a category. */
  sources: Int32Array;
  /** Of each feature, how it is standardised; null for the level of a category. */
  units?: readonly (Unit | null)[];
  /** Of each row, the fold that keeps it out of the fit, 0 .. foldCount - 1; `foldCount` for a row that none keeps out. */
  folds: Uint8Array;
  /** Some five with few rows, each row kept out once; one with many, a share of the rows kept out by all. */
  foldCount: number;
}

interface LessonOf {
  /** The same for lessons that differ by nothing but their fold. */
  voice: string;
  /** Indices of the targets learnt. */
  targets: readonly number[];
  /** The fold kept out; null where the model is fitted to all rows and tells each row's prediction without that row. */
  fold: number | null;
  seed: number;
  /**
   * Of the rows that the fold leaves, the share learnt from, drawn at random; 1 when absent. What is learnt from fewer
   * shows how the error falls with the number of rows, and is no voice of the emulator.
   */
  share?: number;
}

export interface GaussianLesson extends LessonOf {
  family: "gaussian-process";
  /** Starts from which its parameters are searched. */
  restarts: number;
  /** What it may come to; anything when absent. */
  kind?: ProcessKind;
  /** Whether its parameters are not found again without each row, but thought to be as they are then. False when absent. */
  isLight?: boolean;
}

/** All targets at once, in a moment. */
export interface PolynomialLesson extends LessonOf {
  family: "polynomial";
  /** In all features together. */
  degree: number;
}

export interface NetworkLesson extends LessonOf {
  family: "network";
  /** Levenberg-Marquardt under Bayesian regularisation on all rows, or Adam on mini-batches. */
  method: "second-order" | "mini-batch";
  shape: NetworkShape;
  /** The features that it sees, as indices into all features. */
  features: readonly number[];
  /** At most. */
  steps: number;
  /**
   * Of second-order training: random weights begun from. All are fitted for some steps, the one that leaves least
   * unexplained goes on. 1 when absent.
   */
  starts?: number;
  /** Of mini-batch training, at its start. */
  learningRate: number;
}

export type Lesson = GaussianLesson | NetworkLesson | PolynomialLesson;

/** What is said of one target at some rows: mean and variance, both on the standardised scale. */
export interface Opinion {
  mean: Float64Array;
  /** Zeros where the model knows none. */
  variance: Float64Array;
}

/** A network as fitted. */
export interface NetworkModel {
  shape: NetworkShape;
  features: Int32Array;
  parameters: Float64Array;
}

export type LearntModel =
  | { family: "gaussian-process"; model: GaussianModel }
  | { family: "network"; model: NetworkModel }
  | { family: "polynomial"; model: PolynomialModel };

/**
 * Plain data: it is sent between threads and stored in checkpoints. Of a lesson that is still being learnt there may be one
 * after the other; the latest counts.
 */
export interface Learnt {
  lesson: Lesson;
  fitted: LearntModel;
  /** By the lesson's targets: at the rows of its fold, ascending, or at every row where `fold` is null. */
  keptOut: readonly Opinion[];
}
