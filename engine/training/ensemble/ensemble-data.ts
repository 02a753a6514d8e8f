/** The data that an ensemble is made for, and its interface. */
import type { Feature } from "../../dataset/columns.ts";
import type { Emulator, EmulatorInput, SuspiciousRows } from "../../models/emulator.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import type { FitResult, FittedModel, TrainingData } from "../../models/fit-task.ts";
import type { PreparedOutput, Validation } from "../prepare/prepare.ts";
import type { EnsembleMembers } from "./members.ts";

/** The models after the last fit, by the models before; see last-fit.ts. */
export type LastFits = ReadonlyMap<FittedModel["model"], FittedModel>;

export type EnsembleOutput = PreparedOutput;

export interface EnsembleData {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  trainingData: TrainingData;
  validation: Validation;
  outputs: readonly EnsembleOutput[];
}

export interface EnsembleAccuracy {
  /** The mean over the outputs of R² on rows that were left out of the fits. It is finite. */
  coefficientOfDetermination: number;
  /**
   * The mean squared error on these rows, in units of each output's variance on the trained scale. It is finite.
   */
  loss: number;
}

/** An ensemble that grows as fits end, and makes one emulator of the results so far. */
export interface Ensemble {
  /**
   * Adds the result of a fit. It replaces an earlier result of the same candidate, targets and fold. The order does
   * not matter.
   */
  add(result: FitResult): void;
  /** Measures the emulator that could be made now. */
  accuracy(): EnsembleAccuracy;
  /**
   * Adds a point to the learning curve.
   *
   * @param rows the number of rows in the fits
   * @param errors the errors of each target at the rows of the first fold: prediction less truth, standardised; empty
   * for a target without a fit
   */
  addLearningCurve(rows: number, errors: readonly Float64Array[]): void;
  emulator(): Emulator;
  /**
   * Makes the parts of the same emulator, and yields between steps.
   *
   * @param suspicious the rows to be stored with the outputs, by the name of the output
   * @param lastFits replace the models that they continue; the ensemble is measured with the models before
   */
  partsSteps(
    suspicious?: ReadonlyMap<string, SuspiciousRows>,
    lastFits?: LastFits,
  ): Generator<undefined, EnsembleEmulatorParts>;
  /** Chooses the models of the same emulator and their weights, and yields between steps. */
  memberSteps(): Generator<undefined, EnsembleMembers>;
}
