/** The data that an ensemble is made for, and its interface. */
import type { Feature } from "../../dataset/columns.ts";
import type { Emulator, EmulatorInput, SuspiciousRows } from "../../models/emulator.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import type { FitResult, TrainingData } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";

export interface EnsembleOutput {
  model: OutputModel;
  /** The standardised components on the training rows, rows x size. */
  trainingValues: Float64Array;
  /** The values on the validation rows: in the output's own unit, and standardised, rows x size. */
  truth: Float64Array;
  standardisedTruth: Float64Array;
}

export interface EnsembleData {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  trainingData: TrainingData;
  validation: {
    count: number;
    /** features x count, feature-major, standardised. */
    inputs: Float64Array;
  };
  outputs: readonly EnsembleOutput[];
}

export interface EnsembleAccuracy {
  /** The mean over the outputs on validation rows. Finite. */
  coefficientOfDetermination: number;
  /** Mean squared error on validation rows, in units of each output's variance on the trained scale. Finite. */
  loss: number;
}

/** Grows as fits end, and makes one emulator of the results so far. */
export interface Ensemble {
  /** Replaces an earlier result of the same candidate, targets and fold. In any order. */
  add(result: FitResult): void;
  /** Measures the emulator that could be made now. */
  accuracy(): EnsembleAccuracy;
  /**
   * A point of the learning curve.
   * @param rows number of rows in the fits.
   * @param errors of each target, at the rows of the first fold: prediction less truth, standardised; empty for a target
   *   without a fit.
   */
  addLearningCurve(rows: number, errors: readonly Float64Array[]): void;
  emulator(): Emulator;
  /**
   * The parts of the same emulator; gives way to its caller again and again.
   * @param suspicious rows to be stored with the outputs of these names.
   */
  partsSteps(suspicious?: ReadonlyMap<string, SuspiciousRows>): Generator<undefined, EnsembleEmulatorParts>;
}
