/** What is wrong with the distribution of an input: one set of rules, for the page and for the server. */
import type { Distribution } from "../domain/distribution.ts";
import type { ScalarValue } from "../domain/variable.ts";
import type { UncertainInput } from "./uncertain-inputs.ts";

/** Probabilities are typed with a few digits. */
const ROUNDING = 1e-6;

/** The first problem, a sentence; null: there is none. @param display the input's name on the page */
export function distributionProblem(
  given: Distribution,
  input: UncertainInput,
  display = input.name,
): string | null {
  if (input.kind === "options" && given.kind !== "fixed" && given.kind !== "levels")
    return `${display} is a choice between options: give each a probability.`;
  switch (given.kind) {
    case "fixed":
      return valueProblem(given.value, input, display);
    case "uniform":
      return rangeProblem(given, display);
    case "normal":
      return spreadProblem(given, display);
    case "truncated normal":
      return spreadProblem(given, display) ?? rangeProblem(given, display) ?? cutProblem(given, display);
    case "lognormal":
      if (given.mean <= 0) return `The mean of ${display} must be above 0 for a lognormal distribution.`;
      return spreadProblem(given, display);
    case "levels":
      return levelsProblem(given.levels, input, display);
  }
}

function valueProblem(value: ScalarValue, input: UncertainInput, display: string): string | null {
  if (input.kind === "options") {
    const isKnown = input.options.some((option) => String(option) === String(value));
    return isKnown ? null : `${display} has no option “${value}”.`;
  }
  if (typeof value !== "number") return `${display} must be a number.`;
  if (input.kind === "whole number" && !Number.isInteger(value)) return `${display} must be a whole number.`;
  return null;
}

const spreadProblem = ({ standard_deviation }: { standard_deviation: number }, display: string) =>
  standard_deviation > 0 ? null : `The standard deviation of ${display} must be above 0.`;

const rangeProblem = ({ lower, upper }: { lower: number; upper: number }, display: string) =>
  lower < upper ? null : `The upper limit of ${display} must be above the lower one.`;

/** Far from the mean nothing is left that could be told from 0. */
const MAX_DEVIATIONS = 8;

function cutProblem(
  { mean, standard_deviation, lower, upper }: Extract<Distribution, { kind: "truncated normal" }>,
  display: string,
): string | null {
  const reach = MAX_DEVIATIONS * standard_deviation;
  if (lower < mean + reach && upper > mean - reach) return null;
  return `The limits of ${display} lie more than ${MAX_DEVIATIONS} standard deviations from its mean.`;
}

function levelsProblem(
  levels: Extract<Distribution, { kind: "levels" }>["levels"],
  input: UncertainInput,
  display: string,
): string | null {
  for (const { value, probability } of levels) {
    const problem = valueProblem(value, input, display);
    if (problem !== null) return problem;
    if (!(probability >= 0 && probability <= 1 + ROUNDING))
      return `The probability of ${display} = ${value} must lie between 0 and 1.`;
  }
  if (new Set(levels.map(({ value }) => String(value))).size < levels.length)
    return `A value of ${display} is named twice.`;
  const sum = levels.reduce((total, { probability }) => total + probability, 0);
  if (Math.abs(sum - 1) <= ROUNDING * levels.length) return null;
  return `The probabilities of ${display} must add up to 1; they add up to ${Number(sum.toPrecision(4))}.`;
}
