/** Finds the causes that limit the accuracy of an output; see shared/domain/finding.ts. */
import type { Finding } from "@understudy/shared/domain/finding.ts";
import { verdictOf } from "@understudy/shared/domain/verdict.ts";
import { findRareLevels } from "../../dataset/rare-levels.ts";
import { spreadOf } from "../../dataset/scaling.ts";
import type { EmulatorInput, EmulatorOutput } from "../../models/emulator.ts";
import { viewRows } from "../../models/extrapolation/nearest-rows.ts";
import type { IndexedReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { assemble, toOutput } from "../../models/targets.ts";
import { findRepeats, measureNoise } from "../fit/repeats.ts";
import { varies } from "../prepare/accuracy.ts";
import { computeStrength } from "./calibrate.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";
import { wouldMoreRowsHelp } from "./more-rows.ts";
import { findWrapPeriod } from "./wrapped-angle.ts";

/** With fewer groups than this in the training, new ones are likely to be unlike all of them. */
const FEW_GROUPS = 20;
/** With fewer different points than this nothing is known of what lies between them. */
const FEW_POINTS = 20;
/** Noise is a cause where it makes at least this share of the squared error. */
const MIN_NOISE_SHARE = 0.3;
/**
 * Outliers are at most this share of the rows and have at least `MIN_OUTLIER_ERROR` of the squared errors. They are
 * looked for among at least `MIN_ROWS` rows.
 */
const MAX_OUTLIER_ROWS = 0.05;
const MIN_OUTLIER_ERROR = 0.8;
const MIN_ROWS = 30;

/** The data of a training that all outputs share. */
export interface Circumstances {
  trainingData: TrainingData;
  inputs: readonly EmulatorInput[];
  referenceRows: IndexedReferenceRows;
  /** The training rows to which the errors belong. */
  rows: Int32Array;
}

type Measured = Pick<
  EmulatorOutput,
  "coefficientOfDetermination" | "coverage" | "validationValues" | "learningCurve"
>;

/**
 * Finds the causes that make predictions doubtful whatever was measured, and for an output below good those that
 * explain its error.
 *
 * @param errors the errors of each target of the output, at the rows of the circumstances: prediction less truth, NaN
 * without a prediction
 */
export function findCauses(
  circumstances: Circumstances,
  output: EnsembleOutput,
  errors: readonly Float64Array[],
  measured: Measured,
): Finding[] {
  const { model, truth } = output;
  const unmeasurable = findUnmeasurable(output);
  // Where rows are many, few of them lie near a jump: the accuracy is high, and the predictions there are wrong by up to a turn.
  const angle = unmeasurable.length > 0 ? [] : findWrappedAngle(output, circumstances.referenceRows);
  const doubts = [...unmeasurable, ...nameRareLevels(circumstances.inputs), ...angle];
  const validationRows = measured.validationValues / model.size;
  const verdict = verdictOf(
    {
      coefficient_of_determination: measured.coefficientOfDetermination,
      coverage: measured.coverage,
      findings: doubts,
    },
    validationRows,
  );
  if (verdict === "excellent" || verdict === "good" || truth.length === 0) return doubts;
  const causes = [
    ...findFewGroups(circumstances.trainingData),
    ...findNoise(circumstances.trainingData, output, errors),
    // The rows near a jump have the largest errors, but their values are right.
    ...(angle.length > 0 ? [] : findOutliers(circumstances, output, errors)),
  ];
  const isExplained = causes.length + angle.length > 0;
  return [...doubts, ...causes, ...findRowsThatHelp(circumstances.trainingData, measured, isExplained)];
}

function findUnmeasurable({ model, truth }: EnsembleOutput): Finding[] {
  const isConstant = model.deviations.every((deviation) => deviation === 0);
  if (isConstant) {
    const isSame = truth.every((value, at) => value === toOutput(model, at % model.size, 0));
    return isSame ? [] : [{ kind: "constant" }];
  }
  return varies(truth, model.size) ? [] : [{ kind: "unmeasurable", values: truth.length / model.size }];
}

function nameRareLevels(inputs: readonly EmulatorInput[]): Finding[] {
  return inputs.flatMap((input) =>
    input.kind === "categorical" && input.used
      ? findRareLevels(input.levels, input.counts).map(
          (rare): Finding => ({ kind: "rare level", input: input.name, ...rare }),
        )
      : [],
  );
}

function findFewGroups({ groups }: TrainingData): Finding[] {
  const count = groups === undefined ? Number.POSITIVE_INFINITY : new Set(groups).size;
  return count < FEW_GROUPS ? [{ kind: "few groups", groups: count }] : [];
}

/**
 * Compares noise and errors on the scale that the output was trained on, weighted by the targets' shares of its
 * variance.
 */
function findNoise(
  data: TrainingData,
  { model }: EnsembleOutput,
  errors: readonly Float64Array[],
): Finding[] {
  const repeats = findRepeats(data);
  if (repeats === null) return [];
  let [noise, error, total] = [0, 0, 0];
  model.targets.forEach((target, at) => {
    const strength = computeStrength(model, at);
    noise += strength * (measureNoise(repeats, data.targets[target] ?? new Float64Array(0)) ?? 0);
    error += strength * computeMeanSquare(errors[at] ?? new Float64Array(0));
    total += strength;
  });
  if (!(noise >= MIN_NOISE_SHARE * error && noise > 0)) return [];
  const points = repeats.sizes.filter((size) => size > 1).length;
  return [{ kind: "noise", share: Math.sqrt(noise / total), points }];
}

function computeMeanSquare(errors: Float64Array): number {
  const predicted = errors.filter(Number.isFinite);
  return predicted.reduce((sum, error) => sum + error * error, 0) / Math.max(1, predicted.length);
}

function findOutliers(
  { rows }: Circumstances,
  output: EnsembleOutput,
  errors: readonly Float64Array[],
): Finding[] {
  const sorted = squaredErrors(rows, output, errors).filter(Number.isFinite).sort().reverse();
  if (sorted.length < MIN_ROWS) return [];
  const total = sorted.reduce((sum, square) => sum + square, 0);
  let cumulated = 0;
  let count = 0;
  while (count < sorted.length && cumulated < MIN_OUTLIER_ERROR * total) cumulated += sorted[count++];
  const share = count / sorted.length;
  return total > 0 && share <= MAX_OUTLIER_ROWS ? [{ kind: "outliers", rows: count, share }] : [];
}

/** Sums the squared errors of each row over the components, in the output's own unit: other scales draw outliers in. */
function squaredErrors(
  rows: Int32Array,
  { model, trainingValues }: EnsembleOutput,
  errors: readonly Float64Array[],
): Float64Array {
  const deviations = assemble(model, errors, rows.length);
  const squares = new Float64Array(rows.length);
  deviations.forEach((deviation, at) => {
    const component = at % model.size;
    const row = Math.floor(at / model.size);
    const truth = trainingValues[rows[row] * model.size + component];
    squares[row] += (toOutput(model, component, truth + deviation) - toOutput(model, component, truth)) ** 2;
  });
  return squares;
}

function findWrappedAngle(
  { model, trainingValues }: EnsembleOutput,
  referenceRows: IndexedReferenceRows,
): Finding[] {
  if (model.size !== 1) return [];
  const values = Float64Array.from(referenceRows.indices, (row) => toOutput(model, 0, trainingValues[row]));
  const period = spreadOf(values).deviation === 0 ? null : findWrapPeriod(values, viewRows(referenceRows));
  return period === null ? [] : [{ kind: "wrapped angle", period }];
}

function findRowsThatHelp(data: TrainingData, measured: Measured, isExplained: boolean): Finding[] {
  const { columns: count } = data.inputs;
  const help = wouldMoreRowsHelp(measured);
  if (help === true) return [{ kind: "few rows", rows: count }];
  if (isExplained) return [];
  const points = findRepeats(data)?.sizes.length ?? count;
  // The learning curve of repeated runs is flat whatever lies between their points.
  if (points < FEW_POINTS) return [{ kind: "few points", points }];
  return help === false ? [{ kind: "unexplained" }] : [];
}
