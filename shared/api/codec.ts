import { z } from "zod";

/** A whole number written in a URL. */
export const integerText = z.codec(z.string().regex(/^\d{1,15}$/, "Not a whole number"), z.int(), {
  decode: (text) => Number(text),
  encode: (value) => String(value),
});

/** `true` or `false` written in a URL. */
export const booleanText = z.codec(z.enum(["true", "false"]), z.boolean(), {
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false"),
});

/**
 * A list written in a URL with commas between its items, as `3,7`; none of them may hold one.
 * @param maxLength characters of the whole list
 */
export const listText = <T extends z.ZodType<unknown, string>>(item: T, max: number, maxLength = 1_000) =>
  z
    .codec(z.string().max(maxLength), z.array(z.string()), {
      decode: (text) => (text === "" ? [] : text.split(",")),
      encode: (items) => items.join(","),
    })
    .pipe(z.array(item).max(max));

const jsonTexts = new WeakSet<object>();

/** Tells whether a schema was made by `jsonText`; it may be optional, and may have a description since. */
export function isJsonText(schema: z.core.$ZodType): boolean {
  if (jsonTexts.has(schema)) return true;
  if (schema instanceof z.ZodOptional) return isJsonText(schema.unwrap());
  const { parent } = schema._zod;
  return parent !== undefined && isJsonText(parent);
}

/** A JSON value written in a URL, as `options={"variables":["a"]}`. */
export const jsonText = <T extends z.ZodType<unknown, unknown>>(schema: T) => {
  const codec = z.codec(z.string().max(100_000), schema, {
    decode: (text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: "custom", input: text, message: "Not valid JSON" });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
  jsonTexts.add(codec);
  return codec;
};
