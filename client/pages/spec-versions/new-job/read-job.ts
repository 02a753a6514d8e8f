/** What the form of a new job would send, and what is wrong with it. */
import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import {
  createSpecJobBody,
  type GivenScoreInput,
  type GivenSpecJob,
  type GivenVariable,
} from "@understudy/shared/api/spec-job.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import {
  checkSpecJob,
  defaultWalkers,
  resourceField,
  scoreFunctionsFor,
  variedCount,
} from "@understudy/shared/spec-job/check-spec-job.ts";
import { distributionErrors } from "@understudy/shared/yield/check-distributions.ts";
import { distributedInputs, isVaried } from "@understudy/shared/yield/distributed-inputs.ts";
import type { FieldErrors } from "../../../api/failure.ts";
import { draftOf, fileId, readVariable, UPLOADING } from "./draft.ts";
import { readGoals } from "./goal-draft.ts";
import { hasLimits, type JobDraft, type ScoreDraft, scoreInputOf, settingsOf } from "./job-draft.ts";

export type ReadJob = {
  /** Complete except for where it runs and for files that are uploading (`UPLOADING`). */
  given: GivenSpecJob;
  /** By field of the payload, where it runs left out. */
  errors: FieldErrors;
  /** What varies, with how it is distributed, where the objective asks for that; of variables with errors nothing. */
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
  const isSingle = objective === "Single Run";
  const errors: Record<string, readonly string[]> = {};
  const variables: Record<string, GivenVariable> = {};
  for (const variable of spec.variables) {
    const { name } = variable;
    const read = readVariable(variable, draft.variables[name] ?? draftOf(variable, null), isSingle);
    variables[name] = read.given;
    for (const [part, problems] of Object.entries(read.errors))
      errors[`variables.${name}.${part}`] = problems;
  }
  const score = readScore(spec, objective, draft.score);
  const settings = readSettings(objective, draft);
  const goals = readGoals(spec, settingsOf(objective).furtherGoals ? draft.goals : []);
  const given: GivenSpecJob = {
    ...settings.given,
    objective,
    variables,
    tags: draft.tags.map((name) => ({ name })),
    warm_start: settingsOf(objective).warmStart && draft.warmStart,
    earlier_simulations: settingsOf(objective).earlierSimulations && draft.earlierSimulations,
    emulator_uncertainty: settingsOf(objective).walkers && draft.emulatorUncertainty,
    in_spec_only: settingsOf(objective).walkers && hasLimits(spec, draft.score.name) && draft.inSpecOnly,
    respect_relation: draft.respectsRelation,
    train_when_done: settingsOf(objective).trainWhenDone && draft.trainWhenDone,
    score_function: score.given,
    further_goals: goals.given,
    distributions: {},
    extra_data_file_id: settingsOf(objective).extraData ? fileId(draft.extraData) : null,
    resource: null,
    resources: null,
    simulation_resources: null,
    emulator_job_id: emulatorJobId,
  };
  const checked = checkSpecJob(spec, given);
  const varied = variedCount(checked.variables);
  const { [resourceField(objective).field]: _, ...rules } = checked.errors;
  const inputs = settingsOf(objective).distributions
    ? distributedInputs(checked.variables, draft.distributions).filter(isVaried)
    : [];
  const distributions = ownOf(inputs, draft.distributions);
  return {
    given: { ...given, distributions },
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

const ownOf = (inputs: readonly DistributedInput[], all: Distributions): Distributions =>
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
  const { maximumSimulations, walkers } = settingsOf(objective);
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
  const given = parsed.data ?? settingsBody.parse({ name: "-", ...Object.fromEntries(sound) });
  return { given, errors };
}

function readScore(spec: SpecVersion, objective: Objective, draft: ScoreDraft) {
  const errors: Record<string, readonly string[]> = {};
  const option = scoreFunctionsFor(spec, objective).find(({ name }) => name === draft.name);
  if (option === undefined) return { given: null, errors };
  const inputs: Record<string, GivenScoreInput> = {};
  for (const { name, type } of option.inputs) {
    const { text, output, file } = scoreInputOf(draft, option, name);
    const read = readNumber(text);
    const value = "value" in read ? read.value : null;
    if (type === "Scalar" && "problem" in read) errors[`score_function.inputs.${name}`] = [read.problem];
    if (type === "File") inputs[name] = { type, file_id: fileId(file) };
    else if (type === "Scalar") inputs[name] = { type, value: value ?? 0 };
    else inputs[name] = { type, output_name: output };
  }
  return { given: { name: option.name, inputs }, errors };
}

/** The payload with the ids of its uploaded files. @param idOf returns null for an upload that failed. */
export function withFiles(given: GivenSpecJob, idOf: (field: string) => string | null): GivenSpecJob | null {
  let isLost = false;
  const arrived = (field: string, id: string | null): string | null => {
    if (id !== UPLOADING) return id;
    const real = idOf(field);
    isLost ||= real === null;
    return real;
  };
  const variables = Object.fromEntries(
    Object.entries(given.variables).map(([name, variable]): [string, GivenVariable] => [
      name,
      variable.type === "File"
        ? { ...variable, file_id: arrived(`variables.${name}.file_id`, variable.file_id) }
        : variable,
    ]),
  );
  const inputs = Object.fromEntries(
    Object.entries(given.score_function?.inputs ?? {}).map(([name, input]): [string, GivenScoreInput] => [
      name,
      input.type === "File"
        ? { ...input, file_id: arrived(`score_function.inputs.${name}`, input.file_id) }
        : input,
    ]),
  );
  const whole = {
    ...given,
    variables,
    score_function: given.score_function && { ...given.score_function, inputs },
    extra_data_file_id: arrived("extra_data_file_id", given.extra_data_file_id),
  };
  return isLost ? null : whole;
}
