/** The result of a distillation: for one emulator the same whatever the names in a file are. */
import { makeSignature } from "../equations/signature.ts";
import type { ExportedModel, TestVectors } from "../exported-model.ts";
import type { Program } from "../program.ts";
import type { OutputAccuracy } from "./accuracy.ts";

export interface Distillation {
  program: Program;
  /** Units of each hidden layer, all networks together; empty without networks. */
  hidden: readonly number[];
  /** One an output: it is true where the mean is that of the emulator's own equations. */
  ownOutputs: readonly boolean[];
  /** One an output. */
  accuracies: readonly OutputAccuracy[];
  /** Points that they were measured at, coordinates included. */
  comparedPoints: number;
  vectors: TestVectors;
}

/** The equations that a circuit may have in place of an emulator. */
export interface CircuitEquations {
  /** Networks alone; null where none were fitted. */
  networks: Distillation | null;
  /** With the emulator's own equations where networks are not near enough, or are not asked for; null where that is not needed, or too long. */
  withOwnEquations: Distillation | null;
}

/** The largest of the shares. */
export const worstShare = (accuracies: readonly OutputAccuracy[]): number =>
  Math.max(0, ...accuracies.map(({ share }) => share ?? 0));

/** @param model the exact one, whose names it has. */
export function describeDistilledModel(
  model: ExportedModel,
  wantedShare: number,
  { program, hidden, ownOutputs, accuracies, comparedPoints }: Distillation,
): ExportedModel {
  const { inputs, outputs } = makeSignature(model);
  return {
    ...model,
    inputs,
    outputs: outputs.map((output, at) => ({ ...output, largestDifference: accuracies[at].largest })),
    program,
    // It reads other inputs where a coordinate has become one.
    farness: null,
    hasBounds: program.results.every(({ lower }) => lower !== null),
    fidelity:
      hidden.length === 0
        ? { kind: "exact" }
        : {
            kind: "distilled",
            hidden,
            points: comparedPoints,
            ownOutputs,
            shares: accuracies.map(({ share }) => share),
            differences: accuracies.map(({ typical, bounds, range }) => ({ typical, bounds, range })),
            wantedShare,
            holds: worstShare(accuracies) <= wantedShare,
          },
  };
}
