/** Sentences about a design. */
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { inputLook, type Looks } from "./quantities.ts";

type RatedDesign = Pick<
  PredictedDesign,
  "score" | "lower_bound" | "upper_bound" | "in_spec" | "violation" | "is_simulated"
>;

/** `certain`: its 95% bounds say the same. */
export type SpecState = {
  readonly text: "In spec" | "Probably in spec" | "Probably out of spec" | "Out of spec" | "Misses limits";
  readonly tone: "good" | "fair" | "paused" | "bad";
};

/**
 * The state of a design, no more certain than its bounds allow; null: its score does not tell, and it keeps its
 * limits.
 */
export function specState(rated: RatedDesign): SpecState | null {
  const { in_spec, lower_bound, upper_bound, violation, is_simulated } = rated;
  if (in_spec === null) return violation === 0 ? null : { text: "Misses limits", tone: "bad" };
  if (is_simulated) return in_spec ? { text: "In spec", tone: "good" } : { text: "Out of spec", tone: "bad" };
  if (in_spec)
    return lower_bound !== null && lower_bound >= 0
      ? { text: "In spec", tone: "good" }
      : { text: "Probably in spec", tone: "fair" };
  const mayBeIn = upper_bound !== null && upper_bound >= 0 && violation === 0;
  return mayBeIn ? { text: "Probably out of spec", tone: "paused" } : { text: "Out of spec", tone: "bad" };
}

/** The distance of a design from being in spec; null where it is unknown or the design is in spec. */
export function missText({ in_spec, score, violation }: RatedDesign): string | null {
  if (in_spec) return null;
  if (violation !== null && violation > 0)
    return `the closest misses its limits by ${formatValue(violation)} in sum`;
  return score === null || in_spec === null ? null : `the closest misses by ${formatValue(-score)} in score`;
}

/** The result in one sentence. @param isOver whether the search has ended */
export function headline(best: RatedDesign | undefined, isOver: boolean): string {
  if (best === undefined) return isOver ? "No design could be rated." : "No design has been rated yet.";
  const state = specState(best);
  const miss = missText(best);
  const subject = isOver ? "The best design found" : "The best design so far";
  if (state === null)
    return best.is_simulated
      ? `${subject} has a score of ${best.score === null ? "–" : formatValue(best.score)}.`
      : `${subject} has a predicted score of ${predictedScore(best)}.`;
  if (!best.in_spec) {
    const where = isOver ? "within these ranges" : "so far";
    const so = `No design found ${where} ${best.in_spec === null ? "keeps all limits" : "is in spec"}`;
    return `${so}${miss === null ? "" : `; ${miss}`}.`;
  }
  if (best.is_simulated) return `${subject} is in spec: its simulation keeps every limit.`;
  return state.text === "In spec"
    ? `${subject} is predicted in spec, and so are its 95% bounds.`
    : `${subject} is predicted in spec, but its 95% bounds cross the limit: it may be out of spec.`;
}

function predictedScore({ score, lower_bound, upper_bound }: RatedDesign): string {
  const value = score === null ? "–" : formatValue(score);
  if (lower_bound === null || upper_bound === null) return value;
  return `${value}, between ${formatValue(lower_bound)} and ${formatValue(upper_bound)} with 95% confidence`;
}

