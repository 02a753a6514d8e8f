/** Turns a table into what networks learn from: encoded inputs, and targets that every output is made of. */
import { encodeRows, type Feature, featuresOf } from "../data/columns.ts";
import { withoutCopies } from "../data/copies.ts";
import { IDENTITY, rangeOf, type Scale, spreadOf, standardised, toScale } from "../data/scaling.ts";
import { coordinatesOf, knotsOf, resample } from "../data/sections.ts";
import { gatherRows, type OutputColumn, remainingRows, type Table, thinRows } from "../data/table.ts";
import { describeInputs } from "../emulators/describe-inputs.ts";
import type { EmulatorInput } from "../emulators/emulator.ts";
import { chooseScale } from "../emulators/output-scale.ts";
import { createScaleJudge, type ScaleJudge } from "../emulators/scale-judge.ts";
import type { OutputModel } from "../emulators/targets.ts";
import { createFolds } from "../learning/folds.ts";
import type { LearningData } from "../learning/lesson.ts";
import { shared } from "../learning/shared-arrays.ts";
import type { Random } from "../math/random.ts";
import { reduceCurve, reduceScalars, type TargetCollection } from "./reduce.ts";
import type { CurveOptions, TrainOptions } from "./training.ts";

/** Rows the scales are chosen by. */
const SCALE_ROWS = 2000;
/** Components of a curve that vary less than this share of the others are standardised as if they varied so much. */
const LEAST_DEVIATION = 0.05;
/** Beyond the streams that the components of outputs are found with. */
const FOLDS_STREAM = 1e6;
/** Times the largest value seen. */
const MOST_BEYOND = 4;
/** More scalar outputs than this are learnt through their principal components. */
const MOST_SCALARS = 40;

interface Part {
  rows: Int32Array;
  count: number;
  /** Features x count, unit-major. */
  inputs: Float64Array;
}

export interface PreparedOutput {
  model: OutputModel;
  /** On the training rows, standardised, count x size. */
  learnt: Float64Array;
  /** On the validation rows, in the output's own unit and standardised, count x size. */
  truth: Float64Array;
  standardisedTruth: Float64Array;
}

export interface Prepared {
  inputs: EmulatorInput[];
  features: Feature[];
  training: Part;
  validation: Part;
  /** The training rows, in memory that threads can share. */
  learning: LearningData;
  outputs: PreparedOutput[];
  /** How much of its output's variance each target holds. */
  shares: Float64Array;
}

/**
 * Yields between long steps.
 *
 * @param choosesScales whether outputs are looked at on other scales than their own.
 */
export function* prepare(
  table: Table,
  options: TrainOptions,
  random: Random,
  choosesScales = true,
): Generator<undefined, Prepared> {
  const validationRows = Int32Array.from(options.validationRows);
  const trainingRows = remainingRows(table.rows, validationRows);
  const found: Feature[] = [];
  for (const [index, { name }] of table.inputs.entries()) {
    if (!options.ignoredInputs?.includes(name)) found.push(...featuresOf(table, index, trainingRows));
    yield;
  }
  const all = encodeRows(found, table, trainingRows);
  const features = withoutCopies(found, all, trainingRows.length).flatMap((at) => found[at] ?? []);
  yield;
  if (features.length === 0) throw new Error("None of the inputs varies over the training rows.");
  const part = (rows: Int32Array): Part => ({
    rows,
    count: rows.length,
    inputs: encodeRows(features, table, rows),
  });
  const training = part(trainingRows);
  yield;
  const validation = part(validationRows);
  const scaleRows = thinRows(trainingRows, SCALE_ROWS);
  const ignored = new Set(options.ignoredOutputs);
  const emulated = table.outputs.filter(({ name }) => !ignored.has(name));
  const encoded = encodeRows(features, table, scaleRows);
  const judge = choosesScales
    ? yield* createScaleJudge(encoded, features.length, scaleRows.length, emulated.length)
    : null;
  const outputs: Standardised[] = [];
  for (const output of emulated) {
    const curve = output.size > 1 ? resampled(table, output, options.curves?.[output.name]) : atPoint(output);
    outputs.push(standardise(curve, trainingRows, judge, scaleRows));
    yield;
  }
  const collection: TargetCollection = { rows: trainingRows, targets: [], shares: [] };
  const { targets, shares } = collection;
  const scalars = outputs.filter((output) => output.model.size === 1);
  const pooled = scalars.length > MOST_SCALARS;
  const curves = outputs.filter((output) => (pooled ? output.model.size > 1 : true));
  const most = Math.max(2, Math.floor(96 / Math.max(1, curves.length)));
  for (const output of curves)
    yield* reduceCurve(output, collection, Math.min(40, most), random.fork(shares.length));
  if (pooled) yield* reduceScalars(scalars, collection, MOST_SCALARS, random.fork(shares.length));
  yield;
  return {
    inputs: describeInputs(table, trainingRows, features),
    features,
    training,
    validation,
    learning: learningData(training, targets, features, random.fork(FOLDS_STREAM)),
    shares: Float64Array.from(shares),
    outputs: outputs.map(({ model, own, values }) => ({
      model,
      learnt: gatherRows(values, model.size, trainingRows),
      truth: gatherRows(own, model.size, validationRows),
      standardisedTruth: gatherRows(values, model.size, validationRows),
    })),
  };
}

