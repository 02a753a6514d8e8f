/** The numbers of a program, one after the other: in the module where they are few, otherwise in a `.npy` file beside it. */
import { crc32 } from "node:zlib";
import { doubleBytes } from "../../little-endian.ts";
import { wrapped } from "../../user-text.ts";
import { pythonNumber } from "./text.ts";

/** More numbers than these have a file of their own: 20 a line, the module stays readable. */
const MAX_IN_MODULE = 2_000;

export class Constants {
  readonly #parts: Float64Array[] = [];
  #length = 0;

  /** The expression of these numbers as an array of one dimension. */
  add(values: Float64Array): string {
    const from = this.#length;
    this.#parts.push(values);
    this.#length += values.length;
    return `_K[${from}:${this.#length}]`;
  }

  /** The module's lines that define `_K`, and the file that they read, if any. */
  written(fileName: string): { source: string; contents: Uint8Array | null } {
    const all = new Float64Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    if (all.length <= MAX_IN_MODULE) {
      const numbers = wrapped(Array.from(all, pythonNumber), "    ");
      return { source: `_K = np.array([\n${numbers}\n], dtype=np.float64)`, contents: null };
    }
    const contents = encodeNpy(all);
    return { source: `_K = _constants("${fileName}", ${crc32(contents)})`, contents };
  }
}

/** Version 1.0 of the format of numpy.save: one dimension of doubles, the lowest byte first. */
function encodeNpy(values: Float64Array): Uint8Array {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${values.length},), }`;
  const PREFIX_BYTES = 10;
  // The numbers begin at a multiple of 64 bytes; the header ends with a line break.
  const padded = Math.ceil((PREFIX_BYTES + header.length + 1) / 64) * 64;
  const bytes = new Uint8Array(padded + values.length * 8);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...Buffer.from("NUMPY"), 1, 0]);
  view.setUint16(8, padded - PREFIX_BYTES, true);
  bytes.set(Buffer.from(`${header.padEnd(padded - PREFIX_BYTES - 1)}\n`, "latin1"), PREFIX_BYTES);
  bytes.set(doubleBytes(values), padded);
  return bytes;
}
