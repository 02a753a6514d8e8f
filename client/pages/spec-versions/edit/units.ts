/** The boxes of the form whose numbers carry the unit of their variable or coordinate. */
import { relabelledList, relabelledText } from "../typed-quantities.ts";
import type { CoordinateDraft, VariableDraft } from "./draft.ts";

type NumberField = "default_min" | "default_val" | "default_max" | "absolute_min" | "absolute_max";

/** What a change of the unit changes: the numbers are the same, and carry the new unit. */
export function relabelVariable(variable: VariableDraft, unit: string): Partial<VariableDraft> {
  const { type, unit: oldUnit } = variable;
  if (type !== "Scalar" && type !== "Vector") return { unit };
  const relabel = (text: string) => relabelledText(text, oldUnit, unit);
  const relabelDefault = (text: string) =>
    type === "Vector" ? relabelledList(text, oldUnit, unit) : relabel(text);
  return {
    unit,
    absolute_min: relabel(variable.absolute_min),
    absolute_max: relabel(variable.absolute_max),
    default_min: relabelDefault(variable.default_min),
    default_max: relabelDefault(variable.default_max),
    default_val: relabelDefault(variable.default_val),
  };
}

/** What leaving a box changes: its number carries its unit, with a prefix where that is easier to read. */
export function settleField(variable: VariableDraft, field: NumberField): Partial<VariableDraft> {
  const { [field]: settled } = relabelVariable(variable, variable.unit);
  return settled === undefined || settled === variable[field] ? {} : { [field]: settled };
}

/** What a change of a coordinate's unit changes. */
export function relabelCoordinate(
  coordinate: CoordinateDraft,
  unit: string,
): Pick<CoordinateDraft, "unit" | "grid"> {
  const { unit: oldUnit, grid } = coordinate;
  return {
    unit,
    grid: {
      ...grid,
      from: relabelledText(grid.from, oldUnit, unit),
      to: relabelledText(grid.to, oldUnit, unit),
      list: relabelledList(grid.list, oldUnit, unit),
    },
  };
}

/** What leaving a box of a coordinate's grid changes. */
export function settleCoordinate(coordinate: CoordinateDraft): Partial<CoordinateDraft> {
  const { grid } = relabelCoordinate(coordinate, coordinate.unit);
  const { from, to, list } = coordinate.grid;
  return grid.from === from && grid.to === to && grid.list === list ? {} : { grid };
}
