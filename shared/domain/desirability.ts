/**
 * The desirability of outputs: how far each value meets its goal, from 0 (useless) to 1 (nothing better is wanted), and their geometric
 * mean (G. Derringer and R. Suich, 1980, "Simultaneous optimization of several response variables", Journal of Quality Technology 12).
 */
import { z } from "zod";
import { MESSAGES } from "../messages/messages.ts";

const outputValue = z.number();
const low = outputValue.describe("A value of the output, in the stored unit: the lower end of the goal.");
const high = outputValue.describe("A value of the output, in the stored unit: the upper end of the goal.");
const limit = outputValue
  .nullable()
  .describe("A limit in the stored unit; null: there is none on that side.");
const target = outputValue.describe("The value that is wanted, in the stored unit.");
const isAscending = ({ low, high }: { low: number; high: number }): boolean => low < high;
const LIMIT_ORDER = { error: MESSAGES.limitOrder, path: ["high"] };

/** The goal of a scalar output. All values are as stored. */
export const outputGoal = z.discriminatedUnion("kind", [
  /** 0 up to `low`, rising to 1 at `high`. */
  z.object({ kind: z.literal("maximise"), low, high }).refine(isAscending, LIMIT_ORDER),
  /** 1 up to `low`, falling to 0 at `high`. */
  z.object({ kind: z.literal("minimise"), low, high }).refine(isAscending, LIMIT_ORDER),
  /** 1 at `target`, falling to 0 at `low` and at `high`. */
  z
    .object({ kind: z.literal("target"), low, target, high })
    .refine(({ low, target, high }) => low < target && target < high, {
      error: MESSAGES.targetBetweenLimits,
      path: ["target"],
    }),
  /** 1 from `low` to `high` and 0 elsewhere; null: there is no limit on that side. */
  z
    .object({ kind: z.literal("limits"), low: limit, high: limit })
    .refine(({ low, high }) => low === null || high === null || low < high, LIMIT_ORDER),
]);
export type OutputGoal = z.infer<typeof outputGoal>;
export const GOAL_KINDS = ["maximise", "minimise", "target", "limits"] as const;

/** The goals of outputs, by name. */
export type OutputGoals = Readonly<Record<string, OutputGoal>>;

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Computes how far a value meets a goal: (y - low) / (high - low) for a value that is to be large, its mirror image for one that is to
 * be small, a triangle around a target, and 1 or 0 for limits (Derringer and Suich, 1980, equations 1 and 2, with exponents of 1).
 * @returns 0 .. 1; 0 for a value that is not a number
 */
export function computeDesirability(goal: OutputGoal, value: number): number {
  if (Number.isNaN(value)) return 0;
  switch (goal.kind) {
    case "maximise":
      return clampShare((value - goal.low) / (goal.high - goal.low));
    case "minimise":
      return clampShare((goal.high - value) / (goal.high - goal.low));
    case "target": {
      const { low, target, high } = goal;
      return clampShare(value <= target ? (value - low) / (target - low) : (high - value) / (high - target));
    }
    case "limits":
      return value >= (goal.low ?? Number.NEGATIVE_INFINITY) &&
        value <= (goal.high ?? Number.POSITIVE_INFINITY)
        ? 1
        : 0;
  }
}

/**
 * Computes the distance from a value to the values that are worth more than 0, in widths of the goal: 0 where the desirability is above
 * 0, and also at the end of a ramp. A goal with one limit has the width max(|limit|, 1).
 */
export function computeShortfall(goal: OutputGoal, value: number): number {
  const low = goal.kind === "minimise" ? null : goal.low;
  const high = goal.kind === "maximise" ? null : goal.high;
  const width = findWidth(goal);
  const below = low === null ? 0 : low - value;
  const above = high === null ? 0 : value - high;
  return Math.max(0, below, above) / width;
}

function findWidth({ low, high }: OutputGoal): number {
  if (low !== null && high !== null) return high - low;
  return Math.max(Math.abs(low ?? high ?? 0), 1);
}

/**
 * Computes the overall desirability: the geometric mean of those of all goals (Derringer and Suich, 1980, equation 3), so that one
 * output that is worth nothing makes the whole design worth nothing.
 * @param values of the outputs; a goal without a value counts as not met
 * @returns 0 .. 1; 1 without a goal
 */
export function computeOverallDesirability(
  goals: OutputGoals,
  values: Readonly<Record<string, number | undefined>>,
): number {
  let product = 1;
  let count = 0;
  for (const [name, goal] of Object.entries(goals)) {
    product *= computeDesirability(goal, values[name] ?? Number.NaN);
    count++;
  }
  return count === 0 ? 1 : product ** (1 / count);
}

/**
 * Computes what a search for the best design maximises: the overall desirability where it is above 0, and otherwise minus the sum of
 * the shortfalls, which tells a search in which direction the goals lie.
 */
export function computeMerit(
  goals: OutputGoals,
  values: Readonly<Record<string, number | undefined>>,
): number {
  const overall = computeOverallDesirability(goals, values);
  if (overall > 0) return overall;
  const shortfall = Object.entries(goals).reduce(
    (sum, [name, goal]) => sum + computeShortfall(goal, values[name] ?? Number.NaN),
    0,
  );
  return Number.isNaN(shortfall) ? Number.NEGATIVE_INFINITY : -shortfall;
}
