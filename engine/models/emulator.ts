/**
 * The interface of an emulator to the rest of the program: a description of its inputs and outputs, and predictions
 * with bounds.
 */

import type { ValidationMethod } from "@understudy/shared/domain/cross-validation.ts";
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import type { Finding } from "@understudy/shared/domain/finding.ts";
import type { Scale } from "../dataset/scaling.ts";
import type { ValueGap } from "../dataset/value-gap.ts";

export type EmulatorInput = {
  name: string;
  /** False when the input was left out of the training (fixed, ignored or constant): its value changes nothing. */
  used: boolean;
  /** Training rows: in each of equally wide bins from `minimum` to `maximum`, or of each level. */
  counts: readonly number[];
} & (
  | {
      kind: "continuous";
      /** The range of the training rows. */
      minimum: number;
      maximum: number;
      /** On which the training values are distributed most evenly. */
      scale: Scale;
      /** The inputs that moved with it in the training rows, the closest first. */
      followers: readonly InputFollower[];
      /** The widest gap between neighbouring training values, where it is more than half of the range; null elsewhere. */
      gap: ValueGap | null;
    }
  | { kind: "categorical"; levels: readonly string[] }
);

/**
 * The dependence of another input on this one, the leader: lines through `values` at the leader's `knots`, which
 * ascend.
 */
export interface InputFollower {
  name: string;
  knots: Float64Array;
  values: Float64Array;
  /** The share of the follower's variance that these lines explain. */
  share: number;
}

export interface EmulatorOutput {
  name: string;
  /** Values a prediction: 1 for a scalar, `knots.length` for a curve. */
  size: number;
  /** The vector output whose values are the curve's coordinate; null for a scalar or for the row index. */
  coordinate: string | null;
  /** The coordinates at which a curve is predicted, ascending; [0] for a scalar. */
  knots: Float64Array;
  /**
   * On rows that were left out of the fits, of all components together, so that where a curve varies most counts most; 1 is perfect, 0 no
   * better than the mean. Always finite.
   */
  coefficientOfDetermination: number;
  /** The same for each of the `size` components by itself. */
  coefficientsOfDetermination: Float64Array;
  /** The accuracy on the logarithmic scale; null for an output whose values do not lie over decades, or where it was not measured. */
  logAccuracy: LogAccuracy | null;
  /**
   * The standard deviation of each of the `size` components over the training rows, in the output's own unit. It does
   * not depend on the models. Null in files from before it was measured.
   */
  spread: Float64Array | null;
  /** The method tells what the validation rows and values are that accuracy and coverage were measured on. */
  validationMethod: ValidationMethod;
  /** The share of validation values inside the bounds, 0 .. 1. */
  coverage: number;
  /** The rows in which it is defined; null in files from before outputs could be undefined in some rows. */
  rowCounts: RowCounts | null;
  /** The number of values of which `coverage` is the share: rows x `size`. */
  validationValues: number;
  /** The model families in the output's ensemble, the heaviest first; empty for an output that never changes. */
  families: readonly FamilyShare[];
  /** One sentence for the user: which models were chosen and why. */
  reason: string;
  /** The findings that limit its accuracy; empty where none are known, and in files of earlier programs. */
  findings: readonly Finding[];
  calibration: CalibrationCurve;
  /** Null for scalars, and in files from before it was measured. */
  jointBand: JointBand | null;
  /** Null where it was not measured. */
  learningCurve: LearningCurve | null;
  /** Null where they were not looked for, and in files from before they were. */
  suspicious: SuspiciousRows | null;
}

/** The rows that an output is trained on, and those that its accuracy is measured on. */
export interface RowCounts {
  training: number;
  validation: number;
}

/** Rows whose values the other rows contradict; see training/suspicious-rows. */
export interface SuspiciousRows {
  /** Rows of the table, from 0, ascending. */
  rows: Int32Array;
  /** The number of rows that were checked. */
  checkedRows: number;
}

/** The accuracy of predicted logarithms of the values, on the validation rows. */
export interface LogAccuracy {
  /** As that of the values: one minus the squared errors over the squared differences from each component's mean. */
  coefficientOfDetermination: number;
  /**
   * The same for each of the `size` components by itself; NaN where the logarithms of a component do not vary. Null in
   * files from before it was measured.
   */
  coefficientsOfDetermination: Float64Array | null;
  /** Validation values that have a logarithm, as their predictions have. */
  values: number;
  /** Validation values that are left out: they, or their predictions, are not above 0. */
  leftOut: number;
}

