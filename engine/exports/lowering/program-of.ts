/** An emulator as a program that predicts what it predicts, up to rounding. */

import { REACH_95 } from "../../math/normal.ts";
import { modelsWithVariance } from "../../models/ensemble/emulator.ts";
import type {
  EmulatorParts,
  EnsembleEmulatorParts,
  EnsembleOutputParts,
} from "../../models/ensemble/parts.ts";
import { type Program, ProgramBuilder, type ProgramResult, pruned, type Value } from "../program.ts";
import { type DistanceOf, lowerDistances } from "./distance.ts";
import { type LoweredTarget, lowerTarget } from "./ensemble.ts";
import { lowerDrawnMeans, lowerExtrapolationVariance } from "./extrapolation-variance.ts";
import { lowerFeatures } from "./features.ts";
import { lowerModels } from "./models.ts";
import { boundToOutputUnit, lowerComponents, lowerHeldMean, toOutputUnit } from "./output.ts";
import { lowerVariances } from "./variance.ts";

/** The values that the outputs of a program have in common. */
interface Shared {
  features: Value | null;
  distanceOf: DistanceOf;
  targetsOf: (output: EnsembleOutputParts) => LoweredTarget[];
}

/** Its results are the emulator's outputs, in their order. Without bounds it is many times as small. */
export function lowerToProgram(
  { inputs, outputNames, ensembles }: EmulatorParts,
  { withBounds }: { withBounds: boolean },
): Program {
  const b = new ProgramBuilder(inputs.length);
  const byName = new Map(ensembles.flatMap((parts) => lowerEnsemble(b, parts, withBounds)));
  const results = outputNames.flatMap((name) => byName.get(name) ?? []);
  return pruned({ instructions: b.instructions, results });
}

/** The results of an ensemble's outputs, by their names. */
function lowerEnsemble(
  b: ProgramBuilder,
  parts: EnsembleEmulatorParts,
  withBounds: boolean,
): [name: string, ProgramResult][] {
  const features = lowerFeatures(b, parts.features);
  const withVariance = withBounds ? modelsWithVariance(parts) : new Set<number>();
  const models = lowerModels(b, parts.models, features, (model) => withVariance.has(model));
  const lowerTargets = ({ targets, errorModel }: EnsembleOutputParts): LoweredTarget[] =>
    Array.from(targets, (target) =>
      lowerTarget(b, models, parts.targets[target], {
        variance: withBounds && errorModel.varianceScale > 0,
        disagreement: withBounds && errorModel.disagreementScale > 0,
        excess: withBounds,
      }),
    );
  const shared = { features, distanceOf: lowerDistances(b, parts, features), targetsOf: lowerTargets };
  return parts.outputs.map((output) => [output.name, lowerOutput(b, output, shared, withBounds)]);
}

function lowerOutput(
  b: ProgramBuilder,
  output: EnsembleOutputParts,
  { features, distanceOf, targetsOf }: Shared,
  withBounds: boolean,
): ProgramResult {
  const { extrapolationModel } = output;
  const targets = targetsOf(output);
  const means = lowerComponents(
    b,
    output,
    targets.map(({ mean }) => mean),
  );
  const distance = extrapolationModel && distanceOf(extrapolationModel.leverageWeight);
  const isDrawn = extrapolationModel !== null && distance !== null && extrapolationModel.returnSpan !== 0;
  const middle = isDrawn ? lowerDrawnMeans(b, extrapolationModel, means, distance) : means;
  const held = lowerHeldMean(b, output, middle);
  const mean = toOutputUnit(b, output, held);
  if (!withBounds) return { mean, lower: null, upper: null };
  const variances = lowerVariances(b, output, targets, { features, means, distance });
  const extra =
    extrapolationModel === null || distance === null
      ? null
      : lowerExtrapolationVariance(b, extrapolationModel, means, distance);
  const deviations = b.sqrt(variances);
  const reach = (scales: Float64Array): Value =>
    reached(b, b.multiply(b.constant(scales), deviations), extra);
  return {
    mean,
    lower: boundToOutputUnit(b, output, b.subtract(held, reach(output.below))),
    upper: boundToOutputUnit(b, output, b.add(held, reach(output.above))),
  };
}

/** A calibrated reach and that of the variance far from the rows: the root of the sum of their squares. */
function reached(b: ProgramBuilder, calibrated: Value, extra: Value | null): Value {
  if (extra === null) return calibrated;
  const outside = b.multiply(b.number(REACH_95 ** 2), extra);
  return b.sqrt(b.add(b.square(calibrated), outside));
}
