/** The columns of a job from a spec as its variables and outputs define them, to configure the training before there are data. */
import { EMPTY_CONFIG, type JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { ManifestVariable, SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import {
  type CoordinateDefinition,
  elementName,
  type InputDefinition,
  type OutputDefinition,
  type ScalarValue,
} from "@understudy/shared/domain/variable.ts";
import { derived } from "@understudy/shared/job-config/derived.ts";
import { gridValues, isLogarithmic } from "./language/grid.ts";

type Manifest = Pick<SpecManifest, "variables" | "coordinates" | "outputs">;
type Variables = Readonly<Record<string, JobVariable>>;
type Named = { readonly name: string; readonly verbose_name: string; readonly unit: string };

const readLabels = ({ name, verbose_name, unit }: Named, element?: number) => {
  const display = verbose_name === name ? "" : verbose_name;
  const isElement = element !== undefined && display !== "";
  return { display: isElement ? elementName(display, element) : display, unit, multiplier: 1 };
};

/**
 * Inputs: a column a variable, of a Vector one an element, of a File none; those that do not vary are fixed. Outputs: those
 * of the spec, then the coordinates that they are curves over, the same in every row.
 */
export function configOfSpec(manifest: Manifest, variables: Variables): JobConfig {
  const used = new Set(manifest.outputs.map(({ coordinate }) => coordinate));
  const coordinates = manifest.coordinates
    .filter(({ name }) => used.has(name))
    .map((coordinate): CoordinateDefinition => {
      const values = gridValues(coordinate.grid);
      const [min = 0] = values;
      const { name } = coordinate;
      return {
        ...readLabels(coordinate),
        name,
        type: "Vector",
        min,
        max: values.at(-1) ?? min,
        length: values.length,
        spacing: isLogarithmic(coordinate.grid) ? "log" : "linear",
        loop_values: null,
      };
    });
  const lengths = new Map(coordinates.map(({ name, length }) => [name, length]));
  const outputs = manifest.outputs.map((output): OutputDefinition => {
    const { name, type, coordinate } = output;
    const length = coordinate === null ? 1 : (lengths.get(coordinate) ?? 1);
    const range = { min: null, max: null };
    const plain = { loop_name: null, ignored: false, grid_columns: null };
    return { ...readLabels(output), name, type, ...range, length, coordinate_name: coordinate, ...plain };
  });
  return derived({
    ...EMPTY_CONFIG,
    inputs: manifest.variables.flatMap((variable) => createInputs(variable, variables[variable.name])),
    outputs: [
      ...outputs,
      ...coordinates.map((coordinate) => ({
        ...coordinate,
        coordinate_name: null,
        loop_name: null,
        ignored: false,
        grid_columns: null,
      })),
    ],
    coordinates,
  });
}

function createInputs(spec: ManifestVariable, variable: JobVariable | undefined): InputDefinition[] {
  const { name } = spec;
  switch (variable?.type) {
    case "Scalar": {
      const { lbound, ubound, initval, fixed, is_integer } = variable;
      const range = numeric(lbound ?? initval, ubound ?? initval, initval, fixed);
      return [{ ...readLabels(spec), name, is_integer, ...range }];
    }
    case "Vector": {
      const { lbound, ubound, initval, fixed, is_integer } = variable;
      return initval.map((value, i) => ({
        ...readLabels(spec, i),
        name: elementName(name, i),
        is_integer,
        ...numeric(lbound?.[i] ?? value, ubound?.[i] ?? value, value, fixed),
      }));
    }
    case "String":
    case "SingleSelect":
      return [{ ...readLabels(spec), name, ...categorical([variable.initval], variable.initval, true) }];
    case "MultiSelect": {
      const { options, initval, fixed } = variable;
      return [{ ...readLabels(spec), name, ...categorical(options, initval, fixed) }];
    }
    case "File":
    case undefined:
      return [];
  }
}

const numeric = (min: number, max: number, initval: number, fixed: boolean) =>
  ({ type: "Scalar", min, max, fixed, values: null, unique_values: null, initval }) as const;

const categorical = (values: ScalarValue[], initval: ScalarValue, fixed: boolean) =>
  ({
    type: "MultiSelect",
    is_integer: false,
    min: null,
    max: null,
    fixed,
    values,
    unique_values: null,
    initval,
  }) as const;
