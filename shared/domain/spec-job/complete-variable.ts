/** From what a person or a script gives of a variable to the whole of it, or to what is wrong with it. */

import type { SpecVariable } from "../../api/spec.ts";
import type { GivenVariable } from "../../api/spec-job.ts";
import { MESSAGES } from "../../messages.ts";
import type { ScalarValue } from "../variable.ts";
import type { JobVariable } from "./job-variable.ts";
import { completeNumbers } from "./numbers.ts";

/** The part of a variable that a problem belongs to, as its field of the payload is called. */
export type VariablePart = "type" | "lbound" | "ubound" | "initval" | "options" | "file_id";
export type VariableErrors = Partial<Record<VariablePart, string[]>>;
export type VariableOutcome = { variable: JobVariable } | { errors: VariableErrors };

/** What stands in for a variable that is not given at all: the spec's own defaults. */
export function defaultGiven({ type, fixed }: SpecVariable): GivenVariable {
  switch (type) {
    case "Scalar":
    case "Vector":
      return { type, lbound: null, ubound: null, initval: null, fixed };
    case "MultiSelect":
      return { type, options: null, initval: null, fixed };
    case "String":
    case "SingleSelect":
      return { type, initval: null };
    case "File":
      return { type, file_id: null };
  }
}

/**
 * @param oneValue of a Single Run: nothing varies
 * @returns a File's `file` is null: what was uploaded gets its place when the job is made
 */
export function completeVariable(
  spec: SpecVariable,
  given: GivenVariable,
  oneValue: boolean,
): VariableOutcome {
  if (given.type !== spec.type) return { errors: { type: [MESSAGES.otherVariableType(spec.type)] } };
  switch (given.type) {
    case "Scalar":
    case "Vector":
      return completeNumbers(spec, given, oneValue || given.fixed);
    case "String":
      return completeText(spec, given.initval);
    case "SingleSelect":
      return completeChoice(spec, given.initval);
    case "MultiSelect":
      return completeChoices(spec, given, oneValue);
    case "File":
      return given.file_id === null && !spec.optional
        ? { errors: { file_id: [MESSAGES.fileRequired] } }
        : { variable: { type: "File", file: null } };
  }
}

function completeText(spec: SpecVariable, given: string | null): VariableOutcome {
  const text = given ?? (typeof spec.default_val === "string" ? spec.default_val : "");
  if (text === "" && !spec.optional) return { errors: { initval: [MESSAGES.valueRequired] } };
  return { variable: { type: "String", initval: text } };
}

const isAmong = (options: readonly ScalarValue[], value: unknown): value is ScalarValue =>
  options.some((option) => option === value);

function completeChoice({ options, default_val }: SpecVariable, given: ScalarValue | null): VariableOutcome {
  const known = options ?? [];
  const initval = given ?? (isAmong(known, default_val) ? default_val : known[0]);
  if (initval === undefined || !isAmong(known, initval)) {
    return { errors: { initval: [MESSAGES.initialValueChoice] } };
  }
  return { variable: { type: "SingleSelect", initval } };
}

function completeChoices(
  spec: SpecVariable,
  given: GivenVariable & { type: "MultiSelect" },
  oneValue: boolean,
): VariableOutcome {
  const known = spec.options ?? [];
  const options = [...new Set(given.options ?? known)];
  const fixed = oneValue || given.fixed || options.length === 1;
  if (!fixed && options.length === 0) return { errors: { options: [MESSAGES.optionRequired] } };
  if (!options.every((option) => isAmong(known, option))) {
    return { errors: { options: [MESSAGES.initialValueChoice] } };
  }
  const from = oneValue || given.fixed ? known : options;
  const initval = given.initval ?? (isAmong(from, spec.default_val) ? spec.default_val : from[0]);
  if (initval === undefined || !isAmong(from, initval)) {
    return { errors: { initval: [MESSAGES.initialValueChoice] } };
  }
  return { variable: { type: "MultiSelect", options: fixed ? [initval] : options, initval, fixed } };
}
