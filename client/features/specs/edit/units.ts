/** The boxes of the form whose numbers carry the unit of their variable or coordinate. */
import { relabelledList, relabelledText } from "#ui/typed-quantities.ts";
import type { CoordinateDraft, VariableDraft } from "./draft.ts";

type NumberField = "default_min" | "default_val" | "default_max" | "absolute_min" | "absolute_max";

/** A variable whose unit is corrected keeps its numbers, which carry the new unit. */
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

/** A box that is left shows its number with its unit, and with a prefix where that is easier to read. */
export function settleField(variable: VariableDraft, field: NumberField): Partial<VariableDraft> {
  const { [field]: settled } = relabelVariable(variable, variable.unit);
  return settled === undefined || settled === variable[field] ? {} : { [field]: settled };
}

/** A coordinate whose unit is corrected keeps its numbers, which carry the new unit. */
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

/** A box of a grid that is left shows its numbers with their unit. */
export function settleCoordinate(coordinate: CoordinateDraft): Partial<CoordinateDraft> {
  const { grid } = relabelCoordinate(coordinate, coordinate.unit);
  const { from, to, list } = coordinate.grid;
  return grid.from === from && grid.to === to && grid.list === list ? {} : { grid };
}
