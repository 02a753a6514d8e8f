/** What a cell of a CSV file holds. */
import { quoted } from "./problems.ts";

/** NaN for everything that is not a finite decimal number written plainly; `readCell` reads all others, too. */
export function parseNumber(text: string): number {
  const value = Number(text);
  // Number() also reads "", "0x1f" and "Infinity".
  if (!Number.isFinite(value) || /^\s*$|[xob]/i.test(text)) return Number.NaN;
  return value;
}

export type NotANumber =
  | "empty"
  /** NaN or an infinity. */
  | "not finite"
  /** A decimal number beyond 1.8e308. */
  | "too large"
  /** A number whose comma may be a decimal mark, or part thousands. */
  | "unclear comma"
  /** A word that programs write where a value is missing, as NA; it may also be a category. */
  | "missing word"
  | "list"
  | "text";

/** Why a cell is no number. */
export function classify(text: string): NotANumber {
  const cell = text.trim();
  if (cell === "") return "empty";
  if (cell.startsWith("[")) return "list";
  if (/^[+-]?(nan|inf(inity)?|[01]\.#(ind|inf|qnan|snan)\w*)$/i.test(cell)) return "not finite";
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell)) return "too large";
  if (/^[+-]?\d{1,3},\d{3}\D*$/.test(cell)) return "unclear comma";
  if (/^(n\/?a|null|none|#n\/a|#div\/0!|#num!|#value!|#ref!)$/i.test(cell)) return "missing word";
  return "text";
}

/** @param cell with an unclear comma. @returns a clause */
export const unclearCommaText = (cell: string): string =>
  `${quoted(cell)} may be ${cell.replace(",", "")} or ${cell.replace(",", ".")}; write one of them`;

/** A list cell, `values` null where one of its values is missing or not finite; or why it cannot be read. */
export type ListCell = { readonly values: Float64Array | null } | { readonly problem: string };

/** Reads `[1.0, 2.0, ...]`; `text` begins with a bracket. */
export function parseList(text: string): ListCell {
  const cell = text.trim();
  if (!cell.endsWith("]")) return { problem: "the list is not closed with a ]" };
  const parsed = parsedJson(cell);
  if (parsed?.every((value) => typeof value === "number" && Number.isFinite(value))) {
    return parsed.length === 0 ? { values: null } : { values: Float64Array.from(parsed, Number) };
  }
  return readLoosely(cell.slice(1, -1));
}

function parsedJson(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** What is not JSON: `1.` and `+1` are still numbers, NaN and null are missing ones, the rest is named. */
function readLoosely(inside: string): ListCell {
  if (inside.trim() === "") return { values: null };
  if (/[[\]]/.test(inside)) return { problem: "there is a list inside the list; only flat lists are read" };
  const parts = inside.split(",");
  if (parts.length === 1 && /^\s*\S+\s+\S/.test(inside)) {
    return { problem: "the values of the list are not separated by commas, as in [1.0, 2.0]" };
  }
  const values = Float64Array.from(parts, parseNumber);
  let isMissing = false;
  for (const [i, part] of parts.entries()) {
    if (!Number.isNaN(values[i])) continue;
    const kind = classify(part);
    if (kind === "empty") return { problem: `value ${i + 1} of the list is empty` };
    if (kind !== "not finite" && kind !== "missing word") {
      return { problem: `value ${i + 1} of the list, ${part.trim().slice(0, 40)}, is not a number` };
    }
    isMissing = true;
  }
  return { values: isMissing ? null : values };
}
