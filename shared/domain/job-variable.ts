import { z } from "zod";
import { describedFile } from "../worker-parts.ts";
import { scalarValue } from "./variable.ts";

const perElement = z.array(z.number());
/** True: all simulations share `initval`; `lbound` and `ubound`, or `options`, then mean nothing. */
const fixed = z.boolean();
const is_integer = z.boolean();

/** A job treats one variable of its spec so. It is complete and uses the spec's names; defaults are filled in. */
export const jobVariable = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Scalar"),
    lbound: z.number().nullable().describe("The lower bound: null when fixed, else below `ubound`."),
    ubound: z.number().nullable().describe("The upper end of the range; null: it is fixed."),
    initval: z.number().describe("The initial value, or the only one if it is fixed."),
    fixed,
    is_integer: is_integer.describe("True: only whole numbers."),
  }),
  /** A Scalar an element; all elements vary, or none. */
  z.object({
    type: z.literal("Vector"),
    lbound: perElement.nullable(),
    ubound: perElement.nullable().describe("The upper end of the range; null: it is fixed."),
    initval: perElement.describe("The initial value, or the only one if it is fixed."),
    fixed,
    is_integer: is_integer.describe("True: only whole numbers."),
  }),
  z.object({
    type: z.literal("String"),
    initval: z.string().describe("The initial value, or the only one if it is fixed."),
  }),
  z.object({
    type: z.literal("SingleSelect"),
    initval: scalarValue.describe("The initial value, or the only one if it is fixed."),
  }),
  z.object({
    type: z.literal("MultiSelect"),
    options: z
      .array(scalarValue)
      .describe("The options, of which each simulation gets one; two or more unless fixed."),
    initval: scalarValue.describe("The initial value, or the only one if it is fixed."),
    fixed,
  }),
  /** Its path is relative to the job's work directory; null: an optional one that was not given. */
  z.object({ type: z.literal("File"), file: describedFile.nullable() }),
]);
export type JobVariable = z.infer<typeof jobVariable>;

/** The number of dimensions in which a variable varies: 0 for a fixed one, one an element for a Vector. */
export function variedDimensions(variable: JobVariable): number {
  switch (variable.type) {
    case "Scalar":
    case "MultiSelect":
      return variable.fixed ? 0 : 1;
    case "Vector":
      return variable.fixed ? 0 : variable.initval.length;
    case "String":
    case "SingleSelect":
    case "File":
      return 0;
  }
}
