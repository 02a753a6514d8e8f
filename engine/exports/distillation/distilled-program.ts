/** The program of fitted networks: from the inputs to means and bounds. */
import type { Feature } from "../../dataset/columns.ts";
import type { NetworkModel } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";
import { clamped } from "../lowering/affine.ts";
import { lowerFeatures } from "../lowering/features.ts";
import { lowerNetwork } from "../lowering/network.ts";
import { boundToOutputUnit, lowerHeldMean, toOutputUnit } from "../lowering/output.ts";
import { type Program, ProgramBuilder, type ProgramResult, pruned, type Value } from "../program.ts";

/** A quantity with its networks. */
export interface FittedQuantity {
  /** From a standardised value to its scale, and to its unit. */
  model: OutputModel;
  /** From the features to the targets; null where the quantity does not depend on them. */
  ofTargets: NetworkModel | null;
  /** From the coordinate to the course: what does not depend on the features, and what each target is multiplied by. Null for a number. */
  ofCourse: NetworkModel | null;
}

export interface FittedOutput {
  features: readonly Feature[];
  /** Null for a number, and for a curve whose coordinate never changes. */
  coordinate: Feature | null;
  mean: FittedQuantity;
  /** The logarithm of half the distance between the bounds, on the output's scale; null without bounds. */
  bounds: FittedQuantity | null;
  /** The share of that distance that lies below the mean. */
  shareBelow: number;
}

/** @param inputs how many there are, coordinates included. */
export function distilledProgram(inputs: number, outputs: readonly FittedOutput[]): Program {
  const b = new ProgramBuilder(inputs);
  const results = outputs.map((output) => lowerOutput(b, output));
  return pruned({ instructions: b.instructions, results });
}

function lowerOutput(
  b: ProgramBuilder,
  { features, coordinate, mean, bounds, shareBelow }: FittedOutput,
): ProgramResult {
  const read = { features: lowerFeatures(b, features), coordinate: lowerCoordinate(b, coordinate) };
  const { model } = mean;
  const standardised = lowerHeldMean(b, model, lowerQuantity(b, mean, read));
  const middle = toOutputUnit(b, model, standardised);
  if (bounds === null) return { mean: middle, lower: null, upper: null };
  const { centres, deviations, lowest, highest } = bounds.model;
  const held = clamped(b, lowerQuantity(b, bounds, read), lowest, highest);
  const logarithm = b.add(b.constant(centres), b.multiply(held, b.constant(deviations)));
  // Between the bounds, in deviations of the mean; a value that never changes has none.
  const distance = b.divide(
    b.exp(logarithm),
    b.constant(model.deviations.map((deviation) => deviation / 2 || 1)),
  );
  const ended = (share: number): Value =>
    boundToOutputUnit(b, model, b.add(standardised, b.multiply(b.number(share), distance)));
  return { mean: middle, lower: ended(-shareBelow), upper: ended(1 - shareBelow) };
}

const lowerCoordinate = (b: ProgramBuilder, coordinate: Feature | null): Value | null =>
  coordinate === null ? null : lowerFeatures(b, [coordinate]);

/** Standardised. Of a curve after Lu, Jin, Pang, Zhang and Karniadakis (2021), "Learning nonlinear operators via DeepONet". */
function lowerQuantity(
  b: ProgramBuilder,
  { ofTargets, ofCourse }: FittedQuantity,
  { features, coordinate }: { features: Value | null; coordinate: Value | null },
): Value {
  const targets = ofTargets === null ? null : lowerNetwork(b, ofTargets, features);
  if (ofCourse === null) return targets ?? b.number(0);
  const course = lowerNetwork(b, ofCourse, coordinate);
  const offset = b.pick(course, [0]);
  if (targets === null) return offset;
  const components = b.pick(
    course,
    Array.from({ length: b.columnsOf(targets) }, (_, k) => k + 1),
  );
  return b.add(offset, b.sum(b.multiply(targets, components)));
}
