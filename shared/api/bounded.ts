/** Parts of request bodies that may be long: counted before they are read, and no longer read once enough is wrong with them. */
import { z } from "zod";
import { type ScalarValue, scalarValue } from "../domain/variable.ts";
import { MAX_VALIDATION_ERRORS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { validationText } from "../messages/validation-text.ts";

/** Bodies are parsed with these options, so that problems are reported in the words of a form. */
export const IN_WORDS = { error: validationText };

type BoundedPart = {
  readonly holds: "list" | "record";
  readonly max: number;
  readonly item: z.ZodType;
};
const parts = new WeakMap<object, BoundedPart>();

/**
 * Returns the list or record that a schema of this file accepts, which its own check hides from a JSON Schema. Other
 * schemas give undefined.
 */
export const boundedPart = (schema: object): BoundedPart | undefined => parts.get(schema);

function remember<T extends z.ZodType>(schema: T, part: BoundedPart): T {
  parts.set(schema, part);
  return schema;
}

type Context = { readonly issues: z.core.$ZodRawIssue[] };

function refuse({ issues }: Context, input: unknown, message: string): never {
  issues.push({ code: "custom", input, message: input === undefined ? MESSAGES.fieldRequired : message });
  return z.NEVER;
}

/** Reads the items one by one, until as many problems are found as are reported. */
function readItems<T extends z.ZodType, Key extends string | number>(
  item: T,
  items: Iterable<readonly [Key, unknown]>,
  { issues }: Context,
): [Key, z.output<T>][] {
  const sound: [Key, z.output<T>][] = [];
  for (const [key, input] of items) {
    const read = item.safeParse(input, IN_WORDS);
    if (read.success) sound.push([key, read.data]);
    else {
      for (const { path, message } of read.error.issues) {
        issues.push({ code: "custom", input, message, path: [key, ...path] });
      }
    }
    if (issues.length >= MAX_VALIDATION_ERRORS) break;
  }
  return sound;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list of at most `max` items. */
export const boundedList = <T extends z.ZodType>(item: T, max: number) =>
  remember(z.custom<z.input<T>[]>(), { holds: "list", max, item }).transform(
    (list, context): z.output<T>[] => {
      if (!Array.isArray(list)) return refuse(context, list, MESSAGES.notAList);
      if (list.length > max) return refuse(context, list, MESSAGES.tooMany(list.length, max));
      return readItems(item, list.entries(), context).map(([, value]) => value);
    },
  );

/** An object of at most `max` names, each with a value of one kind. */
export const boundedRecord = <T extends z.ZodType>(value: T, max: number) =>
  remember(z.custom<Record<string, z.input<T>>>(), { holds: "record", max, item: value }).transform(
    (record, context): Record<string, z.output<T>> => {
      if (!isObject(record)) return refuse(context, record, MESSAGES.notAnObject);
      const entries = Object.entries(record);
      if (entries.length > max) return refuse(context, record, MESSAGES.tooMany(entries.length, max));
      return Object.fromEntries(readItems(value, entries, context));
    },
  );

/** A list of plain values, reported on as a whole: there may be very many of them. */
const plainList =
  <T>(item: z.ZodType<T>, isItem: (value: unknown) => value is T, itemName: string) =>
  (max: number) =>
    remember(
      z.custom<T[]>((list) => Array.isArray(list) && list.length <= max && list.every(isItem), {
        error: MESSAGES.plainList(max, itemName),
      }),
      { holds: "list", max, item },
    );

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isScalar = (value: unknown): value is ScalarValue => isNumber(value) || isText(value);

export const numberList = plainList(z.number(), isNumber, "numbers");
export const textList = plainList(z.string(), isText, "texts");
export const scalarList = plainList(scalarValue, isScalar, "numbers and texts");

/** Numbers and texts by name, at most `max`. What is sent is kept as it is: ten thousand of them may come in one list. */
export const scalarRecord = (max: number) =>
  remember(
    z.custom<Record<string, ScalarValue>>().superRefine((record, context) => {
      if (!isObject(record)) return refuse(context, record, MESSAGES.notAnObject);
      const names = Object.keys(record);
      if (names.length > max) return refuse(context, record, MESSAGES.tooMany(names.length, max));
      for (const name of names) {
        const input = record[name];
        if (isScalar(input)) continue;
        context.issues.push({ code: "custom", input, message: MESSAGES.notAScalar, path: [name] });
        if (context.issues.length >= MAX_VALIDATION_ERRORS) return;
      }
    }),
    { holds: "record", max, item: scalarValue },
  );
