/** A spec version as its form holds it: numbers as they are typed, so that what is wrong with them stays on the page. */
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { ScoredObjective } from "@understudy/shared/domain/objectives.ts";
import type {
  ManifestCoordinate,
  ManifestGraph,
  ManifestOutput,
  ManifestScoreFunction,
  ManifestVariable,
  OutputSource,
} from "@understudy/shared/domain/spec-manifest.ts";
import { boxQuantity, listText } from "#ui/typed-quantities.ts";

/** Rows come and go: each keeps the key that it was made with. */
type Keyed = { readonly key: number };
type Labels = { name: string; verbose_name: string; help_text: string; unit: string };

export type VariableDraft = Keyed &
  Labels & {
    readonly type: ManifestVariable["type"];
    is_integer: boolean;
    absolute_min: string;
    absolute_max: string;
    /** The minimum, also of each element of a Vector, separated by commas. */
    default_min: string;
    default_max: string;
    default_val: string;
    fixed: boolean;
    optional: boolean;
    options: readonly string[];
    /** Options that are numbers in the manifest go back as numbers. */
    readonly hasNumbers: boolean;
    readonly length: number | null;
  };
export type GroupDraft = Keyed & {
  name: string;
  variable_names: readonly string[];
  open_by_default: boolean;
};
export type CoordinateDraft = Keyed &
  Labels & {
    grid: {
      kind: "spread" | "list";
      from: string;
      to: string;
      points: string;
      spacing: "linear" | "log";
      list: string;
    };
  };
export type SourceDraft = {
  format: OutputSource["format"];
  file: string;
  key: string;
  coordinate_key: string;
  column: string;
  coordinate_column: string;
  pattern: string;
};
export type OutputDraft = Keyed &
  Labels & {
    /** It has no name yet that anything refers to. */
    readonly isNew: boolean;
    type: ManifestOutput["type"];
    coordinate: string;
    source: SourceDraft;
  };
export type ScoreInputDraft = Keyed & {
  name: string;
  help_text: string;
  type: ManifestScoreFunction["inputs"][number]["type"];
  default: string;
};
export type ScoreDraft = Keyed & {
  name: string;
  job_types: readonly ScoredObjective[];
  inputs: readonly ScoreInputDraft[];
  expression: string;
};
export type GraphDraft = Keyed & {
  name: string;
  title: string;
  type: ManifestGraph["type"];
  per: ManifestGraph["per"];
  x: string;
  y: readonly string[];
  z: string;
};

export type SpecDraft = {
  verbose_name: string;
  help_text: string;
  variables: readonly VariableDraft[];
  variable_groups: readonly GroupDraft[];
  coordinates: readonly CoordinateDraft[];
  outputs: readonly OutputDraft[];
  score_functions: readonly ScoreDraft[];
  graphs: readonly GraphDraft[];
};

let lastKey = 0;
export const newKey = (): number => ++lastKey;

const text = (value: number | string | readonly number[] | null, unit = ""): string => {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return typeof value === "number" ? boxQuantity(value, unit) : listText(value, unit);
};

const pickLabels = ({ name, verbose_name, help_text, unit }: Labels): Labels => ({
  name,
  verbose_name,
  help_text,
  unit,
});

function variableDraft(variable: ManifestVariable): VariableDraft {
  const options = variable.options ?? [];
  // Options are names, and stand without their unit.
  const unit = variable.options === null ? variable.unit : "";
  return {
    key: newKey(),
    ...pickLabels(variable),
    type: variable.type,
    length: variable.length,
    is_integer: variable.is_integer,
    absolute_min: text(variable.absolute_min, unit),
    absolute_max: text(variable.absolute_max, unit),
    default_min: text(variable.default_min, unit),
    default_max: text(variable.default_max, unit),
    default_val: text(variable.default_val, unit),
    fixed: variable.fixed,
    optional: variable.optional,
    options: options.map((option) => text(option)),
    hasNumbers: options.some((option) => typeof option === "number"),
  };
}

const coordinateDraft = (coordinate: ManifestCoordinate): CoordinateDraft => {
  const { grid } = coordinate;
  const spread = "from" in grid ? grid : null;
  return {
    key: newKey(),
    ...pickLabels(coordinate),
    grid: {
      kind: spread === null ? "list" : "spread",
      from: text(spread?.from ?? null, coordinate.unit),
      to: text(spread?.to ?? null, coordinate.unit),
      points: text(spread?.points ?? null),
      spacing: spread?.spacing ?? "linear",
      list: "from" in grid ? "" : text(grid, coordinate.unit),
    },
  };
};

const EMPTY_SOURCE: SourceDraft = {
  format: "keyvalue",
  file: "",
  key: "",
  coordinate_key: "",
  column: "",
  coordinate_column: "",
  pattern: "",
};

const sourceDraft = (source: OutputSource): SourceDraft => {
  const { format, file } = source;
  switch (source.format) {
    case "json":
      return { ...EMPTY_SOURCE, format, file, key: source.key, coordinate_key: source.coordinate_key ?? "" };
    case "keyvalue":
      return { ...EMPTY_SOURCE, format, file, key: source.key };
    case "table": {
      const { column, coordinate_column } = source;
      return { ...EMPTY_SOURCE, format, file, column, coordinate_column: coordinate_column ?? "" };
    }
    case "regex":
      return { ...EMPTY_SOURCE, format, file, pattern: source.pattern };
  }
};

export const newOutput = (file: string): OutputDraft => ({
  key: newKey(),
  ...{ name: "", verbose_name: "", help_text: "", unit: "" },
  isNew: true,
  type: "Scalar",
  coordinate: "",
  source: { ...EMPTY_SOURCE, file },
});
export const newCoordinate = (): CoordinateDraft => ({
  key: newKey(),
  ...{ name: "", verbose_name: "", help_text: "", unit: "" },
  grid: { kind: "spread", from: "0", to: "1", points: "101", spacing: "linear", list: "" },
});
export const newScoreInput = (): ScoreInputDraft => ({
  key: newKey(),
  ...{ name: "", help_text: "", type: "Scalar", default: "0" },
});
export const newScore = (): ScoreDraft => ({
  key: newKey(),
  ...{ name: "", job_types: ["Optimization"], inputs: [], expression: "" },
});
export const newGraph = (): GraphDraft => ({
  key: newKey(),
  ...{ name: "", title: "", type: "scatter", per: "job", x: "", y: [], z: "" },
});
export const newGroup = (): GroupDraft => ({
  key: newKey(),
  ...{ name: "", variable_names: [], open_by_default: true },
});

export const createDraft = (version: SpecVersion): SpecDraft => ({
  verbose_name: version.name,
  help_text: version.description,
  variables: version.variables.map(variableDraft),
  variable_groups: version.variable_groups.map((group) => ({ key: newKey(), ...group })),
  coordinates: version.coordinates.map(coordinateDraft),
  outputs: version.outputs.map((output) => ({
    key: newKey(),
    ...pickLabels(output),
    isNew: false,
    type: output.type,
    coordinate: output.coordinate ?? "",
    source: sourceDraft(output.source),
  })),
  score_functions: version.score_functions.map((score) => ({
    key: newKey(),
    name: score.name,
    job_types: score.job_types,
    inputs: score.inputs.map((input) => ({ key: newKey(), ...input, default: text(input.default) })),
    expression: score.expression,
  })),
  graphs: version.graphs.map((graph) => ({
    key: newKey(),
    ...graph,
    x: graph.x ?? "",
    z: graph.z ?? "",
  })),
});
