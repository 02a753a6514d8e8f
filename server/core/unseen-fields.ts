import { isDeepStrictEqual } from "node:util";

/** Values by the name of their field. */
type Fields<K extends string> = { readonly [Field in K]?: unknown };

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
      !isDeepStrictEqual(base[field], current[field]) &&
      !isDeepStrictEqual(edit[field], current[field]),
  );
