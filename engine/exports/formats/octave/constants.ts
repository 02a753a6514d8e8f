/** The numbers of a program, one after the other: in the function's file where they are few, otherwise in a binary file beside it. */
import { crc32 } from "node:zlib";
import { doubleBytes } from "../../little-endian.ts";
import { octaveNumber } from "./text.ts";

/** More numbers than these have a file of their own. */
const MAX_IN_FUNCTION = 2_000;
const NUMBERS_A_LINE = 5;

export class Constants {
  readonly #parts: Float64Array[] = [];
  readonly #definitions: string[] = [];
  #length = 0;

  /** @param expression of what the numbers are in, given an expression of them as a column; answers what reads it. */
  define(name: string, values: Float64Array, expression: (numbers: string) => string): string {
    const from = this.#length;
    this.#parts.push(values);
    this.#length += values.length;
    this.#definitions.push(`c.${name} = ${expression(`k(${from + 1}:${this.#length})`)};`);
    return `c.${name}`;
  }

  /** The function `constantsOf`, and the file that it reads, if any. */
  written(fileName: string): { source: string; contents: Uint8Array | null } {
    const all = new Float64Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    const isSmall = all.length <= MAX_IN_FUNCTION;
    const contents = isSmall ? null : encodeFile(all);
    const numbers =
      contents === null
        ? [`k = [${columnLines(all)}];`]
        : [`k = readNumbers('${fileName}', ${all.length}, ${computeStamp(doubleBytes(all))});`];
    const body = ["c = struct();", ...numbers, ...this.#definitions];
    return { source: writeFunction("c = constantsOf()", body), contents };
  }
}

export const writeFunction = (signature: string, body: readonly string[]): string =>
  `function ${signature}\n${body.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\nend`;

function columnLines(values: Float64Array): string {
  const lines: string[] = [];
  for (let at = 0; at < values.length; at += NUMBERS_A_LINE)
    lines.push(Array.from(values.subarray(at, at + NUMBERS_A_LINE), octaveNumber).join("; "));
  return lines.length > 1 ? `\n        ${lines.join("\n        ")}\n    ` : lines.join("");
}

/** Computes the stamp that tells the numbers of one version from those of another. */
const computeStamp = (bytes: Uint8Array): number => crc32(bytes);

/** The stamp, then the numbers. */
function encodeFile(values: Float64Array): Uint8Array {
  const bytes = doubleBytes(values);
  return Buffer.concat([doubleBytes(Float64Array.of(computeStamp(bytes))), bytes]);
}
