/**
 * The goals of an optimization job, compiled: its score function, the limits that it keeps, and its further goals.
 */
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { GoalFunction, Goals } from "../tasks/optimization/emulator/goals.ts";
import { type ChosenScore, compileScore, scoreFunctionOptions } from "./score-functions.ts";

/** A goal of a front: its values times `sign` are what is maximised. */
export interface PursuedGoal {
  name: string;
  sign: 1 | -1;
}

export interface JobGoals {
  goals: Goals;
  /** The score first; empty without further goals to maximise or minimise. */
  pursued: PursuedGoal[];
  /** A score of at least 0 means in spec, as for functions that find what is out of spec. */
  hasSpec: boolean;
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
  const constraints = further.flatMap((goal) => (goal.kind === "limits" ? createConstraints(goal) : []));
  const pursued = further.flatMap((goal) => (goal.kind === "limits" ? [] : [goal]));
  const furtherGoals = pursued.map(({ kind, output_name }): GoalFunction => {
    const sign = getSign(kind);
    return (_, outputs) => sign * toScalar(outputs[output_name]);
  });
  const named = pursued.map(({ kind, output_name }) => pursuedGoal(kind, output_name));
  const option = scoreFunctionOptions(model).find(({ name }) => name === chosen.name);
  return {
    goals: { score: compiled.score, constraints, furtherGoals },
    pursued: named.length === 0 ? [] : [scoreAsGoal(chosen), ...named],
    hasSpec: option?.job_types.includes("Out of Spec") ?? false,
  };
}

const getSign = (kind: "maximise" | "minimise"): 1 | -1 => (kind === "maximise" ? 1 : -1);
const pursuedGoal = (kind: "maximise" | "minimise", output: string): PursuedGoal => ({
  name: `${output} (${kind}d)`,
  sign: getSign(kind),
});

/** Names the goal of the score: for the platform's own functions that are an output or its negative, that output. */
function scoreAsGoal({ name, inputs }: ChosenScore): PursuedGoal {
  const output = inputs.output;
  if (output?.type === "Output Scalar" && name === "Maximise output")
    return pursuedGoal("maximise", output.output_name);
  if (output?.type === "Output Scalar" && name === "Minimise output")
    return pursuedGoal("minimise", output.output_name);
  return { name: `Score: ${name}`, sign: 1 };
}

/** One constraint a limit, in units of half the span between both, or of the limit itself where there is one. */
function createConstraints({
  output_name,
  lower,
  upper,
}: Extract<FurtherGoal, { kind: "limits" }>): GoalFunction[] {
  const unit = lower !== null && upper !== null ? (upper - lower) / 2 : Math.abs(lower ?? upper ?? 0) || 1;
  const within = (margin: (value: number) => number): GoalFunction => {
    return (_, outputs) => margin(toScalar(outputs[output_name])) / unit;
  };
  return [
    ...(lower === null ? [] : [within((value) => value - lower)]),
    ...(upper === null ? [] : [within((value) => upper - value)]),
  ];
}

const toScalar = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
