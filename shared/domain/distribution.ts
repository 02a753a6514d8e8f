/** A distribution describes the values that an input takes over the designs that are built. */
import { z } from "zod";
import { scalarValue } from "./variable.ts";

const number = z.number();

/** All values are in the input's own unit. */
export const distribution = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), value: scalarValue }),
  z.object({ kind: z.literal("uniform"), lower: number, upper: number }),
  z.object({ kind: z.literal("normal"), mean: number, standard_deviation: number }),
  /** `mean` and `standard_deviation` of the normal distribution before it is cut off at both limits. */
  z.object({
    kind: z.literal("truncated normal"),
    mean: number,
    standard_deviation: number,
    lower: number,
    upper: number,
  }),
  /** `mean` and `standard_deviation` of the values themselves, not of their logarithms. */
  z.object({ kind: z.literal("lognormal"), mean: number, standard_deviation: number }),
  z.object({
    kind: z.literal("levels"),
    levels: z
      .array(z.object({ value: scalarValue, probability: number }))
      .min(1)
      .max(1_000),
  }),
]);
export type Distribution = z.infer<typeof distribution>;
export type DistributionKind = Distribution["kind"];

/** The distributions by column; an element of a Vector has its own name, as "w[1]". */
export const distributions = z.record(z.string(), distribution);
export type Distributions = z.infer<typeof distributions>;
