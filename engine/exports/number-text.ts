/** Numbers as source text. */

/**
 * The shortest text that reads back as the same double, with a point or an exponent.
 * @param special how the language writes what is no finite number.
 */
export function doubleText(value: number, special: { nan: string; infinity: string }): string {
  if (Number.isNaN(value)) return special.nan;
  if (!Number.isFinite(value)) return value > 0 ? special.infinity : `-${special.infinity}`;
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
