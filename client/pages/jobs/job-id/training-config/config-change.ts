import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";

type Named = { readonly name: string };
/** Values of an item that are to be overwritten; what is undefined stays. */
type Part<Item> = Named & { readonly [Key in keyof Item]?: Item[Key] | undefined };

function overwrite<Item extends object>(
  item: Item,
  part: { readonly [Key in keyof Item]?: Item[Key] | undefined },
): Item {
  const copy = { ...item };
  for (const key in part) {
    const value = part[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}

/** Untouched items stay the same objects, so that their rows are not drawn again. */
function change<Item extends Named>(items: Item[], parts: readonly Part<Item>[] | undefined): Item[] {
  if (parts === undefined || parts.length === 0) return items;
  const byName = new Map(parts.map((part) => [part.name, part]));
  return items.map((item) => {
    const part = byName.get(item.name);
    return part === undefined ? item : overwrite(item, part);
  });
}

function merge<Item extends Named>(earlier: readonly Item[] = [], later: readonly Item[] = []): Item[] {
  const merged = new Map(earlier.map((item) => [item.name, item]));
  for (const item of later) {
    const known = merged.get(item.name);
    merged.set(item.name, known === undefined ? item : overwrite(known, item));
  }
  return [...merged.values()];
}

/** Two changes as one: where both touch the same field, the later one counts. */
export function mergeChanges(earlier: JobConfigChange, later: JobConfigChange): JobConfigChange {
  const merged = { ...earlier, ...later };
  if (earlier.inputs && later.inputs) merged.inputs = merge(earlier.inputs, later.inputs);
  if (earlier.outputs && later.outputs) merged.outputs = merge(earlier.outputs, later.outputs);
  if (earlier.coordinates && later.coordinates)
    merged.coordinates = merge(earlier.coordinates, later.coordinates);
  if (earlier.training && later.training) merged.training = overwrite(earlier.training, later.training);
  return merged;
}

/** The config as it will be once a change is saved: shown meanwhile. */
export function applyChange(config: JobConfig, changed: JobConfigChange): JobConfig {
  const shared = changed.coordinate_name;
  const outputs =
    shared === undefined
      ? config.outputs
      : config.outputs.map((output) =>
          output.type === "Vector" ? { ...output, coordinate_name: shared } : output,
        );
  return {
    ...config,
    inputs: change(config.inputs, changed.inputs),
    outputs: change(outputs, changed.outputs),
    coordinates: change(config.coordinates, changed.coordinates),
    coordinate_name: shared === undefined ? config.coordinate_name : shared,
    training: changed.training === undefined ? config.training : overwrite(config.training, changed.training),
  };
}

export const isEmptyChange = (changed: JobConfigChange): boolean => Object.keys(changed).length === 0;
