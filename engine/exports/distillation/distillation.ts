/** What a distillation has come to: of one emulator the same whatever the names in a file are. */
import { COMPARED_POINTS } from "../assembly/comparison.ts";
import type { ExportedModel, TestVectors } from "../exported-model.ts";
import type { Program } from "../program.ts";
import type { OutputAccuracy } from "./accuracy.ts";
import { signatureOf } from "./signature.ts";

export interface Distillation {
  program: Program;
  /** Units of each hidden layer, all networks together. */
  hidden: readonly number[];
  /** One an output. */
  accuracies: readonly OutputAccuracy[];
  vectors: TestVectors;
}

/** The largest of the shares. */
export const worstShare = (accuracies: readonly OutputAccuracy[]): number =>
  Math.max(0, ...accuracies.map(({ share }) => share ?? 0));

/** @param model the exact one, whose names it has. */
export function modelOf(
  model: ExportedModel,
  wantedShare: number,
  { program, hidden, accuracies }: Distillation,
): ExportedModel {
  const { inputs, outputs } = signatureOf(model);
  return {
    ...model,
    inputs,
    outputs: outputs.map((output, at) => ({ ...output, largestDifference: accuracies[at].largest })),
    program,
    hasBounds: program.results.every(({ lower }) => lower !== null),
    fidelity: {
      kind: "distilled",
      hidden,
      points: COMPARED_POINTS,
      shares: accuracies.map(({ share }) => share),
      bounds: accuracies.map(({ bounds }) => bounds),
      wantedShare,
      holds: worstShare(accuracies) <= wantedShare,
    },
  };
}
