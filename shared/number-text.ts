/** All digits of a number, with an exponent where that is shorter to read: `2e-5`, `0.05`, `1.5e6`. */
export function exactText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential().replace("e+", "e");
  return String(value);
}
