/** These rules find the problems of an input's distribution; the page and the server use the same ones. */

import type { Distribution } from "../domain/distribution.ts";
import type { ScalarValue } from "../domain/variable.ts";
import { exactText, roundTo } from "../number-text.ts";
import type { UncertainInput } from "./uncertain-inputs.ts";

/** Probabilities are typed with a few digits. */
const PROBABILITY_TOLERANCE = 1e-6;

/** The first problem, a sentence; null: there is none. @param display the input's name on the page */
export function distributionProblem(
  distribution: Distribution,
  input: UncertainInput,
  display = input.name,
): string | null {
  if (input.kind === "options" && distribution.kind !== "fixed" && distribution.kind !== "levels")
    return `${display} is a choice between options: give each a probability.`;
  switch (distribution.kind) {
    case "fixed":
      return valueProblem(distribution.value, input, display);
    case "uniform":
      return rangeProblem(distribution, display);
    case "normal":
      return spreadProblem(distribution, display);
    case "truncated normal":
      return (
        spreadProblem(distribution, display) ??
        rangeProblem(distribution, display) ??
        cutProblem(distribution, display)
      );
    case "lognormal":
      if (distribution.mean <= 0)
        return `The mean of ${display} must be above 0 for a lognormal distribution.`;
      return spreadProblem(distribution, display) ?? logarithmProblem(distribution, display);
    case "levels":
      return levelsProblem(distribution.levels, input, display);
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

function spreadProblem(
  { mean, standard_deviation }: { mean: number; standard_deviation: number },
  display: string,
): string | null {
  if (!(standard_deviation > 0)) return `The standard deviation of ${display} must be above 0.`;
  const most = Math.abs(mean) + MAX_DEVIATIONS * standard_deviation;
  return Number.isFinite(most) ? null : `The values of ${display} are too large to compute with.`;
}

/** The deviation of the logarithm is computed from the ratio of both. */
function logarithmProblem(
  { mean, standard_deviation }: { mean: number; standard_deviation: number },
  display: string,
): string | null {
  const ratio = standard_deviation / mean;
  if (ratio >= MIN_RATIO && ratio <= 1 / MIN_RATIO) return null;
  return `The standard deviation of ${display} must lie between ${MIN_RATIO} and ${1 / MIN_RATIO} times its mean.`;
}

function rangeProblem({ lower, upper }: { lower: number; upper: number }, display: string): string | null {
  if (!(lower < upper)) return `The upper limit of ${display} must be above the lower one.`;
  return Number.isFinite(upper - lower)
    ? null
    : `The limits of ${display} are too far apart to compute with.`;
}

/** Far from the mean nothing is left that could be told from 0. */
const MAX_DEVIATIONS = 8;
/** Between closer limits, in standard deviations, the share of the normal distribution is lost to rounding. */
const MIN_SPAN = 1e-9;
/** The least ratio of a lognormal distribution's standard deviation to its mean. */
const MIN_RATIO = 1e-6;

function cutProblem(
  { mean, standard_deviation, lower, upper }: Extract<Distribution, { kind: "truncated normal" }>,
  display: string,
): string | null {
  const reach = MAX_DEVIATIONS * standard_deviation;
  if ((upper - lower) / standard_deviation < MIN_SPAN)
    return `The limits of ${display} are too close together for its standard deviation: choose a uniform distribution.`;
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
    if (!(probability >= 0 && probability <= 1 + PROBABILITY_TOLERANCE))
      return `The probability of ${display} = ${value} must lie between 0 and 1.`;
  }
  if (new Set(levels.map(({ value }) => String(value))).size < levels.length)
    return `A value of ${display} is named twice.`;
  const sum = levels.reduce((total, { probability }) => total + probability, 0);
  if (Math.abs(sum - 1) <= PROBABILITY_TOLERANCE * levels.length) return null;
  return `The probabilities of ${display} must add up to 1; they add up to ${exactText(roundTo(sum, 4))}.`;
}
