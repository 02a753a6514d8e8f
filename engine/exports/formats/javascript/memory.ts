/** The one array that a program in JavaScript computes in: scratch, then the inputs, then all constants. */
import { createHash } from "node:crypto";
import { doubleBytes } from "../../little-endian.ts";

const BASE64_LINE = 120;

export class Memory {
  readonly inputs: number;
  readonly #constantsFrom: number;
  readonly #parts: Float64Array[] = [];
  readonly #places = new Map<string, number>();
  #size: number;

  /** @param scratch numbers that values take; @param width the number of inputs. */
  constructor(scratch: number, width: number) {
    this.inputs = scratch;
    this.#constantsFrom = scratch + width;
    this.#size = this.#constantsFrom;
  }

  get size(): number {
    return this.#size;
  }

  /** The place of these numbers. The same ones have the same place. */
  place(values: Float64Array): number {
    const key = createHash("sha256").update(doubleBytes(values)).digest("base64");
    const existingPlace = this.#places.get(key);
    if (existingPlace !== undefined) return existingPlace;
    const place = this.#size;
    this.#places.set(key, place);
    this.#parts.push(values);
    this.#size += values.length;
    return place;
  }

  /** The statements that define `memory`. */
  written(): string {
    const values = new Float64Array(this.#size - this.#constantsFrom);
    let at = 0;
    for (const part of this.#parts) {
      values.set(part, at);
      at += part.length;
    }
    return `const memory = readConstants(${this.#size}, ${this.#constantsFrom}, \`\n${toLines(doubleBytes(values))}\n\`);`;
  }
}

/** Base64 in lines, each of whole bytes: a text of hundreds of megabytes is not copied once more. */
function toLines(bytes: Uint8Array): string {
  const lineBytes = (BASE64_LINE / 4) * 3;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at += lineBytes)
    lines.push(buffer.toString("base64", at, at + lineBytes));
  return lines.join("\n");
}
