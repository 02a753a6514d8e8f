/** Makes an ensemble of the chosen members, as it is stored: its bounds from held-out rows, and its accuracy on validation rows. */

import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { drawnMeans, RETURN_SPAN } from "../../models/ensemble/drawn-means.ts";
import {
  EXCESS_GROWTH,
  extrapolationVariance,
  growthOf,
  polynomialWeightOf,
} from "../../models/ensemble/extrapolation-variance.ts";
import { inOwnUnit, standardised } from "../../models/ensemble/output-prediction.ts";
import type { EnsembleEmulatorParts, EnsembleOutputParts } from "../../models/ensemble/parts.ts";
import { createEnsemblePredictor, createPredictionCache } from "../../models/ensemble/predictor.ts";
import { dataDistances } from "../../models/extrapolation/data-distance.ts";
import { leveragedDistances, leverages } from "../../models/extrapolation/leverage.ts";
import type { IndexedReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import { fallbackOf } from "../../models/targets.ts";
import { measureAccuracy, measureLogAccuracy } from "../accuracy.ts";
import { sharesInside } from "../calibration/bounds.ts";
import { createCalibration } from "../calibration/calibrate.ts";
import { COVERAGE_LEVELS, createCalibrationCurve } from "../calibration/curve.ts";
import { fitMemberLeverage } from "../calibration/fit-leverage.ts";
import { createVariation } from "../calibration/variation.ts";
import { findCauses } from "../findings/find-causes.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleData } from "./ensemble-data.ts";
import { explain, type LearningCurveErrors, type TargetOutcome } from "./explanation.ts";
import { collectMembers } from "./members.ts";
import { measureSpread } from "./spread.ts";

interface EnsembleParts {
  data: EnsembleData;
  /** The held-out rows, as indices into the training rows. */
  rows: Int32Array;
  outcomes: readonly TargetOutcome[];
  referenceRows: IndexedReferenceRows;
  learningCurveErrors: LearningCurveErrors;
  /** The suspicious rows by the name of the output; empty where they were not looked for. */
  suspicious: ReadonlyMap<string, SuspiciousRows>;
}

/**
 * Makes the ensemble. It yields before each output: an emulator of many outputs takes seconds, on a busy machine
 * minutes.
 */
export function* makeEnsemble(ensemble: EnsembleParts): Generator<undefined, EnsembleEmulatorParts> {
  const { data, rows, outcomes, referenceRows, learningCurveErrors, suspicious } = ensemble;
  const { trainingData, validation } = data;
  const members = collectMembers(
    outcomes.map(({ choice }) => choice),
    trainingData,
  );
  const predictor = createEnsemblePredictor(members.models, members.targets);
  const toRows = dataDistances(referenceRows, data.features, validation.inputs, validation.count);
  const leverage = fitMemberLeverage(outcomes, trainingData);
  const byLeverage = leverage && leverages(leverage, validation.inputs, validation.count);
  const cache = createPredictionCache(validation.inputs, validation.count);
  const calibrate = createCalibration(trainingData, rows, referenceRows);
  const estimateVariation = createVariation(referenceRows, trainingData.width);
  const circumstances = {
    trainingData,
    inputs: data.inputs,
    referenceRows,
    rows,
  };
  const outputs: EnsembleOutputParts[] = [];
  for (const output of data.outputs) {
    yield;
    const { model } = output;
    const outputOutcomes = Array.from(model.targets, (target) => outcomes[target]).filter(
      (outcome) => outcome !== undefined,
    );
    const choices: Choice[] = outputOutcomes.map(({ choice }) => choice);
    const explanation = explain(output, outputOutcomes, { trainingData, rows, learningCurveErrors });
    const end = COVERAGE_LEVELS.length - 1;
    const extrapolationModel = {
      growth: growthOf(explanation.families),
      leverageWeight: polynomialWeightOf(explanation.families),
      returnSpan: RETURN_SPAN,
      excessGrowth: EXCESS_GROWTH,
      variation: estimateVariation(output.trainingValues, model.size),
    };
    const { errorModel, bounds } = calibrate(output, choices, extrapolationModel);
    const parts = {
      ...model,
      errorModel,
      extrapolationModel,
      // However skewed the errors are, the bounds enclose the mean.
      below: bounds.scales.map((scale) => scale * Math.max(0, -bounds.lower[end])),
      above: bounds.scales.map((scale) => scale * Math.max(0, bounds.upper[end])),
    };
    const distances = leveragedDistances(toRows, byLeverage, extrapolationModel.leverageWeight);
    const { means, variances } = standardised(parts, members.targets, predictor, cache, distances);
    const drawn = drawnMeans(parts, means, distances);
    const errors = output.standardisedTruth.map((value, at) => value - drawn[at]);
    const prediction = inOwnUnit(parts, drawn, variances, extrapolationVariance(parts, means, distances));
    const accuracy = measureAccuracy(output.truth, prediction, model.size, fallbackOf(model));
    const targetErrors = choices.map((choice) => choice.errors);
    const findings = findCauses(circumstances, output, targetErrors, { ...explanation, ...accuracy });
    outputs.push({
      ...parts,
      ...explanation,
      ...accuracy,
      rowCounts: { training: trainingData.count, validation: validation.count },
      // Nothing is claimed of what cannot be measured.
      ...(isUnmeasurable({ findings }) ? { coefficientOfDetermination: 0 } : {}),
      findings,
      logAccuracy: measureLogAccuracy(output.truth, prediction.mean, model.size),
      spread: measureSpread(model, output.trainingValues),
      calibration: createCalibrationCurve(sharesInside(bounds, errors, variances)),
      suspicious: suspicious.get(model.name) ?? null,
    });
  }
  const { indices: _, ...storedReferenceRows } = referenceRows;
  const common = {
    inputs: data.inputs,
    features: data.features,
    referenceRows: storedReferenceRows,
    leverage,
  };
  return { ...common, ...members, outputs };
}
