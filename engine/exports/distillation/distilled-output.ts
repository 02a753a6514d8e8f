/** An output that is being distilled: the networks of its mean and of its bounds. */
import { createFeatures, encode, type Feature, valueFeature } from "../../dataset/columns.ts";
import { inputScale } from "../../dataset/scale-candidates.ts";
import { IDENTITY, type Scale } from "../../dataset/scaling.ts";
import { everyRow } from "../../dataset/table.ts";
import { joined } from "../../math/joined.ts";
import { Matrix } from "../../math/matrix.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { OutputModel } from "../../models/targets.ts";
import type { Signature } from "../equations/signature.ts";
import type { ExportedInput, VectorValues } from "../exported-model.ts";
import type { FittedOutput, FittedQuantity } from "./distilled-program.ts";
import { GrowingNetwork } from "./growing-network.ts";
import { type LearnedQuantity, learnQuantity, type QuantityRows } from "./learned-quantity.ts";
import { courseTask, targetsTask } from "./network-task.ts";
import type { Pace } from "./pace.ts";
import { chooseUnit, computeValues, type Quantity, shareBelow } from "./quantity.ts";
import type { Sample } from "./sample.ts";

/** The error of the bounds that is small enough, as a share of half the distance between them. */
const WANTED_BOUNDS = 0.05;

export interface DistilledOutput {
  networks: readonly GrowingNetwork[];
  /** Differences are measured in this: the emulator's own error; 0 for an output that never changes. */
  unit: number;
  fitted(): FittedOutput;
}

export interface OutputRequest {
  /** The features of the emulator, without coordinates. */
  features: readonly Feature[];
  /** Its index among the outputs. */
  output: number;
  /** The scale that the values suggest is used where it is undefined. */
  scale: Scale | undefined;
  wantedShare: number;
}

/** @param samples what the networks are fitted to, and what they are checked with between their steps. */
export async function distilledOutput(
  { features, output, scale, wantedShare }: OutputRequest,
  signature: Signature,
  samples: { fit: Sample; check: Sample },
  pace: Pace,
): Promise<DistilledOutput> {
  const { error, curve, name } = signature.outputs[output];
  const fitValues = samples.fit.values[output];
  const coordinate = coordinateFeature(signature, curve?.input ?? null);
  const base = {
    scale: scale ?? inputScale(allValues(fitValues)),
    knots: curve?.knots ?? new Float64Array(1),
  };
  const unit = chooseUnit(error, fitValues);
  const learned = async (part: Quantity["part"]): Promise<QuantityNetworks> => {
    const isMean = part === "mean";
    const quantity: Quantity = { ...base, part, unit: isMean ? unit : 1 };
    const rows = ({ count, points, values }: Sample): QuantityRows => ({
      encoded: encode(features, new Matrix(count, points.length / count, points)),
      values: computeValues(quantity, values[output]),
    });
    const errorShare = isMean ? wantedShare : WANTED_BOUNDS;
    const work = learnQuantity(name, quantity, rows(samples.fit), rows(samples.check), errorShare);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return createNetworks(step.value, coordinate, createRandom(isMean ? 1 : 2, output));
      await pace.pause();
    }
  };
  const mean = await learned("mean");
  const bounds = fitValues.lower === null || fitValues.upper === null ? null : await learned("bounds");
  return {
    networks: [mean, bounds].flatMap((quantity) =>
      [quantity?.ofTargets ?? [], quantity?.ofCourse ?? []].flat(),
    ),
    unit,
    fitted: () => ({
      features,
      coordinate,
      mean: finishQuantity(mean),
      bounds: bounds === null ? null : finishQuantity(bounds),
      shareBelow: shareBelow(base.scale, fitValues),
    }),
  };
}

interface QuantityNetworks {
  model: OutputModel;
  ofTargets: GrowingNetwork | null;
  ofCourse: GrowingNetwork | null;
}

function createNetworks(
  learned: LearnedQuantity,
  coordinate: Feature | null,
  random: Random,
): QuantityNetworks {
  const [targets, course] = [targetsTask(learned), courseTask(learned, coordinate)];
  return {
    model: learned.model,
    ofTargets: targets === null ? null : new GrowingNetwork(targets, random.fork(1)),
    ofCourse: course === null ? null : new GrowingNetwork(course, random.fork(2)),
  };
}

const finishQuantity = ({ model, ofTargets, ofCourse }: QuantityNetworks): FittedQuantity => ({
  model,
  ofTargets: ofTargets?.model() ?? null,
  ofCourse: ofCourse?.model() ?? null,
});

/** With the bounds: on a logarithmic scale all must be positive. */
const allValues = ({ mean, lower, upper }: VectorValues): Float64Array =>
  joined([mean, lower, upper].flatMap((values) => values ?? []));

function coordinateFeature({ inputs, knots }: Signature, input: number | null): Feature | null {
  if (input === null) return null;
  const values = knots[input - (inputs.length - knots.length)];
  return valueFeature(values, input, inputScale(values))[0] ?? null;
}

/** @param points that networks are fitted to, row-major; a category has all its levels alike in number. */
export function inputFeatures(
  inputs: readonly ExportedInput[],
  scales: readonly Scale[],
  points: Float64Array,
): Feature[] {
  return inputs.flatMap((input, at) => {
    if (input.kind === "continuous")
      return valueFeature(selectColumn(points, inputs.length, at), at, scales[at]);
    const { name, levels } = input;
    const codes = everyRow(levels.length);
    const table = {
      rows: levels.length,
      inputs: [{ kind: "categorical" as const, name, levels, codes }],
      outputs: [],
    };
    return createFeatures(table, 0, codes).map((feature) => ({ ...feature, input: at }));
  });
}

/** Finds the scales that the rows suggest. */
export const inputScales = (inputs: readonly ExportedInput[], rows: Float64Array): Scale[] =>
  inputs.map(({ kind }, at) =>
    kind === "continuous" ? inputScale(selectColumn(rows, inputs.length, at)) : IDENTITY,
  );

const selectColumn = (rows: Float64Array, width: number, column: number): Float64Array =>
  Float64Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column]);
