/** Completes the settings that a person or a script gives for a variable, or says what is wrong with them. */
import type { GivenVariable } from "../api/spec-job.ts";
import type { ManifestVariable } from "../domain/spec-manifest.ts";
import type { ScalarValue } from "../domain/variable.ts";
import { MESSAGES } from "../messages/messages.ts";
import { completeScalar, completeVector } from "./complete-numbers.ts";
import type { VariableOutcome } from "./variable-outcome.ts";

type Of<Type extends ManifestVariable["type"]> = ManifestVariable & { type: Type };

/** A variable that is not given at all takes the spec's own defaults. */
export function defaultGiven({ type, fixed }: ManifestVariable): GivenVariable {
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
 * @param hasOneValue of a Single Run: nothing varies
 * @returns a File's `file` is null: what was uploaded gets its place when the job is made
 */
export function completeVariable(
  spec: ManifestVariable,
  settings: GivenVariable,
  hasOneValue: boolean,
): VariableOutcome {
  switch (settings.type) {
    case "Scalar":
      if (spec.type === settings.type) return completeScalar(spec, settings, hasOneValue || settings.fixed);
      break;
    case "Vector":
      if (spec.type === settings.type) return completeVector(spec, settings, hasOneValue || settings.fixed);
      break;
    case "String":
      if (spec.type === settings.type) return completeText(spec, settings.initval);
      break;
    case "SingleSelect":
      if (spec.type === settings.type) return completeChoice(spec, settings.initval);
      break;
    case "MultiSelect":
      if (spec.type === settings.type) return completeChoices(spec, settings, hasOneValue);
      break;
    case "File":
      if (spec.type === settings.type) return completeFile(spec, settings.file_id);
      break;
  }
  return { errors: { type: [MESSAGES.otherVariableType(spec.type)] } };
}

function completeText({ default_val, optional }: Of<"String">, text: string | null): VariableOutcome {
  const initval = text ?? default_val;
  if (initval === "" && !optional) return { errors: { initval: [MESSAGES.valueRequired] } };
  return { variable: { type: "String", initval } };
}

function completeFile({ optional }: Of<"File">, fileId: string | null): VariableOutcome {
  if (fileId === null && !optional) return { errors: { file_id: [MESSAGES.fileRequired] } };
  return { variable: { type: "File", file: null } };
}

const isAmong = (options: readonly ScalarValue[], value: ScalarValue): boolean =>
  options.some((option) => option === value);

function completeChoice(
  { options, default_val }: Of<"SingleSelect">,
  chosen: ScalarValue | null,
): VariableOutcome {
  const initval = chosen ?? default_val;
  if (!isAmong(options, initval)) return { errors: { initval: [MESSAGES.initialValueChoice] } };
  return { variable: { type: "SingleSelect", initval } };
}

function completeChoices(
  spec: Of<"MultiSelect">,
  settings: GivenVariable & { type: "MultiSelect" },
  hasOneValue: boolean,
): VariableOutcome {
  const options = [...new Set(settings.options ?? spec.options)];
  if (!options.every((option) => isAmong(spec.options, option))) {
    return { errors: { options: [MESSAGES.initialValueChoice] } };
  }
  const isOne = hasOneValue || settings.fixed;
  const [first] = options;
  if (!isOne && first === undefined) return { errors: { options: [MESSAGES.optionRequired] } };
  const from = isOne ? spec.options : options;
  const initval = settings.initval ?? (isAmong(from, spec.default_val) ? spec.default_val : first);
  if (initval === undefined || !isAmong(from, initval)) {
    return { errors: { initval: [MESSAGES.initialValueChoice] } };
  }
  const fixed = isOne || options.length === 1;
  return { variable: { type: "MultiSelect", options: fixed ? [initval] : options, initval, fixed } };
}
