/** The varied variables of a job as axes of the unit cube. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";

/** A range over so many times its lower bound, as of a resistance or a current, is covered decade by decade. */
const LOG_RATIO = 100;

export interface Axis {
  /** The name of the variable. */
  name: string;
  /** The index of the element of a Vector; null for all else. */
  element: number | null;
  /** The number of values of the axis; infinite for a real number. */
  count: number;
  /** @param at 0 .. count - 1 on an axis with a finite count, inside (0, 1) on others */
  value(at: number): ScalarValue;
  /** The cell that a fraction of the axis, inside (0, 1), lies in; of a real number the fraction itself. */
  cell(fraction: number): number;
  /** The fraction at which a cell begins, 0 .. count; `cell` of what follows it is `at`. Of a real number the fraction itself. */
  edge(at: number): number;
  /**
   * Returns the position of a value, 0 .. 1: two that differ much are far apart. Options are all as far from each
   * other.
   */
  place(value: ScalarValue): number;
  /** Its values are options, between which there is no order. */
  isChoice: boolean;
  /** The way in which values follow from fractions: in proportion, or decade by decade. */
  spacing: "linear" | "logarithmic";
}

/** Returns the name of an axis' column in a table: that of its variable, or of the element of a Vector. */
export const columnName = ({ name, element }: Pick<Axis, "name" | "element">): string =>
  element === null ? name : elementName(name, element);

/** The value of each varied variable, by name; a list for a Vector. */
export type VariedValues = Readonly<Record<string, ScalarValue | readonly number[]>>;

/** The values' place in the unit cube: one number an axis. */
export function locateValues(axes: readonly Axis[], values: VariedValues): Float64Array {
  return Float64Array.from(axes, ({ name, element, place }) => {
    const value = values[name];
    if (typeof value === "object") return place(value[element ?? 0]);
    return place(value ?? 0);
  });
}

/** The tolerance at the ends of a range, for the rounding of a value that is read from a file. */
const ROUNDING_TOLERANCE = 1e-9;

/** True when values lie within their ranges. @param place of them, see `locateValues` */
export const isWithin = (place: Float64Array): boolean =>
  place.every((position) => position >= -ROUNDING_TOLERANCE && position <= 1 + ROUNDING_TOLERANCE);

/** A copy whose lists may be changed. */
export const plainValues = (values: VariedValues): SimulationInputs =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );

/** The values that are numbers, with their columns: each element of a list has its own. */
export const numbersByColumn = (values: SimulationInputs): [string, number][] =>
  Object.entries(values).flatMap(([name, value]): [string, number][] => {
    if (typeof value === "number") return [[name, value]];
    return Array.isArray(value) ? value.map((element, i) => [elementName(name, i), element]) : [];
  });

/** In the order of the variables; those that are fixed have none. */
export function createAxes(variables: Readonly<Record<string, JobVariable>>): Axis[] {
  return Object.entries(variables).flatMap(([name, variable]) => axesOfOne(name, variable));
}

function axesOfOne(name: string, variable: JobVariable): Axis[] {
  switch (variable.type) {
    case "Scalar": {
      const { lbound, ubound, fixed, is_integer } = variable;
      return fixed ? [] : [numeric(name, null, lbound ?? 0, ubound ?? 1, is_integer)];
    }
    case "Vector": {
      const { lbound, ubound, initval, fixed, is_integer } = variable;
      if (fixed) return [];
      return initval.map((_, i) => numeric(name, i, lbound?.[i] ?? 0, ubound?.[i] ?? 1, is_integer));
    }
    case "MultiSelect":
      return variable.fixed ? [] : [choice(name, variable.options)];
    case "String":
    case "SingleSelect":
    case "File":
      return [];
  }
}

function choice(name: string, options: readonly ScalarValue[]): Axis {
  const count = options.length;
  return {
    name,
    element: null,
    count,
    value: (at) => options[at] ?? "",
    cell: (fraction) => Math.floor(fraction * count),
    edge: (at) => at / count,
    place: (value) => options.indexOf(value) / Math.max(1, count - 1),
    isChoice: true,
    spacing: "linear",
  };
}

function numeric(name: string, element: number | null, low: number, high: number, isInteger: boolean): Axis {
  const isLog = low > 0 && high / low >= LOG_RATIO;
  // Every whole number has a share of the axis: on a linear one they are equal.
  const top = isInteger ? high + 1 : high;
  const spread = (fraction: number): number =>
    isLog ? low * (top / low) ** fraction : low + (top - low) * fraction;
  const inside = (value: number): number => Math.min(Math.max(value, low), high);
  const place = (value: ScalarValue): number =>
    isLog ? Math.log(Number(value) / low) / Math.log(high / low) : (Number(value) - low) / (high - low);
  const spacing: Axis["spacing"] = isLog ? "logarithmic" : "linear";
  const axis = { name, element, place, isChoice: false, spacing };
  if (!isInteger) {
    return {
      ...axis,
      count: Number.POSITIVE_INFINITY,
      value: (fraction) => inside(spread(fraction)),
      cell: (fraction) => fraction,
      edge: (at) => at,
    };
  }
  return {
    ...axis,
    count: high - low + 1,
    value: (at) => low + at,
    cell: (fraction) => inside(Math.floor(spread(fraction))) - low,
    edge: (at) => (isLog ? Math.log((low + at) / low) / Math.log(top / low) : at / (top - low)),
  };
}
