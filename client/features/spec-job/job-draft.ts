/** The whole form: what it holds, and what it begins with. */

import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import type { ScoreFunctionOption } from "@understudy/shared/domain/spec-manifest.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { scoreFunctionsFor } from "@understudy/shared/spec-job/check-spec-job.ts";
import type { FileState } from "#uploads/use-file-upload.ts";
import { createDraft, type VariableDraft } from "./draft.ts";
import { createGoals, type GoalDraft } from "./goal-draft.ts";
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
  /** The number is null until it is set: it follows the number of varied variables. */
  walkers: string | null;
  stretchProbability: string;
  emulatorUncertainty: boolean;
  /** Designs of a job on an emulator keep the relation that the inputs of its rows keep. */
  respectsRelation: boolean;
  /** A sampling leaves out designs that are out of spec. */
  inSpecOnly: boolean;
  score: ScoreDraft;
  goals: readonly GoalDraft[];
  /** The distributions by column; those of inputs that the job does not vary are kept, but not sent. */
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
        createDraft(variable, settings?.variables[variable.name] ?? null),
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
    respectsRelation: settings?.respect_relation ?? true,
    inSpecOnly: settings?.in_spec_only ?? false,
    score: createScoreDraft(options, settings?.score_function ?? null),
    goals: createGoals(spec, settings?.further_goals ?? []),
    distributions: settings?.distributions ?? {},
    extraData: NO_FILE,
  };
}

/** @param scoreFunction that of an earlier job; its files are chosen anew */
function createScoreDraft(
  options: readonly ScoreFunctionOption[],
  scoreFunction: GivenSpecJob["score_function"],
): ScoreDraft {
  const option = options.find(({ name }) => name === scoreFunction?.name);
  // Where there is one there is nothing to choose.
  if (option === undefined || scoreFunction === null)
    return { name: options.length === 1 ? (options[0]?.name ?? null) : null, inputs: {} };
  const inputs = Object.entries(scoreFunction.inputs).map(([name, input]): [string, ScoreInputDraft] => [
    name,
    {
      text: input.type === "Scalar" ? String(input.value) : "0",
      output: "output_name" in input ? input.output_name : null,
      file: NO_FILE,
    },
  ]);
  return { name: option.name, inputs: { [option.name]: Object.fromEntries(inputs) } };
}

/** The settings that a run of this objective has. */
export function listSettings(objective: Objective) {
  const traits = OBJECTIVE_TRAITS[objective];
  return {
    maximumSimulations: !traits.isSingle,
    warmStart: traits.hasWarmStart,
    trainWhenDone: traits.hasTraining,
    walkers: traits.hasChain,
    score: traits.hasScore,
    furtherGoals: traits.hasBestDesign,
    earlierSimulations: traits.hasBestDesign,
    distributions: traits.hasDistributions,
    extraData: !traits.isSingle,
  };
}

/** True if the chosen score function of a sampling has limits, so that a design is in spec or out of it. */
export const hasLimits = (spec: SpecVersion, name: string | null): boolean =>
  scoreFunctionsFor(spec, "Out of Spec").some((option) => option.name === name);

/** A score function, as far as its inputs in the form follow from it. */
type ScoreInputs = Pick<ScoreFunctionOption, "name" | "inputs">;

export const getScoreInput = (draft: ScoreDraft, option: ScoreInputs, input: string): ScoreInputDraft =>
  draft.inputs[option.name]?.[input] ?? {
    text: String(option.inputs.find(({ name }) => name === input)?.default ?? 0),
    output: null,
    file: NO_FILE,
  };

/** Returns the score with other values for an input of a score function. */
export function withScoreInput(
  draft: ScoreDraft,
  option: ScoreInputs,
  input: string,
  change: Partial<ScoreInputDraft>,
): ScoreDraft {
  const changed = { ...getScoreInput(draft, option, input), ...change };
  return {
    ...draft,
    inputs: { ...draft.inputs, [option.name]: { ...draft.inputs[option.name], [input]: changed } },
  };
}

