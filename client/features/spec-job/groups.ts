import type { SpecVersion } from "@understudy/shared/api/spec.ts";

/** Groups with the variables in them, and those that are in none. */
export function groupVariables({
  variables,
  variable_groups,
}: Pick<SpecVersion, "variables" | "variable_groups">) {
  const named = new Map(variables.map((variable) => [variable.name, variable]));
  const grouped = new Set(variable_groups.flatMap(({ variable_names }) => variable_names));
  const groups = variable_groups.map(({ name, variable_names }) => ({
    name,
    variables: variable_names.flatMap((variableName) => named.get(variableName) ?? []),
  }));
  return { groups, ungrouped: variables.filter(({ name }) => !grouped.has(name)) };
}
