import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type InputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { SCALAR_PLOT_STEPS, SLIDER_PRECISION, SLIDER_STEPS } from "@understudy/shared/limits.ts";
import { roundTo } from "@understudy/shared/number-text.ts";
import { linspace, logspace } from "#plots/model/ranges.ts";

/** An input that a person can set: by a slider, or from a list. Values as stored. */
export type Parameter =
  | {
      readonly kind: "slider";
      readonly name: string;
      readonly isInteger: boolean;
      readonly min: number;
      readonly max: number;
      readonly start: number;
    }
  | {
      readonly kind: "list";
      readonly name: string;
      readonly values: readonly ScalarValue[];
      readonly start: ScalarValue;
    };

function createParameter(input: InputDefinition): Parameter[] {
  const { name, type, fixed, is_integer: isInteger, min, max, values, initval } = input;
  if (fixed) return [];
  const [first] = values ?? [];
  if (values !== null && first !== undefined) {
    const start = values.find((value) => value === initval) ?? first;
    return [{ kind: "list", name, values, start }];
  }
  if (type !== "Scalar" || min === null || max === null || min >= max) return [];
  const start = typeof initval === "number" ? initval : (min + max) / 2;
  return [{ kind: "slider", name, isInteger, min, max, start: limitTo({ min, max, isInteger }, start) }];
}

/** The inputs that a person can set, in the order of the columns. */
export const createParameters = ({ inputs }: Pick<JobConfig, "inputs">): Parameter[] =>
  inputs.flatMap(createParameter);

type SliderRange = Pick<Parameter & { kind: "slider" }, "min" | "max" | "isInteger">;

/** The value if it is one the parameter can take (a number beyond the slider's range becomes the nearer end), else null. */
export function accept(parameter: Parameter, value: unknown): ScalarValue | null {
  if (parameter.kind === "list") return parameter.values.find((option) => option === value) ?? null;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return limitTo(parameter, value);
}

/** The nearest value in the range, a whole number of an integer parameter. */
const limitTo = ({ min, max, isInteger }: SliderRange, value: number): number =>
  Math.min(max, Math.max(min, isInteger ? Math.round(value) : value));

export const startPoint = (parameters: readonly Parameter[]): InputPoint =>
  Object.fromEntries(parameters.map(({ name, start }) => [name, start]));

/** The positions of a slider: one a whole number where they are few. */
export const countSteps = ({ min, max, isInteger }: SliderRange): number =>
  isInteger ? Math.min(SLIDER_STEPS, max - min) : SLIDER_STEPS;

/** The slider's position of a value in its range, from 0 to `countSteps`. */
export function computeStep(range: SliderRange, value: number): number {
  const { min, max } = range;
  const steps = countSteps(range);
  return Math.round(((value - min) / (max - min)) * steps);
}

/** The value at a position of the slider, with 5 digits; its ends are exact. */
export function valueAt(range: SliderRange, step: number): number {
  const { min, max, isInteger } = range;
  const steps = countSteps(range);
  if (step <= 0) return min;
  if (step >= steps) return max;
  const value = roundTo(min + ((max - min) * step) / steps, SLIDER_PRECISION);
  return Math.min(max, Math.max(min, isInteger ? Math.round(value) : value));
}

/** The values of a parameter that the scalar plot is drawn over: its range. */
export function sweepValues(
  parameter: Parameter,
  spacing: "linear" | "log" = "linear",
): readonly ScalarValue[] {
  if (parameter.kind === "list") return parameter.values;
  const spread = spacing === "log" ? logspace : linspace;
  return spread(parameter.min, parameter.max, SCALAR_PLOT_STEPS + 1);
}

/** The values of a point that differ from where everything starts. */
export const movedValues = (point: InputPoint, parameters: readonly Parameter[]): InputPoint =>
  Object.fromEntries(
    parameters.flatMap(({ name, start }) => {
      const value = point[name];
      return value === undefined || value === start ? [] : [[name, value]];
    }),
  );

/** The point that has these values; what is not named, or cannot be, starts where everything starts. */
export const completePoint = (
  values: ReadonlyMap<string, unknown>,
  parameters: readonly Parameter[],
): InputPoint =>
  Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      accept(parameter, values.get(parameter.name)) ?? parameter.start,
    ]),
  );

/** A point as text for the address: only what differs from where everything starts. */
export function pointToText(point: InputPoint, parameters: readonly Parameter[]): string | null {
  const moved = movedValues(point, parameters);
  return Object.keys(moved).length === 0 ? null : JSON.stringify(moved);
}

/** The point that an address names; what it does not name, or cannot be, starts where everything starts. */
export function pointFromText(text: string | null, parameters: readonly Parameter[]): InputPoint {
  const start = startPoint(parameters);
  if (text === null) return start;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return start;
  }
  if (typeof parsed !== "object" || parsed === null) return start;
  return completePoint(new Map(Object.entries(parsed)), parameters);
}

export const parameterLabel = (config: Pick<JobConfig, "inputs">, name: string): string => {
  const input = config.inputs.find((candidate) => candidate.name === name);
  return input === undefined ? name : displayName(input);
};
