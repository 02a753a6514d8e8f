/** Reads the payload that the form of a new job would send, and its errors. */
import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import {
  createSpecJobBody,
  type GivenScoreInput,
  type GivenSpecJob,
  type GivenVariable,
} from "@understudy/shared/api/spec-job.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import {
  checkSpecJob,
  defaultWalkers,
  scoreFunctionsFor,
  variedCount,
} from "@understudy/shared/spec-job/check-spec-job.ts";
import { distributionErrors } from "@understudy/shared/yield/check-distributions.ts";
import { distributedInputs, isVaried } from "@understudy/shared/yield/distributed-inputs.ts";
import type { FieldErrors } from "#api/call.ts";
import { createDraft, fileId, readVariable, UPLOADING_FILE_ID } from "./draft.ts";
import { readGoals } from "./goal-draft.ts";
import { getScoreInput, hasLimits, type JobDraft, listSettings, type ScoreDraft } from "./job-draft.ts";

export type ReadJob = {
  /** Complete except for where it runs and for files that are uploading (`UPLOADING_FILE_ID`). */
  payload: GivenSpecJob;
  /** The errors by field of the payload, except for where the job runs. */
  errors: FieldErrors;
  /**
   * The inputs that vary, with their distributions, where the objective asks for that; none of variables with errors.
   */
  inputs: readonly DistributedInput[];
  /** In the order of the spec; those with errors are missing. */
  variables: Readonly<Record<string, JobVariable>>;
  /** Dimensions that vary, and the walkers that follow from them. */
  varied: number;
  defaultWalkers: number;
};

export function readDraft(
  spec: SpecVersion,
  objective: Objective,
  emulatorJobId: number | null,
  draft: JobDraft,
): ReadJob {
  const { isSingle } = OBJECTIVE_TRAITS[objective];
  const errors: Record<string, readonly string[]> = {};
  const variables: Record<string, GivenVariable> = {};
  for (const variable of spec.variables) {
    const { name } = variable;
    const read = readVariable(variable, draft.variables[name] ?? createDraft(variable, null), isSingle);
    variables[name] = read.parsed;
    for (const [part, problems] of Object.entries(read.errors))
      errors[`variables.${name}.${part}`] = problems;
  }
  const score = readScore(spec, objective, draft.score);
  const settings = readSettings(objective, draft);
  const goals = readGoals(spec, listSettings(objective).furtherGoals ? draft.goals : []);
  const payload: GivenSpecJob = {
    ...settings.payload,
    objective,
    variables,
    tags: draft.tags.map((name) => ({ name })),
    warm_start: listSettings(objective).warmStart && draft.warmStart,
    earlier_simulations: listSettings(objective).earlierSimulations && draft.earlierSimulations,
    emulator_uncertainty: listSettings(objective).walkers && draft.emulatorUncertainty,
    in_spec_only: listSettings(objective).walkers && hasLimits(spec, draft.score.name) && draft.inSpecOnly,
    respect_relation: draft.respectsRelation,
    train_when_done: listSettings(objective).trainWhenDone && draft.trainWhenDone,
    score_function: score.scoreFunction,
    further_goals: goals.furtherGoals,
    distributions: {},
    extra_data_file_id: listSettings(objective).extraData ? fileId(draft.extraData) : null,
    resource: null,
    resources: null,
    simulation_resources: null,
    emulator_job_id: emulatorJobId,
  };
  const checked = checkSpecJob(spec, payload);
  const varied = variedCount(checked.variables);
  const { [OBJECTIVE_TRAITS[objective].resources.field]: _, ...rules } = checked.errors;
  const inputs = listSettings(objective).distributions
    ? distributedInputs(checked.variables, draft.distributions).filter(isVaried)
    : [];
  const distributions = pickEdited(inputs, draft.distributions);
  return {
    payload: { ...payload, distributions },
    errors: {
      ...rules,
      ...errors,
      ...score.errors,
      ...goals.errors,
      ...settings.errors,
      ...distributionErrors(checked.variables, distributions),
    },
    inputs,
    variables: checked.variables,
    varied,
    defaultWalkers: defaultWalkers(varied),
  };
}

