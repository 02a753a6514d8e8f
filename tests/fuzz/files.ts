/** CSV files and manifests that somebody might have written, with pieces cut out, doubled, moved or replaced. */
import type { Random } from "@understudy/engine/math/random.ts";
import { chance, pick } from "./values.ts";

/** A text with a few of its pieces cut out, doubled, put elsewhere or replaced by one of `pieces`. */
export function mutate(text: string, pieces: readonly string[], random: Random): string {
  let changed = text;
  for (let change = 1 + random.integer(4); change > 0; change--) {
    const at = random.integer(changed.length + 1);
    const until = Math.min(changed.length, at + random.integer(30));
    const piece = random.integer(3) === 0 ? changed.slice(at, until) : pick(random, pieces);
    changed = changed.slice(0, at) + piece + changed.slice(random.integer(2) === 0 ? at : until);
  }
  return changed;
}

export const JSON_PIECES: readonly string[] = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "null",
  "-1e999",
  "true",
  '"name"',
  "\\",
  "\n",
  '"__proto__": 1,',
  "{{w}}",
];

const CSV_PIECES: readonly string[] = [
  ",",
  ";",
  "\t",
  "\n",
  "\r",
  '"',
  '""',
  '"[1, 2, 3]"',
  '"[]"',
  "NaN",
  "Infinity",
  "-1e999",
  "1,5",
  "=cmd()",
  "\ufeff",
  "\0",
  "🦊",
  "constructor",
  "x",
  "0x10",
  " ",
  '"a\nb"',
];

const number = (random: Random): string =>
  pick(random, [String(random.integer(100)), random.normal().toPrecision(6), "1e-12", "-0", "3"]);

/** Rows of a header's columns: numbers, texts, and lists of one length. */
function soundCsv(columns: number, rows: number, separator: string, random: Random): string {
  const kinds = Array.from({ length: columns }, () => pick(random, ["number", "number", "text", "list"]));
  const cell = (kind: string): string => {
    if (kind === "number") return number(random);
    if (kind === "text") return pick(random, ["red", "blue", "a b"]);
    return `"[${[1, 2, 3].map(() => number(random)).join(", ")}]"`;
  };
  const header = kinds.map((kind, column) => `${kind}${column}`);
  const lines = Array.from({ length: rows }, () => kinds.map(cell));
  return [header, ...lines].map((line) => line.join(separator)).join(pick(random, ["\n", "\r\n"]));
}

/** The bytes of a file of parameters and of one of outputs. */
export function fuzzCsvPair(random: Random): { parameters: Uint8Array; outputs: Uint8Array } {
  const rows = pick(random, [0, 1, 9, 10, 30]);
  const file = () => {
    const text = soundCsv(1 + random.integer(5), rows, pick(random, [",", ";", "\t"]), random);
    const bytes = new TextEncoder().encode(chance(random, 0.2) ? text : mutate(text, CSV_PIECES, random));
    // Bytes that are no UTF-8, and a file that ends in the middle of a character.
    if (chance(random, 0.1)) bytes[random.integer(bytes.length + 1)] = 0xff;
    return chance(random, 0.1) ? bytes.subarray(0, random.integer(bytes.length + 1)) : bytes;
  };
  return { parameters: file(), outputs: file() };
}

/** Texts, the same each time, of characters that a manifest is made of. */
export const jsonSoup = (length: number, random: Random): string =>
  Array.from({ length }, () => pick(random, JSON_PIECES)).join("");
