/** The program of fitted networks: from the inputs to means and bounds. */
import type { Feature } from "../../dataset/columns.ts";
import type { NetworkModel } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";
import { clamped } from "../lowering/affine.ts";
import { lowerComponents } from "../lowering/components.ts";
import { lowerFeatures } from "../lowering/features.ts";
import { lowerNetwork } from "../lowering/network.ts";
import { toOutputUnit } from "../lowering/output.ts";
import { type Program, ProgramBuilder, type ProgramResult, pruned, type Value } from "../program.ts";

/** A quantity with the networks of its targets, which all read the same features. */
export interface FittedQuantity {
  model: OutputModel;
  networks: readonly NetworkModel[];
}

export interface FittedOutput {
  features: readonly Feature[];
  mean: FittedQuantity;
  /** The logarithm of half the distance between the bounds, on the output's scale; null without bounds. */
  bounds: FittedQuantity | null;
  /** Of that distance, the share below the mean. */
  shareBelow: number;
}

/** @param inputs how many there are, coordinates included. */
export function distilledProgram(inputs: number, outputs: readonly FittedOutput[]): Program {
  const b = new ProgramBuilder(inputs);
  const results = outputs.map((output) => lowerOutput(b, output));
  return pruned({ instructions: b.instructions, results });
}

function lowerOutput(b: ProgramBuilder, { features, mean, bounds, shareBelow }: FittedOutput): ProgramResult {
  const read = lowerFeatures(b, features);
  const { model } = mean;
  const standardised = lowerQuantity(b, mean, read);
  const middle = toOutputUnit(b, model, standardised);
  if (bounds === null) return { mean: middle, lower: null, upper: null };
  const { centres, deviations, lowest, highest } = bounds.model;
  const held = clamped(b, lowerQuantity(b, bounds, read), lowest, highest);
  const logarithm = b.add(b.constant(centres), b.multiply(held, b.constant(deviations)));
  // Between the bounds, in deviations of the mean; a value that never changes has none.
  const distance = b.divide(b.exp(logarithm), b.constant(model.deviations.map((one) => one / 2 || 1)));
  const ended = (share: number): Value =>
    toOutputUnit(b, model, b.add(standardised, b.multiply(b.number(share), distance)));
  return { mean: middle, lower: ended(-shareBelow), upper: ended(1 - shareBelow) };
}

/** Standardised, one column a value. */
const lowerQuantity = (
  b: ProgramBuilder,
  { model, networks }: FittedQuantity,
  features: Value | null,
): Value =>
  lowerComponents(
    b,
    model,
    networks.map((network) => lowerNetwork(b, network, features)),
  );
