/**
 * The fields of the form of a new job, one by one, as several people fill them in. Files are none of them: a file stays with the
 * person who chose it.
 */
import { type DraftValue, goalInForm } from "@understudy/shared/api/job-draft.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { distribution } from "@understudy/shared/domain/distribution.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { scalarValue } from "@understudy/shared/domain/variable.ts";
import { scoreFunctionsFor } from "@understudy/shared/spec-job/check-spec-job.ts";
import { z } from "zod";
import type { FormValues } from "#data/job-drafts.ts";
import { createReader } from "#shared-form/form-reader.ts";
import type { VariableDraft } from "./draft.ts";
import { getScoreInput, type JobDraft, type ScoreDraft } from "./job-draft.ts";

/** The fields of a form follow from these. */
export type FormKind = { readonly spec: SpecVersion; readonly objective: Objective };

const DISTRIBUTION_PREFIX = "distributions.";
const keyOfVariable = (name: string, part: string): string => `variables.${name}.${part}`;
const keyOfScoreInput = (option: string, input: string, part: "text" | "output"): string =>
  `score.inputs.${option}.${input}.${part}`;

/** Returns the value of each field by its key. */
export function toFormValues(kind: FormKind, draft: JobDraft): FormValues {
  const { variables, score, distributions, goals, tags, extraData: _, ...settings } = draft;
  const values: Record<string, DraftValue> = { ...settings, tags: [...tags], goals: [...goals] };
  for (const [name, variable] of Object.entries(variables)) {
    for (const [part, value] of Object.entries(toParts(variable))) values[keyOfVariable(name, part)] = value;
  }
  values["score.name"] = score.name;
  for (const option of scoreFunctionsFor(kind.spec, kind.objective)) {
    for (const { name } of option.inputs) {
      const { text, output } = getScoreInput(score, option, name);
      values[keyOfScoreInput(option.name, name, "text")] = text;
      values[keyOfScoreInput(option.name, name, "output")] = output;
    }
  }
  for (const [name, value] of Object.entries(distributions)) values[`${DISTRIBUTION_PREFIX}${name}`] = value;
  return values;
}

function toParts(draft: VariableDraft): Record<string, DraftValue> {
  switch (draft.type) {
    case "Scalar":
    case "Vector": {
      const { min, value, max, fixed, isTyped } = draft;
      return { min, value, max, fixed, isTyped };
    }
    case "MultiSelect":
      return { options: [...draft.options], value: draft.value, fixed: draft.fixed };
    case "String":
    case "SingleSelect":
      return { value: draft.value };
    case "File":
      return {};
    default:
      return assertNever(draft);
  }
}

const text = z.string();
const optionalText = z.string().nullable();
const flag = z.boolean();
const texts = z.array(z.string());
const goals = z.array(goalInForm);
const options = z.array(scalarValue);

type Reader = ReturnType<typeof createReader>;

/** Returns the form with other values in some fields. */
export function withFormValues(kind: FormKind, draft: JobDraft, values: FormValues): JobDraft {
  const read = createReader(values);
  return {
    name: read("name", text, draft.name),
    tags: read("tags", texts, [...draft.tags]),
    variables: Object.fromEntries(
      Object.entries(draft.variables).map(([name, variable]) => [name, readVariable(read, name, variable)]),
    ),
    maximumSimulations: read("maximumSimulations", text, draft.maximumSimulations),
    warmStart: read("warmStart", flag, draft.warmStart),
    earlierSimulations: read("earlierSimulations", flag, draft.earlierSimulations),
    trainWhenDone: read("trainWhenDone", flag, draft.trainWhenDone),
    walkers: read("walkers", optionalText, draft.walkers),
    stretchProbability: read("stretchProbability", text, draft.stretchProbability),
    emulatorUncertainty: read("emulatorUncertainty", flag, draft.emulatorUncertainty),
    respectsRelation: read("respectsRelation", flag, draft.respectsRelation),
    inSpecOnly: read("inSpecOnly", flag, draft.inSpecOnly),
    score: readScore(kind, read, draft.score),
    goals: read("goals", goals, [...draft.goals]),
    distributions: readDistributions(values, draft.distributions),
    extraData: draft.extraData,
  };
}