// A file is found by the field of the payload that names it: `extra_data_file_id`, `variables.deck.file_id`, `score_function.inputs.mask`.
const findVariableName = (field: string): string | undefined =>
  /^variables\.(.+)\.file_id$/s.exec(field)?.[1];
const findInputName = (field: string): string | undefined =>
  /^score_function\.inputs\.(.+)$/s.exec(field)?.[1];
/** The chosen score function. An input with a file has no default. */
const chosenScore = ({ score }: JobDraft): ScoreInputs => ({ name: score.name ?? "", inputs: [] });

/** Finds the field that changes as a whole with another file: the variable, or the score, whose other values may be wrong because of the file. */
export function findFieldOfFile(field: string): string {
  const variable = findVariableName(field);
  if (variable !== undefined) return `variables.${variable}`;
  return findInputName(field) === undefined ? field : "score_function";
}

/** Reads the file of a field; of an input of the score, that of the chosen score function. */
export function readFile(draft: JobDraft, field: string): FileState {
  const name = findVariableName(field);
  const input = findInputName(field);
  if (input !== undefined) return getScoreInput(draft.score, chosenScore(draft), input).file;
  if (name === undefined) return draft.extraData;
  const variable = draft.variables[name];
  return variable?.type === "File" ? variable.file : NO_FILE;
}

/** Returns the form with another file, or another state of its upload, in a field. */
export function withFile(draft: JobDraft, field: string, file: FileState): JobDraft {
  const name = findVariableName(field);
  const input = findInputName(field);
  if (input !== undefined)
    return { ...draft, score: withScoreInput(draft.score, chosenScore(draft), input, { file }) };
  if (name === undefined) return { ...draft, extraData: file };
  return { ...draft, variables: { ...draft.variables, [name]: { type: "File", file } } };
}

/** The words of the form of a new job that depend on its objective. */
type ObjectiveTexts = {
  /** Explains the maximum: a search on an emulator evaluates far more designs than it records as simulations. */
  readonly maximum: string;
  /** The thing that the maximum counts where the job runs on an emulator. */
  readonly unitOnEmulator: "recorded design" | "simulation";
  /** The use of the rows of an Extra Data file, where that is not the use of the simulations; it follows a sentence. */
  readonly extraData: string;
  /** Explains the choice of servers beside the emulator of the job with this name. */
  readonly serversBeside: (emulator: string) => string;
};

const SIMULATED_TEXTS: ObjectiveTexts = {
  maximum: "The run ends after this number of simulations",
  unitOnEmulator: "simulation",
  extraData: "",
  serversBeside: () => "On your connected servers.",
};
const SEARCH_TEXTS: ObjectiveTexts = {
  maximum:
    "On servers the run ends after this number; on an emulator it limits how many designs are recorded, not how many are evaluated",
  unitOnEmulator: "recorded design",
  extraData: " The search begins at these rows, too.",
  serversBeside: SIMULATED_TEXTS.serversBeside,
};

export const OBJECTIVE_TEXTS: Readonly<Record<Objective, ObjectiveTexts>> = {
  Training: SIMULATED_TEXTS,
  Optimization: SEARCH_TEXTS,
  Sampling: {
    maximum:
      "How many designs are evaluated, each one move of a walker; the run ends earlier once the chain has converged",
    unitOnEmulator: "simulation",
    extraData: " A sampling does not read these rows: every design of a chain is evaluated.",
    serversBeside: (emulator) =>
      `On your connected servers: designs that the emulator of ${emulator} rejects are not simulated.`,
  },
  "Out of Spec": {
    ...SEARCH_TEXTS,
    serversBeside: (emulator) =>
      `On your connected servers: they verify what the emulator of ${emulator} predicts.`,
  },
  "Single Run": SIMULATED_TEXTS,
};
