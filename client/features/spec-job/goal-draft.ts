/** Further goals of an optimization as typed in the form, and what is sent of them. */
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import { NO_UNIT, type ShownUnit, writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import { boxQuantity } from "#ui/typed-quantities.ts";

export const GOAL_KINDS = [
  { value: "limits", label: "Keep within limits" },
  { value: "maximise", label: "Maximise" },
  { value: "minimise", label: "Minimise" },
] as const satisfies readonly { value: FurtherGoal["kind"]; label: string }[];

export type GoalDraft = {
  /** Tells the goals of the form apart; it is not sent. */
  readonly id: number;
  readonly kind: FurtherGoal["kind"];
  readonly output: string | null;
  /** Texts in the output's unit; "" for no limit. Kept while another kind is chosen. */
  readonly lower: string;
  readonly upper: string;
};

/** The goals with one more. */
export const withGoal = (goals: readonly GoalDraft[]): GoalDraft[] => [
  ...goals,
  { id: 1 + Math.max(0, ...goals.map(({ id }) => id)), kind: "limits", output: null, lower: "", upper: "" },
];

/** The goals of an earlier job; those of outputs that this spec has not are left out. */
export const createGoals = (
  spec: Pick<SpecVersion, "outputs">,
  earlierGoals: readonly FurtherGoal[],
): GoalDraft[] =>
  earlierGoals.flatMap((goal, at) => {
    const output = spec.outputs.find(({ name }) => name === goal.output_name);
    if (output === undefined) return [];
    const text = (limit: number | null) => (limit === null ? "" : boxQuantity(limit, output.unit));
    const [lower, upper] = goal.kind === "limits" ? [text(goal.lower), text(goal.upper)] : ["", ""];
    return [{ id: at + 1, kind: goal.kind, output: goal.output_name, lower, upper }];
  });

/** The unit in which an output's limits are typed. */
export function unitOfOutput({ outputs }: Pick<SpecVersion, "outputs">, name: string | null): ShownUnit {
  const output = outputs.find((candidate) => candidate.name === name);
  return output === undefined ? NO_UNIT : writtenUnit(output.unit);
}

/** Reads the goals that are sent, and the errors of limits that cannot be read, as `further_goals.0.lower`. */
export function readGoals(spec: Pick<SpecVersion, "outputs">, goals: readonly GoalDraft[]) {
  const errors: Record<string, readonly string[]> = {};
  const furtherGoals = goals.map(({ kind, output, lower, upper }, at): FurtherGoal => {
    const output_name = output ?? "";
    if (kind !== "limits") return { kind, output_name };
    const shown = unitOfOutput(spec, output);
    const limit = (part: "lower" | "upper", text: string): number | null => {
      if (text.trim() === "") return null;
      const read = readNumber(text, { shown });
      if ("value" in read) return read.value;
      // The number could not be read: that both limits are missing is not what is wrong.
      errors[`further_goals.${at}.lower`] ??= [];
      errors[`further_goals.${at}.${part}`] = [read.problem];
      return null;
    };
    return { kind, output_name, lower: limit("lower", lower), upper: limit("upper", upper) };
  });
  return { furtherGoals, errors };
}
