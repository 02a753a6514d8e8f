/** Rows of a dataset as the inputs and outputs of simulations, as score functions read them. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { VariedValues } from "./axes.ts";

type Variables = Readonly<Record<string, JobVariable>>;
type Columns = Readonly<Record<string, ScalarValue>>;

/** A row's columns by variable: those that have none keep their initial values, options are those of the variable. */
export function inputsOfRow(variables: Variables, columns: Columns): SimulationInputs {
  const values = Object.entries(variables).map(([name, variable]) => ({
    name,
    value: rowValue(name, variable, columns),
  }));
  return Object.fromEntries(values.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}

/** By column: each element of a Vector has its own. */
export function columnsOfInputs(inputs: VariedValues): Map<string, ScalarValue> {
  return new Map(
    Object.entries(inputs).flatMap(([name, value]): [string, ScalarValue][] =>
      typeof value === "object"
        ? value.map((element, i) => [elementName(name, i), element])
        : [[name, value]],
    ),
  );
}

/** Null of a File. */
function rowValue(name: string, variable: JobVariable, columns: Columns): SimulationInputs[string] | null {
  switch (variable.type) {
    case "File":
      return null;
    case "Vector":
      return variable.initval.map((old, i) => numberOr(columns, elementName(name, i), old));
    case "Scalar":
      return numberOr(columns, name, variable.initval);
    case "MultiSelect": {
      const value = ownValue(columns, name) ?? variable.initval;
      return variable.options.find((option) => String(option) === String(value)) ?? value;
    }
    case "String":
    case "SingleSelect":
      return variable.initval;
  }
}

function numberOr(columns: Columns, name: string, other: number): number {
  const value = ownValue(columns, name);
  return typeof value === "number" ? value : other;
}

/** Reads the values of an output from a column of a dataset. */
export type OutputReader = (values: Float64Array) => SimulationOutputs[string];

/**
 * @param stored by name of a coordinate that rows have as a column, its values, the same in every row; curves over others lie on the model's grid
 * @param grids of the vector outputs, see `outputGrids`
 */
export function outputReader(
  { name, type, coordinate }: SpecModel["outputs"][number],
  stored: ReadonlyMap<string, Float64Array>,
  grids: Readonly<Record<string, Float64Array>>,
): OutputReader {
  if (type === "Scalar") return ([value = Number.NaN]) => value;
  const [grid, places] = [grids[name], stored.get(coordinate ?? "")];
  if (grid === undefined || places === undefined) return (values) => [...values];
  const isFalling = (places[0] ?? 0) > (places.at(-1) ?? 0);
  const x = isFalling ? places.toReversed() : places;
  return (values) => [...interpolateLinear(x, isFalling ? values.toReversed() : values, grid)];
}
