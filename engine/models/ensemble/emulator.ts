/** The emulator that a panel makes: its models speak, and what they say is brought to the outputs' own units. */
import { UserError } from "@understudy/shared/user-error.ts";
import { encode, type Feature } from "../../dataset/columns.ts";
import type { Emulator, EmulatorInput, EmulatorOutput, OutputPrediction } from "../emulator.ts";
import { extrapolationOf, type Surroundings } from "../extrapolation.ts";
import type { LearntModel } from "../fit-task.ts";
import { assemble, type OutputModel, toOutput } from "../targets.ts";
import { type Deviation, variancesOf } from "./error-model.ts";
import { serialisePanel } from "./file.ts";
import { createSlopedCommittee, slopedHearingAt } from "./gradients.ts";
import { logFactors } from "./heteroscedasticity.ts";
import { blankSlopes, slopedPrediction } from "./output-gradients.ts";
import {
  type Committee,
  type CommitteeTarget,
  createCommittee,
  type Hearing,
  hearingAt,
} from "./predictor.ts";

/** Points worked on at once: what the models say of them is kept until all outputs are done. */
const CHUNK = 2048;
/** Fewer where what they say is kept for every feature too. */
const SLOPES_CHUNK = 128;

export interface PanelOutputParts extends OutputModel, EmulatorOutput {
  targets: Int32Array;
  deviation: Deviation;
  /** The 95% bounds below and above what is predicted, in predicted deviations; one a component. */
  below: Float64Array;
  above: Float64Array;
}

export interface PanelEmulatorParts {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  surroundings: Surroundings;
  models: readonly LearntModel[];
  targets: readonly CommitteeTarget[];
  outputs: readonly PanelOutputParts[];
}

/** Some of the points that were asked of, from the one at `from` on. */
interface Chunk {
  from: number;
  size: number;
  points: Float64Array;
  /** features x size, feature-major. */
  encoded: Float64Array;
}

export function createPanelEmulator(parts: PanelEmulatorParts): Emulator {
  const { inputs, features, outputs } = parts;
  const claimed = claimedModels(parts);
  const committee = createCommittee(parts.models, parts.targets, (model) => claimed.has(model));
  const slopedCommittee = createSlopedCommittee(parts.models, parts.targets);
  const wantedOf = (names: readonly string[] | undefined): readonly PanelOutputParts[] =>
    names === undefined ? outputs : names.map((name) => outputNamed(outputs, name));
  function* chunksOf(points: Float64Array, count: number, most: number): Generator<Chunk> {
    for (let from = 0; from < count; from += most) {
      const size = Math.min(most, count - from);
      const some = points.subarray(from * inputs.length, (from + size) * inputs.length);
      yield { from, size, points: some, encoded: encode(features, some, inputs.length, size) };
    }
  }
  return {
    inputs,
    outputs: outputs.map(described),
    predict: (points, count, names) => {
      checkPoints(inputs, points, count);
      const wanted = wantedOf(names);
      const predictions = new Map(wanted.map((output) => [output.name, blank(count * output.size)]));
      for (const { from, size, encoded } of chunksOf(points, count, CHUNK)) {
        const hearing = hearingAt(encoded, size);
        for (const output of wanted) {
          const { means, variances } = standardised(output, parts.targets, committee, hearing);
          const own = inOwnUnit(output, means, variances);
          const whole = predictions.get(output.name);
          whole?.mean.set(own.mean, from * output.size);
          whole?.lower.set(own.lower, from * output.size);
          whole?.upper.set(own.upper, from * output.size);
        }
      }
      return predictions;
    },
    predictWithSlopes: (points, count, names) => {
      checkPoints(inputs, points, count);
      const wanted = wantedOf(names);
      const predictions = new Map(wanted.map(({ name, size }) => [name, blankSlopes(count * size, inputs)]));
      for (const chunk of chunksOf(points, count, SLOPES_CHUNK)) {
        const { from, size, encoded } = chunk;
        const hearing = slopedHearingAt(encoded, features.length, size);
        for (const output of wanted) {
          const own = slopedPrediction(output, parts, slopedCommittee, hearing, chunk.points);
          const whole = predictions.get(output.name);
          for (const end of ["mean", "lower", "upper"] as const) {
            whole?.[end].set(own[end], from * output.size);
            whole?.slopes[end].set(own.slopes[end], from * output.size * inputs.length);
          }
        }
      }
      return predictions;
    },
    means: (points, count, name) => {
      checkPoints(inputs, points, count);
      const output = outputNamed(outputs, name);
      const whole = new Float64Array(count * output.size);
      for (const { from, size, encoded } of chunksOf(points, count, CHUNK)) {
        const asked = { inputs: encoded, count: size };
        const said = new Map<number, Float64Array[]>();
        const targets = Array.from(output.targets, (target) => committee.meansOf(target, asked, said));
        const values = assemble(output, targets, size);
        whole.set(
          values.map((value, at) => toOutput(output, at % output.size, value)),
          from * output.size,
        );
      }
      return whole;
    },
    extrapolation: (points, count) => {
      checkPoints(inputs, points, count);
      const encoded = encode(features, points, inputs.length, count);
      return extrapolationOf(inputs, parts.surroundings, points, encoded, count);
    },
    serialise: () => serialisePanel(parts),
  };
}

