/** Predicts the rows that accuracies are measured on: held-out rows by the emulator, others by models that were fitted without them. */
import { gatherRows, rowsWhere, thinRows } from "../../dataset/table.ts";
import type { JointBand, OutOfSamplePredictions, OutputPrediction } from "../../models/emulator.ts";
import { drawnMeans } from "../../models/ensemble/drawn-means.ts";
import { extrapolationVariance, varianceGrowth } from "../../models/ensemble/extrapolation-variance.ts";
import { selectOutOfSample } from "../../models/ensemble/out-of-sample.ts";
import { blankPrediction, inOwnUnit, standardised } from "../../models/ensemble/output-prediction.ts";
import type { EnsembleOutputParts } from "../../models/ensemble/parts.ts";
import { createEnsemblePredictor, createPredictionCache } from "../../models/ensemble/predictor.ts";
import { dataDistances } from "../../models/extrapolation/data-distance.ts";
import { type LeverageModel, leveragedDistances, leverages } from "../../models/extrapolation/leverage.ts";
import type { ReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import type { OutputModel } from "../../models/targets.ts";
import { type Bounds, computeBounds, sharesInside } from "../calibration/bounds.ts";
import { COVERAGE_LEVELS } from "../calibration/curve.ts";
import { computeJointFactor } from "../calibration/joint-band.ts";
import { countCurvesInside } from "../prepare/accuracy.ts";
import type { Validation } from "../prepare/prepare.ts";
import { countUnits, type HeldOutPredictions } from "./calibrate.ts";
import type { EnsembleData, EnsembleOutput } from "./ensemble-data.ts";
import type { EnsembleMembers } from "./members.ts";

/** The bounds of one fold come from at most this many scores, rows times components: more take seconds and change them little. */
const MAX_SCORES = 200_000;
const MIN_ROWS = 100;

/** An output at the rows that its accuracy is measured on, rows x size. */
export interface MeasuredOutput {
  /** In the output's own unit. */
  truth: Float64Array;
  prediction: OutputPrediction;
  /** The share of the errors inside the interval of each of `COVERAGE_LEVELS`. */
  shares: Float64Array;
  /** Null for scalars. */
  jointBand: JointBand | null;
  /** The predictions of the validation rows by models that were fitted without them. */
  outOfSample: OutOfSamplePredictions;
}

type BoundedOutput = OutputModel &
  Pick<EnsembleOutputParts, "errorModel" | "extrapolationModel" | "below" | "above">;

/** Yields between long steps. */
type Measurement = (
  output: EnsembleOutput,
  parts: BoundedOutput,
  calibrated: { bounds: Bounds; heldOut: HeldOutPredictions },
) => Generator<undefined, MeasuredOutput>;

/** The 95% bounds below and above the mean, in predicted deviations; however skewed the errors are, they enclose the mean. */
export function outerBounds({ scales, lower, upper }: Bounds): Pick<EnsembleOutputParts, "below" | "above"> {
  const end = COVERAGE_LEVELS.length - 1;
  return {
    below: scales.map((scale) => scale * Math.max(0, -lower[end])),
    above: scales.map((scale) => scale * Math.max(0, upper[end])),
  };
}

/** Creates the measurement of the outputs of an ensemble. */
export function createMeasurement(
  { features, trainingData, validation }: EnsembleData,
  members: EnsembleMembers,
  referenceRows: ReferenceRows,
  leverage: LeverageModel | null,
): Measurement {
  if (validation.method === "cross-validation")
    return (output, parts, calibrated) => crossValidate(output, parts, calibrated, trainingData, validation);
  const predictor = createEnsemblePredictor(members.models, members.targets);
  const { inputs } = validation;
  const toRows = dataDistances(referenceRows, features, inputs);
  const byLeverage = leverage && leverages(leverage, inputs);
  const cache = createPredictionCache(inputs);
  return function* ({ truth, standardisedTruth }, parts, { bounds, heldOut }) {
    const leverageWeight = parts.extrapolationModel?.leverageWeight ?? 0;
    const distances = leveragedDistances(toRows, byLeverage, leverageWeight);
    const { means, variances } = standardised(parts, members.targets, predictor, cache, distances);
    const drawn = drawnMeans(parts, means, distances);
    yield;
    const extrapolation = extrapolationVariance(parts, means, distances);
    const measureJointBand = (): JointBand => {
      const units = countUnits(trainingData, heldOut.rows);
      const factor = computeJointFactor(heldOut.scores, outerBounds(bounds), units);
      const joint = inOwnUnit(parts, drawn, variances, extrapolation, factor);
      return { factor, coverage: countCurvesInside(truth, joint, parts.size) / Math.max(1, inputs.columns) };
    };
    const prediction = inOwnUnit(parts, drawn, variances, extrapolation);
    return {
      truth,
      prediction,
      jointBand: parts.size === 1 ? null : measureJointBand(),
      shares: sharesInside(bounds, subtract(standardisedTruth, drawn), variances),
      outOfSample: selectOutOfSample(prediction, parts.size, validation.rows, validation.rows),
    };
  };
}

/**
 * Measures an output by cross-validation, close to the CV+ of Barber, Candès, Ramdas and Tibshirani (2021, "Predictive inference with
 * the jackknife+"). The quantiles of a fold's bounds come from the other folds. The weights of the members and the error model were
 * fitted to all rows, which makes the coverage slightly too high.
 */
function* crossValidate(
  output: EnsembleOutput,
  parts: BoundedOutput,
  { bounds: allBounds, heldOut }: { bounds: Bounds; heldOut: HeldOutPredictions },
  trainingData: EnsembleData["trainingData"],
  validation: Extract<Validation, { method: "cross-validation" }>,
): Generator<undefined, MeasuredOutput> {
  const { size } = parts;
  const { rows, scores } = heldOut;
  const prediction = blankPrediction(rows.length * size);
  const inside = new Float64Array(COVERAGE_LEVELS.length);
  let curvesInside = 0;
  const rowFolds = rows.map((row) => trainingData.folds[row]);
  for (const fold of new Set(rowFolds)) {
    yield;
    const otherPositions = rowsWhere(rows.length, (at) => rowFolds[at] !== fold);
    const calibrationRows = otherPositions.map((at) => rows[at]);
    const units = countUnits(trainingData, calibrationRows);
    const otherScores = gatherRows(
      scores,
      size,
      thinRows(otherPositions, Math.max(MIN_ROWS, Math.floor(MAX_SCORES / size))),
    );
    const bounds = otherPositions.length === 0 ? allBounds : computeBounds(otherScores, size, units);
    const positions = rowsWhere(rows.length, (at) => rowFolds[at] === fold);
    const truth = gatherRows(
      output.standardisedTruth,
      size,
      positions.map((at) => rows[at]),
    );
    const distances = gatherRows(heldOut.distances, 1, positions);
    const means = gatherRows(heldOut.means, size, positions);
    const growth = varianceGrowth(parts, means, distances);
    const variances = gatherRows(heldOut.variances, size, positions).map((value, at) => value * growth[at]);
    const drawn = drawnMeans(parts, means, distances);
    const foldParts = { ...parts, ...outerBounds(bounds) };
    const extrapolation = extrapolationVariance(parts, means, distances);
    const part = inOwnUnit(foldParts, drawn, variances, extrapolation);
    if (size > 1) {
      const foldFactor = computeJointFactor(otherScores, outerBounds(bounds), units);
      const joint = inOwnUnit(foldParts, drawn, variances, extrapolation, foldFactor);
      const ownTruth = gatherRows(
        output.truth,
        size,
        positions.map((at) => rows[at]),
      );
      curvesInside += countCurvesInside(ownTruth, joint, size);
    }
    const shares = sharesInside(bounds, subtract(truth, drawn), variances);
    shares.forEach((share, level) => {
      inside[level] += share * positions.length;
    });
    positions.forEach((at, i) => {
      for (const end of ["mean", "lower", "upper"] as const)
        prediction[end].set(part[end].subarray(i * size, (i + 1) * size), at * size);
    });
  }
  const measureFactor = (): number =>
    computeJointFactor(scores, outerBounds(allBounds), countUnits(trainingData, rows));
  return {
    truth: gatherRows(output.truth, size, rows),
    prediction,
    jointBand:
      size === 1 ? null : { factor: measureFactor(), coverage: curvesInside / Math.max(1, rows.length) },
    shares: inside.map((count) => count / rows.length),
    outOfSample: selectOutOfSample(prediction, size, rows, validation.rows),
  };
}

const subtract = (values: Float64Array, subtracted: Float64Array): Float64Array =>
  values.map((value, at) => value - subtracted[at]);
