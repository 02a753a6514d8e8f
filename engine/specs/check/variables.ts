/** The variables of a manifest: their ranges and options, with every gap filled. */
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { defaultRange } from "../language/default-range.ts";
import { quotedValue, type Report } from "./problems.ts";
import type { Part } from "./shape.ts";
import type { WrittenVariable } from "./written.ts";

/** Null when something was reported. */
export function readVariable({ value: written, report }: Part<WrittenVariable>): ManifestVariable | null {
  let problemCount = 0;
  const counting: Report = {
    add: (place, message) => {
      problemCount++;
      report.add(place, message);
    },
    at: report.at,
    nearest: report.nearest,
  };
  reportForeignFields(written, counting);
  const variable = completed(written, counting);
  return problemCount === 0 ? variable : null;
}

const readLabels = ({ name, verbose_name, help_text, unit }: WrittenVariable) => ({
  name,
  verbose_name: verbose_name || name,
  help_text: help_text ?? "",
  unit: unit ?? "",
});

const OF_NO_RANGE = {
  length: null,
  is_integer: false,
  absolute_min: null,
  absolute_max: null,
  default_min: null,
  default_max: null,
} as const;

function completed(written: WrittenVariable, report: Report): ManifestVariable | null {
  const labels = readLabels(written);
  const { type, default_val } = written;
  const is_integer = written.is_integer ?? false;
  switch (type) {
    case "Scalar": {
      const range = readRange(written, 1, report);
      if (range === null) return null;
      const [default_min = 0, default_max = 0, value = 0] = [range.low[0], range.high[0], range.value[0]];
      return {
        ...labels,
        ...readBounds(written),
        ...{ type, length: null, default_min, default_max, default_val: value },
        ...{ fixed: written.fixed ?? false, optional: false, options: null },
      };
    }
    case "Vector": {
      const { length } = written;
      if (length === undefined || length === null) {
        report.add(["length"], "is missing: a Vector needs its number of elements");
        return null;
      }
      const range = readRange(written, length, report);
      if (range === null) return null;
      return {
        ...labels,
        ...readBounds(written),
        ...{ type, length, default_min: range.low, default_max: range.high, default_val: range.value },
        ...{ fixed: written.fixed ?? false, optional: false, options: null },
      };
    }
    case "String": {
      const value = default_val ?? "";
      if (typeof value !== "string")
        report.add(["default_val"], `must be a string, not ${quotedValue(value)}`);
      const rest = {
        ...OF_NO_RANGE,
        fixed: true,
        optional: written.optional ?? false,
        options: null,
      } as const;
      return { ...labels, ...rest, type, default_val: String(value) };
    }
    case "SingleSelect":
    case "MultiSelect": {
      const options = readOptions(written, is_integer, report);
      const value = readChoice(default_val ?? options[0] ?? "", options, report);
      const rest = {
        ...labels,
        ...OF_NO_RANGE,
        is_integer,
        optional: false,
        options,
        default_val: value,
      } as const;
      return type === "SingleSelect"
        ? { ...rest, type, fixed: true }
        : { ...rest, type, fixed: written.fixed ?? false };
    }
    case "File":
      if (default_val !== undefined && default_val !== null)
        report.add(["default_val"], "a File cannot have a default: omit it");
      return {
        ...labels,
        ...OF_NO_RANGE,
        ...{ type, default_val: null, fixed: true, optional: written.optional ?? false, options: null },
      };
  }
}

const readBounds = ({ is_integer, absolute_min, absolute_max }: WrittenVariable) => ({
  is_integer: is_integer ?? false,
  absolute_min: absolute_min ?? null,
  absolute_max: absolute_max ?? null,
});

type Range = { readonly low: number[]; readonly high: number[]; readonly value: number[] };

/** Defaults of `length` elements, each within the absolute bounds. */
function readRange(written: WrittenVariable, length: number, report: Report): Range | null {
  const { absolute_min: min, absolute_max: max } = readBounds(written);
  if (min !== null && max !== null && min > max) {
    report.add(["absolute_min"], `${min} is greater than absolute_max, ${max}`);
    return null;
  }
  const low = elements(written, "default_min", length, report);
  const high = elements(written, "default_max", length, report);
  const value = elements(written, "default_val", length, report);
  if (low === "wrong" || high === "wrong" || value === "wrong") return null;
  if (value === null && (low === null || high === null)) {
    report.add(["default_val"], "is missing: give default_val, or both default_min and default_max");
    return null;
  }
  const range: Range = { low: [], high: [], value: [] };
  for (let i = 0; i < length; i++) {
    const elementRange = completeRange(
      { low: low?.[i], high: high?.[i], value: value?.[i], min, max },
      written.is_integer,
    );
    range.low.push(elementRange.low);
    range.high.push(elementRange.high);
    range.value.push(elementRange.value);
    const element = length === 1 && written.type === "Scalar" ? "" : ` of element ${i}`;
    if (low !== null && high !== null && elementRange.low > elementRange.high)
      report.add(
        ["default_min"],
        `${elementRange.low}${element} is greater than default_max, ${elementRange.high}`,
      );
    else if (value !== null && low !== null && elementRange.value < elementRange.low)
      report.add(
        ["default_val"],
        `${elementRange.value}${element} is less than default_min, ${elementRange.low}`,
      );
    else if (value !== null && high !== null && elementRange.value > elementRange.high)
      report.add(
        ["default_val"],
        `${elementRange.value}${element} is greater than default_max, ${elementRange.high}`,
      );
  }
  return range;
}