/** Warnings to read before acting on a design, the most important first. */
export function designWarnings(design: PredictedDesign, looks: Looks | null): string[] {
  const { in_spec, lower_bound, upper_bound, outside, is_far, at_limits, is_simulated } = design;
  const formatName = (name: string) => inputLook(looks, name).display;
  const warnings: string[] = [];
  const isUnsure = lower_bound === null || upper_bound === null;
  if (isUnsure && !is_simulated) warnings.push("The bounds of its score are not known.");
  else if (in_spec && lower_bound !== null && lower_bound < 0)
    warnings.push(
      "The 95% bounds of its score reach below 0: it may be out of spec. Simulate it before relying on it.",
    );
  if (outside.length > 0)
    warnings.push(
      `${listNames(outside.map(formatName))} ${outside.length === 1 ? "lies" : "lie"} outside the range of the training rows: expect larger errors.`,
    );
  if (is_far) warnings.push("No training row is near: the error may be larger than its bounds say.");
  const onLimit = (limit: "lower" | "upper") =>
    at_limits
      .filter((limitHit) => limitHit.limit === limit)
      .map(({ name, element }) =>
        element === null ? formatName(name) : elementName(formatName(name), element),
      );
  for (const limit of ["lower", "upper"] as const) {
    const names = onLimit(limit);
    if (names.length === 1)
      warnings.push(`${listNames(names)} lies on its ${limit} limit: a wider range may give more.`);
    else if (names.length > 1)
      warnings.push(`${listNames(names)} lie on their ${limit} limits: wider ranges may give more.`);
  }
  return warnings;
}

/** The gain and the cost of a robust design; null where it is the best design itself. */
export function robustText(best: PredictedDesign | undefined, robust: PredictedDesign | null): string | null {
  if (best === undefined || robust === null || isSameDesign(best, robust)) return null;
  const [gain, cost] = [
    difference(robust.lower_bound, best.lower_bound),
    difference(best.score, robust.score),
  ];
  const gains =
    gain === null
      ? "It has the highest lower bound of the score."
      : `Its lower bound is ${gain} higher than that of the best design.`;
  return cost === null ? gains : `${gains} It costs ${cost} of the predicted score.`;
}

/**
 * The robust design is the safer choice if it gains at least this many times more of the lower bound than it costs of
 * the score.
 */
const MIN_GAIN_PER_COST = 2;

/** Says that the robust design is the one to act on, where the emulator is far surer of it; else null. */
export function saferText(best: PredictedDesign | undefined, robust: PredictedDesign | null): string | null {
  if (best === undefined || robust === null || isSameDesign(best, robust)) return null;
  const { score, lower_bound } = best;
  if (score === null || lower_bound === null || robust.score === null || robust.lower_bound === null)
    return null;
  const [gain, cost] = [robust.lower_bound - lower_bound, score - robust.score];
  if (gain <= MIN_GAIN_PER_COST * Math.max(0, cost)) return null;
  return `By the 95% bounds, the robust design scores at least ${formatValue(robust.lower_bound)}, and the best design at least ${formatValue(lower_bound)}: the robust one is the safer choice.`;
}

const difference = (larger: number | null, smaller: number | null): string | null =>
  larger === null || smaller === null ? null : formatValue(larger - smaller);

/** Two designs are the same if all their inputs are equal. */
export const isSameDesign = (
  first: Pick<PredictedDesign, "inputs">,
  second: Pick<PredictedDesign, "inputs">,
) =>
  Object.entries(first.inputs).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(second.inputs[name]),
  );

const END_TEXTS = {
  converged: "The search has converged.",
  "evaluation limit": "The search ended at its limit of evaluations: a better design may exist.",
  "time limit": "The search ended at its time limit: a better design may exist.",
  exhausted: "Every design within these ranges was evaluated.",
} as const;

/** Explains why the search ended; null while it has not. */
export const endText = ({ stop_reason }: Pick<Optimization, "stop_reason">): string | null =>
  stop_reason === null ? null : END_TEXTS[stop_reason];

/** The change of the emulator since the work; null: none, or servers simulated. */
export function emulatorText(
  { emulator, is_simulated }: Pick<Optimization, "emulator" | "is_simulated">,
  work = "the optimization",
): string | null {
  if (is_simulated) return null;
  if (emulator === null)
    return "The emulator that this ran on has been deleted. Its predictions below stay as they were.";
  return emulator.is_current
    ? null
    : `The emulator of ${emulator.name} has been trained again since. It may predict other values now; run ${work} again to use it.`;
}
