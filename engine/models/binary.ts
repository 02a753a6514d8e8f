/**
 * The layout of everything the engine saves: "UNDERSTU", version and header length (32 bits each), a JSON header padded
 * to 8 bytes, then arrays of doubles. All little-endian, as every processor that Node runs on is.
 */
import { UserError } from "@understudy/shared/user-error.ts";
import { z } from "zod";

const FILE_SIGNATURE = "UNDERSTU";
const PREAMBLE_BYTES = 16;

const envelopeSchema = z.object({
  kind: z.string(),
  lengths: z.array(z.int().nonnegative()),
  header: z.unknown(),
});

/** Collects arrays on the way to a file, equal ones once; what `add` returns stands for the array in the header. */
export function createArrayWriter() {
  const arrays: Float64Array[] = [];
  const alike = new Map<string, number[]>();
  return {
    add: (array: ArrayLike<number>): number => {
      const doubles = array instanceof Float64Array ? array : Float64Array.from(array);
      const key = `${doubles.length} ${doubles[0]} ${doubles[doubles.length >> 1]} ${doubles.at(-1)}`;
      const candidates = alike.get(key) ?? [];
      const same = candidates.find((index) => isSame(arrays[index], doubles));
      if (same !== undefined) return same;
      alike.set(key, [...candidates, arrays.length]);
      return arrays.push(doubles) - 1;
    },
    pack: (kind: string, version: number, header: object): Uint8Array => pack(kind, version, header, arrays),
  };
}

/** Bit by bit: a negative zero is not a zero. */
function isSame(left: Float64Array | undefined, right: Float64Array): boolean {
  if (left === right) return true;
  if (left?.length !== right.length) return false;
  const words = (array: Float64Array): Uint32Array =>
    new Uint32Array(array.buffer, array.byteOffset, 2 * array.length);
  const [a, b] = [words(left), words(right)];
  return a.every((word, at) => word === b[at]);
}

function pack(kind: string, version: number, header: object, arrays: readonly Float64Array[]): Uint8Array {
  const lengths = arrays.map((array) => array.length);
  const json = new TextEncoder().encode(JSON.stringify({ kind, lengths, header }));
  const start = Math.ceil((PREAMBLE_BYTES + json.length) / 8) * 8;
  const bytes = new Uint8Array(start + 8 * lengths.reduce((sum, length) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  new TextEncoder().encodeInto(FILE_SIGNATURE, bytes);
  view.setUint32(8, version, true);
  view.setUint32(12, json.length, true);
  bytes.set(json, PREAMBLE_BYTES);
  let offset = start;
  for (const array of arrays) {
    new Float64Array(bytes.buffer, offset, array.length).set(array);
    offset += 8 * array.length;
  }
  return bytes;
}

export interface Unpacked {
  version: number;
  header: unknown;
  /** The array that a number in the header stands for. */
  array: (index: number) => Float64Array;
}

/** @throws Error when the bytes are not a whole file of this kind. */
export function unpack(kind: string, bytes: Uint8Array): Unpacked {
  const damaged = new UserError(`This is not a complete ${kind} file.`);
  // A copy aligns the doubles, wherever in a larger buffer the bytes came from. (`slice` of a Buffer would be no copy.)
  const aligned = new Uint8Array(bytes);
  if (aligned.length < PREAMBLE_BYTES || new TextDecoder().decode(aligned.subarray(0, 8)) !== FILE_SIGNATURE)
    throw damaged;
  const view = new DataView(aligned.buffer);
  const jsonEnd = PREAMBLE_BYTES + view.getUint32(12, true);
  if (jsonEnd > aligned.length) throw damaged;
  const envelope = envelopeSchema.safeParse(parseJson(aligned.subarray(PREAMBLE_BYTES, jsonEnd)));
  if (!envelope.success || envelope.data.kind !== kind) throw damaged;
  const { lengths, header } = envelope.data;
  const arrays: Float64Array[] = [];
  let offset = Math.ceil(jsonEnd / 8) * 8;
  for (const length of lengths) {
    if (offset + 8 * length > aligned.length) throw damaged;
    arrays.push(new Float64Array(aligned.buffer, offset, length));
    offset += 8 * length;
  }
  return {
    version: view.getUint32(8, true),
    header,
    array: (index) => {
      const array = arrays[index];
      if (array === undefined) throw damaged;
      return array;
    },
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
