/** The shapes of a manifest's parts: those of the wrong shape are reported, the others are checked further. */
import type { z } from "zod";
import { closest } from "../expressions/nearest.ts";
import { alternatives, type Place, quotedValue, type Report } from "./problems.ts";

/** A part of the right shape, with the report for problems that are found later. */
export type Part<T> = { readonly value: T; readonly report: Report };

/** Reads one object; reports each of its fields that is of another kind, and names that are nearly those of fields. */
export function readPart<S extends z.ZodObject>(schema: S, raw: unknown, report: Report): z.output<S> | null {
  reportMisspelt(schema, raw, report);
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const place = issue.path.filter((key) => typeof key !== "symbol");
    report.add(place, sentence(issue, valueAt(raw, place), report));
  }
  return null;
}

/** Reads a list of at most `most` objects, each by itself; null and missing are an empty list. */
export function readParts<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
  most: number,
  report: Report,
): Part<z.output<S>>[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    report.add([], `must be a list, not ${quotedValue(raw)}`);
    return [];
  }
  if (raw.length > most) {
    report.add([], `has ${raw.length} items; at most ${most} are allowed`);
    return [];
  }
  return raw.flatMap((entry: unknown, i) => {
    const place = report.at(i);
    const value = readPart(schema, entry, place);
    return value === null ? [] : [{ value, report: place }];
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** With more unknown fields than this, none is taken for a misspelt one. */
const MAX_COMPARED = 50;

/** Unknown fields are ignored, but not those that look like misspelt known ones. */
function reportMisspelt(schema: z.ZodObject, raw: unknown, report: Report): void {
  if (!isRecord(raw)) return;
  const knownFields = Object.keys(schema.shape);
  const foreign = Object.keys(raw).filter((key) => !knownFields.includes(key));
  for (const key of foreign.slice(0, MAX_COMPARED)) {
    const meant = closest(key, knownFields);
    if (meant !== null) report.add([key], `is not a known field; did you mean ${meant}?`);
  }
}

function valueAt(raw: unknown, place: Place): unknown {
  return place.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, raw);
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  string: "a string",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object in braces",
  record: "a JSON object in braces",
};

function sentence(issue: z.core.$ZodIssue, value: unknown, { nearest }: Report): string {
  if (value === undefined) return "is missing";
  const not = `, not ${quotedValue(value)}`;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KIND_NAMES[issue.expected] ?? issue.expected}${not}`;
    case "invalid_value": {
      const values = issue.values.map(String);
      return `must be ${alternatives(values)}${not}${typeof value === "string" ? nearest(value, values) : ""}`;
    }
    case "too_small":
      if (issue.origin === "array") return "must not be empty";
      if (issue.origin === "string") return "must not be empty";
      return `must be ${issue.inclusive === false ? "greater than" : "at least"} ${issue.minimum}${not}`;
    case "too_big":
      if (issue.origin === "array") return `must not have more than ${issue.maximum} items`;
      if (issue.origin === "string") return `must not be longer than ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}${not}`;
    default:
      return `${issue.message}${not}`;
  }
}
