/** Plain data that emulators are made of, as it is stored. */
import type { Feature } from "../../dataset/columns.ts";
import type { EmulatorInput, EmulatorOutput, OutOfSamplePredictions } from "../emulator.ts";
import type { EmptyCorners } from "../extrapolation/empty-corners.ts";
import type { LeverageModel } from "../extrapolation/leverage.ts";
import type { ReferenceRows } from "../extrapolation/reference-rows.ts";
import type { FittedModel } from "../fit-task.ts";
import type { OutputModel } from "../targets.ts";
import type { ErrorModel } from "./error-model.ts";
import type { ExtrapolationModel } from "./extrapolation-variance.ts";
import type { TargetEnsemble } from "./predictor.ts";

export interface EnsembleOutputParts extends OutputModel, EmulatorOutput {
  targets: Int32Array;
  errorModel: ErrorModel;
  /** Null in files from before bounds grew with the distance from the training rows. */
  extrapolationModel: ExtrapolationModel | null;
  /** The 95% bounds below and above the mean, in predicted deviations; one a component. */
  below: Float64Array;
  above: Float64Array;
  /** The predictions of validation rows that the emulator was fitted to; null where it was fitted without them. */
  outOfSample: OutOfSamplePredictions | null;
}

export interface EnsembleEmulatorParts {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  referenceRows: ReferenceRows;
  /** None in files of earlier programs. */
  emptyCorners: EmptyCorners;
  /** Null where no output is made of polynomials, and in files from before it was known. */
  leverage: LeverageModel | null;
  models: readonly FittedModel[];
  targets: readonly TargetEnsemble[];
  outputs: readonly EnsembleOutputParts[];
}

/** An emulator is made of one ensemble, or of several that were trained on different rows, each with outputs of its own. */
export interface EmulatorParts {
  /** As the training rows of all ensembles together show them; each ensemble describes its own rows. */
  inputs: readonly EmulatorInput[];
  /** The names of the outputs of all ensembles, in the order in which the emulator has them. */
  outputNames: readonly string[];
  /** At least one, all with these inputs. */
  ensembles: readonly EnsembleEmulatorParts[];
}

/** An emulator of one ensemble. */
export const asEmulatorParts = (ensemble: EnsembleEmulatorParts): EmulatorParts => ({
  inputs: ensemble.inputs,
  outputNames: ensemble.outputs.map(({ name }) => name),
  ensembles: [ensemble],
});

/** The outputs of all ensembles, in the order of the emulator. */
export function listOutputs({ outputNames, ensembles }: EmulatorParts): EnsembleOutputParts[] {
  const outputs = ensembles.flatMap((ensemble) => ensemble.outputs);
  return outputNames.flatMap((name) => outputs.find((output) => output.name === name) ?? []);
}
