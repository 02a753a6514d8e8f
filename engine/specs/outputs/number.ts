/** Numbers as simulation programs write them. */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/;
/** Fortran leaves the letter out where the exponent has three digits: 0.1234-104. */
const LETTERLESS = /^([+-]?\d*\.\d*)([+-]\d{3})$/;

/** NaN for everything that is not a finite decimal number. */
export function readNumber(text: string): number {
  if (text.length > 100) return Number.NaN;
  const [, digits, exponent] = LETTERLESS.exec(text) ?? [];
  const value = DECIMAL.test(text)
    ? Number(text.replace(/[dD]/, "e"))
    : digits === undefined
      ? Number.NaN
      : Number(`${digits}e${exponent}`);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Why it is no number, as a clause: `is empty`, `is "failed", not a number`. */
export function problemOfNumber(text: string): string {
  const cell = text.trim();
  if (cell === "") return "is empty";
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  if (DECIMAL.test(cell)) return `is ${shown}, which is too large a number`;
  if (/^[+-]?(nan|inf(inity)?|1\.#\w+)\b/i.test(cell)) return `is ${shown}, not a finite number`;
  return `is ${JSON.stringify(shown)}, not a number`;
}
