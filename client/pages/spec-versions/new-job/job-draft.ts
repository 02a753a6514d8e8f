/** The whole form: what it holds, what it would send, and what is wrong with it. */

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
import type { ScoreFunctionOption } from "@understudy/shared/domain/spec-manifest.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import {
  checkSpecJob,
  defaultWalkers,
  needsScore,
  resourceField,
  scoreFunctionsFor,
  variedCount,
} from "@understudy/shared/spec-job/check-spec-job.ts";
import { distributionErrors } from "@understudy/shared/yield/check-distributions.ts";
import { distributedInputs, isVaried } from "@understudy/shared/yield/distributed-inputs.ts";
import type { FieldErrors } from "../../../api/failure.ts";
import type { FileState } from "../../jobs/new/use-file-upload.ts";
import { draftOf, fileId, readVariable, UPLOADING, type VariableDraft } from "./draft.ts";
import { type GoalDraft, goalsOf, readGoals } from "./goal-draft.ts";
import type { Start } from "./start.ts";

export type ScoreInputDraft = { text: string; output: string | null; file: FileState };
/** The inputs of each function are kept, so that switching back restores them. */
export type ScoreDraft = {
  name: string | null;
  inputs: Readonly<Record<string, Readonly<Record<string, ScoreInputDraft>>>>;
};

export type JobDraft = {
  name: string;
  tags: readonly string[];
  variables: Readonly<Record<string, VariableDraft>>;
  maximumSimulations: string;
  warmStart: boolean;
  earlierSimulations: boolean;
  trainWhenDone: boolean;
  /** Null until it is set: it follows the number of varied variables. */
  walkers: string | null;
  stretchProbability: string;
  emulatorUncertainty: boolean;
  score: ScoreDraft;
  goals: readonly GoalDraft[];
  /** By column; those of what the job does not vary are kept, but not sent. */
  distributions: Distributions;
  extraData: FileState;
};

const { maximumSimulations, stretchProbability } = JOB_CREATION;
const NO_FILE: FileState = { status: "empty" };

/** @param settings what the new job begins with; null: the defaults */
export function newDraft(spec: SpecVersion, objective: Objective, settings: Start | null = null): JobDraft {
  const options = scoreFunctionsFor(spec, objective);
  return {
    name: "",
    tags: [],
    variables: Object.fromEntries(
      spec.variables.map((variable) => [
        variable.name,
        draftOf(variable, settings?.variables[variable.name] ?? null),
      ]),
    ),
    maximumSimulations: String(settings?.maximum_simulations ?? maximumSimulations.default),
    warmStart: settings?.warm_start ?? false,
    earlierSimulations: settings?.earlier_simulations ?? false,
    // A job that waits to be configured looks like one that is stuck.
    trainWhenDone: settings?.train_when_done ?? true,
    walkers: settings?.num_walkers == null ? null : String(settings.num_walkers),
    stretchProbability: String(settings?.stretch_probability ?? stretchProbability.default),
    emulatorUncertainty: settings?.emulator_uncertainty ?? false,
    score: scoreOf(options, settings?.score_function ?? null),
    goals: goalsOf(spec, settings?.further_goals ?? []),
    distributions: settings?.distributions ?? {},
    extraData: NO_FILE,
  };
}

/** @param given of an earlier job; its files are chosen anew */
function scoreOf(options: readonly ScoreFunctionOption[], given: GivenSpecJob["score_function"]): ScoreDraft {
  const option = options.find(({ name }) => name === given?.name);
  // Where there is one there is nothing to choose.
  if (option === undefined || given === null)
    return { name: options.length === 1 ? (options[0]?.name ?? null) : null, inputs: {} };
  const inputs = Object.entries(given.inputs).map(([name, input]): [string, ScoreInputDraft] => [
    name,
    {
      text: input.type === "Scalar" ? String(input.value) : "0",
      output: "output_name" in input ? input.output_name : null,
      file: NO_FILE,
    },
  ]);
  return { name: option.name, inputs: { [option.name]: Object.fromEntries(inputs) } };
}

/** Which settings a run of this objective has. */
export const settingsOf = (objective: Objective) => ({
  maximumSimulations: objective !== "Single Run",
  warmStart: objective === "Optimization" || objective === "Sampling",
  trainWhenDone: objective === "Training",
  walkers: objective === "Sampling",
  score: needsScore(objective),
  furtherGoals: objective === "Optimization",
  earlierSimulations: objective === "Optimization",
  distributions: objective === "Out of Spec",
  extraData: objective !== "Single Run",
});

export const scoreInputOf = (
  draft: ScoreDraft,
  option: ScoreFunctionOption,
  input: string,
): ScoreInputDraft =>
  draft.inputs[option.name]?.[input] ?? {
    text: String(option.inputs.find(({ name }) => name === input)?.default ?? 0),
    output: null,
    file: NO_FILE,
  };

export type ReadJob = {
  /** Complete except for where it runs and for files that are uploading (`UPLOADING`). */
  given: GivenSpecJob;
  /** By field of the payload, where it runs left out. */
  errors: FieldErrors;
  /** What varies, with how it is distributed; of variables with errors nothing. */
  inputs: readonly DistributedInput[];
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
  const inputs = distributedInputs(checked.variables, draft.distributions).filter(isVaried);
  const distributions = settingsOf(objective).distributions ? ownOf(inputs, draft.distributions) : {};
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
