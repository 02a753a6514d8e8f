/** Plain data (objects, lists, text, numbers, typed arrays) as bytes and back, bit by bit the same. */
import { z } from "zod";
import { createArrayWriter, unpack } from "./binary.ts";

const ARRAY_TYPES = { Float64Array, Float32Array, Int32Array, Uint8Array } as const;
type Kind = keyof typeof ARRAY_TYPES;
const isKind = (name: string): name is Kind => Object.hasOwn(ARRAY_TYPES, name);

/** The values that JSON cannot hold: a typed array, by its number, and numbers that are not finite. */
const arraySchema = z.strictObject({ $array: z.int(), $kind: z.string().refine(isKind) });
const numberSchema = z.strictObject({ $number: z.string() });

/**
 * Writes plain data as a file, in which every array of numbers stands once.
 * @param kind the kind of file, which stands in its header
 * @param version the version of its format
 * @param value plain objects, lists, texts, numbers and typed arrays
 */
export function packPlain(kind: string, version: number, value: object): Uint8Array {
  const writer = createArrayWriter();
  const plain = (part: unknown): unknown => {
    if (typeof part === "number") return Number.isFinite(part) ? part : { $number: String(part) };
    if (typeof part !== "object" || part === null) return part;
    for (const [name, type] of Object.entries(ARRAY_TYPES)) {
      if (part instanceof type) return { $array: writer.add(part), $kind: name };
    }
    if (Array.isArray(part)) return part.map(plain);
    return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, plain(entry)]));
  };
  const header = plain(value);
  return writer.pack(kind, version, { value: header });
}

/**
 * Reads what `packPlain` wrote.
 * @param kind the expected kind
 * @param version the expected version
 * @param bytes the file
 * @returns undefined if the bytes are incomplete, or of another kind or version
 */
export function unpackPlain(kind: string, version: number, bytes: Uint8Array): unknown {
  try {
    const unpacked = unpack(kind, bytes);
    if (unpacked.version !== version) return undefined;
    // What was one array, or equal to it, is one array again.
    const arrays = new Map<string, unknown>();
    const restore = (part: unknown): unknown => {
      if (typeof part !== "object" || part === null) return part;
      if (Array.isArray(part)) return part.map(restore);
      const array = arraySchema.safeParse(part);
      if (array.success) {
        const { $array: index, $kind } = array.data;
        const key = `${$kind} ${index}`;
        if (!arrays.has(key)) arrays.set(key, ARRAY_TYPES[$kind].from(unpacked.array(index)));
        return arrays.get(key);
      }
      const number = numberSchema.safeParse(part);
      if (number.success) return Number(number.data.$number);
      return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, restore(entry)]));
    };
    return restore(z.object({ value: z.unknown() }).parse(unpacked.header).value);
  } catch {
    return undefined;
  }
}

/**
 * A deep copy of plain data in which no two parts are one array, as equal arrays are once unpacked: for a state that is changed
 * in place.
 */
export function copyPlain<Value>(value: Value): Value;
export function copyPlain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const type of Object.values(ARRAY_TYPES)) if (value instanceof type) return value.slice();
  if (Array.isArray(value)) return value.map((element) => copyPlain(element));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyPlain(entry)]));
}

/**
 * Plain data with other property names, for files of earlier versions.
 * @param nameOf the new name of a property, from its old name and its value.
 */
export function renameKeys(part: unknown, nameOf: (key: string, value: unknown) => string): unknown {
  if (Array.isArray(part)) return part.map((element) => renameKeys(element, nameOf));
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, entry]) => [nameOf(key, entry), renameKeys(entry, nameOf)]),
  );
}
