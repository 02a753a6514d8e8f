/**
 * The ensemble: collects the results of all tasks, weighs the candidates of each target by their out-of-fold predictions, and
 * makes one emulator of them. Validation rows that are held out influence nothing: only the accuracy is measured on them.
 */
import { runToEnd } from "../../math/run-to-end.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { createEnsembleEmulator } from "../../models/ensemble/emulator.ts";
import { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import { chooseReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import type { FitResult, TrainingData } from "../../models/fit-task.ts";
import { createCornerSearch } from "../calibration/find-empty-corners.ts";
import { findRepeats, measureFoldNoise, measureNoise } from "../fit/repeats.ts";
import { countUnits } from "./calibrate.ts";
import { type Candidate, CandidateSet, type FoldModel } from "./candidates.ts";
import { type Choice, chooseMembers, type HeldOutStatistics } from "./choice.ts";
import type { Ensemble, EnsembleData, LastFits } from "./ensemble-data.ts";
import type { TargetOutcome } from "./explanation.ts";
import type { ModelDifference } from "./fold-weights.ts";
import { meanHeldOutAccuracy } from "./held-out-accuracy.ts";
import { makeEnsemble } from "./make-ensemble.ts";
import { collectMembers } from "./members.ts";
import { createOwnUnit } from "./own-unit.ts";
import { createValidationAccuracy } from "./validation-accuracy.ts";

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
  const ownUnits = trainingData.targets.map((_, target) => createOwnUnit(outputs, target, candidates.rows));
  const measureTargetNoise = (target: number): Pick<HeldOutStatistics, "noise" | "foldNoise"> => {
    const values = trainingData.targets[target];
    if (repeats === null || values === undefined) return { noise: null, foldNoise: null };
    const noise = measureNoise(repeats, values);
    const foldNoise = noise === null ? null : measureFoldNoise(repeats, values, candidates.rows, foldOf);
    return { noise, foldNoise };
  };
  const findEmptyCorners = createCornerSearch(trainingData, data.features);
  const difference = foldDifferences(trainingData, candidates.rows, candidates.foldOf, getEvaluator);
  const chooseAmong = (target: number, considered: readonly Candidate[]): Choice =>
    chooseMembers(
      considered,
      { ...heldOut, ...measureTargetNoise(target), ownUnit: ownUnits[target] ?? null },
      difference,
    );
  const chooseForTarget = (target: number): Choice => {
    const version = versions[target];
    const cached = choices.get(target);
    if (cached?.version === version) return cached.choice;
    const choice = chooseAmong(target, candidates.of(target));
    choices.set(target, { choice, version });
    return choice;
  };

  /**
   * Chooses for all targets. After a stopped training the targets of an output may be predicted in different rows: where they have none
   * in common, its members are candidates that have predicted all rows, as the mean always has.
   */
  const chooseForTargets = (): Choice[] => {
    const chosen = Array.from(trainingData.targets.keys(), chooseForTarget);
    for (const { model } of outputs) {
      const targets = Array.from(model.targets);
      const isPredicted = (at: number): boolean =>
        targets.every((target) => Number.isFinite(chosen[target]?.errors[at]));
      if (candidates.rows.some((_, at) => isPredicted(at))) continue;
      for (const target of targets) {
        const complete = candidates.of(target).filter((candidate) => candidate.errors.every(Number.isFinite));
        chosen[target] = chooseAmong(target, complete);
      }
    }
    return chosen;
  };

  const { validation } = data;
  const measureAccuracy =
    validation.method === "held-out rows"
      ? createValidationAccuracy({
          ...{ validation, outputs, getEvaluator, chooseForTarget },
          targetCount: trainingData.targets.length,
        })
      : () =>
          meanHeldOutAccuracy(
            outputs,
            trainingData.targets,
            candidates.rows,
            (target) => chooseForTarget(target).measuredErrors,
          );

  function* choiceSteps(): Generator<undefined, Choice[]> {
    for (const target of trainingData.targets.keys()) {
      yield;
      chooseForTarget(target);
    }
    return chooseForTargets();
  }

  function* partsSteps(
    suspicious: ReadonlyMap<string, SuspiciousRows> = new Map(),
    lastFits: LastFits = new Map(),
  ): Generator<undefined, EnsembleEmulatorParts> {
    const chosen = yield* choiceSteps();
    const outcomes: TargetOutcome[] = chosen.map((choice, target) => ({
      candidates: candidates.of(target),
      choice,
    }));
    yield;
    const referenceRows = chooseReferenceRows(trainingData.inputs, trainingData.groups);
    const { rows } = candidates;
    return yield* makeEnsemble({
      data,
      rows,
      outcomes,
      referenceRows,
      findEmptyCorners,
      learningCurveErrors: curve,
      suspicious,
      lastFits,
    });
  }

  return {
    add: (result: FitResult) => {
      candidates.add(result);
      for (const target of result.task.targets) versions[target] += 1;
    },
    accuracy: measureAccuracy,
    addLearningCurve: (rows, errors) => {
      curve.set(rows, errors);
    },
    emulator: () => createEnsembleEmulator(runToEnd(partsSteps())),
    partsSteps,
    *memberSteps() {
      return collectMembers(yield* choiceSteps(), trainingData);
    },
  };
}

/**
 * Creates a function that estimates the mean squared difference between two fold models at unseen points.
 *
 * Every training row was used in one fit or in both, and having used a row adds to the squared difference there. The
 * mean over the rows held out of the first fit, plus that over the rows held out of the second, less that over the
 * rows used in both, estimates the difference at rows of neither. This is too large where both fits follow the same
 * noise, and the mean over all rows is too small: the result is the middle of the two.
 *
 * @param trainingData the training data
 * @param rows the rows that some fold holds out, as indices into the training rows
 * @param foldOf the fold that holds out each of these rows
 * @param getEvaluator returns the evaluator of a model
 * @returns the mean squared difference, in units of the target's variance
 */
function foldDifferences(
  trainingData: TrainingData,
  rows: Int32Array,
  foldOf: Uint8Array,
  getEvaluator: ReturnType<typeof evaluatorCache>,
): ModelDifference {
  const predictionsByModel = new WeakMap<object, Float64Array[]>();
  const predict = ({ model, output }: FoldModel): Float64Array => {
    let predictions = predictionsByModel.get(model.model);
    if (predictions === undefined) {
      predictions = getEvaluator(model).means(trainingData.inputs.gatherColumns(rows));
      predictionsByModel.set(model.model, predictions);
    }
    return predictions[output] ?? new Float64Array(rows.length);
  };

  return (firstModel, secondModel) => {
    const [a, b] = [predict(firstModel), predict(secondModel)];
    // Over the rows that the first model was not fitted to, those that the second was not, and those that both were.
    const sums = { unseenByFirst: 0, unseenBySecond: 0, seenByBoth: 0 };
    const counts = { unseenByFirst: 0, unseenBySecond: 0, seenByBoth: 0 };
    foldOf.forEach((fold, row) => {
      const part =
        fold === firstModel.fold
          ? "unseenByFirst"
          : fold === secondModel.fold
            ? "unseenBySecond"
            : "seenByBoth";
      sums[part] += (a[row] - b[row]) ** 2;
      counts[part] += 1;
    });
    const mean = (part: keyof typeof sums): number => sums[part] / Math.max(1, counts[part]);
    const unseen = Math.max(0, mean("unseenByFirst") + mean("unseenBySecond") - mean("seenByBoth"));
    const overall = (sums.unseenByFirst + sums.unseenBySecond + sums.seenByBoth) / Math.max(1, foldOf.length);
    return (unseen + overall) / 2;
  };
}
