import { z } from "zod";
import { boundedPart } from "./bounded.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

type Options = {
  /** A schema parses its input into its output; the two may differ. */
  io: "input" | "output";
  /** Schemas with an id here are described once, under `$defs`, and referred to. */
  metadata?: z.core.$ZodRegistry<{ id: string }>;
};

/** Describes a schema as JSON Schema, with the items and limits of bounded lists and records. */
export const toJsonSchema = (schema: z.ZodType, options: Options = { io: "input" }): JsonSchema =>
  z.toJSONSchema(schema, {
    ...options,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // zod reads descriptions only where no other registry is given.
      const { description } = z.globalRegistry.get(zodSchema) ?? {};
      if (description !== undefined) jsonSchema.description = description;
      // A later version may answer with further fields.
      if (options.io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // A list that is read item by item is a check with a transform behind it, and only the check knows its bounds.
      const check = zodSchema instanceof z.ZodPipe && options.io === "output" ? zodSchema.in : zodSchema;
      const part = boundedPart(check);
      if (part === undefined) return;
      const { holds, max, item } = part;
      const items = toJsonSchema(item, options);
      if (holds === "list") Object.assign(jsonSchema, { type: "array", maxItems: max, items });
      else Object.assign(jsonSchema, { type: "object", maxProperties: max, additionalProperties: items });
    },
  });
