/** These functions read the cells of a CSV file. */
import { quoted } from "./problems.ts";

/** NaN for everything that is not a finite decimal number written plainly; `readCell` reads all others, too. */
export function parseNumber(text: string): number {
  const value = Number(text);
  // Number() also reads "", "0x1f" and "Infinity".
  if (!Number.isFinite(value) || /^\s*$|[xob]/i.test(text)) return Number.NaN;
  return value;
}

/** `[1, 2]`, and numpy's array([1, 2]). */
const LIST_START = /^(?:(?:[A-Za-z_]+\.)*[A-Za-z_]*(?:array|Array|tensor|matrix)\s*\(\s*(?:'\w',\s*)?)?\[/;

export const isList = (text: string): boolean => LIST_START.test(text.trimStart());

export type NotANumber =
  | "empty"
  /** NaN or an infinity. */
  | "not finite"
  /** A decimal number beyond 1.8e308. */
  | "too large"
  /** A number whose comma may be a decimal mark, or part thousands. */
  | "unclear comma"
  /** A word that programs and people write where a value is missing, as NA, failed or a dash; it may also be a category. */
  | "missing word"
  | "list"
  | "text";

const MISSING_WORD = new RegExp(
  `^(?:${[
    "n/?a|n\\.a\\.|null|none|missing|undef(?:ined)?|invalid",
    "#n/a|#div/0!|#num!|#value!|#ref!|#null!|#name\\?",
    "fail(?:ed|ure)?|err(?:or)?|abort(?:ed)?|crashed|diverged|timeout|timed out",
    "no convergence|(?:did )?not? converged?|-{1,3}|[–—.*]|\\?{1,3}",
  ].join("|")})$`,
  "i",
);

/** Finds the reason why a cell is no number. */
export function classify(text: string): NotANumber {
  const cell = text.trim();
  if (cell === "") return "empty";
  if (isList(cell)) return "list";
  if (/^[+-]?(nan(\(\w*\))?|inf(inity)?|[01]\.#(ind|inf|qnan|snan)\w*)$/i.test(cell)) return "not finite";
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell)) return "too large";
  if (/^[+-]?\d{1,3},\d{3}\D*$/.test(cell)) return "unclear comma";
  if (MISSING_WORD.test(cell)) return "missing word";
  return "text";
}

/** @param cell with an unclear comma. @returns a clause */
export const unclearCommaText = (cell: string): string =>
  `${quoted(cell)} may be ${cell.replace(",", "")} or ${cell.replace(",", ".")}; write one of them`;
