/** Which problems of the form are shown, and where. */
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import type { FieldErrors } from "../../../api/failure.ts";
import { isWithin, withoutChanged } from "../../../components/field-errors.ts";
import type { FormState } from "./form-state.ts";

type Shown = Pick<FormState, "wasSubmitted" | "touched">;

/** Whether what the page itself finds wrong with a field is shown yet. */
export const isShown = ({ wasSubmitted, touched }: Shown, field: string): boolean =>
  wasSubmitted || touched.has(field);

/** The server's problems, and the page's own where they are shown yet. */
export function shownErrors(own: FieldErrors, refused: FieldErrors, state: Shown): FieldErrors {
  const shown = Object.entries(own).filter(([field]) => isShown(state, field));
  return { ...refused, ...Object.fromEntries(shown) };
}

/** The server's errors for fields that have not changed since. Once a variable changes, the error of all variables together is cleared. */
export function stillRefused(refused: FieldErrors, changed: ReadonlySet<string>): FieldErrors {
  const left = withoutChanged(refused, changed);
  if (left.variables === undefined || ![...changed].some((field) => isWithin(field, "variables")))
    return left;
  const { variables: _, ...others } = left;
  return others;
}

/** The names of the variables that have errors. */
export const variablesIn = (errors: FieldErrors): ReadonlySet<string> =>
  new Set(Object.keys(errors).flatMap((field) => /^variables\.([^.]+)/.exec(field)?.[1] ?? []));

const PARTS = ["type", "lbound", "ubound", "initval", "options", "file_id"] as const;

/** What was refused of each variable. */
export function refusedVariables(refused: FieldErrors): Readonly<Record<string, VariableErrors>> {
  const all: Record<string, VariableErrors> = {};
  for (const [field, problems] of Object.entries(refused)) {
    const [, name, part] = /^variables\.([^.]+)\.(\w+)/.exec(field) ?? [];
    const known = PARTS.find((one) => one === part);
    if (name !== undefined && known !== undefined) all[name] = { ...all[name], [known]: [...problems] };
  }
  return all;
}

/** The fields that say where the simulations run, one for each kind of objective. */
const RESOURCE_FIELDS = ["resource", "resources", "simulation_resources"];

/** The server's errors for where the simulations run. */
export const resourceProblems = (refused: FieldErrors): string[] =>
  RESOURCE_FIELDS.flatMap((field) => refused[field] ?? []);

const FIELDS = [
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

/** What no field of the page can show. */
export function unshownProblems(refused: FieldErrors, variables: readonly ManifestVariable[]): string[] {
  const isShownByField = (field: string): boolean =>
    field === "variables" ||
    variables.some(({ name }) => isWithin(field, `variables.${name}`)) ||
    FIELDS.some((one) => isWithin(field, one));
  return Object.entries(refused).flatMap(([field, problems]) => (isShownByField(field) ? [] : problems));
}