function readVariable(read: Reader, name: string, draft: VariableDraft): VariableDraft {
  const key = (part: string) => keyOfVariable(name, part);
  switch (draft.type) {
    case "Scalar":
    case "Vector":
      return {
        type: draft.type,
        min: read(key("min"), text, draft.min),
        value: read(key("value"), text, draft.value),
        max: read(key("max"), text, draft.max),
        fixed: read(key("fixed"), flag, draft.fixed),
        isTyped: read(key("isTyped"), flag, draft.isTyped),
      };
    case "MultiSelect":
      return {
        type: draft.type,
        options: read(key("options"), options, [...draft.options]),
        value: read(key("value"), scalarValue, draft.value),
        fixed: read(key("fixed"), flag, draft.fixed),
      };
    case "String":
      return { type: draft.type, value: read(key("value"), text, draft.value) };
    case "SingleSelect":
      return { type: draft.type, value: read(key("value"), scalarValue, draft.value) };
    case "File":
      return draft;
    default:
      return assertNever(draft);
  }
}

function readScore({ spec, objective }: FormKind, read: Reader, draft: ScoreDraft): ScoreDraft {
  const inputs = { ...draft.inputs };
  for (const option of scoreFunctionsFor(spec, objective)) {
    const inputsOfOption = { ...inputs[option.name] };
    for (const { name } of option.inputs) {
      const present = getScoreInput(draft, option, name);
      const output = read(keyOfScoreInput(option.name, name, "output"), optionalText, present.output);
      const typed = read(keyOfScoreInput(option.name, name, "text"), text, present.text);
      if (typed !== present.text || output !== present.output)
        inputsOfOption[name] = { ...present, text: typed, output };
    }
    if (Object.keys(inputsOfOption).length > 0) inputs[option.name] = inputsOfOption;
  }
  return { name: read("score.name", optionalText, draft.name), inputs };
}

function readDistributions(
  values: FormValues,
  present: JobDraft["distributions"],
): JobDraft["distributions"] {
  const distributions = { ...present };
  for (const [key, value] of Object.entries(values)) {
    if (!key.startsWith(DISTRIBUTION_PREFIX)) continue;
    const name = key.slice(DISTRIBUTION_PREFIX.length);
    const read = distribution.safeParse(value);
    if (read.success) distributions[name] = read.data;
    // An undo of the first choice leaves none.
    else if (value === null) delete distributions[name];
  }
  return distributions;
}

const SETTING_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  tags: "Tags",
  maximumSimulations: "Maximum Simulations",
  warmStart: "Warm Start",
  earlierSimulations: "Begin at earlier simulations",
  trainWhenDone: "Train when the simulations are done",
  walkers: "Number of Walkers",
  stretchProbability: "Stretch Probability",
  emulatorUncertainty: "Include the emulator’s uncertainty",
  respectsRelation: "Respect the relation between inputs",
  inSpecOnly: "Only designs in spec",
  goals: "Further goals",
  "score.name": "Score Function",
};
const PART_LABELS: Readonly<Record<string, string>> = {
  min: "Minimum",
  value: "Value",
  max: "Maximum",
  fixed: "Fixed",
  options: "Options",
};

/** Names a field as the form does: `Maximum of Input pair width`; null: it is no field that people see. */
export function labelField({ spec }: Pick<FormKind, "spec">, key: string): string | null {
  const setting = SETTING_LABELS[key];
  if (setting !== undefined) return setting;
  for (const { name, verbose_name } of spec.variables) {
    const prefix = keyOfVariable(name, "");
    const part = key.startsWith(prefix) ? PART_LABELS[key.slice(prefix.length)] : undefined;
    if (part !== undefined) return `${part} of ${verbose_name}`;
  }
  if (key.startsWith(DISTRIBUTION_PREFIX)) return `Distribution of ${key.slice(DISTRIBUTION_PREFIX.length)}`;
  const [, input] = /^score\.inputs\..*\.([^.]+)\.(?:text|output)$/s.exec(key) ?? [];
  return input === undefined ? null : `${input.replaceAll("_", " ")} of the score`;
}
