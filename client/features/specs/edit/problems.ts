/** The server's errors by path in the manifest: `variables[3].default_min`. */
import type { FieldErrors } from "#api/call.ts";
import { isWithin } from "#ui/field-errors.ts";

/** Fields as the form calls them. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  absolute_min: "the lower limit",
  absolute_max: "the upper limit",
  default_min: "the minimum",
  default_max: "the maximum",
  default_val: "the value",
};
const replaceFieldNames = (message: string): string =>
  message.replace(/\b(absolute|default)_(min|max|val)\b/g, (field) => FIELD_WORDS[field] ?? field);

/** All that is wrong at a field, or within it, as the text under it; null: nothing. */
export function problemAt(problems: FieldErrors, place: string): string | null {
  const entries = Object.entries(problems).filter(([path]) => isWithin(path, place));
  return entries.length === 0
    ? null
    : replaceFieldNames(entries.flatMap(([, messages]) => messages).join("; "));
}

export const countProblems = (problems: FieldErrors, place: string): number =>
  Object.keys(problems).filter((path) => isWithin(path, place)).length;

/** The errors within a path that none of its fields shows. */
export const listOtherProblems = (
  problems: FieldErrors,
  place: string,
  fields: readonly string[],
): string[] =>
  Object.entries(problems)
    .filter(([path]) => isWithin(path, place) && !fields.some((field) => isWithin(path, `${place}.${field}`)))
    .flatMap(([path, messages]) => {
      const field = path.slice(place.length).replace(/^\./, "");
      return messages.map((message) => (field === "" ? message : `${field}: ${message}`));
    });

/** The errors that no part of the form shows, each with its path. */
export const problemsElsewhere = (problems: FieldErrors, parts: readonly string[]): string[] =>
  Object.entries(problems)
    .filter(([path]) => !parts.some((part) => isWithin(path, part)))
    .flatMap(([path, messages]) => messages.map((message) => `${path}: ${message}`));
