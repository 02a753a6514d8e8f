/** Which problem is told where, and when. */

import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import type { FieldErrors } from "../../../api/failure.ts";

/** Whether a field of the payload is `about`, or a part of it: `variables.w1.lbound` is about `variables.w1`. */
export const isAbout = (field: string, about: string): boolean =>
  field === about || field.startsWith(`${about}.`);

/** The server's problems, and the page's own: of what somebody has left, or of everything once creating was tried. */
export function shownErrors(
  own: FieldErrors,
  refused: FieldErrors,
  tried: boolean,
  left: ReadonlySet<string>,
): FieldErrors {
  const told = Object.entries(own).filter(([field]) => tried || left.has(field));
  return { ...refused, ...Object.fromEntries(told) };
}

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

const FIELDS = [
  "name",
  "variables",
  "maximum_simulations",
  "num_walkers",
  "stretch_probability",
  "score_function",
  "extra_data_file_id",
  "resource",
  "resources",
  "simulation_resources",
  // Its message is the banner's.
  "spec_version_id",
];

/** What no field of the page can show. */
export function unshownProblems(refused: FieldErrors, variables: readonly ManifestVariable[]): string[] {
  const isShown = (field: string): boolean =>
    field === "variables" ||
    variables.some(({ name }) => isAbout(field, `variables.${name}`)) ||
    FIELDS.some((one) => one !== "variables" && isAbout(field, one));
  return Object.entries(refused).flatMap(([field, problems]) => (isShown(field) ? [] : problems));
}
