/**
 * The map from the real line to [0, 1]: the line is folded at both ends, and smoothly so (quadratic near the ends, as
 * N. Hansen's pycma, "BoundTransform"), so that a maximum at a limit looks like any other to the unbounded search.
 */

/** The half-width, on either side of a limit, over which the map is quadratic. */
const QUADRATIC_HALF_WIDTH = 0.05;
const FOLDING_PERIOD = 2 * (1 + 2 * QUADRATIC_HALF_WIDTH);

export function intoInterval(coordinate: number): number {
  let folded = (((coordinate + QUADRATIC_HALF_WIDTH) % FOLDING_PERIOD) + FOLDING_PERIOD) % FOLDING_PERIOD;
  if (folded > FOLDING_PERIOD / 2) folded = FOLDING_PERIOD - folded;
  const inside = folded - QUADRATIC_HALF_WIDTH;
  if (inside < QUADRATIC_HALF_WIDTH) return (inside + QUADRATIC_HALF_WIDTH) ** 2 / (4 * QUADRATIC_HALF_WIDTH);
  if (inside > 1 - QUADRATIC_HALF_WIDTH)
    return 1 - (1 + QUADRATIC_HALF_WIDTH - inside) ** 2 / (4 * QUADRATIC_HALF_WIDTH);
  return inside;
}

/**
 * Computes the coordinate between -QUADRATIC_HALF_WIDTH and 1 + QUADRATIC_HALF_WIDTH that `intoInterval` maps to a
 * fraction.
 */
export function fromInterval(fraction: number): number {
  if (fraction < QUADRATIC_HALF_WIDTH)
    return 2 * Math.sqrt(QUADRATIC_HALF_WIDTH * Math.max(0, fraction)) - QUADRATIC_HALF_WIDTH;
  if (fraction > 1 - QUADRATIC_HALF_WIDTH)
    return 1 + QUADRATIC_HALF_WIDTH - 2 * Math.sqrt(QUADRATIC_HALF_WIDTH * Math.max(0, 1 - fraction));
  return fraction;
}
