/**
 * Those who have a say. The panel hears what every lesson came to, weighs the voices of each target by what they said of
 * rows that they were not shown, and makes one emulator of them. Validation rows decide nothing: they only show how good
 * it is.
 */
import { everyRow, gatherRows, thinRows } from "../../dataset/table.ts";
import type { Emulator } from "../../models/emulator.ts";
import { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import { surroundingsOf } from "../../models/extrapolation.ts";
import type { Learnt } from "../../models/fit-task.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { accuracyOf } from "../accuracy.ts";
import { createVoices, type Speaker } from "./candidates.ts";
import { type Choice, choose } from "./choice.ts";
import type { Panel, PanelData, PanelOutput } from "./ensemble-data.ts";
import { foldDifferences } from "./fold-differences.ts";
import { makeEmulator } from "./make-emulator.ts";

/** Validation rows that the accuracy in training is measured on. */
const MOST_ROWS = 1000;

/** A choice among voices, and what makes it out of date. */
interface Kept {
  choice: Choice;
  version: number;
}

export function createPanel(data: PanelData): Panel {
  const { learning, outputs } = data;
  const voices = createVoices(learning);
  const evaluatorOf = evaluatorCache();
  const chosen = new Map<number, Kept>();
  const versions = new Int32Array(learning.targets.length);
  const curve = new Map<number, readonly Float64Array[]>();

  const difference = foldDifferences(learning, voices.rows, voices.foldOf, evaluatorOf);
  const choiceOf = (target: number): Choice => {
    const version = versions[target] ?? 0;
    const known = chosen.get(target);
    if (known?.version === version) return known.choice;
    const choice = choose(voices.of(target), voices.foldOf, difference);
    chosen.set(target, { choice, version });
    return choice;
  };

  const shown = shownOf(data);
  const seen = new WeakMap<object, Float64Array[]>();
  const predictionOf = ({ model, output }: Speaker): Float64Array => {
    let all = seen.get(model.model);
    if (all === undefined) {
      all = evaluatorOf(model).means(shown.inputs, shown.count);
      seen.set(model.model, all);
    }
    return all[output] ?? new Float64Array(shown.count);
  };

  const meanOf = (target: number): Float64Array => {
    const mean = new Float64Array(shown.count);
    for (const { voice, weight, shares } of choiceOf(target).chosen) {
      voice.speakers.forEach((speaker, at) => {
        const share = weight * (shares[at] ?? 0);
        if (share === 0) return;
        const said = predictionOf(speaker);
        for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + share * (said[i] ?? 0);
      });
    }
    return mean;
  };

  return {
    add: (learnt: Learnt) => {
      voices.add(learnt);
      for (const target of learnt.lesson.targets) versions[target] = (versions[target] ?? 0) + 1;
    },
    accuracy: () => {
      let determination = 0;
      let loss = 0;
      const means = learning.targets.map((_, target) => meanOf(target));
      for (const { model, truth, standardisedTruth } of shown.outputs) {
        const own = Array.from(model.targets, (target) => means[target] ?? new Float64Array(shown.count));
        const values = assemble(model, own, shown.count);
        const mean = values.map((value, at) => toOutput(model, at % model.size, value));
        const prediction = { mean, lower: mean, upper: mean };
        determination += accuracyOf(
          truth,
          prediction,
          model.size,
          fallbackOf(model),
        ).coefficientOfDetermination;
        const squares = values.reduce(
          (sum, value, at) => sum + (value - (standardisedTruth[at] ?? 0)) ** 2,
          0,
        );
        loss += Math.min(squares / values.length, 1e12);
      }
      const count = outputs.length;
      return { coefficientOfDetermination: determination / count, loss: loss / count };
    },
    addLearningCurve: (rows, errors) => {
      curve.set(rows, errors);
    },
    emulator: (): Emulator => {
      const outcomes = learning.targets.map((_, target) => ({
        voices: voices.of(target),
        choice: choiceOf(target),
      }));
      const surroundings = surroundingsOf(learning.inputs, learning.width, learning.count);
      return makeEmulator({ data, rows: voices.rows, outcomes, surroundings, learningErrors: curve });
    },
  };
}

/** Some of the validation rows. */
function shownOf({ validation, outputs, features }: PanelData): {
  count: number;
  inputs: Float64Array;
  outputs: PanelOutput[];
} {
  const rows = thinRows(everyRow(validation.count), MOST_ROWS);
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