function learningData(
  { count, inputs }: Part,
  targets: readonly Float64Array[],
  features: readonly Feature[],
  random: Random,
): LearningData {
  return {
    count,
    width: features.length,
    inputs: shared(inputs),
    targets: targets.map(shared),
    sources: Int32Array.from(features, ({ input }) => input),
    units: features.map((one) =>
      one.kind === "value" ? { scale: one.scale, centre: one.centre, deviation: one.deviation } : null,
    ),
    ...createFolds(inputs, features.length, count, random),
  };
}

interface Curve {
  name: string;
  coordinate: string | null;
  knots: Float64Array;
  /** rows x knots. */
  values: Float64Array;
}

export interface Standardised {
  /** Without targets and basis as yet. */
  model: OutputModel;
  /** rows x size: in the output's own unit, and standardised on its scale. */
  own: Float64Array;
  values: Float64Array;
}

function atPoint(output: OutputColumn): Curve {
  return { name: output.name, coordinate: null, knots: new Float64Array(1), values: output.values };
}

function resampled(table: Table, output: OutputColumn, options: CurveOptions = {}): Curve {
  const coordinate = table.outputs.find(({ name }) => name === options.coordinate);
  const stored = coordinatesOf(output, coordinate);
  const knots = knotsOf(stored, output.size, options.regions);
  const values = resample(output.values, stored, output.size, knots);
  return { name: output.name, coordinate: coordinate?.name ?? null, knots, values };
}

function standardise(
  curve: Curve,
  rows: Int32Array,
  judge: ScaleJudge | null,
  scaleRows: Int32Array,
): Standardised {
  const size = curve.knots.length;
  const learnt = gatherRows(curve.values, size, rows);
  const scale =
    judge !== null && spreadOf(learnt).deviation > 0
      ? chooseScale(judge, gatherRows(curve.values, size, scaleRows), size, learnt)
      : IDENTITY;
  const scaled = curve.values.map((value) => toScale(scale, value));
  const trained = gatherRows(scaled, size, rows);
  const spreads = Array.from({ length: size }, (_, j) => spreadOf(columnOf(trained, size, j)));
  const typical = spreadOf(spreads.map(({ deviation }) => deviation));
  const floor = size > 1 ? LEAST_DEVIATION * (typical.centre + typical.deviation) : 0;
  const centres = Float64Array.from(spreads, ({ centre }) => centre);
  const deviations = Float64Array.from(spreads, ({ deviation }) => Math.max(deviation, floor));
  const values = new Float64Array(scaled.length);
  for (let j = 0; j < size; j++) {
    const spread = { centre: centres[j] ?? 0, deviation: deviations[j] ?? 0 };
    for (let at = j; at < values.length; at += size) values[at] = standardised(scaled[at] ?? 0, spread);
  }
  const range = rangeOf(gatherRows(values, size, rows));
  const [low, high] = [Math.min(0, range.low), Math.max(0, range.high)];
  const model: OutputModel = {
    name: curve.name,
    size,
    coordinate: curve.coordinate,
    knots: curve.knots,
    scale,
    centres,
    deviations,
    lowest: low - (high - low),
    highest: Math.min(high + (high - low), poleOf(scale, learnt, centres[0] ?? 0, deviations[0] ?? 0)),
    targets: new Int32Array(0),
    basis: new Float64Array(0),
    remainder: new Float64Array(size),
  };
  return { model, own: curve.values, values };
}

function columnOf(values: Float64Array, width: number, column: number): Float64Array {
  const own = new Float64Array(values.length / width);
  for (let row = 0; row < own.length; row++) own[row] = values[row * width + column] ?? 0;
  return own;
}

/** Where a scale turned round would reach its pole, predictions end at a few times the largest value seen. */
function poleOf(scale: Scale, values: Float64Array, centre: number, deviation: number): number {
  if (scale.kind !== "power" || scale.exponent > 0) return Number.POSITIVE_INFINITY;
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return standardised(toScale(scale, MOST_BEYOND * largest), { centre, deviation });
}
