import { z } from "zod";
import { DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES, MULTIPLIERS } from "../limits.ts";

/** A column of a data-driven job as a person configures it. */
export const variableType = z.enum(["Scalar", "Vector", "String", "Select", "MultiSelect"]);

/** A scalar cell: a number, or the text of a category. */
export const scalarValue = z.union([z.number(), z.string()]);
export type ScalarValue = z.infer<typeof scalarValue>;

export const multiplier = z.number().refine((value) => MULTIPLIERS.some((listed) => listed === value), {
  error: "Not one of the multipliers",
});

export const gridColumns = z.int().min(2).nullable();

/** People may change these fields, which decide how a column is shown. */
const appearance = z.object({
  /** The name shown instead of the column's; the column's own when empty. */
  display: z.string().max(200),
  unit: z.string().max(50),
  /** Stored value / multiplier = shown value, as 1e-9 shows 2.5e-9 as 2.5. */
  multiplier,
});

export const inputDefinition = appearance.extend({
  name: z.string(),
  /** MultiSelect: a categorical input with the listed `values`. */
  type: variableType,
  /** A number of which the simulation takes whole values only. */
  is_integer: z.boolean().default(false),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Fixed inputs take `initval` everywhere and are left out of the emulator. */
  fixed: z.boolean(),
  /** The categories of a MultiSelect, in the order of their codes. */
  values: z.array(scalarValue).nullable(),
  /** The distinct values of a Scalar that has few enough to be made discrete; otherwise null. */
  unique_values: z.array(z.number()).nullable(),
  initval: scalarValue.nullable(),
});
export type InputDefinition = z.infer<typeof inputDefinition>;

export const outputDefinition = appearance.extend({
  name: z.string(),
  /** Scalar or Vector. */
  type: variableType,
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The number of values that a row holds: 1 for a Scalar. */
  length: z.int(),
  /** The vector that this one is a curve over; null: its row index. */
  coordinate_name: z.string().nullable(),
  /**
   * The coordinate that turns back, as an up-and-down sweep does, over which this curve is drawn as a loop. It is then trained on and
   * predicted over its row index, in the order of its points. Null: it is drawn over its coordinate or its row index.
   */
  loop_name: z.string().nullable().default(null),
  /** True: the column is left out of the emulator by choice. */
  ignored: z.boolean(),
  /**
   * The number of values in each row of a Vector that is a field on a grid, stored row by row. Null: it is a curve.
   */
  grid_columns: gridColumns.default(null),
});
export type OutputDefinition = z.infer<typeof outputDefinition>;

export const coordinateDefinition = appearance.extend({
  name: z.string(),
  type: variableType,
  min: z.number(),
  max: z.number(),
  length: z.int(),
  /** The spacing of its values between `min` and `max`; "log": each decade has as many. */
  spacing: z.enum(["linear", "log"]).default("linear"),
  /** The values of a coordinate that turns back, in the order of the points; null: it rises or falls throughout. */
  loop_values: z.array(z.number()).nullable().default(null),
});
export type CoordinateDefinition = z.infer<typeof coordinateDefinition>;

/** The name of a coordinate where one is chosen: `V`, and `V (loop)` for one that turns back. */
export const coordinateLabel = (coordinate: CoordinateDefinition): string =>
  `${displayName(coordinate)}${coordinate.loop_values === null ? "" : " (loop)"}`;

/** A parameter may be made discrete when its distinct values are known, or all its categories are numbers. */
export function canBeDiscrete(input: Pick<InputDefinition, "type" | "values" | "unique_values">): boolean {
  if (input.type === "Scalar") return input.unique_values !== null;
  if (input.type !== "MultiSelect") return false;
  return input.values?.every((value) => typeof value === "number") ?? false;
}

/** A parameter may take whole values only where its values may all be whole, as far as they are known. */
export function canBeInteger(
  input: Pick<InputDefinition, "type" | "min" | "max" | "unique_values">,
): boolean {
  const { type, min, max, unique_values } = input;
  if (type !== "Scalar" || min === null || max === null) return false;
  if (unique_values !== null) return unique_values.every(Number.isInteger);
  const isRoomy = max - min >= DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES;
  return Number.isInteger(min) && Number.isInteger(max) && isRoomy;
}

/** The column of one element of a Vector; elements count from 0, as placeholders do. */
export const elementName = (name: string, element: number): string => `${name}[${element}]`;

/** The name people see for a column. */
export const displayName = (variable: { name: string; display: string }): string =>
  variable.display === "" ? variable.name : variable.display;
