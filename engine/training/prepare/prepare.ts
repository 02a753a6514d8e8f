/** Turns a table into training data: encoded inputs, and the targets that every output is made of. */
import { isCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { createFeatures, encodeRows, type Feature } from "../../dataset/columns.ts";
import { withoutCopies } from "../../dataset/copies.ts";
import { IDENTITY } from "../../dataset/scaling.ts";
import { everyRow, gatherRows, type InputColumn, remainingRows, type Table } from "../../dataset/table.ts";
import { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import type { OutputModel } from "../../models/targets.ts";
import { createFolds, FEW_ROWS } from "../fit/folds.ts";
import { createLevelFolds } from "../fit/level-folds.ts";
import { shared } from "../fit/shared-arrays.ts";
import { chooseInputScales } from "../scales/choose-input-scales.ts";
import { chooseOutputScales } from "../scales/choose-output-scales.ts";
import { describeInputs } from "./describe-inputs.ts";
import type { TrainOptions } from "./messages.ts";
import { reduceCurve, reduceScalars, type TargetCollection } from "./reduce.ts";
import { collectCurves, type Standardised, standardise } from "./standardise.ts";

/** The number of this random stream lies beyond those of the principal components. */
const FOLDS_STREAM = 1e6;
/** More scalar outputs than this are emulated through their principal components. */
const MAX_SCALARS = 40;

/** The rows that accuracies are measured on. */
export type Validation =
  /** No model is fitted to these rows before its last fit. `inputs` are features x rows, standardised. */
  | { method: "held-out rows"; rows: Int32Array; inputs: Matrix }
  /** Each training row is predicted by models that were fitted without it. `rows` are the validation rows among them. */
  | { method: "cross-validation"; rows: Int32Array };

export interface PreparedOutput {
  model: OutputModel;
  /** The values on the training rows, standardised, count x size. */
  trainingValues: Float64Array;
  /** The values on the rows that accuracies are measured on, in the output's own unit and standardised, count x size. */
  truth: Float64Array;
  standardisedTruth: Float64Array;
}

export interface Prepared {
  inputs: EmulatorInput[];
  features: readonly Feature[];
  validation: Validation;
  /** The training rows, in memory that threads can share. */
  trainingData: TrainingData;
  outputs: PreparedOutput[];
  /** The share of each target in its output's variance. */
  varianceShares: Float64Array;
}

/**
 * Prepares the data of a training: chooses the scales, encodes the inputs, standardises the outputs and reduces them
 * to targets. Yields between long steps.
 *
 * @param table the data set
 * @param options the options of the training
 * @param random the random source of the principal components and of the folds
 * @param choosesScales whether scales are chosen for inputs and outputs, or all keep their own
 * @param hasFewRows whether models are fitted to all rows and measured by cross-validation; a subset is measured as its whole table
 * @throws UserError where no input varies over the training rows
 */
export function* prepare(
  table: Table,
  options: TrainOptions,
  random: Random,
  choosesScales = true,
  hasFewRows = isCrossValidated(table.rows),
): Generator<undefined, Prepared> {
  const validationRows = Int32Array.from(options.validationRows);
  const trainingRows = hasFewRows ? everyRow(table.rows) : remainingRows(table.rows, validationRows);
  const isMeasuredApart = !hasFewRows;
  const sampled = yield* collectFeatures(table, options, trainingRows);
  if (sampled.length === 0) throw new UserError("None of the inputs varies over the training rows.");
  const curves = yield* collectCurves(table, options);
  const features = choosesScales ? yield* chooseInputScales(sampled, table, trainingRows, curves) : sampled;
  const training = encodeRows(features, table, trainingRows);
  yield;
  const validation: Validation = isMeasuredApart
    ? { method: "held-out rows", rows: validationRows, inputs: encodeRows(features, table, validationRows) }
    : { method: "cross-validation", rows: validationRows };
  const measuredRows = isMeasuredApart ? validationRows : trainingRows;
  const scales = choosesScales ? yield* chooseOutputScales(features, table, trainingRows, curves) : [];
  const outputs: Standardised[] = [];
  for (const [at, curve] of curves.entries()) {
    outputs.push(standardise(curve, scales[at] ?? IDENTITY, trainingRows));
    yield;
  }
  const collection: TargetCollection = { rows: trainingRows, targets: [], varianceShares: [] };
  const { targets, varianceShares } = collection;
  const scalars = outputs.filter((output) => output.model.size === 1);
  const pooled = scalars.length > MAX_SCALARS;
  const alone = outputs.filter((output) => (pooled ? output.model.size > 1 : true));
  const maxTargets = Math.max(2, Math.floor(96 / Math.max(1, alone.length)));
  for (const output of alone)
    yield* reduceCurve(output, collection, Math.min(40, maxTargets), random.fork(varianceShares.length));
  if (pooled) yield* reduceScalars(scalars, collection, MAX_SCALARS, random.fork(varianceShares.length));
  yield;
  return {
    inputs: describeInputs(table, trainingRows, sampled),
    features,
    validation,
    trainingData: toTrainingData(
      training,
      targets,
      features,
      random.fork(FOLDS_STREAM),
      options.groups && usableGroups(Int32Array.from(trainingRows, (row) => options.groups?.[row] ?? row)),
      {
        columns: Array.from(new Set(features.map(({ input }) => input)), (input) => table.inputs[input]),
        rows: trainingRows,
      },
    ),
    varianceShares: Float64Array.from(varianceShares),
    outputs: outputs.map(({ model, ownValues, values }) => ({
      model,
      trainingValues: gatherRows(values, model.size, trainingRows),
      truth: gatherRows(ownValues, model.size, measuredRows),
      standardisedTruth: gatherRows(values, model.size, measuredRows),
    })),
  };
}

/** Collects the inputs that vary, each on the scale that it was sampled on, and only the first of several copies of an input. */
function* collectFeatures(
  table: Table,
  { ignoredInputs }: TrainOptions,
  rows: Int32Array,
): Generator<undefined, Feature[]> {
  const features: Feature[] = [];
  for (const [index, { name }] of table.inputs.entries()) {
    if (!ignoredInputs?.includes(name)) features.push(...createFeatures(table, index, rows));
    yield;
  }
  const encoded = encodeRows(features, table, rows);
  const distinct = withoutCopies(features, encoded);
  yield;
  return distinct.flatMap((at) => features[at] ?? []);
}

function toTrainingData(
  inputs: Matrix,
  targets: readonly Float64Array[],
  features: readonly Feature[],
  random: Random,
  groups: Int32Array | null | undefined,
  { columns, rows }: { columns: readonly InputColumn[]; rows: Int32Array },
): TrainingData {
  const levelFolds = groups || inputs.columns > FEW_ROWS ? null : createLevelFolds(columns, rows, targets);
  return {
    inputs: new Matrix(inputs.rows, inputs.columns, shared(inputs.values)),
    targets: targets.map(shared),
    sources: Int32Array.from(features, ({ input }) => input),
    scalings: features.map((feature) =>
      feature.kind === "value"
        ? { scale: feature.scale, centre: feature.centre, deviation: feature.deviation }
        : null,
    ),
    ...(groups ? { groups } : {}),
    ...(levelFolds ?? createFolds(inputs, random, groups ?? undefined)),
  };
}

/** Returns null where all rows are of one group: then none could be left out. */
const usableGroups = (groups: Int32Array): Int32Array | null =>
  groups.some((group) => group !== groups[0]) ? groups : null;
