/** Who speaks for an output, and one sentence for the user that says so and why. */
import type { EmulatorFamily, EmulatorOutput, FamilyShare, LearningCurve } from "../emulator.ts";
import type { OutputModel } from "../targets.ts";
import { strengthOf } from "./calibrate.ts";
import type { Choice } from "./choice.ts";
import type { Voice } from "./voices.ts";

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

/** Mean squared errors of every target, standardised, by the number of rows learnt from. */
export type LearningErrors = ReadonlyMap<number, Float64Array>;

/** @param own outcomes of the output's targets, in their order. */
export function explain(
  model: OutputModel,
  own: readonly TargetOutcome[],
  errors: LearningErrors,
): Pick<EmulatorOutput, "families" | "reason" | "learningCurve"> {
  const families = familiesOf(model, own);
  const together = determination(
    model,
    own.map(({ choice }) => choice.meanSquare),
  );
  return { families, reason: reasonFor(families, together), learningCurve: learningCurve(model, errors) };
}

function learningCurve(model: OutputModel, errors: LearningErrors): LearningCurve | null {
  const points = Array.from(errors, ([rows, each]) => {
    const own = Array.from(model.targets, (target) => each[target] ?? Number.NaN);
    return { rows, coefficient: determination(model, own) };
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
function familiesOf(model: OutputModel, outcomes: readonly TargetOutcome[]): FamilyShare[] {
  const strengths = strengthsOf(model);
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  if (!(total > 0)) return [];
  const families = new Set(outcomes.flatMap(({ voices }) => voices.map(({ family }) => family)));
  const shares = Array.from(families, (family): FamilyShare => {
    let weight = 0;
    // A target that the family was not asked about is left to the mean of the rows.
    const errors = outcomes.map(({ voices, choice }, at) => {
      const own = choice.chosen.filter(({ voice }) => voice.family === family);
      weight += ((strengths[at] ?? 0) / total) * own.reduce((sum, one) => sum + one.weight, 0);
      const alone = voices.filter((voice) => voice.family === family).map(({ meanSquare }) => meanSquare);
      return Math.min(1, ...alone);
    });
    return { family, weight, coefficientOfDetermination: determination(model, errors) };
  });
  return shares.sort((a, b) => b.weight - a.weight || quality(b) - quality(a));
}

const quality = ({ coefficientOfDetermination }: FamilyShare): number => coefficientOfDetermination ?? -1;

function strengthsOf(model: OutputModel): number[] {
  return Array.from(model.targets, (_, at) => strengthOf(model, at));
}

/** From mean squared errors of the targets, which are of unit variance. Null where one is not known. */
function determination(model: OutputModel, errors: readonly number[]): number | null {
  const strengths = strengthsOf(model);
  let wrong = model.remainder.reduce((sum, value) => sum + value, 0);
  let all = wrong;
  strengths.forEach((strength, at) => {
    all += strength;
    wrong += strength * (errors[at] ?? Number.NaN);
  });
  const coefficient = 1 - wrong / all;
  return Number.isFinite(coefficient) ? Math.max(-1, coefficient) : null;
}

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
