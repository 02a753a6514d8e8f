/** Variables as typed in the form, and their parsed values. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { GivenVariable } from "@understudy/shared/api/spec-job.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber, typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import { completeVariable, defaultGiven } from "@understudy/shared/spec-job/complete-variable.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import { boxQuantity, listItems, listText, settledList, settledText } from "#ui/typed-quantities.ts";
import type { FileState } from "#uploads/use-file-upload.ts";

/** Texts as typed; those of a Vector hold one number per element, or one for all. */
export type NumbersDraft = {
  type: "Scalar" | "Vector";
  min: string;
  value: string;
  max: string;
  fixed: boolean;
  /** A person typed the value: it does not follow its range by itself. */
  isTyped: boolean;
};
export type VariableDraft =
  | NumbersDraft
  | { type: "String"; value: string }
  | { type: "SingleSelect"; value: ScalarValue }
  | { type: "MultiSelect"; options: readonly ScalarValue[]; value: ScalarValue; fixed: boolean }
  | { type: "File"; file: FileState };

/** A placeholder for the id of a file that is uploading. */
export const UPLOADING_FILE_ID = "uploading";

/** @param earlier the variable of an earlier job; null: the spec's defaults */
export function createDraft(variable: ManifestVariable, earlier: GivenVariable | null): VariableDraft {
  const settings = earlier ?? defaultGiven(variable);
  switch (variable.type) {
    case "Scalar":
      if (settings.type !== variable.type) return createDraft(variable, null);
      return {
        type: variable.type,
        min: boxQuantity(settings.lbound ?? variable.default_min, variable.unit),
        value: boxQuantity(settings.initval ?? variable.default_val, variable.unit),
        max: boxQuantity(settings.ubound ?? variable.default_max, variable.unit),
        fixed: settings.fixed,
        isTyped: false,
      };
    case "Vector":
      if (settings.type !== variable.type) return createDraft(variable, null);
      return {
        type: variable.type,
        min: listText(settings.lbound ?? variable.default_min, variable.unit),
        value: listText(settings.initval ?? variable.default_val, variable.unit),
        max: listText(settings.ubound ?? variable.default_max, variable.unit),
        fixed: settings.fixed,
        isTyped: false,
      };
    case "String":
      return {
        type: variable.type,
        value: settings.type === "String" ? (settings.initval ?? variable.default_val) : "",
      };
    case "SingleSelect": {
      const value = settings.type === variable.type ? settings.initval : null;
      return { type: variable.type, value: value ?? variable.default_val };
    }
    case "MultiSelect":
      if (settings.type !== variable.type) return createDraft(variable, null);
      return {
        type: variable.type,
        options: settings.options ?? variable.options,
        value: settings.initval ?? variable.default_val,
        fixed: settings.fixed,
      };
    case "File":
      return { type: variable.type, file: { status: "empty" } };
  }
}

/** The variable with the value of a point; what the point does not name stays. */
export function moveDraft(
  variable: ManifestVariable,
  draft: VariableDraft,
  point: InputPoint,
): VariableDraft {
  const { name } = variable;
  const value = point[name];
  switch (draft.type) {
    case "Scalar":
      return typeof value === "number" && variable.type === "Scalar"
        ? { ...draft, value: boxQuantity(value, variable.unit), isTyped: true }
        : draft;
    case "Vector": {
      if (variable.type !== "Vector") return draft;
      const values = variable.default_val.map((_, element) => point[elementName(name, element)]);
      const numbers = values.filter((element) => typeof element === "number");
      return numbers.length === values.length
        ? { ...draft, value: listText(numbers, variable.unit), isTyped: true }
        : draft;
    }
    case "SingleSelect":
    case "MultiSelect":
      return value === undefined ? draft : { ...draft, value };
    case "String":
    case "File":
      return draft;
  }
}

export type ReadVariable = { parsed: GivenVariable; errors: VariableErrors };

/**
 * The parsed value of a draft, and its errors.
 * @param hasOneValue of a Single Run: only the value counts, whatever the other fields hold
 */
