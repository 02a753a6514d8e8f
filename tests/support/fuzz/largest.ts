/** The largest JSON that a schema lets through, within a number of bytes: what a route must be able to take. */
import type { JsonSchema as Schema } from "@understudy/shared/api/json-schema.ts";

const ITEM_BYTES = 16;
const MAX_ITEMS = 200_000;

/** @param bytes How long its JSON may be, roughly. */
export function largestValue(schema: Schema | boolean, bytes: number): unknown {
  if (typeof schema === "boolean") return "x".repeat(Math.max(0, bytes - 2));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return chooseLargest(choices.map((choice) => largestValue(choice, bytes)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return largestObject(schema, bytes);
    case "array":
      return largestArray(schema, bytes);
    case "string":
      return "x".repeat(Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? bytes, bytes - 2)));
    case "integer":
      return schema.minimum ?? 1;
    case "number":
      return 0.123456789;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "x";
  }
}

const measureJson = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

const chooseLargest = (values: readonly unknown[]): unknown =>
  values.reduce((largest, value) => (measureJson(value) > measureJson(largest) ? value : largest));

function largestObject(schema: Schema, bytes: number): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const more = schema.additionalProperties;
  const parts = properties.length + (typeof more === "object" ? 1 : 0);
  const share = Math.floor(bytes / Math.max(1, parts));
  const made = properties.map(([name, property]): [string, unknown] => [
    name,
    largestValue(property, share - name.length - 4),
  ]);
  if (typeof more !== "object") return Object.fromEntries(made);
  const most = schema.maxProperties ?? MAX_ITEMS;
  const count = Math.min(most, Math.max(1, Math.floor(share / (2 * ITEM_BYTES))));
  const entry = largestValue(more, ITEM_BYTES);
  for (let i = 0; i < count; i++) made.push([`key ${i}`, entry]);
  return Object.fromEntries(made);
}

/** Makes an array of many small items rather than of a few long ones, because these take longest to read. */
function largestArray(
  { items = true, prefixItems, maxItems, minItems = 0 }: Schema,
  bytes: number,
): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((item) => largestValue(item, bytes / 2));
  const item = (Array.isArray(items) ? items[0] : items) ?? true;
  const smallest = measureJson(largestValue(item, ITEM_BYTES)) + 1;
  const most = Math.min(maxItems ?? MAX_ITEMS, MAX_ITEMS);
  const count = Math.max(minItems, Math.min(most, Math.floor(bytes / smallest)));
  const repeatedItem = largestValue(item, Math.floor(bytes / Math.max(1, count)) - 1);
  return Array.from({ length: count }, () => repeatedItem);
}
