/** An output that is being distilled: the networks of its mean and of its bounds. */
import { type Feature, featuresOf, valueFeature } from "../../dataset/columns.ts";
import { inputScale } from "../../dataset/scale-candidates.ts";
import { IDENTITY, type Scale } from "../../dataset/scaling.ts";
import { everyRow } from "../../dataset/table.ts";
import { joined } from "../../math/joined.ts";
import { createRandom } from "../../math/random.ts";
import type { ExportedInput, VectorValues } from "../exported-model.ts";
import type { FittedOutput, FittedQuantity } from "./distilled-program.ts";
import { GrowingNetwork } from "./growing-network.ts";
import { type LearnedQuantity, learnQuantity } from "./learned-quantity.ts";
import type { Pace } from "./pace.ts";
import { type Quantity, rowsOf, shareBelow, unitOf } from "./quantity.ts";
import type { Sample } from "./sample.ts";
import type { Signature } from "./signature.ts";

/** Of half the distance between the bounds: an error that is small enough. */
const WANTED_BOUNDS = 0.05;
/** Coordinates of a point at which networks are checked. */
const CHECKED_COORDINATES = 4;

export interface DistilledOutput {
  networks: readonly GrowingNetwork[];
  /** Differences are measured in this: the emulator's own error; 0 for an output that never changes. */
  unit: number;
  fitted(): FittedOutput;
}

export interface Samples {
  /** What the networks are fitted to, and what they are checked with between their steps. */
  fit: Sample;
  check: Sample;
  /** Rows that a network is fitted to, at most. */
  mostRows: number;
}

export interface OutputRequest {
  /** Of the emulator, without coordinates. */
  features: readonly Feature[];
  /** Its index among the outputs. */
  output: number;
  /** What its values suggest where it is undefined. */
  scale: Scale | undefined;
  wantedShare: number;
}

export async function distilledOutput(
  { features, output, scale, wantedShare }: OutputRequest,
  signature: Signature,
  samples: Samples,
  pace: Pace,
): Promise<DistilledOutput> {
  const { error, curve, name } = signature.outputs[output];
  const own = samples.fit.values[output];
  const coordinate = coordinateFeature(signature, curve?.input ?? null);
  const base = {
    output,
    scale: scale ?? inputScale(allValues(own)),
    knots: curve?.knots ?? new Float64Array(1),
    features,
    coordinate,
  };
  const unit = unitOf(error, own);
  const learned = async (part: Quantity["part"]): Promise<LearnedQuantity> => {
    const isMean = part === "mean";
    const quantity: Quantity = { ...base, part, unit: isMean ? unit : 1 };
    const repeats = Math.ceil(samples.mostRows / samples.fit.count);
    const fit = rowsOf(quantity, samples.fit, { repeats, betweenKnots: true, seed: 1 });
    const choice = { repeats: CHECKED_COORDINATES, betweenKnots: false, seed: 2 };
    const check = rowsOf(quantity, samples.check, choice);
    const work = learnQuantity(name, quantity, fit, check, isMean ? wantedShare : WANTED_BOUNDS);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      await pace.pause();
    }
  };
  const networksOf = (quantity: LearnedQuantity, seed: number): GrowingNetwork[] =>
    Array.from(
      quantity.model.targets,
      (target) => new GrowingNetwork(quantity, target, createRandom(seed, output, target)),
    );
  const mean = await learned("mean");
  const ofMean = networksOf(mean, 1);
  const bounds = own.lower === null || own.upper === null ? null : await learned("bounds");
  const ofBounds = bounds === null ? [] : networksOf(bounds, 2);
  const fittedOf = ({ model }: LearnedQuantity, networks: readonly GrowingNetwork[]): FittedQuantity => ({
    model,
    networks: networks.map((network) => network.model()),
  });
  return {
    networks: [...ofMean, ...ofBounds],
    unit,
    fitted: () => ({
      features: coordinate === null ? features : [...features, coordinate],
      mean: fittedOf(mean, ofMean),
      bounds: bounds === null ? null : fittedOf(bounds, ofBounds),
      shareBelow: shareBelow(base.scale, own),
    }),
  };
}

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
    if (input.kind === "continuous") return valueFeature(columnOf(points, inputs.length, at), at, scales[at]);
    const { name, levels } = input;
    const codes = everyRow(levels.length);
    const table = {
      rows: levels.length,
      inputs: [{ kind: "categorical" as const, name, levels, codes }],
      outputs: [],
    };
    return featuresOf(table, 0, codes).map((feature) => ({ ...feature, input: at }));
  });
}

/** What the rows suggest. */
export const inputScales = (inputs: readonly ExportedInput[], rows: Float64Array): Scale[] =>
  inputs.map(({ kind }, at) =>
    kind === "continuous" ? inputScale(columnOf(rows, inputs.length, at)) : IDENTITY,
  );

const columnOf = (rows: Float64Array, width: number, column: number): Float64Array =>
  Float64Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column]);
