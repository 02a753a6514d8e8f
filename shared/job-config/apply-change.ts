/** A change of a job's config: what the server stores of it is what the page shows until the answer comes. */
import type { JobConfig, JobConfigChange, TrainingOptions } from "../api/job-config.ts";
import { findColumnName } from "../csv/header-units.ts";
import { isGridColumnCount } from "../domain/field-grid.ts";
import { canBeInteger, type InputDefinition, type OutputDefinition } from "../domain/variable.ts";
import { MESSAGES } from "../messages/messages.ts";
import { rangeText } from "../quantities/quantity-text.ts";
import { chosenUnit } from "../quantities/shown-unit.ts";
import { chooseCoordinate, coordinateChoices, derived, drawnOver, withInputType } from "./derived.ts";

type InputChange = NonNullable<JobConfigChange["inputs"]>[number];
type OutputChange = NonNullable<JobConfigChange["outputs"]>[number];
type Look = { display?: string | undefined; unit?: string | undefined; multiplier?: number | undefined };

export type ChangedConfig = {
  /** The config without the changes that are refused. Items that nothing changes stay the same objects. */
  readonly config: JobConfig;
  /** The reasons why parts of the change are refused, by field and column: `inputs.gate_length`. */
  readonly errors: Record<string, string[]>;
};

/** A config with some of it changed, and everything that follows from that. */
export function applyConfigChange(config: JobConfig, change: JobConfigChange): ChangedConfig {
  const errors: ChangedConfig["errors"] = {};
  const outputs = everyCoordinate(config, change.coordinate_name, errors);
  const changed: JobConfig = {
    ...config,
    inputs: changeItems("inputs", config.inputs, change.inputs, changeInput, errors),
    outputs: changeItems("outputs", outputs, change.outputs, changeOutput(config), errors),
    coordinates: changeItems("coordinates", config.coordinates, change.coordinates, changeLook, errors),
    data_options: change.data_options ?? config.data_options,
    training: changeTraining(config, change.training, errors),
  };
  return { config: derived(changed), errors };
}

function changeTraining(
  config: JobConfig,
  change: JobConfigChange["training"],
  errors: ChangedConfig["errors"],
): TrainingOptions {
  const { training, inputs } = config;
  const merged = mergeTraining(config, change);
  const unknown = merged.group_by?.find((name) => !inputs.some((input) => input.name === name));
  if (unknown === undefined) return merged;
  errors["training.group_by"] = [MESSAGES.noSuchColumn(unknown)];
  return { ...merged, group_by: training.group_by };
}

/** The training options with those that are given in place of the old ones; inputs may be named with their units. */
export const mergeTraining = (
  { training: old, inputs }: Pick<JobConfig, "training" | "inputs">,
  change: JobConfigChange["training"] = {},
): TrainingOptions => ({
  train_on: change.train_on ?? old.train_on,
  resource_id: change.resource_id === undefined ? old.resource_id : change.resource_id,
  effort: change.effort ?? old.effort,
  validation_percentage: change.validation_percentage ?? old.validation_percentage,
  group_by:
    change.group_by === undefined
      ? old.group_by
      : findColumnNames(
          change.group_by,
          inputs.map(({ name }) => name),
        ),
});

const findColumnNames = (names: readonly string[] | null, columnNames: readonly string[]): string[] | null =>
  names?.map((name) => findColumnName(name, columnNames)) ?? null;

/** Applies each change to the item of its name. A text that `apply` returns says why the change cannot be made. */
function changeItems<Item extends { name: string }, Change extends { name: string }>(
  field: string,
  items: Item[],
  changes: readonly Change[] = [],
  apply: (item: Item, change: Change) => Item | string,
  errors: ChangedConfig["errors"],
): Item[] {
  if (changes.length === 0) return items;
  const changed = new Map(items.map((item) => [item.name, item]));
  for (const change of changes) {
    const item = changed.get(change.name);
    const result = item === undefined ? MESSAGES.noSuchColumn(change.name) : apply(item, change);
    if (typeof result === "string") errors[`${field}.${change.name}`] = [result];
    else changed.set(change.name, result);
  }
  return [...changed.values()];
}