export function readVariable(
  variable: ManifestVariable,
  draft: VariableDraft,
  hasOneValue: boolean,
): ReadVariable {
  const { parsed, errors } = parse(variable, draft, hasOneValue);
  if (Object.keys(errors).length > 0) return { parsed, errors };
  const outcome = completeVariable(variable, parsed, hasOneValue);
  return { parsed, errors: "errors" in outcome ? outcome.errors : {} };
}

function parse(variable: ManifestVariable, draft: VariableDraft, hasOneValue: boolean): ReadVariable {
  switch (draft.type) {
    case "Scalar":
    case "Vector":
      return parseNumbers(variable, draft, hasOneValue || draft.fixed);
    case "String":
      return { parsed: { type: draft.type, initval: draft.value }, errors: {} };
    case "SingleSelect":
      return { parsed: { type: draft.type, initval: draft.value }, errors: {} };
    case "MultiSelect": {
      const { type, options, value, fixed } = draft;
      const isSingleValue = hasOneValue || fixed;
      return {
        parsed: {
          type,
          options: isSingleValue ? null : [...options],
          initval: isSingleValue ? value : null,
          fixed,
        },
        errors: {},
      };
    }
    case "File":
      return { parsed: { type: draft.type, file_id: fileId(draft.file) }, errors: {} };
  }
}

/** A failed upload shows its own error. */
export function fileId(file: FileState): string | null {
  if (file.status === "done") return file.fileId;
  return file.status === "empty" ? null : UPLOADING_FILE_ID;
}

function parseNumbers(
  { length, type, unit, is_integer }: ManifestVariable,
  { min, value, max, fixed }: NumbersDraft,
  isOne: boolean,
): ReadVariable {
  const errors: VariableErrors = {};
  const shown = writtenUnit(unit);
  const read = (part: "lbound" | "ubound" | "initval", text: string): number[] | null => {
    if (text.trim() === "") {
      errors[part] = [MESSAGES.valueRequired];
      return null;
    }
    const texts = type === "Vector" ? listItems(text) : [text];
    const values = texts.map((listItem) => readNumber(listItem, { shown, isWhole: is_integer }));
    const problem = values.find((reading) => "problem" in reading);
    if (problem !== undefined) {
      errors[part] = [problem.problem];
      return null;
    }
    const sound = values.flatMap((reading) => ("value" in reading ? [reading.value] : []));
    const [only] = sound;
    return sound.length === 1 && only !== undefined ? Array<number>(length ?? 1).fill(only) : sound;
  };
  const lbound = isOne ? null : read("lbound", min);
  const ubound = isOne ? null : read("ubound", max);
  const initval = read("initval", value);
  if (type === "Vector") return { parsed: { type, lbound, ubound, initval, fixed }, errors };
  const first = (values: number[] | null): number | null => values?.[0] ?? null;
  return {
    parsed: { type: "Scalar", lbound: first(lbound), ubound: first(ubound), initval: first(initval), fixed },
    errors,
  };
}

/** The draft once one of its boxes is left: its numbers with their unit, an untouched value within its changed range. */
export function settleDraft(draft: VariableDraft, { unit }: Pick<ManifestVariable, "unit">): VariableDraft {
  if (draft.type !== "Scalar" && draft.type !== "Vector") return draft;
  const moved = followRange(draft, unit);
  const settle = (text: string): string => {
    return moved.type === "Scalar" || text.trim() === "" ? settledText(text, unit) : settledList(text, unit);
  };
  const [min, value, max] = [settle(moved.min), settle(moved.value), settle(moved.max)];
  const isSame = min === draft.min && value === draft.value && max === draft.max;
  return isSame && moved === draft ? draft : { ...moved, min, value, max };
}

/** Moves a Scalar's untouched default value into its changed range, so that the user need not correct it. */
function followRange(draft: NumbersDraft, unit: string): NumbersDraft {
  if (draft.type !== "Scalar" || draft.fixed || draft.isTyped) return draft;
  const shown = writtenUnit(unit);
  const [min, value, max] = [draft.min, draft.value, draft.max].map((text) => typedNumber(text, { shown }));
  if (min == null || value == null || max == null || min >= max) return draft;
  const inside = Math.min(Math.max(value, min), max);
  return inside === value ? draft : { ...draft, value: boxQuantity(inside, unit) };
}
