/**
 * The ensemble: collects the results of all tasks, weighs the candidates of each target by their out-of-fold predictions, and
 * makes one emulator of them. Validation rows influence nothing: only the accuracy is measured on them.
 */
import { everyRow, gatherRows, thinRows } from "../../dataset/table.ts";
import { runToEnd } from "../../math/run-to-end.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { createEnsembleEmulator } from "../../models/ensemble/emulator.ts";
import { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import { referenceRowsOf } from "../../models/extrapolation/reference-rows.ts";
import type { FitResult } from "../../models/fit-task.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { measureAccuracy } from "../accuracy.ts";
import { countUnits } from "../calibration/calibrate.ts";
import { findRepeats, measureNoise } from "../fit/repeats.ts";
import { CandidateSet, type FoldModel } from "./candidates.ts";
import { type Choice, chooseMembers } from "./choice.ts";
import type { Ensemble, EnsembleData, EnsembleOutput } from "./ensemble-data.ts";
import type { TargetOutcome } from "./explanation.ts";
import { foldDifferences } from "./fold-differences.ts";
import { makeEnsemble } from "./make-ensemble.ts";

/** The accuracy during the training is measured on at most this many validation rows. */
const MAX_ROWS = 1000;

/** A choice, and the version of the target's results from which it was made. */
interface CachedChoice {
  choice: Choice;
  version: number;
}

export function createEnsemble(data: EnsembleData): Ensemble {
  const { trainingData, outputs } = data;
  // Where rows are left out of every fit, their copies are as well.
  const repeats = trainingData.foldCount > 1 ? findRepeats(trainingData) : null;
  const candidates = new CandidateSet(trainingData, repeats);
  const getEvaluator = evaluatorCache();
  const choices = new Map<number, CachedChoice>();
  const versions = new Int32Array(trainingData.targets.length);
  const curve = new Map<number, readonly Float64Array[]>();

  const independentShare = countUnits(trainingData, candidates.rows) / Math.max(1, candidates.rows.length);
  const { foldOf, weights } = candidates;
  const heldOut = { foldOf, weights, independentShare };
  const measureTargetNoise = (target: number): number | null =>
    repeats && measureNoise(repeats, trainingData.targets[target] ?? new Float64Array(0));
  const difference = foldDifferences(trainingData, candidates.rows, candidates.foldOf, getEvaluator);
  const chooseForTarget = (target: number): Choice => {
    const version = versions[target];
    const cached = choices.get(target);
    if (cached?.version === version) return cached.choice;
    const choice = chooseMembers(
      candidates.of(target),
      { ...heldOut, noise: measureTargetNoise(target) },
      difference,
    );
    choices.set(target, { choice, version });
    return choice;
  };

  const measurement = selectMeasuredRows(data);
  const modelPredictions = new WeakMap<object, Float64Array[]>();
  const predictFoldModel = ({ model, output }: FoldModel): Float64Array => {
    let predictions = modelPredictions.get(model.model);
    if (predictions === undefined) {
      predictions = getEvaluator(model).means(measurement.inputs, measurement.count);
      modelPredictions.set(model.model, predictions);
    }
    return predictions[output] ?? new Float64Array(measurement.count);
  };

  const predictMean = (target: number): Float64Array => {
    const mean = new Float64Array(measurement.count);
    for (const { candidate, weight, foldWeights } of chooseForTarget(target).members) {
      candidate.foldModels.forEach((foldModel, at) => {
        const share = weight * foldWeights[at];
        if (share === 0) return;
        const foldPrediction = predictFoldModel(foldModel);
        for (let i = 0; i < mean.length; i++) mean[i] += share * foldPrediction[i];
      });
    }
    return mean;
  };

  function* partsSteps(
    suspicious: ReadonlyMap<string, SuspiciousRows> = new Map(),
  ): Generator<undefined, EnsembleEmulatorParts> {
    const outcomes: TargetOutcome[] = [];
    for (const target of trainingData.targets.keys()) {
      yield;
      outcomes.push({ candidates: candidates.of(target), choice: chooseForTarget(target) });
    }
    yield;
    const { inputs, width, count, groups } = trainingData;
    const referenceRows = referenceRowsOf(inputs, width, count, groups);
    const { rows } = candidates;
    return yield* makeEnsemble({
      data,
      rows,
      outcomes,
      referenceRows,
      learningCurveErrors: curve,
      suspicious,
    });
  }

  return {
    add: (result: FitResult) => {
      candidates.add(result);
      for (const target of result.task.targets) versions[target] += 1;
    },
    accuracy: () => {
      let determination = 0;
      let loss = 0;
      const means = trainingData.targets.map((_, target) => predictMean(target));
      for (const { model, truth, standardisedTruth } of measurement.outputs) {
        const outputMeans = Array.from(
          model.targets,
          (target) => means[target] ?? new Float64Array(measurement.count),
        );
        const values = assemble(model, outputMeans, measurement.count);
        const mean = values.map((value, at) => toOutput(model, at % model.size, value));
        const prediction = { mean, lower: mean, upper: mean };
        determination += measureAccuracy(
          truth,
          prediction,
          model.size,
          fallbackOf(model),
        ).coefficientOfDetermination;
        const squares = values.reduce((sum, value, at) => sum + (value - standardisedTruth[at]) ** 2, 0);
        loss += Math.min(squares / values.length, 1e12);
      }
      const count = outputs.length;
      return { coefficientOfDetermination: determination / count, loss: loss / count };
    },
    addLearningCurve: (rows, errors) => {
      curve.set(rows, errors);
    },
    emulator: () => createEnsembleEmulator(runToEnd(partsSteps())),
    partsSteps,
  };
}

/** Selects at most `MAX_ROWS` of the validation rows, evenly spaced. */
function selectMeasuredRows({ validation, outputs, features }: EnsembleData): {
  count: number;
  inputs: Float64Array;
  outputs: EnsembleOutput[];
} {
  const rows = thinRows(everyRow(validation.count), MAX_ROWS);
  const inputs = new Float64Array(features.length * rows.length);
  features.forEach((_, feature) => {
    const from = feature * validation.count;
    inputs.set(
      gatherRows(validation.inputs.subarray(from, from + validation.count), 1, rows),
      feature * rows.length,
    );
  });
  return {
    count: rows.length,
    inputs,
    outputs: outputs.map((output) => ({
      ...output,
      truth: gatherRows(output.truth, output.model.size, rows),
      standardisedTruth: gatherRows(output.standardisedTruth, output.model.size, rows),
    })),
  };
}
