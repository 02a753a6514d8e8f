/**
 * A finding limits the accuracy of an output; its training finds it, and the sentences here say so. This is the one
 * table of causes: every verdict below good names its cause here where one is known.
 */
import { z } from "zod";
import { counted } from "../counted.ts";
import { countText, exactText, fixedPercentText, roundTo } from "../number-text.ts";

export const finding = z.discriminatedUnion("kind", [
  /** The validation values are all the same, so that no error can be compared with how much the output varies. */
  z.object({ kind: z.literal("unmeasurable"), values: z.int().describe("The number of validation values.") }),
  /** The output has one value in all training rows, and another in validation rows. */
  z.object({ kind: z.literal("constant") }),
  /** Repeated runs differ: `share` is their standard deviation over that of the output. */
  z.object({
    kind: z.literal("noise"),
    share: z.number().describe("The standard deviation of repeated runs over that of the output."),
    points: z.int().describe("The number of points that were repeated."),
  }),
  /** So few groups of rows were trained on that new groups may be unlike all of them. */
  z.object({
    kind: z.literal("few groups"),
    groups: z.int().describe("The number of groups that were trained on."),
  }),
  /** A level of a category that hardly any training row holds. */
  z.object({
    kind: z.literal("rare level"),
    input: z.string().describe("The name of the input."),
    level: z.string().describe("The text of the level."),
    rows: z.int().describe("The number of rows."),
  }),
  /** Some rows, in `share` of all, have nearly the whole error. */
  z.object({
    kind: z.literal("outliers"),
    rows: z.int().describe("The number of rows."),
    share: z.number().describe("The share of the rows, 0 .. 1."),
  }),
  /** The output is an angle that jumps by `period` where it wraps. */
  z.object({
    kind: z.literal("wrapped angle"),
    period: z.number().describe("The size of the jump, in the output's stored unit."),
  }),
  /** The error falls as rows are added. */
  z.object({ kind: z.literal("few rows"), rows: z.int().describe("The number of rows.") }),
  /** So few different points were trained on that nothing shows whether further ones would help. */
  z.object({ kind: z.literal("few points"), points: z.int().describe("The number of different points.") }),
  /** The error no longer falls as rows are added, and no other cause was found. */
  z.object({ kind: z.literal("unexplained") }),
]);
export type Finding = z.infer<typeof finding>;

/** One sentence. */
export function findingText(of: Finding): string {
  switch (of.kind) {
    case "unmeasurable":
      return of.values === 1
        ? "Its accuracy cannot be measured: there is only one validation value."
        : `Its accuracy cannot be measured: all ${countText(of.values)} validation values are the same.`;
    case "constant":
      return "It never changes in the training rows, so they do not show how it varies.";
    case "noise":
      return `Repeated runs differ by ${percent(of.share)} of the output's standard deviation (measured at ${counted(of.points, "point")}): no emulator predicts single runs better than that.`;
    case "few groups":
      return `Only ${counted(of.groups, "group")} of rows were trained on: a new one may be unlike all of them, however many rows each has.`;
    case "rare level":
      return `${of.input} is ${of.level} in only ${counted(of.rows, "training row")}: predictions for it are hardly supported.`;
    case "outliers": {
      const [verb, pronoun] = of.rows === 1 ? ["causes", "its"] : ["cause", "their"];
      return `${counted(of.rows, "row")} (${percent(of.share)}) ${verb} most of the error: ${pronoun} values may be wrong, or show an event that is too rare to be learned.`;
    }
    case "wrapped angle":
      return `The values look like an angle that wraps: between neighbouring points they jump by about ${exactText(roundTo(of.period, 3))}. Unwrap the angle, or give its sine and cosine instead.`;
    case "few rows":
      return `It was trained on ${counted(of.rows, "row")}, and its error still falls as rows are added.`;
    case "few points":
      return `It was trained on only ${counted(of.points, "different point")}.`;
    case "unexplained":
      return "More rows of this kind would hardly improve it: something that it depends on is not an input, is fixed, or its values are noisy.";
  }
}

const percent = (share: number): string =>
  share < 0.01 ? fixedPercentText(share, 2) : fixedPercentText(share, share < 0.1 ? 1 : 0);

export const isUnmeasurable = ({
  findings = [],
}: {
  readonly findings?: readonly Finding[] | undefined;
}): boolean => findings.some(({ kind }) => kind === "unmeasurable");
