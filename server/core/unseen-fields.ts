import { isDeepStrictEqual } from "node:util";

/** Values by the name of their field. */
type Fields<K extends string> = { readonly [Field in K]?: unknown };

/** Tells whether two values are the same as JSON, whatever the order of their fields is: it has no negative zero. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toJson(a), toJson(b));
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * Finds the fields that an edit would overwrite unseen: each holds another value than the edit is based on, and than the edit gives
 * it. A field whose base the edit does not name may be changed in any case.
 */
export const findUnseenFields = <K extends string>(
  fields: readonly K[],
  { current, edit, base = {} }: { current: Fields<K>; edit: Fields<K>; base?: Fields<K> | undefined },
): K[] =>
  fields.filter(
    (field) =>
      edit[field] !== undefined &&
      base[field] !== undefined &&
      !isSameJson(base[field], current[field]) &&
      !isSameJson(edit[field], current[field]),
  );
