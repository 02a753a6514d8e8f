/** An emulator made of an ensemble of networks, its bounds calibrated on rows kept out of the fit. */
import { encode, type Feature } from "../data/columns.ts";
import type {
  CalibrationCurve,
  Emulator,
  EmulatorInput,
  EmulatorOutput,
  FamilyShare,
  LearningCurve,
  OutputPrediction,
} from "./emulator.ts";
import { serialiseEnsemble } from "./ensemble-file.ts";
import { extrapolationOf, type Surroundings } from "./extrapolation.ts";
import { type Member, predictTargets, type TargetPrediction } from "./members.ts";
import { assemble, type OutputModel, toOutput } from "./targets.ts";

export interface Calibration {
  /** How much the members' variance counts beside the noise. */
  spreadFactor: number;
  /** Half the width of the 95% bounds in units of the predicted deviation, one a component. */
  widths: Float64Array;
}

export interface Accuracy {
  coefficientOfDetermination: number;
  coefficientsOfDetermination: Float64Array;
  coverage: number;
  validationValues: number;
}

export interface Explanation {
  families: readonly FamilyShare[];
  reason: string;
  calibration: CalibrationCurve;
  learningCurve: LearningCurve | null;
}

export interface EnsembleOutput extends OutputModel, Calibration, Accuracy, Explanation {}

export interface EnsembleParts {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  outputs: readonly EnsembleOutput[];
  members: readonly Member[];
  /** Of each target, the variance that its networks leave unexplained. */
  noise: Float64Array;
  surroundings: Surroundings;
}

export function createEnsemble(parts: EnsembleParts): Emulator {
  const outputs: EmulatorOutput[] = parts.outputs.map((output) => ({
    name: output.name,
    size: output.size,
    coordinate: output.coordinate,
    knots: output.knots,
    coefficientOfDetermination: output.coefficientOfDetermination,
    coefficientsOfDetermination: output.coefficientsOfDetermination,
    coverage: output.coverage,
    validationValues: output.validationValues,
    families: output.families,
    reason: output.reason,
    calibration: output.calibration,
    learningCurve: output.learningCurve,
  }));
  return {
    inputs: parts.inputs,
    outputs,
    predict: (points, count, names) => {
      checkPoints(parts.inputs, points, count);
      const wanted =
        names === undefined ? parts.outputs : names.map((name) => outputNamed(parts.outputs, name));
      const encoded = encode(parts.features, points, parts.inputs.length, count);
      const targets = new Set(wanted.flatMap((output) => Array.from(output.targets)));
      const predicted = predictTargets(parts.members, targets, encoded, count);
      return new Map(
        wanted.map((output) => [output.name, withBounds(output, predicted, parts.noise, count)]),
      );
    },
    extrapolation: (points, count) => {
      checkPoints(parts.inputs, points, count);
      const encoded = encode(parts.features, points, parts.inputs.length, count);
      return extrapolationOf(parts.inputs, parts.surroundings, points, encoded, count);
    },
    serialise: () => serialiseEnsemble(parts),
  };
}

/** The predicted variance of each standardised component (count x size). */
export function componentVariances(
  model: OutputModel,
  predicted: ReadonlyMap<number, TargetPrediction>,
  noise: Float64Array,
  spreadFactor: number,
  count: number,
): Float64Array {
  const variances = new Float64Array(count * model.size);
  for (let i = 0; i < count; i++) variances.set(model.remainder, i * model.size);
  model.targets.forEach((target, at) => {
    const row = model.basis.subarray(at * model.size, (at + 1) * model.size).map((value) => value * value);
    const spread = predicted.get(target)?.spread;
    for (let i = 0; i < count; i++) {
      const variance = (noise[target] ?? 0) + spreadFactor * (spread?.[i] ?? 0);
      const from = i * model.size;
      for (let j = 0; j < model.size; j++) {
        variances[from + j] = (variances[from + j] ?? 0) + variance * (row[j] ?? 0);
      }
    }
  });
  return variances;
}

export function standardisedMeans(
  model: OutputModel,
  predicted: ReadonlyMap<number, TargetPrediction>,
  count: number,
): Float64Array {
  const means = Array.from(model.targets, (target) => predicted.get(target)?.mean ?? new Float64Array(count));
  return assemble(model, means, count);
}

function withBounds(
  output: EnsembleOutput,
  predicted: ReadonlyMap<number, TargetPrediction>,
  noise: Float64Array,
  count: number,
): OutputPrediction {
  const means = standardisedMeans(output, predicted, count);
  const variances = componentVariances(output, predicted, noise, output.spreadFactor, count);
  const mean = new Float64Array(means.length);
  const lower = new Float64Array(means.length);
  const upper = new Float64Array(means.length);
  for (let at = 0; at < means.length; at++) {
    const component = at % output.size;
    const middle = means[at] ?? 0;
    const half = (output.widths[component] ?? 0) * Math.sqrt(variances[at] ?? 0);
    mean[at] = toOutput(output, component, middle);
    lower[at] = toOutput(output, component, middle - half);
    upper[at] = toOutput(output, component, middle + half);
  }
  return { mean, lower, upper };
}

function outputNamed(outputs: readonly EnsembleOutput[], name: string): EnsembleOutput {
  const found = outputs.find((output) => output.name === name);
  if (found === undefined) throw new Error(`The emulator has no output named “${name}”.`);
  return found;
}

function checkPoints(inputs: readonly EmulatorInput[], points: Float64Array, count: number): void {
  if (points.length !== count * inputs.length) {
    throw new Error(`A point needs ${inputs.length} values, one for each input.`);
  }
  points.forEach((value, at) => {
    const input = inputs[at % inputs.length];
    if (input === undefined || !input.used) return;
    if (!Number.isFinite(value)) throw new Error(`The value of “${input.name}” is not a number.`);
    if (input.kind === "categorical" && input.levels[value] === undefined) {
      throw new Error(`The input “${input.name}” has no level with the code ${value}.`);
    }
  });
}
