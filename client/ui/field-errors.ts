/** The errors of a form's fields, by the path of each: `variables.w1.lbound`, `variables[3].default_min`. */
import type { FieldErrors } from "#api/call.ts";

/** The errors of one field as the text under it; null: it has none. */
export const fieldError = (fields: FieldErrors | undefined, name: string): string | null =>
  fields?.[name]?.join(" ") ?? null;

/** The server's errors as `form.setErrors` takes them: one text for each field. */
export const formErrors = (fields: FieldErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.join(" ")]));

/**
 * A path is within `outer` if it is `outer` or the path of a part of it: `variables.w1.lbound` is within
 * `variables.w1`.
 */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** The errors without those of fields that have changed since they were found; the same object where none has. */
export function withoutChanged(errors: FieldErrors, changed: Iterable<string>): FieldErrors {
  const paths = [...changed];
  const remaining = Object.entries(errors).filter(
    ([path]) => !paths.some((changedPath) => isWithin(path, changedPath)),
  );
  return remaining.length === Object.keys(errors).length ? errors : Object.fromEntries(remaining);
}
