/** The form's values as a manifest holds them. Invalid numbers are sent as typed: the server reports them. */

import { listItems } from "#ui/typed-quantities.ts";
import type {
  CoordinateDraft,
  GraphDraft,
  OutputDraft,
  ScoreDraft,
  SourceDraft,
  SpecDraft,
  VariableDraft,
} from "./draft.ts";
import { numberIn } from "./numbers.ts";

const textOrNull = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim());
const number = (typed: string, unit = ""): number | string | null =>
  numberIn(typed, unit) ?? textOrNull(typed);
const numbers = (typed: string, unit = ""): (number | string | null)[] =>
  listItems(typed).map((element) => number(element, unit));

/** One number stands for all elements of a Vector. */
const elements = (typed: string, unit: string) => {
  const all = numbers(typed, unit);
  return all.length > 1 ? all : number(typed, unit);
};

function variableBody(draft: VariableDraft) {
  const { name, type, verbose_name, help_text, unit, is_integer, fixed, optional } = draft;
  const labels = { name, type, verbose_name, help_text, unit };
  const read = type === "Vector" ? elements : number;
  switch (type) {
    case "Scalar":
    case "Vector":
      return {
        ...labels,
        length: draft.length,
        is_integer,
        absolute_min: number(draft.absolute_min, unit),
        absolute_max: number(draft.absolute_max, unit),
        default_min: read(draft.default_min, unit),
        default_max: read(draft.default_max, unit),
        default_val: read(draft.default_val, unit),
        fixed,
      };
    case "String":
      return { ...labels, default_val: draft.default_val, optional };
    case "SingleSelect":
    case "MultiSelect": {
      const parseOption = (typed: string) => (draft.hasNumbers ? (numberIn(typed) ?? typed) : typed);
      const options = draft.options.map(parseOption);
      return { ...labels, is_integer, options, default_val: parseOption(draft.default_val), fixed };
    }
    case "File":
      return { ...labels, optional };
  }
}

function sourceBody({ format, file, ...rest }: SourceDraft) {
  const source = { format, file: textOrNull(file) };
  switch (format) {
    case "json":
      return { ...source, key: textOrNull(rest.key), coordinate_key: textOrNull(rest.coordinate_key) };
    case "keyvalue":
      return { ...source, key: textOrNull(rest.key) };
    case "table": {
      const coordinate_column = textOrNull(rest.coordinate_column);
      return { ...source, column: textOrNull(rest.column), coordinate_column };
    }
    case "regex":
      return { ...source, pattern: textOrNull(rest.pattern) };
  }
}

const outputBody = ({ name, verbose_name, help_text, unit, type, coordinate, source }: OutputDraft) => ({
  ...{ name, verbose_name, help_text, unit, type },
  coordinate: type === "Vector" ? textOrNull(coordinate) : null,
  source: sourceBody(source),
});

const coordinateBody = ({ name, verbose_name, help_text, unit, grid }: CoordinateDraft) => ({
  ...{ name, verbose_name, help_text, unit },
  grid:
    grid.kind === "list"
      ? numbers(grid.list, unit)
      : {
          from: number(grid.from, unit),
          to: number(grid.to, unit),
          points: number(grid.points),
          spacing: grid.spacing,
        },
});

const scoreBody = ({ name, job_types, inputs, expression }: ScoreDraft) => ({
  name,
  job_types: [...job_types],
  inputs: inputs.map((input) => ({
    ...{ name: input.name, help_text: input.help_text, type: input.type },
    default: input.type === "Scalar" ? number(input.default) : null,
  })),
  expression,
});

const graphBody = ({ name, title, type, per, x, y, z }: GraphDraft) => ({
  ...{ name, title, type, per },
  x: textOrNull(x),
  y: [...y],
  z: textOrNull(z),
});

export const createBody = (draft: SpecDraft) => ({
  verbose_name: draft.verbose_name,
  help_text: draft.help_text,
  variables: draft.variables.map(variableBody),
  variable_groups: draft.variable_groups.map(({ name, variable_names, open_by_default }) => ({
    ...{ name, open_by_default },
    variable_names: [...variable_names],
  })),
  coordinates: draft.coordinates.map(coordinateBody),
  outputs: draft.outputs.map(outputBody),
  score_functions: draft.score_functions.map(scoreBody),
  graphs: draft.graphs.map(graphBody),
});
