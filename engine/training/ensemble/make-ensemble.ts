/** Makes an ensemble of the chosen members, as it is stored: its bounds and its accuracy from rows that were left out. */

import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { RETURN_SPAN } from "../../models/ensemble/drawn-means.ts";
import { EXCESS_GROWTH, growthOf, polynomialWeightOf } from "../../models/ensemble/extrapolation-variance.ts";
import type { EnsembleEmulatorParts, EnsembleOutputParts } from "../../models/ensemble/parts.ts";
import type { IndexedReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import { fallbackOf, type OutputModel, toOutput } from "../../models/targets.ts";
import { createCalibrationCurve } from "../calibration/curve.ts";
import type { CornerSearch } from "../calibration/find-empty-corners.ts";
import { createVariation } from "../calibration/variation.ts";
import { measureAccuracy, measureLogAccuracy } from "../prepare/accuracy.ts";
import { createCalibration } from "./calibrate.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleData, LastFits } from "./ensemble-data.ts";
import { explain, type LearningCurveErrors, type TargetOutcome } from "./explanation.ts";
import { estimateFeatureEffects } from "./feature-effects.ts";
import { findCauses } from "./find-causes.ts";
import { fitMemberLeverage } from "./fit-leverage.ts";
import { measureExtrapolation } from "./measure-extrapolation.ts";
import { createMeasurement, outerBounds } from "./measure-output.ts";
import { collectMembers } from "./members.ts";

interface EnsembleParts {
  data: EnsembleData;
  /** The held-out rows, as indices into the training rows. */
  rows: Int32Array;
  outcomes: readonly TargetOutcome[];
  referenceRows: IndexedReferenceRows;
  findEmptyCorners: CornerSearch;
  learningCurveErrors: LearningCurveErrors;
  /** The suspicious rows by the name of the output; empty where they were not looked for. */
  suspicious: ReadonlyMap<string, SuspiciousRows>;
  /** Empty where there was no last fit. */
  lastFits: LastFits;
}

/**
 * Makes the ensemble. It yields before each output: an emulator of many outputs takes seconds, on a busy machine
 * minutes.
 */
export function* makeEnsemble(ensemble: EnsembleParts): Generator<undefined, EnsembleEmulatorParts> {
  const { data, rows, outcomes, referenceRows, findEmptyCorners, learningCurveErrors, suspicious, lastFits } =
    ensemble;
  const { trainingData, validation } = data;
  const members = collectMembers(
    outcomes.map(({ choice }) => choice),
    trainingData,
  );
  const leverage = fitMemberLeverage(outcomes, trainingData);
  yield;
  const effects = yield* estimateFeatureEffects(
    trainingData,
    members,
    data.outputs.map(({ model }) => model),
  );
  yield;
  const emptyCorners = findEmptyCorners(effects);
  const measure = createMeasurement(data, members, referenceRows, leverage?.model ?? null);
  const calibrate = createCalibration(trainingData, rows, referenceRows);
  const estimateVariation = createVariation(referenceRows);
  const circumstances = {
    trainingData,
    inputs: data.inputs,
    referenceRows,
    rows,
  };
  const isFittedLast = ({ targets }: OutputModel): boolean =>
    targets.some((target) =>
      members.targets[target].members.some((member) =>
        member.models.some((at) => lastFits.has(members.models[at].model)),
      ),
    );
  const outputs: EnsembleOutputParts[] = [];
  for (const output of data.outputs) {
    yield;
    const { model } = output;
    const outputOutcomes = Array.from(model.targets, (target) => outcomes[target]).filter(
      (outcome) => outcome !== undefined,
    );
    const choices: Choice[] = outputOutcomes.map(({ choice }) => choice);
    const explanation = explain(output, outputOutcomes, { trainingData, rows, learningCurveErrors });
    const { families } = explanation;
    const growth = growthOf(families);
    const calibrated = calibrate(output, choices, { growth });
    const { errorModel, bounds, heldOut } = calibrated;
    const leverageWeight = polynomialWeightOf(families);
    const variation = estimateVariation(output.trainingValues, model.size);
    const measured = { data: trainingData, leverage, leverageWeight, variation };
    const extrapolationModel = {
      ...{ growth, leverageWeight, variation, returnSpan: RETURN_SPAN, excessGrowth: EXCESS_GROWTH },
      evidence: measureExtrapolation(output, families, heldOut, measured),
    };
    const parts = { ...model, errorModel, extrapolationModel, ...outerBounds(bounds) };
    const { truth, prediction, shares, jointBand, outOfSample } = yield* measure(output, parts, calibrated);
    const accuracy = measureAccuracy(truth, prediction, model.size, fallbackOf(model));
    const targetErrors = choices.map((choice) => choice.measuredErrors);
    const findings = findCauses(circumstances, output, targetErrors, { ...explanation, ...accuracy });
    outputs.push({
      ...parts,
      ...explanation,
      ...accuracy,
      ...describeRows(data, truth.length / model.size, isFittedLast(model)),
      // Nothing is claimed of what cannot be measured.
      ...(isUnmeasurable({ findings }) ? { coefficientOfDetermination: 0 } : {}),
      findings,
      logAccuracy: measureLogAccuracy(truth, prediction.mean, model.size),
      spread: measureSpread(model, output.trainingValues),
      calibration: createCalibrationCurve(shares),
      jointBand,
      outOfSample: validation.method === "cross-validation" || isFittedLast(model) ? outOfSample : null,
      suspicious: suspicious.get(model.name) ?? null,
    });
  }
  const { indices: _, ...storedReferenceRows } = referenceRows;
  const common = {
    inputs: data.inputs,
    features: data.features,
    referenceRows: storedReferenceRows,
    emptyCorners,
    leverage: leverage?.model ?? null,
  };
  const models = members.models.map((fitted) => lastFits.get(fitted.model) ?? fitted);
  return { ...common, ...members, models, outputs };
}

/** The rows that the models of an output were fitted to in the end, and those that it was measured on. */
function describeRows(
  { trainingData, validation }: EnsembleData,
  measuredRows: number,
  isFittedLast: boolean,
): Pick<EnsembleOutputParts, "rowCounts" | "validationMethod"> {
  const { columns: training } = trainingData.inputs;
  if (!isFittedLast)
    return { rowCounts: { training, validation: measuredRows }, validationMethod: validation.method };
  return {
    rowCounts: { training: training + measuredRows, validation: measuredRows },
    validationMethod: "held-out rows, then every row",
  };
}

/**
 * The standard deviation of each component of an output over the training rows: the square root of the sum of squared
 * differences from the mean over count - 1.
 * @param trainingValues standardised components, count x size, row-major
 * @returns `size` deviations in the output's own unit; 0 for a component that never changes
 */
function measureSpread(model: OutputModel, trainingValues: Float64Array): Float64Array {
  const { size } = model;
  const count = trainingValues.length / size;
  const spread = new Float64Array(size);
  const column = new Float64Array(count);
  for (let component = 0; component < size; component++) {
    for (let row = 0; row < count; row++)
      column[row] = toOutput(model, component, trainingValues[row * size + component]);
    // Differences are divided before they are squared: the squares of values near 1e-200 would be 0.
    const largest = column.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
    const mean = column.reduce((sum, value) => sum + value / largest / count, 0);
    const squares = column.reduce((sum, value) => sum + (value / largest - mean) ** 2, 0);
    spread[component] = largest * Math.sqrt(squares / Math.max(1, count - 1));
  }
  return spread;
}