type Known = { low?: number; high?: number; value?: number; min: number | null; max: number | null };

function completeRange(limits: { [key in keyof Known]: Known[key] | undefined }, isInteger?: boolean | null) {
  const { low, high, value } = limits;
  const [min, max] = [limits.min ?? Number.NEGATIVE_INFINITY, limits.max ?? Number.POSITIVE_INFINITY];
  const middle = ((low ?? 0) + (high ?? 0)) / 2;
  const centre = value ?? (isInteger ? Math.round(middle) : middle);
  const usual = defaultRange(centre, isInteger ?? false);
  return {
    low: low ?? Math.min(Math.max(usual.low, min), high ?? Number.POSITIVE_INFINITY, centre),
    high: high ?? Math.max(Math.min(usual.high, max), low ?? Number.NEGATIVE_INFINITY, centre),
    value: centre,
  };
}

type NumberField = "default_min" | "default_max" | "default_val";

/** One number an element; a single number stands for all. Null where nothing is written. */
function elements(
  written: WrittenVariable,
  field: NumberField,
  length: number,
  report: Report,
): number[] | null | "wrong" {
  const writtenValue = written[field];
  if (writtenValue === undefined || writtenValue === null) return null;
  if (typeof writtenValue === "string") {
    report.add([field], `must be a number, not ${quotedValue(writtenValue)}`);
    return "wrong";
  }
  if (Array.isArray(writtenValue) && written.type === "Scalar") {
    report.add([field], `must be a number, not ${quotedValue(writtenValue)}`);
    return "wrong";
  }
  if (Array.isArray(writtenValue) && writtenValue.length !== length) {
    report.add([field], `must have ${length} numbers, one per element, not ${writtenValue.length}`);
    return "wrong";
  }
  const values = Array.isArray(writtenValue) ? writtenValue : Array.from({ length }, () => writtenValue);
  const problem = values
    .map((value) => problemOfNumber(value, written))
    .find((numberProblem) => numberProblem !== null);
  if (problem === undefined) return values;
  report.add([field], problem);
  return "wrong";
}

function problemOfNumber(
  value: number,
  { is_integer, absolute_min, absolute_max }: WrittenVariable,
): string | null {
  if (is_integer && !Number.isSafeInteger(value)) return `${value} is not a whole number`;
  if (typeof absolute_min === "number" && value < absolute_min)
    return `${value} is less than absolute_min, ${absolute_min}`;
  if (typeof absolute_max === "number" && value > absolute_max)
    return `${value} is greater than absolute_max, ${absolute_max}`;
  return null;
}

function readOptions({ options }: WrittenVariable, isInteger: boolean, report: Report): (string | number)[] {
  if (options === undefined || options === null) {
    report.add(["options"], "is missing: list the options to choose from");
    return [];
  }
  const earlierOptions = new Set<string>();
  for (const [i, option] of options.entries()) {
    if (earlierOptions.has(String(option)))
      report.add(["options", i], `${quotedValue(option)} is listed twice`);
    earlierOptions.add(String(option));
    if (option === "") report.add(["options", i], "must not be empty");
    if (isInteger && typeof option === "number" && !Number.isSafeInteger(option))
      report.add(["options", i], `${option} is not a whole number`);
  }
  return options;
}

function readChoice(value: WrittenVariable["default_val"], options: (string | number)[], report: Report) {
  const chosenOption = options.find((option) => option === value);
  if (chosenOption !== undefined) return chosenOption;
  if (options.length > 0) report.add(["default_val"], `${quotedValue(value)} is not one of the options`);
  return "";
}

/** Fields that the type does not have: they were probably meant for another type. */
function reportForeignFields(written: WrittenVariable, report: Report): void {
  const ranged = written.type === "Scalar" || written.type === "Vector";
  const select = written.type === "SingleSelect" || written.type === "MultiSelect";
  const foreign: (keyof WrittenVariable)[] = [
    ...(written.type === "Vector" ? [] : (["length"] as const)),
    ...(ranged ? [] : (["absolute_min", "absolute_max", "default_min", "default_max"] as const)),
    ...(select ? [] : (["options"] as const)),
  ];
  for (const field of foreign) {
    const value = written[field];
    if (value !== undefined && value !== null) report.add([field], `a ${written.type} has no ${field}`);
  }
  if (written.optional && written.type !== "File" && written.type !== "String")
    report.add(["optional"], `a ${written.type} cannot be optional, only a File or a String can`);
}
