/** The rules of a job from a spec version: one set, asked by the page while it is filled in and by the server when it is sent. */

import type { SpecVersion } from "../api/spec.ts";
import type { FurtherGoal, GivenScoreInput, GivenSpecJob } from "../api/spec-job.ts";
import { type JobVariable, variedDimensions } from "../domain/job-variable.ts";
import { OBJECTIVE_TRAITS, type Objective } from "../domain/objectives.ts";
import type { ScoreFunctionOption } from "../domain/spec-manifest.ts";
import { JOB_CREATION } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { ownValue } from "../own-value.ts";
import { distributionErrors } from "../yield/check-distributions.ts";
import { completeVariable, defaultGiven } from "./complete-variable.ts";

/** Maps a field of the payload, its parts joined by points, to the problems with it: `variables.w1.lbound`. */
export type JobErrors = Record<string, string[]>;
type Spec = Pick<SpecVersion, "variables" | "outputs" | "score_function_options">;

export type CheckedSpecJob = {
  /** The variables are in the order of the spec; those with errors are missing. */
  variables: Record<string, JobVariable>;
  errors: JobErrors;
};

/** Everything that can be checked with the spec and the payload alone; files, resources and other jobs are the server's to look up. */
export function checkSpecJob(spec: Spec, payload: GivenSpecJob): CheckedSpecJob {
  const { variables, errors } = checkVariables(spec, payload);
  const { isSingle, hasBestDesign } = OBJECTIVE_TRAITS[payload.objective];
  const isComplete = spec.variables.every(({ name }) => Object.hasOwn(variables, name));
  if (!isSingle && isComplete && variedCount(variables) === 0) errors.variables = [MESSAGES.nothingVaries];
  if (OBJECTIVE_TRAITS[payload.objective].hasScore) Object.assign(errors, scoreProblems(spec, payload));
  if (hasBestDesign) Object.assign(errors, goalErrors(spec, payload.further_goals));
  else if (payload.further_goals.length > 0) errors.further_goals = [MESSAGES.noFurtherGoals];
  Object.assign(errors, distributionProblems(payload, isComplete ? variables : null));
  if (isSingle && payload.extra_data_file_id !== null) errors.extra_data_file_id = [MESSAGES.noExtraData];
  return { variables, errors: { ...errors, ...resourceProblems(payload) } };
}

/** @param variables null: not all of them are sound */
function distributionProblems(
  { objective, distributions }: GivenSpecJob,
  variables: CheckedSpecJob["variables"] | null,
): JobErrors {
  if (OBJECTIVE_TRAITS[objective].hasDistributions)
    return variables === null ? {} : distributionErrors(variables, distributions);
  return Object.keys(distributions).length > 0 ? { distributions: [MESSAGES.noDistributions] } : {};
}

function checkVariables(spec: Spec, payload: GivenSpecJob): CheckedSpecJob {
  const variables: Record<string, JobVariable> = {};
  const errors: JobErrors = {};
  for (const specVariable of spec.variables) {
    const { name } = specVariable;
    const givenValue = ownValue(payload.variables, name);
    const outcome = completeVariable(
      specVariable,
      givenValue ?? defaultGiven(specVariable),
      OBJECTIVE_TRAITS[payload.objective].isSingle,
    );
    if ("variable" in outcome) variables[name] = outcome.variable;
    else
      for (const [part, problems] of Object.entries(outcome.errors))
        errors[`variables.${name}.${part}`] = problems;
  }
  const knownNames = new Set(spec.variables.map(({ name }) => name));
  for (const name of Object.keys(payload.variables)) {
    if (!knownNames.has(name)) errors[`variables.${name}`] = [MESSAGES.noSuchVariable(name)];
  }
  return { variables, errors };
}

/** The number of dimensions in which a job varies. */
export const variedCount = (variables: Readonly<Record<string, JobVariable>>): number =>
  Object.values(variables).reduce((sum, variable) => sum + variedDimensions(variable), 0);

/** Returns the default number of walkers: twice the number of varied variables, within the limits. */
export function defaultWalkers(varied: number): number {
  const { min, max, perVariedVariable } = JOB_CREATION.walkers;
  return Math.min(Math.max(perVariedVariable * varied, min), max);
}

/** The score functions that a job of this objective may be guided by. */
export const scoreFunctionsFor = (
  spec: Pick<Spec, "score_function_options">,
  objective: Objective,
): ScoreFunctionOption[] =>
  spec.score_function_options.filter(({ job_types }) => job_types.some((jobType) => jobType === objective));

function scoreProblems(spec: Spec, { objective, score_function }: GivenSpecJob): JobErrors {
  const option = scoreFunctionsFor(spec, objective).find(({ name }) => name === score_function?.name);
  if (score_function === null || option === undefined)
    return { score_function: [MESSAGES.scoreFunctionRequired] };
  const errors: JobErrors = {};
  for (const input of option.inputs) {
    const givenValue = ownValue(score_function.inputs, input.name);
    const problem = scoreInputProblem(spec, input.type, givenValue);
    if (problem !== null) errors[`score_function.inputs.${input.name}`] = [problem];
  }
  return errors;
}

function scoreInputProblem(
  { outputs }: Spec,
  type: GivenScoreInput["type"],
  input: GivenScoreInput | undefined,
): string | null {
  if (input !== undefined && input.type !== type) return MESSAGES.otherVariableType(type);
  if (type === "Scalar") return null;
  if (type === "File") return input?.type === "File" && input.file_id !== null ? null : MESSAGES.fileRequired;
  const outputType = type === "Output Vector" ? "Vector" : "Scalar";
  const name = input?.type === "Output Scalar" || input?.type === "Output Vector" ? input.output_name : null;
  const isKnown = outputs.some((output) => output.name === name && output.type === outputType);
  return isKnown ? null : MESSAGES.outputRequired;
}

function resourceProblems(payload: GivenSpecJob): JobErrors {
  const { field, types } = OBJECTIVE_TRAITS[payload.objective].resources;
  const chosen = payload[field];
  if (chosen === null || !types.includes(chosen.type)) return { [field]: [MESSAGES.resourceRequired] };
  if (chosen.type === "emulator" && payload.emulator_job_id === null)
    return { [field]: [MESSAGES.emulatorJobRequired] };
  if (chosen.type !== "servers") return {};
  const isDistinct = new Set(chosen.servers.map(({ id }) => id)).size === chosen.servers.length;
  return isDistinct ? {} : { [field]: [MESSAGES.resourceTwice] };
}

type Limits = FurtherGoal & { kind: "limits" };
type GoalProblems = Partial<Record<"output_name" | "lower" | "upper", string>>;

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
    const problems: GoalProblems = scalars.has(goal.output_name)
      ? { ...limitProblems(goal), ...problemBeside(goal, before) }
      : { ...limitProblems(goal), output_name: MESSAGES.outputRequired };
    for (const [part, problem] of Object.entries(problems)) errors[`further_goals.${at}.${part}`] = [problem];
  }
  return errors;
}

function limitProblems(goal: FurtherGoal): GoalProblems {
  if (goal.kind !== "limits") return {};
  const { lower, upper } = goal;
  if (lower === null && upper === null) return { lower: MESSAGES.limitRequired };
  return lower !== null && upper !== null && lower >= upper ? { upper: MESSAGES.limitOrder } : {};
}

/** @param before earlier goals for the same output */
function problemBeside(goal: FurtherGoal, before: readonly FurtherGoal[]): GoalProblems {
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
