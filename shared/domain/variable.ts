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
  display: z
    .string()
    .max(200)
    .describe("The name shown instead of the column's; the column's own when empty."),
  unit: z.string().max(50).describe("The unit of the stored values."),
  multiplier: multiplier.describe("Stored value / multiplier = shown value, as 1e-9 shows 2.5e-9 as 2.5."),
});

export const inputDefinition = appearance.extend({
  name: z.string(),
  type: variableType.describe("MultiSelect: a categorical input with the listed `values`."),
  is_integer: z
    .boolean()
    .default(false)
    .describe("A number of which the simulation takes whole values only."),
  min: z
    .number()
    .nullable()
    .describe("The smallest value in the data, in the stored unit; null: it has no numbers."),
  max: z
    .number()
    .nullable()
    .describe("The largest value in the data, in the stored unit; null: it has no numbers."),
  fixed: z.boolean().describe("Fixed inputs take `initval` everywhere and are left out of the emulator."),
  values: z
    .array(scalarValue)
    .nullable()
    .describe("The categories of a MultiSelect, in the order of their codes."),
  unique_values: z
    .array(z.number())
    .nullable()
    .describe("The distinct values of a Scalar that has few enough to be made discrete; otherwise null."),
  initval: scalarValue
    .nullable()
    .describe("The value at which sliders start, or the only one if it is fixed; in the stored unit."),
});
export type InputDefinition = z.infer<typeof inputDefinition>;

export const outputDefinition = appearance.extend({
  name: z.string(),
  type: variableType.describe("Scalar or Vector."),
  min: z
    .number()
    .nullable()
    .describe("The smallest value in the data, in the stored unit; null: it has none."),
  max: z
    .number()
    .nullable()
    .describe("The largest value in the data, in the stored unit; null: it has none."),
  length: z.int().describe("The number of values that a row holds: 1 for a Scalar."),
  coordinate_name: z
    .string()
    .nullable()
    .describe("The vector that this one is a curve over; null: its row index."),
  loop_name: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "The coordinate that turns back, as an up-and-down sweep does, over which this curve is drawn as a loop. It is then trained on and predicted over its row index, in the order of its points. Null: it is drawn over its coordinate or its row index.",
    ),
  ignored: z.boolean().describe("True: the column is left out of the emulator by choice."),
  grid_columns: gridColumns
    .default(null)
    .describe(
      "The number of values in each row of a Vector that is a field on a grid, stored row by row. Null: it is a curve.",
    ),
});
export type OutputDefinition = z.infer<typeof outputDefinition>;

export const coordinateDefinition = appearance.extend({
  name: z.string(),
  type: variableType,
  min: z.number().describe("The smallest value, in the stored unit."),
  max: z.number().describe("The largest value, in the stored unit."),
  length: z.int().describe("The number of points."),
  spacing: z
    .enum(["linear", "log"])
    .default("linear")
    .describe('The spacing of its values between `min` and `max`; "log": each decade has as many.'),
  loop_values: z
    .array(z.number())
    .nullable()
    .default(null)
    .describe(
      "The values of a coordinate that turns back, in the order of the points; null: it rises or falls throughout.",
    ),
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
