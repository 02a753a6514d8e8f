/** A decimal number as text, with or without exponent; not a number: null. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim().replace("−", "-");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
