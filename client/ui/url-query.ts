import { z } from "zod";

type Query = Record<string, string | number | boolean | readonly (string | number)[]>;
type Shape<Q> = z.ZodType<{ [name in keyof Q]?: Q[name] | undefined }, Record<string, string | undefined>>;

export type UrlQuery<Q> = {
  read: (search: URLSearchParams) => Q;
  /** Writes the shortest query: defaults are left out. */
  write: (query: Q) => Record<string, string>;
};

/** A list's state from the URL; missing or invalid parts take the default. */
export function urlQuery<Q extends Query>(schema: Shape<Q>, defaults: Q): UrlQuery<Q> {
  return {
    read: (search) => {
      const parsed = z.safeDecode(schema, Object.fromEntries(search));
      if (!parsed.success) return defaults;
      const query = { ...defaults };
      for (const name in defaults) query[name] = parsed.data[name] ?? defaults[name];
      return query;
    },
    write: (query) =>
      Object.fromEntries(
        Object.entries(query)
          // Lists are written with commas.
          .map(([name, value]) => [name, String(value)] as const)
          .filter(([name, text]) => text !== String(defaults[name])),
      ),
  };
}