const changeLook = <Item extends Required<Look>>(item: Item, { display, unit, multiplier }: Look): Item => ({
  ...item,
  display: display ?? item.display,
  unit: unit ?? item.unit,
  multiplier: multiplier ?? item.multiplier,
});

function changeInput(input: InputDefinition, change: InputChange): InputDefinition | string {
  const { type = input.type, fixed = input.fixed } = change;
  const typed = withInputType(input, type);
  if (typed === null) return MESSAGES.cannotBecome(input.name, type);
  const { is_integer = typed.is_integer } = change;
  if (is_integer && !canBeInteger(typed)) return MESSAGES.cannotBecome(input.name, "Integer");
  const initval = change.initval ?? (is_integer ? rounded(typed.initval) : typed.initval);
  const changed = { ...typed, is_integer, fixed, initval };
  const problem = unitProblem(changed, change) ?? initialValueProblem(changed);
  return problem ?? changeLook(changed, change);
}

const rounded = (value: InputDefinition["initval"]): InputDefinition["initval"] =>
  typeof value === "number" ? Math.round(value) : value;

/** Categories have neither unit nor multiplier: one that they had as numbers may stay or go, but none may come. */
function unitProblem(input: InputDefinition, { unit = "", multiplier = 1 }: Look): string | null {
  const isNew = (unit !== "" && unit !== input.unit) || (multiplier !== 1 && multiplier !== input.multiplier);
  return isNew && input.values !== null ? MESSAGES.unitOfCategories(input.name) : null;
}

function initialValueProblem(input: InputDefinition): string | null {
  const { values, min, max, is_integer, initval } = input;
  if (values !== null) return values.some((value) => value === initval) ? null : MESSAGES.initialValueChoice;
  const low = min ?? Number.NEGATIVE_INFINITY;
  const high = max ?? Number.POSITIVE_INFINITY;
  const fits = typeof initval === "number" && initval >= low && initval <= high;
  const shown = chosenUnit(input);
  if (!fits)
    return MESSAGES.initialValueRange(rangeText(low / shown.multiplier, high / shown.multiplier, shown));
  return is_integer && !Number.isInteger(initval) ? MESSAGES.wholeNumber : null;
}

const changeOutput =
  (config: JobConfig) =>
  (output: OutputDefinition, change: OutputChange): OutputDefinition | string => {
    const { ignored = output.ignored, coordinate_name = drawnOver(output) } = change;
    const coordinate = change.coordinate_name ?? null;
    if (coordinate !== null && !coordinateChoices(config, output).includes(coordinate)) {
      return MESSAGES.notACoordinate(coordinate);
    }
    const { grid_columns = output.grid_columns } = change;
    if (grid_columns !== null && !isGridColumnCount(grid_columns, output.length)) {
      return MESSAGES.notAGrid(output.length);
    }
    const curve = chooseCoordinate({ ...output, ignored, grid_columns }, coordinate_name, config);
    return changeLook(curve, change);
  };

/** One coordinate for every vector output that can be drawn over it; null: each over its row index. */
function everyCoordinate(
  config: JobConfig,
  name: string | null | undefined,
  errors: ChangedConfig["errors"],
): OutputDefinition[] {
  if (name === undefined) return config.outputs;
  if (name !== null && !config.coordinates.some((coordinate) => coordinate.name === name)) {
    errors.coordinate_name = [MESSAGES.noSuchColumn(name)];
  }
  return config.outputs.map((output) => {
    const possible = name === null || coordinateChoices(config, output).includes(name);
    return output.type === "Vector" && possible ? chooseCoordinate(output, name, config) : output;
  });
}
