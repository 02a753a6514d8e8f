/**
 * The meaning of a spec's names in expressions: their types before a simulation has run, and their values after it.
 */

import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type {
  ManifestCoordinate,
  ManifestOutput,
  ManifestVariable,
  ScoreFunctionOption,
  SpecModel,
} from "@understudy/shared/domain/spec-manifest.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { type Curve, NUMBER_TYPE, TEXT_TYPE, type Value, type ValueType } from "../expressions/values.ts";
import { gridValues, isLogarithmic } from "./grid.ts";

type Names = {
  readonly variables: readonly Pick<ManifestVariable, "name" | "type" | "options">[];
  readonly coordinates: readonly Pick<ManifestCoordinate, "name">[];
  readonly outputs: readonly Pick<ManifestOutput, "name" | "type" | "coordinate">[];
};

const LIST_TYPE: ValueType = { kind: "curve", coordinate: null };

export function typesOfNames({ variables, coordinates, outputs }: Names): Map<string, ValueType> {
  return new Map<string, ValueType>([
    ...variables
      .filter(({ type }) => type !== "File")
      .map((variable): [string, ValueType] => [variable.name, typeOfVariable(variable)]),
    ...coordinates.map(({ name }): [string, ValueType] => [name, { kind: "curve", coordinate: name }]),
    ...outputs.map(({ name, coordinate, type }): [string, ValueType] => [
      name,
      type === "Scalar" ? NUMBER_TYPE : { kind: "curve", coordinate },
    ]),
  ]);
}

function typeOfVariable({ type, options }: Pick<ManifestVariable, "type" | "options">): ValueType {
  if (type === "Scalar") return NUMBER_TYPE;
  if (type === "Vector") return LIST_TYPE;
  return options?.every((option) => typeof option === "number") ? NUMBER_TYPE : TEXT_TYPE;
}

/** A vector that a job chooses may lie over any coordinate, and a file's curve is brought onto it. */
export const scoreInputTypes = (inputs: ScoreFunctionOption["inputs"]): [string, ValueType][] =>
  inputs.map(({ name, type }) => [
    name,
    type === "Scalar" || type === "Output Scalar" ? NUMBER_TYPE : LIST_TYPE,
  ]);

export type ScopeMaker = (inputs: SimulationInputs, outputs: SimulationOutputs) => Map<string, Value>;

/**
 * Makes the values of all names from those of one simulation; grids are computed once.
 * @param wantedNames the only names that are needed, where a search evaluates an expression a million times
 */
export function scopeMaker(manifest: SpecModel, wantedNames?: ReadonlySet<string>): ScopeMaker {
  const isWanted = ({ name }: { name: string }) => wantedNames?.has(name) ?? true;
  const { coordinates } = manifest;
  const variables = manifest.variables.filter((variable) => variable.type !== "File" && isWanted(variable));
  const outputs = manifest.outputs.filter(isWanted);
  const grids = new Map(
    coordinates.map(({ name, grid }) => [name, { x: gridValues(grid), isLog: isLogarithmic(grid) }]),
  );
  const curve = (coordinate: string | null, values: ArrayLike<number>): Curve => {
    const grid = coordinate === null ? undefined : grids.get(coordinate);
    const y = Float64Array.from(values);
    if (grid === undefined) return { x: y.map((_, i) => i), y, coordinate: null, isLog: false };
    return { ...grid, y, coordinate };
  };
  const axes = coordinates.filter(isWanted).map(({ name }): [string, Value] => {
    return [name, curve(name, grids.get(name)?.x ?? [])];
  });
  return (inputs, computed) => {
    const scope = new Map<string, Value>(axes);
    for (const { name } of variables) {
      const value = ownValue(inputs, name);
      if (value !== undefined) scope.set(name, Array.isArray(value) ? curve(null, value) : value);
    }
    for (const { name, coordinate } of outputs) {
      const value = ownValue(computed, name);
      if (value !== undefined) scope.set(name, Array.isArray(value) ? curve(coordinate, value) : value);
    }
    return scope;
  };
}
