/** The groups in which the form shows the variables. */
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST_LIMITS } from "@understudy/shared/limits.ts";
import { quotedValue, type Report } from "./problems.ts";
import { readParts } from "./shape.ts";
import { writtenGroup } from "./written.ts";

/** @param names of all variables */
export function readGroups(
  raw: unknown,
  names: ReadonlySet<string>,
  report: Report,
): SpecManifest["variable_groups"] {
  const groupByVariable = new Map<string, string>();
  const titles = new Set<string>();
  return readParts(writtenGroup, raw, MANIFEST_LIMITS.groups, report).map(({ value, report: place }) => {
    if (titles.has(value.name))
      place.add(["name"], `another group is already named ${quotedValue(value.name)}`);
    titles.add(value.name);
    for (const [i, name] of value.variable_names.entries()) {
      const other = groupByVariable.get(name);
      const problem = !names.has(name)
        ? `there is no variable named ${quotedValue(name)}${place.nearest(name, names)}`
        : other === undefined
          ? null
          : `${quotedValue(name)} is already in the group ${quotedValue(other)}`;
      if (problem !== null) place.add(["variable_names", i], problem);
      groupByVariable.set(name, value.name);
    }
    return { ...value, open_by_default: value.open_by_default ?? false };
  });
}
