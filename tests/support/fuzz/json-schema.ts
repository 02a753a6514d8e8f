import { boundedPart } from "@understudy/shared/api/bounded.ts";
import { z } from "zod";

export type Schema = z.core.JSONSchema.JSONSchema;

/** What a schema takes, as JSON Schema; bounded lists and records with their items and limits. */
export const jsonSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const part = boundedPart(zodSchema);
      if (part === undefined) return;
      const { holds, max, item } = part;
      const items = jsonSchemaOf(item);
      if (holds === "list") Object.assign(jsonSchema, { type: "array", maxItems: max, items });
      else Object.assign(jsonSchema, { type: "object", maxProperties: max, additionalProperties: items });
    },
  });
