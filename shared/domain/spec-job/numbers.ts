/** Scalars and Vectors: a Scalar follows the rules of a Vector of one element. */

import type { SpecVariable } from "../../api/spec.ts";
import type { GivenVariable } from "../../api/spec-job.ts";
import { MESSAGES } from "../../messages.ts";
import type { VariableErrors, VariableOutcome } from "./complete-variable.ts";

type Given = GivenVariable & { type: "Scalar" | "Vector" };
type Limits = { readonly min: number; readonly max: number };

/** One number an element; null where nothing is said. A single number stands for every element. */
const perElement = (value: unknown, length: number): number[] | null => {
  if (typeof value === "number") return Array<number>(length).fill(value);
  return Array.isArray(value) && value.every((one) => typeof one === "number") ? value : null;
};

export function completeNumbers(spec: SpecVariable, given: Given, fixed: boolean): VariableOutcome {
  const length = spec.length ?? 1;
  const of = (value: unknown) => perElement(value, length);
  const wrongLength = wrongLengths(given, length);
  if (wrongLength !== null) return { errors: wrongLength };
  const limits = elementLimits(spec, length);
  const errors: VariableErrors = {};
  const check = (part: "lbound" | "ubound" | "initval", values: number[] | null, required: string) => {
    const problems = values === null ? [required] : elementProblems(values, limits, spec);
    if (problems.length > 0) errors[part] = problems;
  };
  if (fixed) {
    const initval = of(given.initval) ?? of(spec.default_val);
    check("initval", initval, MESSAGES.valueRequired);
    if (initval === null || errors.initval) return { errors };
    return { variable: whole(spec, { lbound: null, ubound: null, initval, fixed }) };
  }
  const lbound = of(given.lbound) ?? of(spec.default_min) ?? of(spec.absolute_min);
  const ubound = of(given.ubound) ?? of(spec.default_max) ?? of(spec.absolute_max);
  check("lbound", lbound, MESSAGES.minimumRequired);
  check("ubound", ubound, MESSAGES.maximumRequired);
  if (lbound === null || ubound === null || errors.lbound || errors.ubound) return { errors };
  if (lbound.some((low, i) => low >= (ubound[i] ?? 0))) return { errors: { ubound: [MESSAGES.rangeOrder] } };
  const range = lbound.map((min, i): Limits => ({ min, max: ubound[i] ?? min }));
  const initval = of(given.initval) ?? insideOf(range, of(spec.default_val), spec.is_integer);
  const problems = elementProblems(initval, range, spec);
  if (problems.length > 0) return { errors: { initval: problems } };
  return { variable: whole(spec, { lbound, ubound, initval, fixed }) };
}

function wrongLengths(given: Given, length: number): VariableErrors | null {
  const errors: VariableErrors = {};
  for (const part of ["lbound", "ubound", "initval"] as const) {
    const values = given[part];
    if (Array.isArray(values) && values.length !== length) errors[part] = [MESSAGES.vectorLength(length)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function elementLimits({ absolute_min, absolute_max }: SpecVariable, length: number): Limits[] {
  const low = perElement(absolute_min, length);
  const high = perElement(absolute_max, length);
  return Array.from({ length }, (_, i) => ({
    min: low?.[i] ?? Number.NEGATIVE_INFINITY,
    max: high?.[i] ?? Number.POSITIVE_INFINITY,
  }));
}

/** One sentence an element that is wrong; an element is named where there are several. */
function elementProblems(
  values: readonly number[],
  limits: readonly Limits[],
  { type, is_integer }: SpecVariable,
): string[] {
  return values.flatMap((value, i) => {
    const problem = problemOf(value, limits[i], is_integer);
    if (problem === null) return [];
    return [type === "Vector" ? `${MESSAGES.element(i + 1)}: ${problem}` : problem];
  });
}

function problemOf(value: number, limits: Limits | undefined, isInteger: boolean): string | null {
  if (isInteger && !Number.isInteger(value)) return MESSAGES.wholeNumber;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits ?? {};
  if (value >= min && value <= max) return null;
  if (max === Number.POSITIVE_INFINITY) return MESSAGES.atLeast(min);
  return min === Number.NEGATIVE_INFINITY ? MESSAGES.atMost(max) : MESSAGES.initialValueRange(min, max);
}

/** The default moved into the range that was chosen; its middle where the spec has no default. */
function insideOf(range: readonly Limits[], preferred: number[] | null, isInteger: boolean): number[] {
  return range.map(({ min, max }, i) => {
    const middle = min + (max - min) / 2;
    const wanted = preferred?.[i] ?? (isInteger ? Math.round(middle) : middle);
    return Math.min(Math.max(wanted, min), max);
  });
}

type Numbers = { lbound: number[] | null; ubound: number[] | null; initval: number[]; fixed: boolean };

function whole({ type, is_integer }: SpecVariable, { lbound, ubound, initval, fixed }: Numbers) {
  if (type === "Vector") return { type, lbound, ubound, initval, fixed, is_integer };
  const [low = null] = lbound ?? [];
  const [high = null] = ubound ?? [];
  const [value = 0] = initval;
  return { type: "Scalar" as const, lbound: low, ubound: high, initval: value, fixed, is_integer };
}
