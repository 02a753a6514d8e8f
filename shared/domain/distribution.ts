/** A distribution describes the values that an input takes over the designs that are built. */
import { z } from "zod";
import { counted } from "../counted.ts";
import { exactText } from "../number-text.ts";
import { scalarValue } from "./variable.ts";

const number = z.number();

/** All values are in the input's own unit. */
export const distribution = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), value: scalarValue }),
  z.object({
    kind: z.literal("uniform"),
    lower: number.describe("The lower limit, in the stored unit."),
    upper: number.describe("The upper limit, in the stored unit."),
  }),
  z.object({
    kind: z.literal("normal"),
    mean: number.describe("The mean, in the stored unit."),
    standard_deviation: number.describe("The standard deviation, in the stored unit."),
  }),
  /** `mean` and `standard_deviation` of the normal distribution before it is cut off at both limits. */
  z.object({
    kind: z.literal("truncated normal"),
    mean: number.describe(
      "The mean, in the stored unit; for a truncated normal, before the limits are applied.",
    ),
    standard_deviation: number.describe(
      "The standard deviation, in the stored unit; for a truncated normal, before the limits are applied.",
    ),
    lower: number.describe("The lower limit, in the stored unit."),
    upper: number.describe("The upper limit, in the stored unit."),
  }),
  /** `mean` and `standard_deviation` of the values themselves, not of their logarithms. */
  z.object({
    kind: z.literal("lognormal"),
    mean: number.describe("The mean of the values themselves, not of their logarithms, in the stored unit."),
    standard_deviation: number.describe(
      "The standard deviation of the values themselves, not of their logarithms, in the stored unit.",
    ),
  }),
  z.object({
    kind: z.literal("levels"),
    levels: z
      .array(z.object({ value: scalarValue, probability: number }))
      .min(1)
      .max(1_000)
      .describe("The values and their probabilities, which sum to 1."),
  }),
]);
export type Distribution = z.infer<typeof distribution>;

/** Formats a distribution for a sentence: `normal, mean 0.2, standard deviation 0.01`. */
export function formatDistribution(distribution: Distribution): string {
  if (distribution.kind === "levels") return `levels, ${counted(distribution.levels.length, "value")}`;
  const { kind, ...numbers } = distribution;
  const texts = Object.entries(numbers).map(([name, value]) => {
    const text = typeof value === "number" ? exactText(value) : value;
    return `${name.replaceAll("_", " ")} ${text}`;
  });
  return [kind, ...texts].join(", ");
}

export type DistributionKind = Distribution["kind"];

/** The distributions by column; an element of a Vector has its own name, as "w[1]". */
export const distributions = z.record(z.string(), distribution);
export type Distributions = z.infer<typeof distributions>;
