import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";

type NamedItem = { readonly name: string };

/** `item` with the values of `part`; what is undefined there stays. */
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

function merge<Item extends NamedItem>(earlier: readonly Item[] = [], later: readonly Item[] = []): Item[] {
  const merged = new Map(earlier.map((item) => [item.name, item]));
  for (const item of later) {
    const earlierItem = merged.get(item.name);
    merged.set(item.name, earlierItem === undefined ? item : overwrite(earlierItem, item));
  }
  return [...merged.values()];
}

/** Two changes as one: where both touch the same field, the later one counts. */
export function mergeChanges(earlier: JobConfigChange, later: JobConfigChange): JobConfigChange {
  const merged = { ...earlier, ...later };
  if (earlier.inputs && later.inputs) merged.inputs = merge(earlier.inputs, later.inputs);
  const outputs = withoutOverruled(earlier.outputs, later);
  if (outputs) merged.outputs = merge(outputs, later.outputs);
  if (earlier.coordinates && later.coordinates)
    merged.coordinates = merge(earlier.coordinates, later.coordinates);
  if (earlier.training && later.training) merged.training = overwrite(earlier.training, later.training);
  return merged;
}

/** Within one change an output's own coordinate outranks the shared one: one that was chosen earlier must go. */
function withoutOverruled(
  earlier: JobConfigChange["outputs"],
  { coordinate_name }: JobConfigChange,
): JobConfigChange["outputs"] {
  if (coordinate_name === undefined) return earlier;
  return earlier?.map(({ coordinate_name: _, ...rest }) => rest);
}

export const isEmptyChange = (changed: JobConfigChange): boolean => Object.keys(changed).length === 0;
