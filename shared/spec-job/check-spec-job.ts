/** The rules of a job from a spec version: one set, asked by the page while it is filled in and by the server when it is sent. */

import type { SpecVersion } from "../api/spec.ts";
import type { GivenScoreInput, GivenSpecJob, ResourceSelection } from "../api/spec-job.ts";
import type { Objective } from "../domain/job.ts";
import { type JobVariable, variedDimensions } from "../domain/job-variable.ts";
import { type ScoreFunctionOption, scoredObjective } from "../domain/spec-manifest.ts";
import { JOB_CREATION } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ownValue } from "../own-value.ts";
import { distributionErrors } from "../yield/check-distributions.ts";
import { completeVariable, defaultGiven } from "./complete-variable.ts";
import { goalErrors } from "./further-goals.ts";

/** Field of the payload, its parts joined by points, to what is wrong with it: `variables.w1.lbound`. */
export type JobErrors = Record<string, string[]>;
type Spec = Pick<SpecVersion, "variables" | "outputs" | "score_function_options">;

export type CheckedSpecJob = {
  /** In the order of the spec; those with errors are missing. */
  variables: Record<string, JobVariable>;
  errors: JobErrors;
};

/** Objectives whose run is guided by a score. */
export const needsScore = (objective: Objective): boolean => scoredObjective.safeParse(objective).success;

/** Everything that can be checked with the spec and the payload alone; files, resources and other jobs are the server's to look up. */
export function checkSpecJob(spec: Spec, given: GivenSpecJob): CheckedSpecJob {
  const { variables, errors } = checkVariables(spec, given);
  const isSingle = given.objective === "Single Run";
  const isComplete = spec.variables.every(({ name }) => Object.hasOwn(variables, name));
  if (!isSingle && isComplete && variedCount(variables) === 0) errors.variables = [MESSAGES.nothingVaries];
  if (needsScore(given.objective)) Object.assign(errors, scoreProblems(spec, given));
  if (given.objective === "Optimization") Object.assign(errors, goalErrors(spec, given.further_goals));
  else if (given.further_goals.length > 0) errors.further_goals = [MESSAGES.noFurtherGoals];
  Object.assign(errors, distributionProblems(given, isComplete ? variables : null));
  if (isSingle && given.extra_data_file_id !== null) errors.extra_data_file_id = [MESSAGES.noExtraData];
  return { variables, errors: { ...errors, ...resourceProblems(given) } };
}

/** @param variables null: not all of them are sound */
function distributionProblems(
  { objective, distributions }: GivenSpecJob,
  variables: CheckedSpecJob["variables"] | null,
): JobErrors {
  if (objective === "Out of Spec")
    return variables === null ? {} : distributionErrors(variables, distributions);
  return Object.keys(distributions).length > 0 ? { distributions: [MESSAGES.noDistributions] } : {};
}

function checkVariables(spec: Spec, given: GivenSpecJob): CheckedSpecJob {
  const variables: Record<string, JobVariable> = {};
  const errors: JobErrors = {};
  for (const one of spec.variables) {
    const { name } = one;
    const givenValue = ownValue(given.variables, name);
    const outcome = completeVariable(one, givenValue ?? defaultGiven(one), given.objective === "Single Run");
    if ("variable" in outcome) variables[name] = outcome.variable;
    else
      for (const [part, problems] of Object.entries(outcome.errors))
        errors[`variables.${name}.${part}`] = problems;
  }
  const known = new Set(spec.variables.map(({ name }) => name));
  for (const name of Object.keys(given.variables)) {
    if (!known.has(name)) errors[`variables.${name}`] = [MESSAGES.noSuchVariable(name)];
  }
  return { variables, errors };
}

/** In how many dimensions a job varies. */
export const variedCount = (variables: Readonly<Record<string, JobVariable>>): number =>
  Object.values(variables).reduce((sum, variable) => sum + variedDimensions(variable), 0);

/** Twice the number of varied variables, within the limits. */
export function defaultWalkers(varied: number): number {
  const { min, max, perVariedVariable } = JOB_CREATION.walkers;
  return Math.min(Math.max(perVariedVariable * varied, min), max);
}

/** The score functions that a job of this objective may be guided by. */
export const scoreFunctionsFor = (
  spec: Pick<Spec, "score_function_options">,
  objective: Objective,
): ScoreFunctionOption[] =>
  spec.score_function_options.filter(({ job_types }) => job_types.some((one) => one === objective));

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
  given: GivenScoreInput | undefined,
): string | null {
  if (given !== undefined && given.type !== type) return MESSAGES.otherVariableType(type);
  if (type === "Scalar") return null;
  if (type === "File") return given?.type === "File" && given.file_id !== null ? null : MESSAGES.fileRequired;
  const wanted = type === "Output Vector" ? "Vector" : "Scalar";
  const name = given?.type === "Output Scalar" || given?.type === "Output Vector" ? given.output_name : null;
  const isKnown = outputs.some((output) => output.name === name && output.type === wanted);
  return isKnown ? null : MESSAGES.outputRequired;
}

/** Which field of the payload says where a job's simulations run, and what it may hold. */
export function resourceField(objective: Objective): {
  field: "resource" | "resources" | "simulation_resources";
  types: readonly ResourceSelection["type"][];
} {
  if (objective === "Training") return { field: "simulation_resources", types: ["servers"] };
  if (objective === "Single Run") return { field: "resource", types: ["server", "emulator"] };
  return { field: "resources", types: ["servers", "emulator"] };
}

function resourceProblems(given: GivenSpecJob): JobErrors {
  const { field, types } = resourceField(given.objective);
  const chosen = given[field];
  if (chosen === null || !types.includes(chosen.type)) return { [field]: [MESSAGES.resourceRequired] };
  if (chosen.type === "emulator" && given.emulator_job_id === null)
    return { [field]: [MESSAGES.emulatorJobRequired] };
  if (chosen.type !== "servers") return {};
  const isDistinct = new Set(chosen.servers.map(({ id }) => id)).size === chosen.servers.length;
  return isDistinct ? {} : { [field]: [MESSAGES.resourceTwice] };
}