const pickEdited = (inputs: readonly DistributedInput[], all: Distributions): Distributions =>
  Object.fromEntries(
    inputs.flatMap(({ name, distribution }) => (Object.hasOwn(all, name) ? [[name, distribution]] : [])),
  );

const settingsBody = createSpecJobBody.pick({
  name: true,
  maximum_simulations: true,
  num_walkers: true,
  stretch_probability: true,
});

function readSettings(objective: Objective, draft: JobDraft) {
  const { maximumSimulations, walkers } = listSettings(objective);
  const errors: Record<string, readonly string[]> = {};
  const number = (field: string, text: string, isWhole: boolean): number | undefined => {
    const read = readNumber(text, { isWhole });
    if ("value" in read) return read.value;
    errors[field] = [read.problem];
    return undefined;
  };
  const typed = {
    name: draft.name,
    ...(maximumSimulations && {
      maximum_simulations: number("maximum_simulations", draft.maximumSimulations, true),
    }),
    ...(walkers && {
      num_walkers: draft.walkers === null ? null : number("num_walkers", draft.walkers, true),
      stretch_probability: number("stretch_probability", draft.stretchProbability, false),
    }),
  };
  const parsed = settingsBody.safeParse(typed);
  for (const { path, message } of parsed.error?.issues ?? []) errors[path.join(".")] ??= [message];
  // What is wrong with one setting leaves the others as they are typed.
  const sound = Object.entries(typed).filter(([field]) => errors[field] === undefined);
  const payload = parsed.data ?? settingsBody.parse({ name: "-", ...Object.fromEntries(sound) });
  return { payload, errors };
}

function readScore(spec: SpecVersion, objective: Objective, draft: ScoreDraft) {
  const errors: Record<string, readonly string[]> = {};
  const option = scoreFunctionsFor(spec, objective).find(({ name }) => name === draft.name);
  if (option === undefined) return { scoreFunction: null, errors };
  const inputs: Record<string, GivenScoreInput> = {};
  for (const { name, type } of option.inputs) {
    const { text, output, file } = getScoreInput(draft, option, name);
    const read = readNumber(text);
    const value = "value" in read ? read.value : null;
    if (type === "Scalar" && "problem" in read) errors[`score_function.inputs.${name}`] = [read.problem];
    if (type === "File") inputs[name] = { type, file_id: fileId(file) };
    else if (type === "Scalar") inputs[name] = { type, value: value ?? 0 };
    else inputs[name] = { type, output_name: output };
  }
  return { scoreFunction: { name: option.name, inputs }, errors };
}

/** The payload with the ids of its uploaded files. @param findFileId returns null for an upload that failed. */
export function withFiles(
  payload: GivenSpecJob,
  findFileId: (field: string) => string | null,
): GivenSpecJob | null {
  let isLost = false;
  const resolveFileId = (field: string, id: string | null): string | null => {
    if (id !== UPLOADING_FILE_ID) return id;
    const real = findFileId(field);
    isLost ||= real === null;
    return real;
  };
  const variables = Object.fromEntries(
    Object.entries(payload.variables).map(([name, variable]): [string, GivenVariable] => [
      name,
      variable.type === "File"
        ? { ...variable, file_id: resolveFileId(`variables.${name}.file_id`, variable.file_id) }
        : variable,
    ]),
  );
  const inputs = Object.fromEntries(
    Object.entries(payload.score_function?.inputs ?? {}).map(([name, input]): [string, GivenScoreInput] => [
      name,
      input.type === "File"
        ? { ...input, file_id: resolveFileId(`score_function.inputs.${name}`, input.file_id) }
        : input,
    ]),
  );
  const complete = {
    ...payload,
    variables,
    score_function: payload.score_function && { ...payload.score_function, inputs },
    extra_data_file_id: resolveFileId("extra_data_file_id", payload.extra_data_file_id),
  };
  return isLost ? null : complete;
}
