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

const NUMBER_LIST = [1, 2, 3];
type Kind = "number" | "text" | "list";

/** Rows of columns of these kinds; all lists are equally long. */
function soundCsv(
  prefix: string,
  kinds: readonly Kind[],
  rows: number,
  separator: string,
  random: Random,
): string {
  const cell = (kind: Kind): string => {
    if (kind === "number") return number(random);
    if (kind === "text") return pick(random, ["red", "blue", "a b"]);
    return `"[${NUMBER_LIST.map(() => number(random)).join(", ")}]"`;
  };
  const header = kinds.map((kind, column) => `${prefix} ${kind} ${column}`);
  const lines = Array.from({ length: rows }, () => kinds.map(cell));
  return [header, ...lines].map((line) => line.join(separator)).join(pick(random, ["\n", "\r\n"]));
}

/** Bytes that are no UTF-8, and a file that ends in the middle of a character. */
function damageBytes(bytes: Uint8Array, random: Random): Uint8Array {
  if (chance(random, 0.1)) bytes[random.integer(bytes.length + 1)] = 0xff;
  return chance(random, 0.1) ? bytes.subarray(0, random.integer(bytes.length + 1)) : bytes;
}

/** The bytes of a file of parameters and of one of outputs: of every fourth pair, files that nothing is wrong with. */
export function fuzzCsvPair(random: Random): { parameters: Uint8Array; outputs: Uint8Array } {
  const isSound = chance(random, 0.25);
  const rows = isSound ? 30 : pick(random, [0, 1, 9, 10, 30]);
  const file = (prefix: string, kinds: readonly Kind[]) => {
    const columns = Array.from({ length: 1 + random.integer(4) }, () => pick(random, kinds));
    const separator = pick(random, [",", ";", "\t"]);
    const text = soundCsv(prefix, ["number", ...columns], rows, separator, random);
    const written = isSound || chance(random, 0.2) ? text : mutate(text, CSV_PIECES, random);
    const bytes = new TextEncoder().encode(written);
    return isSound ? bytes : damageBytes(bytes, random);
  };
  return { parameters: file("in", ["number", "text"]), outputs: file("out", ["number", "list"]) };
}

/** Texts, the same each time, of characters that a manifest is made of. */
export const jsonSoup = (length: number, random: Random): string =>
  Array.from({ length }, () => pick(random, JSON_PIECES)).join("");
