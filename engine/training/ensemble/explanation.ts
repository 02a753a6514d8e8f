/** The model families in an output's ensemble, and a sentence for the user that explains the choice. */

import { decimalText, fixedPercentText } from "@understudy/shared/number-text.ts";
import type { EmulatorFamily, EmulatorOutput, FamilyShare, LearningCurve } from "../../models/emulator.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { strengthOf } from "../calibration/calibrate.ts";
import { heldOutRows } from "../fit/folds.ts";
import type { Candidate } from "./candidates.ts";
import type { Choice } from "./choice.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";
import { heldOutAccuracy } from "./held-out-accuracy.ts";

const NAMES: Readonly<Record<EmulatorFamily, string>> = {
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

/** @param own outcomes of the output's targets, in their order. */
export function explain(
  output: Output,
  own: readonly TargetOutcome[],
  heldOut: HeldOut,
): Pick<EmulatorOutput, "families" | "reason" | "learningCurve"> {
  const families = familiesOf(output, own, heldOut);
  const errors = own.map(({ choice }) => choice.errors);
  const together = heldOutAccuracy(output, heldOut.trainingData.targets, heldOut.rows, errors);
  return { families, reason: reasonFor(families, together), learningCurve: learningCurve(output, heldOut) };
}

function learningCurve(output: Output, { trainingData, learningCurveErrors }: HeldOut): LearningCurve | null {
  const heldOut = heldOutRows(trainingData.folds, 0);
  const points = Array.from(learningCurveErrors, ([rows, each]) => {
    const own = Array.from(output.model.targets, (target) => each[target]);
    return { rows, coefficient: heldOutAccuracy(output, trainingData.targets, heldOut, own) };
  });
  const known = points.flatMap(({ rows, coefficient }) =>
    coefficient === null ? [] : [{ rows, coefficient }],
  );
  if (known.length < 2) return null;
  known.sort((a, b) => a.rows - b.rows);
  return {
    rows: Float64Array.from(known, ({ rows }) => rows),
    coefficientsOfDetermination: Float64Array.from(known, ({ coefficient }) => coefficient),
  };
}

/**
 * Every family that was tried, the heaviest first: its weight, and the accuracy of its best candidates alone.
 * @param outcomes one a target of the output, in their order.
 */
function familiesOf(
  output: Output,
  outcomes: readonly TargetOutcome[],
  { trainingData, rows }: HeldOut,
): FamilyShare[] {
  const { model } = output;
  const strengths = Array.from(model.targets, (_, at) => strengthOf(model, at));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  if (!(total > 0)) return [];
  const families = new Set(outcomes.flatMap(({ candidates }) => candidates.map(({ family }) => family)));
  const shares = Array.from(families, (family): FamilyShare => {
    let weight = 0;
    // For a target that the family was not fitted to, the mean of the rows.
    const errors = outcomes.map(({ candidates, choice }, at) => {
      const own = choice.members.filter(({ candidate }) => candidate.family === family);
      weight += (strengths[at] / total) * own.reduce((sum, one) => sum + one.weight, 0);
      const tried = candidates.filter((one) => one.family === family || one.family === "mean");
      // A trial on the rows of one fold cannot be compared with what was measured on all of them.
      const complete = tried.filter(({ predictedRows }) => predictedRows === rows.length);
      return (complete.length > 0 ? complete : tried).reduce((best, candidate) =>
        candidate.meanSquare < best.meanSquare ? candidate : best,
      ).errors;
    });
    const coefficientOfDetermination = heldOutAccuracy(output, trainingData.targets, rows, errors);
    return { family, weight, coefficientOfDetermination };
  });
  return shares.sort((a, b) => b.weight - a.weight || quality(b) - quality(a));
}

const quality = ({ coefficientOfDetermination }: FamilyShare): number => coefficientOfDetermination ?? -1;

function reasonFor(families: readonly FamilyShare[], together: number | null): string {
  const [first, ...others] = families;
  if (first === undefined) return "The output never changes in the training rows.";
  const named = families.filter(({ weight }) => weight >= MIN_NAMED_WEIGHT);
  if (first.family === "mean" && named.length < 2) {
    return "The mean of the rows: no model predicts better in cross-validation.";
  }
  if (named.length < 2) {
    const [next] = others.filter(({ family }) => family !== "mean");
    const reached = next && scoreOf(next);
    const rest =
      next === undefined || reached === undefined ? "" : `; ${NAMES[next.family]} reached ${reached}`;
    return sentence(
      `${NAMES[first.family]}, alone: its cross-validated R² is ${scoreOf(first) ?? "unknown"}${rest}`,
    );
  }
  const foldWeights = named.map(({ family, weight }) => `${NAMES[family]} (${percent(weight)})`);
  const alone = named.filter(({ family }) => family !== "mean");
  const scores = alone.map((share) => scoreOf(share) ?? "unknown");
  const joined =
    together === null
      ? ""
      : `: together their cross-validated R² is ${score(together)}, alone ${list(scores)}`;
  return sentence(`${list(foldWeights)}${joined}`);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const percent = (share: number): string => fixedPercentText(share, 0);

const scoreOf = ({ coefficientOfDetermination: value }: FamilyShare): string | undefined =>
  value === null ? undefined : score(value);

/** Writes a score with enough digits to show two of its difference from 1. */
function score(value: number): string {
  const missing = Math.max(1e-8, Math.abs(1 - value));
  return decimalText(value, Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(missing)))));
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
