/** Another kind of distribution for an input, as near as can be to the one that it had. */
import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { Distribution, DistributionKind } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";

export const KIND_LABELS: Readonly<Record<DistributionKind, string>> = {
  fixed: "Fixed",
  uniform: "Uniform",
  normal: "Normal",
  "truncated normal": "Truncated normal",
  lognormal: "Lognormal",
  levels: "Levels",
};

/** With more whole numbers than this, they do not get a box each. */
const MAX_LEVELS = 20;
const NUMBER_KINDS: readonly DistributionKind[] = [
  "fixed",
  "uniform",
  "normal",
  "truncated normal",
  "lognormal",
];

export function listKinds(input: DistributedInput): readonly DistributionKind[] {
  if (input.kind === "options") return ["fixed", "levels"];
  return listLevels(input).length > 0 ? [...NUMBER_KINDS, "levels"] : NUMBER_KINDS;
}

/** The values that get a probability each; none of real numbers. */
export function listLevels({ kind, options, lower, upper }: DistributedInput): readonly ScalarValue[] {
  if (kind === "options") return options ?? [];
  if (kind === "number" || lower === null || upper === null || upper - lower >= MAX_LEVELS) return [];
  return Array.from({ length: upper - lower + 1 }, (_, i) => lower + i);
}

export function asKind(kind: DistributionKind, input: DistributedInput): Distribution {
  const { distribution } = input;
  const { centre, deviation } = computeShape(input);
  const [lower, upper] = [input.lower ?? centre - 3 * deviation, input.upper ?? centre + 3 * deviation];
  const bell = { mean: centre, standard_deviation: deviation };
  switch (kind) {
    case "fixed":
      return {
        kind,
        value: distribution.kind === "levels" ? findLikeliest(distribution) : fixedValue(input, centre),
      };
    case "uniform":
      return { kind, lower, upper };
    case "normal":
    case "lognormal":
      return { kind, ...bell };
    case "truncated normal":
      return { kind, ...bell, lower, upper };
    case "levels": {
      const values = listLevels(input);
      return { kind, levels: values.map((value) => ({ value, probability: 1 / values.length })) };
    }
  }
}

/** A whole number of what is counted; of options the one that it is. */
function fixedValue({ kind, distribution }: DistributedInput, centre: number): ScalarValue {
  if (distribution.kind === "fixed") return distribution.value;
  return kind === "whole number" ? Math.round(centre) : centre;
}

const findLikeliest = ({ levels }: Extract<Distribution, { kind: "levels" }>): ScalarValue =>
  levels.reduce((best, level) => (level.probability > best.probability ? level : best)).value;

/**
 * The centre and the standard deviation of a distribution. The limits of a uniform one lie 3 standard deviations from the middle, or the nearer one from the input's own value where that
 * is uniform because nobody has said otherwise; of what does not vary, 1% of the range is a standard deviation.
 */
function computeShape(input: DistributedInput): { centre: number; deviation: number } {
  const { distribution, lower, upper, nominal } = input;
  const range = (upper ?? 1) - (lower ?? 0);
  switch (distribution.kind) {
    case "fixed":
      return { centre: Number(distribution.value) || 0, deviation: range / 100 };
    case "uniform":
      if (typeof nominal === "number" && distribution.lower === lower && distribution.upper === upper) {
        const nearest = Math.min(nominal - lower, upper - nominal);
        return { centre: nominal, deviation: nearest > 0 ? nearest / 3 : range / 100 };
      }
      return {
        centre: (distribution.lower + distribution.upper) / 2,
        deviation: (distribution.upper - distribution.lower) / 6,
      };
    case "normal":
    case "truncated normal":
    case "lognormal":
      return { centre: distribution.mean, deviation: distribution.standard_deviation };
    case "levels":
      return { centre: Number(findLikeliest(distribution)) || 0, deviation: range / 100 };
  }
}
