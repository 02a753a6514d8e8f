/** What a panel is made for, and what its maker may ask of it. */
import type { Feature } from "../../dataset/columns.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import type { LearningData, Learnt } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";

export interface PanelOutput {
  model: OutputModel;
  /** On the learning rows: standardised components, rows x size. */
  learnt: Float64Array;
  /** On the validation rows: in the output's own unit, and standardised, rows x size. */
  truth: Float64Array;
  standardisedTruth: Float64Array;
}

export interface PanelData {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  learning: LearningData;
  validation: {
    count: number;
    /** features x count, feature-major, standardised. */
    inputs: Float64Array;
  };
  outputs: readonly PanelOutput[];
}

export interface PanelAccuracy {
  /** On validation rows, the mean over the outputs. Finite. */
  coefficientOfDetermination: number;
  /** Mean squared error on validation rows, in units of each output's variance on the trained scale. Finite. */
  loss: number;
}

/** Those who have a say: it grows as lessons end, and makes one emulator of what was learnt so far. */
export interface Panel {
  /** Takes the place of what the same voice said of the same targets without the same fold. In any order. */
  add(learnt: Learnt): void;
  /** Of the emulator as it would be made now. */
  accuracy(): PanelAccuracy;
  /**
   * A point of the learning curve.
   * @param rows that were learnt from.
   * @param errors of each target, at the rows that the first fold keeps out: what was said less the truth, standardised; empty
   *   for one that was not learnt.
   */
  addLearningCurve(rows: number, errors: readonly Float64Array[]): void;
  emulator(): Emulator;
}
