/** The model families in an output's ensemble, and a sentence for the user that explains the choice. */

import { decimalText, fixedPercentText } from "@understudy/shared/number-text.ts";
import type { EmulatorFamily, EmulatorOutput, FamilyShare, LearningCurve } from "../../models/emulator.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { heldOutRows } from "../fit/folds.ts";
import { computeStrength } from "./calibrate.ts";
import type { Candidate } from "./candidates.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";
import { heldOutAccuracy } from "./held-out-accuracy.ts";

const FAMILY_NAMES: Readonly<Record<EmulatorFamily, string>> = {
  mean: "the mean of the rows",
  linear: "a linear trend",
  polynomial: "a polynomial",
  "gaussian-process": "a Gaussian process",
  network: "neural networks",
};

/** Families of less weight are left out of the sentence. */
const MIN_NAMED_WEIGHT = 0.005;

/** The candidates of one target, and the choice among them. */
export interface TargetOutcome {
  candidates: readonly Candidate[];
  choice: Choice;
}

/**
 * Maps the number of rows in the fits to the errors of every target on the first fold's rows: prediction less truth,
 * standardised.
 */
export type LearningCurveErrors = ReadonlyMap<number, readonly Float64Array[]>;

/** The training data, and the rows of it that were held out. */
export interface HeldOut {
  trainingData: Pick<TrainingData, "targets" | "folds">;
  /** The held-out rows: the candidates' errors are of them. */
  rows: Int32Array;
  learningCurveErrors: LearningCurveErrors;
}

type Output = Pick<EnsembleOutput, "model" | "trainingValues">;

/**
 * Describes how an output is predicted.
 *
 * @param output the output
 * @param outcomes the outcomes of the output's targets, in their order
 * @param heldOut the training data and its held-out rows
 * @returns the families with their weights and accuracies, a sentence that explains the choice, and the learning
 * curve
 */
export function explain(
  output: Output,
  outcomes: readonly TargetOutcome[],
  heldOut: HeldOut,
): Pick<EmulatorOutput, "families" | "reason" | "learningCurve"> {
  const families = summariseFamilies(output, outcomes, heldOut);
  const errors = outcomes.map(({ choice }) => choice.measuredErrors);
  const combinedAccuracy = heldOutAccuracy(output, heldOut.trainingData.targets, heldOut.rows, errors);
  return {
    families,
    reason: reasonFor(families, combinedAccuracy),
    learningCurve: learningCurve(output, heldOut),
  };
}

function learningCurve(output: Output, { trainingData, learningCurveErrors }: HeldOut): LearningCurve | null {
  const heldOut = heldOutRows(trainingData.folds, 0);
  const points = Array.from(learningCurveErrors, ([rows, targetErrors]) => {
    const outputErrors = Array.from(output.model.targets, (target) => targetErrors[target]);
    return { rows, coefficient: heldOutAccuracy(output, trainingData.targets, heldOut, outputErrors) };
  });
  const measuredPoints = points.flatMap(({ rows, coefficient }) =>
    coefficient === null ? [] : [{ rows, coefficient }],
  );
  if (measuredPoints.length < 2) return null;
  measuredPoints.sort((a, b) => a.rows - b.rows);
  return {
    rows: Float64Array.from(measuredPoints, ({ rows }) => rows),
    coefficientsOfDetermination: Float64Array.from(measuredPoints, ({ coefficient }) => coefficient),
  };
}

/**
 * Lists every family that was tried, the one with the greatest weight first: its weight, and the accuracy of its best
 * candidates alone.
 *
 * @param outcomes one for each target of the output, in their order
 */
function summariseFamilies(
  output: Output,
  outcomes: readonly TargetOutcome[],
  { trainingData, rows }: HeldOut,
): FamilyShare[] {
  const { model } = output;
  const strengths = Array.from(model.targets, (_, at) => computeStrength(model, at));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  if (!(total > 0)) return [];
  const families = new Set(outcomes.flatMap(({ candidates }) => candidates.map(({ family }) => family)));
  const shares = Array.from(families, (family): FamilyShare => {
    let weight = 0;
    // For a target that the family was not fitted to, the mean of the rows.
    const errors = outcomes.map(({ candidates, choice }, at) => {
      const familyMembers = choice.members.filter(({ candidate }) => candidate.family === family);
      weight += (strengths[at] / total) * familyMembers.reduce((sum, member) => sum + member.weight, 0);
      const familyCandidates = candidates.filter(
        (candidate) => candidate.family === family || candidate.family === "mean",
      );
      // The ensemble may have left out the one with the least error on the scale, because it is worse in the output's own unit.
      const heaviest = familyMembers.toSorted((a, b) => b.weight - a.weight)[0];
      if (heaviest !== undefined && heaviest.weight > 0) return heaviest.candidate.errors;
      // A trial on the rows of one fold cannot be compared with what was measured on all of them.
      const complete = familyCandidates.filter(({ predictedRows }) => predictedRows === rows.length);
      return (complete.length > 0 ? complete : familyCandidates).reduce((best, candidate) =>
        candidate.meanSquare < best.meanSquare ? candidate : best,
      ).errors;
    });
    const coefficientOfDetermination = heldOutAccuracy(output, trainingData.targets, rows, errors);
    return { family, weight, coefficientOfDetermination };
  });
  return shares.sort((a, b) => b.weight - a.weight || quality(b) - quality(a));
}

const quality = ({ coefficientOfDetermination }: FamilyShare): number => coefficientOfDetermination ?? -1;

function reasonFor(families: readonly FamilyShare[], combinedAccuracy: number | null): string {
  const [first, ...otherFamilies] = families;
  if (first === undefined) return "The output never changes in the training rows.";
  const named = families.filter(({ weight }) => weight >= MIN_NAMED_WEIGHT);
  if (first.family === "mean" && named.length < 2) {
    return "The mean of the rows: no model predicts better in cross-validation.";
  }
  if (named.length < 2) {
    const [next] = otherFamilies.filter(({ family }) => family !== "mean");
    const nextScore = next && writeFamilyScore(next);
    const comparison =
      next === undefined || nextScore === undefined
        ? ""
        : `; ${FAMILY_NAMES[next.family]} reached ${nextScore}`;
    return writeSentence(
      `${FAMILY_NAMES[first.family]}, alone: its cross-validated R² is ${writeFamilyScore(first) ?? "unknown"}${comparison}`,
    );
  }
  const foldWeights = named.map(({ family, weight }) => `${FAMILY_NAMES[family]} (${percent(weight)})`);
  const alone = named.filter(({ family }) => family !== "mean");
  const scores = alone.map((share) => writeFamilyScore(share) ?? "unknown");
  const joined =
    combinedAccuracy === null
      ? ""
      : `: together their cross-validated R² is ${writeScore(combinedAccuracy)}, alone ${joinWithAnd(scores)}`;
  return writeSentence(`${joinWithAnd(foldWeights)}${joined}`);
}

const writeSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const percent = (share: number): string => fixedPercentText(share, 0);

const writeFamilyScore = ({ coefficientOfDetermination: value }: FamilyShare): string | undefined =>
  value === null ? undefined : writeScore(value);

/** Writes a score with enough digits to show two of its difference from 1. */
function writeScore(value: number): string {
  const missing = Math.max(1e-8, Math.abs(1 - value));
  return decimalText(value, Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(missing)))));
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
