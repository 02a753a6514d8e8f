/**
 * From the whole line to 0 .. 1: folded at either end, and smoothly there, so that a maximum at a limit looks like any other
 * to a search that knows of no limits (quadratic near the ends, as in N. Hansen's pycma, "BoundTransform").
 */

/** On either side of a limit the map is quadratic over so much. */
const ROUNDED = 0.05;
const PERIOD = 2 * (1 + 2 * ROUNDED);

export function intoInterval(given: number): number {
  let folded = (((given + ROUNDED) % PERIOD) + PERIOD) % PERIOD;
  if (folded > PERIOD / 2) folded = PERIOD - folded;
  const inside = folded - ROUNDED;
  if (inside < ROUNDED) return (inside + ROUNDED) ** 2 / (4 * ROUNDED);
  if (inside > 1 - ROUNDED) return 1 - (1 + ROUNDED - inside) ** 2 / (4 * ROUNDED);
  return inside;
}

/** One of the numbers that `intoInterval` brings to a fraction: that between -ROUNDED and 1 + ROUNDED. */
export function fromInterval(fraction: number): number {
  if (fraction < ROUNDED) return 2 * Math.sqrt(ROUNDED * Math.max(0, fraction)) - ROUNDED;
  if (fraction > 1 - ROUNDED) return 1 + ROUNDED - 2 * Math.sqrt(ROUNDED * Math.max(0, 1 - fraction));
  return fraction;
}
