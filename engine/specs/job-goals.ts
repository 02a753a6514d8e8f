/** What an optimization job pursues, compiled: its score function, the limits that it keeps, and its further goals. */
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Goals, ScoreOf } from "../tasks/optimization/emulator/goals.ts";
import { type ChosenScore, compileScore } from "./score-functions.ts";

export interface JobGoals {
  goals: Goals;
  /** Of the columns of the front, the score first; empty without further goals to maximise or minimise. */
  names: string[];
}

/** @throws UserError naming what does not fit the model */
export function compileGoals(
  model: SpecModel,
  chosen: ChosenScore,
  further: readonly FurtherGoal[],
): JobGoals {
  const compiled = compileScore(model, chosen);
  if ("errors" in compiled) {
    const [[input, problem] = ["", ""]] = Object.entries(compiled.errors);
    throw new UserError(`The score function cannot be used: ${input}: ${problem}.`);
  }
  const constraints = further.flatMap((goal) => (goal.kind === "limits" ? limitsOf(goal) : []));
  const pursued = further.filter((goal) => goal.kind !== "limits");
  const others = pursued.map(({ kind, output_name }): ScoreOf => {
    const sign = kind === "maximise" ? 1 : -1;
    return (_, outputs) => sign * scalarOf(outputs[output_name]);
  });
  return {
    goals: { score: compiled.score, constraints, others },
    names:
      pursued.length === 0
        ? []
        : [
            chosen.name,
            ...pursued.map(({ kind, output_name }) =>
              kind === "maximise" ? `Maximise ${output_name}` : `Minimise ${output_name}`,
            ),
          ],
  };
}

/** One constraint a limit, in units of half the span between both, or of the limit itself where there is one. */
function limitsOf({ output_name, lower, upper }: Extract<FurtherGoal, { kind: "limits" }>): ScoreOf[] {
  const unit = lower !== null && upper !== null ? (upper - lower) / 2 : Math.abs(lower ?? upper ?? 0) || 1;
  const within = (margin: (value: number) => number): ScoreOf => {
    return (_, outputs) => margin(scalarOf(outputs[output_name])) / unit;
  };
  return [
    ...(lower === null ? [] : [within((value) => value - lower)]),
    ...(upper === null ? [] : [within((value) => upper - value)]),
  ];
}

const scalarOf = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
