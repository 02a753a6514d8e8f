/** Lists in cells, as JSON, numpy, MATLAB and spreadsheets write them. */
import { isUndefinedComplex, readComplex } from "../quantities/complex-number.ts";
import { typedNumber } from "../quantities/typed-number.ts";
import { classify, parseNumber } from "./cells.ts";

/** A list cell, `values` null where one of its values is missing or not finite; or why it cannot be read. */
export type ListCell =
  | {
      readonly values: Float64Array | null;
      /** The imaginary parts; null where all are real. */
      readonly imaginary: Float64Array | null;
    }
  | { readonly problem: string };

const SHORTENED_TEXT =
  "numpy shortened this list; save it whole, with np.set_printoptions(threshold=sys.maxsize)";
/** `np.float64(1.5)`, as numpy prints its numbers since version 2. */
const NUMPY_NUMBER = /\b(?:np|numpy)\.(?:float|int|uint|complex|longdouble)\w*\(([^()]*)\)/g;

/** Reads `[1.0, 2.0]`, `[1. 2.]`, `[1; 2]` or `array([1., 2.])`. */
export function parseList(text: string): ListCell {
  const cell = flat(withoutArray(text.trim()));
  if (!cell.endsWith("]")) return { problem: "the list is not closed with a ]" };
  const parsed = parsedJson(cell);
  if (parsed?.every((value) => typeof value === "number" && Number.isFinite(value))) {
    return { values: parsed.length === 0 ? null : Float64Array.from(parsed, Number), imaginary: null };
  }
  return readLoosely(cell.slice(1, -1).replace(NUMPY_NUMBER, "$1"));
}

/** The list inside `np.array([1, 2], dtype=float32)`. */
const withoutArray = (text: string): string =>
  /^[\w.]*\(\s*(?:'\w',\s*)?(\[[\s\S]*\])\s*(?:,[^[\]]*)?\)$/.exec(text)?.[1] ?? text;

/** A list of one list, or of lists of one value, as one flat list: numpy keeps the shape of rows and columns. */
function flat(text: string): string {
  if (!/^\[\s*\[/.test(text)) return text;
  const inside = text.slice(1, -1);
  const lists = inside.match(/\[[^[\]]*\]/g) ?? [];
  const isWhole = inside.replace(/\[[^[\]]*\]/g, "").replace(/[\s,;]/g, "") === "";
  if (!isWhole || !text.endsWith("]")) return text;
  if (lists.length === 1) return lists[0];
  const values = lists.map((list) => list.slice(1, -1).trim());
  return values.some((value) => /[\s,;]/.test(value)) ? text : `[${values.join(", ")}]`;
}

function parsedJson(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads lists that are no JSON: `1.` and `+1` are still numbers, NaN and null are missing ones, the rest is named. */
function readLoosely(inside: string): ListCell {
  if (inside.trim() === "") return { values: null, imaginary: null };
  if (/\.\.\.|…/.test(inside)) return { problem: SHORTENED_TEXT };
  if (/[[\]]/.test(inside)) return { problem: "there is a list inside the list; only flat lists are read" };
  const parts = splitValues(inside);
  const values = new Float64Array(parts.length);
  let imaginary: Float64Array | null = null;
  let isMissing = false;
  for (const [i, part] of parts.entries()) {
    values[i] = readPart(part);
    if (!Number.isNaN(values[i])) continue;
    const complex = readComplex(part);
    if (complex !== null) {
      imaginary ??= new Float64Array(parts.length);
      values[i] = complex.re;
      imaginary[i] = complex.im;
      continue;
    }
    const kind = classify(part);
    if (kind === "empty") return { problem: `value ${i + 1} of the list is empty` };
    if (kind !== "not finite" && kind !== "missing word" && !isUndefinedComplex(part)) {
      return { problem: `value ${i + 1} of the list, ${part.trim().slice(0, 40)}, is not a number` };
    }
    isMissing = true;
  }
  return { values: isMissing ? null : values, imaginary };
}

function readPart(part: string): number {
  const plain = parseNumber(part);
  return Number.isNaN(plain) ? (typedNumber(part) ?? Number.NaN) : plain;
}

/** Semicolons part values with decimal commas, too; without either, blanks do. */
function splitValues(inside: string): string[] {
  if (inside.includes(";")) return inside.split(";");
  // The comma of a pair (1,2) parts no values.
  if (inside.includes(",")) return inside.split(/,(?![^()]*\))/);
  const parts: string[] = [];
  for (const part of inside.trim().split(/\s+/)) {
    const before = parts.at(-1);
    // numpy aligns imaginary parts: "1. +0.j" is one value.
    if (before !== undefined && /^[+-].*[ij]$/i.test(part) && !/[ij]$/i.test(before)) {
      parts[parts.length - 1] = `${before}${part}`;
    } else parts.push(part);
  }
  return parts;
}
