import { coordinateChoices, derived, withInputType } from "@understudy/engine/dataset/config.ts";
import type { JobConfig, JobConfigChange, TrainingOptions } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition, OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FieldErrors, invalid } from "../../problem.ts";

type InputChange = NonNullable<JobConfigChange["inputs"]>[number];
type OutputChange = NonNullable<JobConfigChange["outputs"]>[number];
type Look = { display?: string | undefined; unit?: string | undefined; multiplier?: number | undefined };

/**
 * A config with some of it changed, and everything that follows from that.
 * @throws Problem 400 with errors by field and column: `inputs.gate_length`.
 */
export function applyConfigChange(config: JobConfig, change: JobConfigChange): JobConfig {
  const errors: FieldErrors = {};
  const outputs = everyCoordinate(config, change.coordinate_name, errors);
  const changed: JobConfig = {
    ...config,
    inputs: merge("inputs", config.inputs, change.inputs, changeInput, errors),
    outputs: merge("outputs", outputs, change.outputs, changeOutput(config), errors),
    coordinates: merge("coordinates", config.coordinates, change.coordinates, changeLook, errors),
    data_options: change.data_options ?? config.data_options,
    training: mergeTraining(config.training, change.training),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return derived(changed);
}

/** Whether a change touches what a training learns from, rather than only how things are shown. */
export function isStructural({
  inputs = [],
  outputs = [],
  coordinate_name,
  training,
}: JobConfigChange): boolean {
  return (
    coordinate_name !== undefined ||
    training !== undefined ||
    inputs.some(({ type, fixed }) => type !== undefined || fixed !== undefined) ||
    outputs.some((output) => output.coordinate_name !== undefined || output.ignored !== undefined)
  );
}

/** Each change merged into the item of its name; `problem` texts become errors. */
function merge<Item extends { name: string }, Delta extends { name: string }>(
  field: string,
  items: readonly Item[],
  deltas: readonly Delta[] = [],
  apply: (item: Item, delta: Delta) => Item | string,
  errors: FieldErrors,
): Item[] {
  const merged = new Map(items.map((item) => [item.name, item]));
  for (const delta of deltas) {
    const item = merged.get(delta.name);
    const result = item === undefined ? MESSAGES.noSuchColumn(delta.name) : apply(item, delta);
    if (typeof result === "string") errors[`${field}.${delta.name}`] = [result];
    else merged.set(delta.name, result);
  }
  return [...merged.values()];
}

const changeLook = <Item extends Required<Look>>(item: Item, { display, unit, multiplier }: Look): Item => ({
  ...item,
  display: display ?? item.display,
  unit: unit ?? item.unit,
  multiplier: multiplier ?? item.multiplier,
});

function changeInput(input: InputDefinition, delta: InputChange): InputDefinition | string {
  const { type = input.type, fixed = input.fixed } = delta;
  const typed = withInputType(input, type);
  if (typed === null) return MESSAGES.cannotBecome(input.name, type);
  const initval = delta.initval ?? typed.initval;
  const problem = initialValueProblem(typed, initval);
  return problem ?? changeLook({ ...typed, fixed, initval }, delta);
}

function initialValueProblem(
  { values, min, max }: InputDefinition,
  initval: InputDefinition["initval"],
): string | null {
  if (values !== null) return values.some((value) => value === initval) ? null : MESSAGES.initialValueChoice;
  const low = min ?? Number.NEGATIVE_INFINITY;
  const high = max ?? Number.POSITIVE_INFINITY;
  const fits = typeof initval === "number" && initval >= low && initval <= high;
  return fits ? null : MESSAGES.initialValueRange(low, high);
}

const changeOutput =
  (config: JobConfig) =>
  (output: OutputDefinition, delta: OutputChange): OutputDefinition | string => {
    const { ignored = output.ignored, coordinate_name = output.coordinate_name } = delta;
    const asked = delta.coordinate_name ?? null;
    if (asked !== null && !coordinateChoices(config, output).includes(asked)) {
      return MESSAGES.notACoordinate(asked);
    }
    return changeLook({ ...output, ignored, coordinate_name }, delta);
  };

/** One coordinate for every vector output that can be drawn over it; null: each over its row index. */
function everyCoordinate(
  config: JobConfig,
  name: string | null | undefined,
  errors: FieldErrors,
): OutputDefinition[] {
  if (name === undefined) return config.outputs;
  if (name !== null && !config.coordinates.some((coordinate) => coordinate.name === name)) {
    errors.coordinate_name = [MESSAGES.noSuchColumn(name)];
  }
  return config.outputs.map((output) => {
    const possible = name === null || coordinateChoices(config, output).includes(name);
    return output.type === "Vector" && possible ? { ...output, coordinate_name: name } : output;
  });
}

/** The training options with those that are given in place of the old ones. */
export const mergeTraining = (
  old: TrainingOptions,
  given: JobConfigChange["training"] = {},
): TrainingOptions => ({
  train_on: given.train_on ?? old.train_on,
  resource_id: given.resource_id === undefined ? old.resource_id : given.resource_id,
  effort: given.effort ?? old.effort,
  validation_percentage: given.validation_percentage ?? old.validation_percentage,
});
