/**
 * The tasks of a fit, and their results. A task fits one model; tasks are independent of each other, so they run on as many
 * threads as there are, and the result of one depends on the data, the task and its seed alone.
 *
 * Tasks that differ only in the fold they hold out make one *candidate*: its fold models together predict every held-out row
 * out of fold. These predictions decide how much each candidate counts in the ensemble, and calibrate the bounds.
 */

import type { Scale } from "../dataset/scaling.ts";
import type { Matrix } from "../math/matrix.ts";
import type { GaussianModel } from "./gaussian-process/model/model.ts";
import type { ProcessKind } from "./gaussian-process/model/variations.ts";
import type { NetworkShape } from "./network/network.ts";
import type { PolynomialModel } from "./polynomial/model.ts";

/** From a feature's standardised values to the input's own: `fromScale` of centre plus deviations. */
export interface FeatureScaling {
  scale: Scale;
  centre: number;
  deviation: number;
}

/** Standardised rows. The arrays lie in shared memory where several threads read them. */
export interface TrainingData {
  /** features x rows: each feature centred and of unit deviation. None of the rows is a validation row. */
  inputs: Matrix;
  /** For each target one value a row. */
  targets: readonly Float64Array[];
  /** The input that each feature encodes; features of one input are the levels of a category. */
  sources: Int32Array;
  /** The standardisation of each feature; null for the level of a category. */
  scalings?: readonly (FeatureScaling | null)[];
  /**
   * The group number of each row: a fit that leaves one row out leaves out its whole group. Absent where every row
   * counts by itself.
   */
  groups?: Int32Array;
  /** The fold that holds each row out, 0 .. foldCount - 1; `foldCount` for a row that is in every fit. */
  folds: Uint8Array;
  /** With few rows several, each row held out once; with many one, the same share of the rows held out of every fit. */
  foldCount: number;
  /**
   * For each fold, the rows that it leaves out, ascending. Present where folds leave out whole levels, and more rows than they
   * predict; see training/fit/level-folds.ts.
   */
  leftOut?: readonly Int32Array[];
}

interface FitTaskBase {
  /** The same for tasks that differ only in their fold. */
  candidate: string;
  /** Indices of the targets fitted. */
  targets: readonly number[];
  /**
   * The fold held out; null where the model is fitted to all rows and yields a prediction of each row without that row, or without
   * its group.
   */
  fold: number | null;
  seed: number;
  /**
   * The share of the rows outside the fold that the model is fitted to, drawn at random; 1 when absent. Models of fewer rows
   * make the learning curve and are no members of the ensemble.
   */
  subsample?: number;
  /**
   * True where the result of the same task without this property is fitted on to every row, the validation rows included. Its
   * predictions of rows cannot be held against them, so it has none and is no candidate.
   */
  isLast?: true;
}

export interface GaussianProcessFitTask extends FitTaskBase {
  family: "gaussian-process";
  /** Starting points of the hyperparameter search. */
  restarts: number;
  /** The kernels that the search may end with; any when absent. */
  kind?: ProcessKind;
  /** Leaves rows out with the hyperparameters of all rows instead of fitting them again without these rows. False when absent. */
  skipsRefits?: boolean;
}

/** All targets at once; takes next to no time. */
export interface PolynomialFitTask extends FitTaskBase {
  family: "polynomial";
  /** Total degree in all features. */
  degree: number;
}

export interface NetworkFitTask extends FitTaskBase {
  family: "network";
  /** Levenberg-Marquardt under Bayesian regularisation on all rows, or Adam on mini-batches. */
  method: "second-order" | "mini-batch";
  shape: NetworkShape;
  /** The features that it reads, as indices into all features. */
  features: readonly number[];
  /** At most. */
  steps: number;
  /**
   * The number of random initial weights that second-order training tries. All are fitted for some steps; the one
   * with the smallest residual variance is continued. 1 when absent.
   */
  starts?: number;
  /** The learning rate of mini-batch training at its start. */
  learningRate: number;
}

export type FitTask = GaussianProcessFitTask | NetworkFitTask | PolynomialFitTask;

/** Predictions of one target at some rows: mean and variance, both on the standardised scale. */
export interface TargetPrediction {
  mean: Float64Array;
  /** Zeros where the model has no variance of its own. */
  variance: Float64Array;
}

/** A network as fitted. */
export interface NetworkModel {
  shape: NetworkShape;
  features: Int32Array;
  parameters: Float64Array;
}

export type FittedModel =
  | { family: "gaussian-process"; model: GaussianModel }
  | { family: "network"; model: NetworkModel }
  | { family: "polynomial"; model: PolynomialModel };

/**
 * Plain data: it is sent between threads and stored in checkpoints. A task that is still running may have several results,
 * one after the other; the latest counts.
 */
export interface FitResult {
  task: FitTask;
  fitted: FittedModel;
  /** By the task's targets: predictions of the held-out rows, ascending, or of every row where `fold` is null. */
  heldOut: readonly TargetPrediction[];
}
