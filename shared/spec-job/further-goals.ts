/** The rules of an optimization's further goals. */

import type { SpecVersion } from "../api/spec.ts";
import type { FurtherGoal } from "../api/spec-job.ts";
import { MESSAGES } from "../messages.ts";

type Limits = FurtherGoal & { kind: "limits" };
type Problems = Partial<Record<"output_name" | "lower" | "upper", string>>;

/**
 * Maps a field of the payload, such as `further_goals.0.lower`, to the problem with it. The later of two goals that do not go
 * together has the error.
 */
export function goalErrors(
  { outputs }: Pick<SpecVersion, "outputs">,
  goals: readonly FurtherGoal[],
): Record<string, string[]> {
  const scalars = new Set(outputs.filter(({ type }) => type === "Scalar").map(({ name }) => name));
  const errors: Record<string, string[]> = {};
  for (const [at, goal] of goals.entries()) {
    const before = goals.slice(0, at).filter(({ output_name }) => output_name === goal.output_name);
    const problems: Problems = scalars.has(goal.output_name)
      ? { ...limitProblems(goal), ...problemBeside(goal, before) }
      : { ...limitProblems(goal), output_name: MESSAGES.outputRequired };
    for (const [part, problem] of Object.entries(problems)) errors[`further_goals.${at}.${part}`] = [problem];
  }
  return errors;
}

function limitProblems(goal: FurtherGoal): Problems {
  if (goal.kind !== "limits") return {};
  const { lower, upper } = goal;
  if (lower === null && upper === null) return { lower: MESSAGES.limitRequired };
  return lower !== null && upper !== null && lower >= upper ? { upper: MESSAGES.limitOrder } : {};
}

/** @param before earlier goals for the same output */
function problemBeside(goal: FurtherGoal, before: readonly FurtherGoal[]): Problems {
  if (goal.kind === "limits") {
    const limits = before.filter((earlier) => earlier.kind === "limits");
    if (limits.some((earlier) => excludes(earlier, goal))) return { output_name: MESSAGES.limitsExclude };
  }
  if (before.some(({ kind }) => kind === goal.kind)) return { output_name: MESSAGES.goalTwice };
  const isOpposed = goal.kind !== "limits" && before.some(({ kind }) => kind !== "limits");
  return isOpposed ? { output_name: MESSAGES.goalsOpposed } : {};
}

const excludes = (first: Limits, second: Limits): boolean =>
  Math.max(lowest(first), lowest(second)) > Math.min(highest(first), highest(second));
const lowest = ({ lower }: Limits): number => lower ?? Number.NEGATIVE_INFINITY;
const highest = ({ upper }: Limits): number => upper ?? Number.POSITIVE_INFINITY;
