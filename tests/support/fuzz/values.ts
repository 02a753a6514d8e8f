/** Values that fit a JSON Schema, and values that fit none. */
import type { Random } from "@understudy/engine/math/random.ts";
import type { JsonSchema as Schema } from "@understudy/shared/api/json-schema.ts";

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const picked = from[random.integer(from.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
};
export const chance = (random: Random, probability: number): boolean => random.uniform() < probability;

export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "../../etc/passwd",
  "%00",
  "%",
  "$where",
  "a.b.$c",
  "{{x}}",
  "=1+1",
  "NaN",
  "1e999",
  "-0",
  "9".repeat(40),
  "(a+)+$",
  "[",
  "\ud800",
  "é\u0301\u202e",
  "🦊".repeat(100),
  "<script>alert(1)</script>",
  "a".repeat(5_000),
  "\r\nX-Injected: 1",
];

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Something that belongs nowhere. */
function oddValue(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => true,
    () => -1,
    () => 0.5,
    () => 1e308,
    () => 2 ** 53,
    () => pick(random, ODD_TEXTS),
    () => [],
    () => ({}),
    () => nested(200),
    () => JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": 1}}'),
    () => ({ $gt: "" }),
    () => Array.from({ length: 500 }, () => random.integer(10)),
    () => Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key ${i}`, i])),
  ])();
}

/** @param oddness How likely each part is to be something that does not belong there. */
export function fuzzValue(schema: Schema | boolean, random: Random, oddness: number): unknown {
  if (typeof schema === "boolean" || chance(random, oddness)) return oddValue(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fuzzValue(pick(random, choices), random, oddness);
  const type = Array.isArray(schema.type) ? pick<string>(random, schema.type) : schema.type;
  switch (type) {
    case "object":
      return makeObject(schema, random, oddness);
    case "array":
      return makeArray(schema, random, oddness);
    case "string":
      return pick(random, ["x", "y", "1", "name", "a@example.org", "true", "a longer text", '{"x":1}']);
    case "integer":
      return pick(random, [0, 1, 2, 3, 7, 100, -5, schema.minimum ?? 0, schema.maximum ?? 0]);
    case "number":
      return pick(random, [0, 1, -1, 0.5, 1e-12, 1e12, 42]);
    case "boolean":
      return chance(random, 0.5);
    case "null":
      return null;
    default:
      return oddValue(random);
  }
}

function makeObject(schema: Schema, random: Random, oddness: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    if (chance(random, isRequired ? 1 - oddness / 2 : 0.5))
      entries.push([name, fuzzValue(property, random, oddness)]);
  }
  const more = schema.additionalProperties;
  if (more !== undefined && more !== false) {
    const names = pick(random, [[], ["x"], ["x", "y"], ["y", "nobody"]]);
    for (const name of names) entries.push([name, fuzzValue(more, random, oddness)]);
  }
  if (chance(random, oddness)) entries.push([pick(random, ODD_TEXTS), oddValue(random)]);
  return Object.fromEntries(entries);
}

function makeArray(schema: Schema, random: Random, oddness: number): unknown[] {
  const { items = true, prefixItems } = schema;
  if (prefixItems !== undefined) return prefixItems.map((item) => fuzzValue(item, random, oddness));
  const item = Array.isArray(items) ? items[0] : items;
  const length = Math.max(schema.minItems ?? 0, random.integer(4));
  return Array.from({ length }, () => fuzzValue(item ?? true, random, oddness));
}
