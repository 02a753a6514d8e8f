/**
 * The ensemble: collects the results of all tasks, weighs the candidates of each target by their out-of-fold predictions, and
 * makes one emulator of them. Validation rows that are held out influence nothing: only the accuracy is measured on them.
 */
import { runToEnd } from "../../math/run-to-end.ts";
import type { SuspiciousRows } from "../../models/emulator.ts";
import { createEnsembleEmulator } from "../../models/ensemble/emulator.ts";
import { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import { referenceRowsOf } from "../../models/extrapolation/reference-rows.ts";
import type { FitResult } from "../../models/fit-task.ts";
import { countUnits } from "../calibration/calibrate.ts";
import { findRepeats, measureNoise } from "../fit/repeats.ts";
import { type Candidate, CandidateSet } from "./candidates.ts";
import { type Choice, chooseMembers } from "./choice.ts";
import type { Ensemble, EnsembleData } from "./ensemble-data.ts";
import type { TargetOutcome } from "./explanation.ts";
import { foldDifferences } from "./fold-differences.ts";
import { meanHeldOutAccuracy } from "./held-out-accuracy.ts";
import { makeEnsemble } from "./make-ensemble.ts";
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
  const measureTargetNoise = (target: number): number | null =>
    repeats && measureNoise(repeats, trainingData.targets[target] ?? new Float64Array(0));
  const difference = foldDifferences(trainingData, candidates.rows, candidates.foldOf, getEvaluator);
  const chooseAmong = (target: number, considered: readonly Candidate[]): Choice =>
    chooseMembers(considered, { ...heldOut, noise: measureTargetNoise(target) }, difference);
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
          ...{ validation, width: trainingData.width, outputs, getEvaluator, chooseForTarget },
          targetCount: trainingData.targets.length,
        })
      : () =>
          meanHeldOutAccuracy(
            outputs,
            trainingData.targets,
            candidates.rows,
            (target) => chooseForTarget(target).measuredErrors,
          );

  function* partsSteps(
    suspicious: ReadonlyMap<string, SuspiciousRows> = new Map(),
  ): Generator<undefined, EnsembleEmulatorParts> {
    const outcomes: TargetOutcome[] = [];
    for (const target of trainingData.targets.keys()) {
      yield;
      chooseForTarget(target);
    }
    chooseForTargets().forEach((choice, target) => {
      outcomes.push({ candidates: candidates.of(target), choice });
    });
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
    accuracy: measureAccuracy,
    addLearningCurve: (rows, errors) => {
      curve.set(rows, errors);
    },
    emulator: () => createEnsembleEmulator(runToEnd(partsSteps())),
    partsSteps,
  };
}
