/**
 * What an emulator is to everybody else: a description of its inputs and outputs, and predictions with bounds.
 */

export type EmulatorInput = {
  name: string;
  /** False when the input was left out of the training (fixed, ignored or constant): its value changes nothing. */
  used: boolean;
} & (
  | {
      kind: "continuous";
      /** The range seen in training. */
      minimum: number;
      maximum: number;
    }
  | { kind: "categorical"; levels: readonly string[] }
);

export interface EmulatorOutput {
  name: string;
  /** Values a prediction: 1 for a scalar, `knots.length` for a curve. */
  size: number;
  /** The vector output whose values are the curve's coordinate; null for a scalar or for the row index. */
  coordinate: string | null;
  /** The coordinates at which a curve is predicted, ascending; [0] for a scalar. */
  knots: Float64Array;
  /** On the validation rows, the mean over the components; 1 is perfect, 0 no better than the mean. Always finite. */
  coefficientOfDetermination: number;
  /** The same for each of the `size` components. */
  coefficientsOfDetermination: Float64Array;
  /** The share of validation values inside the bounds, 0 .. 1. */
  coverage: number;
}

/** Each count x size, row-major; `lower` and `upper` bound the middle 95% of where a run's value would fall. */
export interface OutputPrediction {
  mean: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

export interface Emulator {
  readonly inputs: readonly EmulatorInput[];
  readonly outputs: readonly EmulatorOutput[];

  /**
   * Predicts `count` points (row-major, count x inputs.length; see `engine/data/table.ts`) for the named outputs, all
   * by default. Never returns a number that is not finite.
   * @throws Error, a sentence for the user, when a point or a name does not fit the emulator.
   */
  predict(points: Float64Array, count: number, outputs?: readonly string[]): Map<string, OutputPrediction>;

  /** A versioned binary that `restoreEmulator` reads back; the restored emulator predicts the same bits. */
  serialise(): Uint8Array;
}
