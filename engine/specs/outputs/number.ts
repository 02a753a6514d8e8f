/** Numbers as simulation programs write them. */
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";

const PLAIN_DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_LENGTH = 100;

/** The number in a text, also with a prefix or in Fortran's way; NaN for everything that is not a finite number. */
export function readNumber(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN;
  const value = PLAIN_DECIMAL.test(text) ? Number(text) : typedNumber(text);
  return value !== null && Number.isFinite(value) ? value : Number.NaN;
}

/** Why it is no number, as a clause: `is empty`, `is "failed", not a number`. */
export function problemOfNumber(text: string): string {
  const cell = text.trim();
  if (cell === "") return "is empty";
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  if (PLAIN_DECIMAL.test(cell.replace(/d/i, "e"))) return `is ${shown}, which is too large a number`;
  if (/^[+-]?(nan|inf(inity)?|1\.#\w+)\b/i.test(cell)) return `is ${shown}, not a finite number`;
  return `is ${JSON.stringify(shown)}, not a number`;
}
