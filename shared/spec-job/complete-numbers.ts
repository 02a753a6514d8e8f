/** Scalars and Vectors: a Scalar follows the rules of a Vector of one element. */
import type { GivenVariable } from "../api/spec-job.ts";
import type { ManifestVariable } from "../domain/spec-manifest.ts";
import { MESSAGES } from "../messages/messages.ts";
import { fullText, rangeText } from "../quantities/quantity-text.ts";
import { writtenUnit } from "../quantities/shown-unit.ts";
import type { VariableErrors, VariableOutcome } from "./variable-outcome.ts";

type Spec<Type> = ManifestVariable & { type: Type };
type Given<Type> = GivenVariable & { type: Type };
type Limits = { readonly min: number; readonly max: number };

/** Each list has one number an element. `initval` null: the default, as near as the range lets it be. */
type Elements = {
  readonly lbound: number[];
  readonly ubound: number[];
  readonly initval: number[] | null;
  readonly preferred: number[];
};
type Whole = { lbound: number[] | null; ubound: number[] | null; initval: number[] };
type Outcome = { values: Whole } | { errors: VariableErrors };

export function completeScalar(
  spec: Spec<"Scalar">,
  settings: Given<"Scalar">,
  fixed: boolean,
): VariableOutcome {
  const { is_integer, default_min, default_max, default_val } = spec;
  const elements = {
    lbound: [settings.lbound ?? default_min],
    ubound: [settings.ubound ?? default_max],
    initval: settings.initval === null ? null : [settings.initval],
    preferred: [default_val],
  };
  const outcome = complete(elements, spec, fixed);
  if ("errors" in outcome) return outcome;
  const { lbound, ubound, initval } = outcome.values;
  const [low = null] = lbound ?? [];
  const [high = null] = ubound ?? [];
  const [value = default_val] = initval;
  return { variable: { type: "Scalar", lbound: low, ubound: high, initval: value, fixed, is_integer } };
}

export function completeVector(
  spec: Spec<"Vector">,
  settings: Given<"Vector">,
  fixed: boolean,
): VariableOutcome {
  const { length, is_integer, default_min, default_max, default_val } = spec;
  const wrong: VariableErrors = {};
  for (const part of ["lbound", "ubound", "initval"] as const) {
    const values = settings[part];
    if (values !== null && values.length !== length) wrong[part] = [MESSAGES.vectorLength(length)];
  }
  if (Object.keys(wrong).length > 0) return { errors: wrong };
  const elements = {
    lbound: settings.lbound ?? default_min,
    ubound: settings.ubound ?? default_max,
    initval: settings.initval,
    preferred: default_val,
  };
  const outcome = complete(elements, spec, fixed);
  if ("errors" in outcome) return outcome;
  return { variable: { type: "Vector", ...outcome.values, fixed, is_integer } };
}

function complete(
  { lbound, ubound, initval, preferred }: Elements,
  spec: Spec<"Scalar" | "Vector">,
  fixed: boolean,
): Outcome {
  const absolute = {
    min: spec.absolute_min ?? Number.NEGATIVE_INFINITY,
    max: spec.absolute_max ?? Number.POSITIVE_INFINITY,
  };
  const check = (values: readonly number[], limits: (element: number) => Limits) =>
    values.flatMap((value, i) => {
      const problem = checkValue(value, limits(i), spec);
      if (problem === null) return [];
      return [spec.type === "Vector" ? `${MESSAGES.element(i + 1)}: ${problem}` : problem];
    });
  if (fixed) {
    const values = initval ?? preferred;
    const problems = check(values, () => absolute);
    return problems.length > 0
      ? { errors: { initval: problems } }
      : { values: { lbound: null, ubound: null, initval: values } };
  }
  const errors: VariableErrors = {};
  const low = check(lbound, () => absolute);
  const high = check(ubound, () => absolute);
  if (low.length > 0) errors.lbound = low;
  if (high.length > 0) errors.ubound = high;
  else if (lbound.some((min, i) => min >= (ubound[i] ?? min))) errors.ubound = [MESSAGES.rangeOrder];
  if (errors.lbound || errors.ubound) return { errors };
  const range = (i: number): Limits => ({ min: lbound[i] ?? absolute.min, max: ubound[i] ?? absolute.max });
  const values =
    initval ?? preferred.map((value, i) => Math.min(Math.max(value, range(i).min), range(i).max));
  const problems = check(values, range);
  return problems.length > 0
    ? { errors: { initval: problems } }
    : { values: { lbound, ubound, initval: values } };
}

function checkValue(
  value: number,
  { min, max }: Limits,
  { is_integer, unit }: Pick<Spec<"Scalar" | "Vector">, "is_integer" | "unit">,
): string | null {
  if (is_integer && !Number.isInteger(value)) return MESSAGES.wholeNumber;
  if (value >= min && value <= max) return null;
  const shown = writtenUnit(unit);
  if (max === Number.POSITIVE_INFINITY) return MESSAGES.atLeast(fullText(min, shown, "short"));
  if (min === Number.NEGATIVE_INFINITY) return MESSAGES.atMost(fullText(max, shown, "short"));
  return MESSAGES.initialValueRange(rangeText(min, max, shown));
}