/** The models whose variance some output's bounds rest on. */
function claimedModels({ outputs, targets }: PanelEmulatorParts): ReadonlySet<number> {
  const resting = outputs.filter(({ deviation }) => deviation.ofVariance > 0);
  const voices = resting.flatMap((output) =>
    Array.from(output.targets).flatMap((target) => targets[target]?.voices ?? []),
  );
  return new Set(voices.filter(({ knows }) => knows > 0).flatMap(({ models }) => Array.from(models)));
}

/** Mean and variance of every standardised component, count x size. */
export function standardised(
  output: OutputModel & { deviation: Deviation },
  targets: readonly CommitteeTarget[],
  committee: Committee,
  hearing: Hearing,
): { means: Float64Array; variances: Float64Array } {
  const { count, inputs } = hearing;
  const verdicts = Array.from(output.targets, (target) => committee.hear(target, hearing));
  const means = verdicts.map(({ mean }) => mean);
  const excess = verdicts.map(({ spread }, at) => {
    const usual = targets[output.targets[at] ?? 0]?.usualSpread ?? 0;
    return spread.map((value) => Math.max(0, value - usual));
  });
  const mean = means[0] ?? new Float64Array(count);
  const logs = logFactors(output.deviation.factor, { inputs, count, mean });
  return {
    means: assemble(output, means, count),
    variances: variancesOf(output, output.deviation, verdicts, excess, logs),
  };
}

/** In the output's own unit, with the 95% bounds. */
export function inOwnUnit(
  output: OutputModel & Pick<PanelOutputParts, "below" | "above">,
  means: Float64Array,
  variances: Float64Array,
): OutputPrediction {
  const prediction = blank(means.length);
  for (let at = 0; at < means.length; at++) {
    const component = at % output.size;
    const middle = means[at] ?? 0;
    const deviation = Math.sqrt(variances[at] ?? 0);
    prediction.mean[at] = toOutput(output, component, middle);
    prediction.lower[at] = toOutput(output, component, middle - (output.below[component] ?? 0) * deviation);
    prediction.upper[at] = toOutput(output, component, middle + (output.above[component] ?? 0) * deviation);
  }
  return prediction;
}

function blank(length: number): OutputPrediction {
  return { mean: new Float64Array(length), lower: new Float64Array(length), upper: new Float64Array(length) };
}

function described(output: PanelOutputParts): EmulatorOutput {
  return {
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
  };
}

function outputNamed(outputs: readonly PanelOutputParts[], name: string): PanelOutputParts {
  const found = outputs.find((output) => output.name === name);
  if (found === undefined) throw new UserError(`The emulator has no output named “${name}”.`);
  return found;
}

function checkPoints(inputs: readonly EmulatorInput[], points: Float64Array, count: number): void {
  if (points.length !== count * inputs.length) {
    throw new UserError(`A point needs ${inputs.length} values, one for each input.`);
  }
  points.forEach((value, at) => {
    const input = inputs[at % inputs.length];
    if (input === undefined || !input.used) return;
    if (!Number.isFinite(value)) throw new UserError(`The value of “${input.name}” is not a number.`);
    if (input.kind === "categorical" && input.levels[value] === undefined) {
      throw new UserError(`The input “${input.name}” has no level with the code ${value}.`);
    }
  });
}