/** "mean" is the mean of the rows whatever the inputs, "linear" a linear trend, "polynomial" one of a higher degree. */
export type EmulatorFamily = "mean" | "linear" | "polynomial" | "gaussian-process" | "network";

export interface FamilyShare {
  family: EmulatorFamily;
  /**
   * The weight of the family in the output; the weights of an output's families sum to 1. For a curve, weighted by
   * its targets' variance.
   */
  weight: number;
  /** By cross-validation on training rows, of the family's best candidate alone; null where no rows were held out. */
  coefficientOfDetermination: number | null;
}

/** The observed coverage of central intervals, on the validation rows. */
export interface CalibrationCurve {
  /** Levels of the intervals, ascending: .05 .. .95. */
  expected: Float64Array;
  /** The share of validation values inside the interval of each level. */
  observed: Float64Array;
  /** The mean of |observed - expected|. */
  meanAbsoluteError: number;
}

/** The band that holds a whole curve with a probability of 95%. */
export interface JointBand {
  /** Its half width over that of the pointwise bounds, on the scale that the curve is modelled on; at least 1. */
  factor: number;
  /** The share of the validation curves that lie inside as a whole. */
  coverage: number;
}

/** The accuracy with fewer rows, by cross-validation: whether more data would help. */
export interface LearningCurve {
  /** Training rows, ascending. */
  rows: Float64Array;
  /** One for each of `rows`. */
  coefficientsOfDetermination: Float64Array;
}

/** Each count x size, row-major; `lower` and `upper` bound the middle 95% of where a run's value would fall. */
export interface OutputPrediction {
  mean: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

/**
 * Derivatives by each input: count x size x inputs, row-major, in units of the output per unit of the input. Not a number for
 * a categorical input; 0 for an input that is not used, and where a prediction is clamped because a value lies too far
 * outside the training range.
 */
export interface PredictionGradients {
  mean: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

export interface PredictionWithGradients extends OutputPrediction {
  gradients: PredictionGradients;
}

/** Flags for the points that lie outside the training data. */
export interface Extrapolation {
  /** count x inputs, row-major: 1 where the value lies outside the training range. An input with levels never does. */
  inputs: Uint8Array;
  /** One a point: 1 where every value lies inside its range, but no training row is near all of them at once. */
  far: Uint8Array;
}

/** Predictions of rows by models that were fitted without them. */
export interface OutOfSamplePredictions extends OutputPrediction {
  /**
   * The rows of the table, ascending; the predictions are rows x size, row-major, in the output's own unit. They are not a number where
   * no model that was fitted without the row has predicted it: in the outer rows of a grid of levels, or after a stopped training.
   */
  rows: Int32Array;
}

export interface Emulator {
  readonly inputs: readonly EmulatorInput[];
  readonly outputs: readonly EmulatorOutput[];

  /**
   * Predicts `count` points (row-major, count x inputs.length; see `engine/dataset/table.ts`) for the named outputs, all
   * by default. Never returns a number that is not finite.
   * @param band of curves; for scalars, and where no joint band was measured, the bounds are pointwise.
   * @throws Error, a sentence for the user, when a point or a name does not fit the emulator.
   */
  predict(
    points: Float64Array,
    count: number,
    outputs?: readonly string[],
    band?: CurveBand,
  ): Map<string, OutputPrediction>;

  /**
   * The predictions of `predict`, up to rounding, and their exact derivatives by each input: for optimisers and samplers. At a
   * discontinuity the gradient is that of the side that the point lies on.
   * @throws Error as `predict` does.
   */
  predictWithGradients(
    points: Float64Array,
    count: number,
    outputs?: readonly string[],
  ): Map<string, PredictionWithGradients>;

  /** The means of one output as `predict` gives them, without the bounds: many times as fast. */
  means(points: Float64Array, count: number, output: string): Float64Array;

  /**
   * The stored predictions of validation rows that the emulator was fitted to, by models that were fitted without them; null where it
   * was fitted without these rows.
   * @throws Error, a sentence for the user, where there is no such output.
   */
  outOfSample(output: string): OutOfSamplePredictions | null;

  /** Training rows, some hundreds at most, that are spread over all of them: as many x inputs.length, as `predict` takes points. */
  trainingPoints(): Float64Array;

  /** @throws Error as `predict` does. */
  extrapolation(points: Float64Array, count: number): Extrapolation;

  /** A versioned binary that `restoreEmulator` reads back; the restored emulator predicts the same bits. */
  serialise(): Uint8Array;
}
