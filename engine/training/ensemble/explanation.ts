/** Who speaks for an output, and one sentence for the user that says so and why. */

import type { EmulatorFamily, EmulatorOutput, FamilyShare, LearningCurve } from "../../models/emulator.ts";
import type { LearningData } from "../../models/fit-task.ts";
import { strengthOf } from "../calibration/calibrate.ts";
import { keptOutRows } from "../fit/folds.ts";
import type { Voice } from "./candidates.ts";
import type { Choice } from "./choice.ts";
import type { PanelOutput } from "./ensemble-data.ts";
import { keptOutAccuracy } from "./held-out-accuracy.ts";

const NAMES: Readonly<Record<EmulatorFamily, string>> = {
  mean: "the mean of the rows",
  linear: "a linear trend",
  polynomial: "a polynomial",
  "gaussian-process": "a Gaussian process",
  network: "neural networks",
};

/** A family that counts for less is passed over in the sentence. */
const WORTH_NAMING = 0.005;

/** What one target came to. */
export interface TargetOutcome {
  voices: readonly Voice[];
  choice: Choice;
}

/** Of every target, what was said of the first fold's rows less the truth, standardised; by the number of rows learnt from. */
export type LearningErrors = ReadonlyMap<number, readonly Float64Array[]>;

/** What was learnt from, and what of it was kept out. */
export interface KeptOut {
  learning: Pick<LearningData, "targets" | "folds">;
  /** Those kept out: the voices' errors are of them. */
  rows: Int32Array;
  learningErrors: LearningErrors;
}

type Output = Pick<PanelOutput, "model" | "learnt">;

/** @param own outcomes of the output's targets, in their order. */
export function explain(
  output: Output,
  own: readonly TargetOutcome[],
  keptOut: KeptOut,
): Pick<EmulatorOutput, "families" | "reason" | "learningCurve"> {
  const families = familiesOf(output, own, keptOut);
  const errors = own.map(({ choice }) => choice.errors);
  const together = keptOutAccuracy(output, keptOut.learning.targets, keptOut.rows, errors);
  return { families, reason: reasonFor(families, together), learningCurve: learningCurve(output, keptOut) };
}

function learningCurve(output: Output, { learning, learningErrors }: KeptOut): LearningCurve | null {
  const keptOut = keptOutRows(learning.folds, 0);
  const points = Array.from(learningErrors, ([rows, each]) => {
    const own = Array.from(output.model.targets, (target) => each[target]);
    return { rows, coefficient: keptOutAccuracy(output, learning.targets, keptOut, own) };
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
 * Every family that was tried, the heaviest first: its weight, and what its best voices come to alone.
 * @param outcomes one a target of the output, in their order.
 */
function familiesOf(
  output: Output,
  outcomes: readonly TargetOutcome[],
  { learning, rows }: KeptOut,
): FamilyShare[] {
  const { model } = output;
  const strengths = Array.from(model.targets, (_, at) => strengthOf(model, at));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  if (!(total > 0)) return [];
  const families = new Set(outcomes.flatMap(({ voices }) => voices.map(({ family }) => family)));
  const shares = Array.from(families, (family): FamilyShare => {
    let weight = 0;
    // A target that the family was not asked about is left to the mean of the rows.
    const errors = outcomes.map(({ voices, choice }, at) => {
      const own = choice.chosen.filter(({ voice }) => voice.family === family);
      weight += ((strengths[at] ?? 0) / total) * own.reduce((sum, one) => sum + one.weight, 0);
      const asked = voices.filter((voice) => voice.family === family || voice.family === "mean");
      return asked.reduce((best, voice) => (voice.meanSquare < best.meanSquare ? voice : best)).errors;
    });
    const coefficientOfDetermination = keptOutAccuracy(output, learning.targets, rows, errors);
    return { family, weight, coefficientOfDetermination };
  });
  return shares.sort((a, b) => b.weight - a.weight || quality(b) - quality(a));
}

const quality = ({ coefficientOfDetermination }: FamilyShare): number => coefficientOfDetermination ?? -1;

function reasonFor(families: readonly FamilyShare[], together: number | null): string {
  const [first, ...others] = families;
  if (first === undefined) return "The output never changes in the training rows.";
  const heard = families.filter(({ weight }) => weight >= WORTH_NAMING);
  if (first.family === "mean" && heard.length < 2) {
    return "The mean of the rows: by cross-validation nothing that was tried predicts better.";
  }
  if (heard.length < 2) {
    const [next] = others.filter(({ family }) => family !== "mean");
    const reached = next && scoreOf(next);
    const rest =
      next === undefined || reached === undefined ? "" : `; ${NAMES[next.family]} reached ${reached}`;
    return sentence(
      `${NAMES[first.family]}, alone: its cross-validated R² is ${scoreOf(first) ?? "unknown"}${rest}`,
    );
  }
  const shares = heard.map(({ family, weight }) => `${NAMES[family]} (${percent(weight)})`);
  const alone = heard.filter(({ family }) => family !== "mean");
  const scores = alone.map((share) => scoreOf(share) ?? "unknown");
  const joined =
    together === null
      ? ""
      : `: together their cross-validated R² is ${score(together)}, alone ${list(scores)}`;
  return sentence(`${list(shares)}${joined}`);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const scoreOf = ({ coefficientOfDetermination: value }: FamilyShare): string | undefined =>
  value === null ? undefined : score(value);

/** As many digits as tell it from 1, two of them. */
function score(value: number): string {
  const missing = Math.max(1e-8, Math.abs(1 - value));
  return value.toFixed(Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(missing)))));
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
