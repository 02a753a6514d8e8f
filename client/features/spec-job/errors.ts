/** The choice of the form's problems that are shown. */
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import type { FieldErrors } from "#api/call.ts";
import { isWithin, withoutChanged } from "#ui/field-errors.ts";
import type { FormState } from "./form-state.ts";

type ShownState = Pick<FormState, "wasSubmitted" | "touched">;

/** A problem that the page itself found is shown once its field was left, or the form was submitted. */
export const isShown = ({ wasSubmitted, touched }: ShownState, field: string): boolean =>
  wasSubmitted || touched.has(field);

/** The server's problems, and the page's own where they are shown yet. */
export function shownErrors(pageErrors: FieldErrors, refused: FieldErrors, state: ShownState): FieldErrors {
  const shown = Object.entries(pageErrors).filter(([field]) => isShown(state, field));
  return { ...refused, ...Object.fromEntries(shown) };
}

/** The server's errors for fields that have not changed since. Once a variable changes, the error of all variables together is cleared. */
export function stillRefused(refused: FieldErrors, changed: ReadonlySet<string>): FieldErrors {
  const left = withoutChanged(refused, changed);
  if (left.variables === undefined || ![...changed].some((field) => isWithin(field, "variables")))
    return left;
  const { variables: _, ...withoutVariables } = left;
  return withoutVariables;
}

/** The names of the variables that have errors. */
export const variablesIn = (errors: FieldErrors): ReadonlySet<string> =>
  new Set(Object.keys(errors).flatMap((field) => /^variables\.([^.]+)/.exec(field)?.[1] ?? []));

const VARIABLE_PARTS = ["type", "lbound", "ubound", "initval", "options", "file_id"] as const;

/** The server's errors for each variable. */
export function refusedVariables(refused: FieldErrors): Readonly<Record<string, VariableErrors>> {
  const all: Record<string, VariableErrors> = {};
  for (const [field, problems] of Object.entries(refused)) {
    const [, name, part] = /^variables\.([^.]+)\.(\w+)/.exec(field) ?? [];
    const variablePart = VARIABLE_PARTS.find((candidate) => candidate === part);
    if (name !== undefined && variablePart !== undefined)
      all[name] = { ...all[name], [variablePart]: [...problems] };
  }
  return all;
}

/** The fields that say where the simulations run, one for each kind of objective. */
const RESOURCE_FIELDS = ["resource", "resources", "simulation_resources"];

/** The server's errors for where the simulations run. */
export const resourceProblems = (refused: FieldErrors): string[] =>
  RESOURCE_FIELDS.flatMap((field) => refused[field] ?? []);

const FORM_FIELDS = [
  "name",
  "maximum_simulations",
  "num_walkers",
  "stretch_probability",
  "score_function",
  "further_goals",
  "distributions",
  "respect_relation",
  "extra_data_file_id",
  ...RESOURCE_FIELDS,
  // Its message is the banner's.
  "spec_version_id",
];

/** The problems that no field of the page can show. */
export function unshownProblems(refused: FieldErrors, variables: readonly ManifestVariable[]): string[] {
  const isShownByField = (field: string): boolean =>
    field === "variables" ||
    variables.some(({ name }) => isWithin(field, `variables.${name}`)) ||
    FORM_FIELDS.some((formField) => isWithin(field, formField));
  return Object.entries(refused).flatMap(([field, problems]) => (isShownByField(field) ? [] : problems));
}
