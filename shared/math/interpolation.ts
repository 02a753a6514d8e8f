/** Interpolation of curves; beyond their ends, curves keep their last value. */

/** Values of the piecewise linear curve (x ascending, y) at each of `at`. */
export function interpolateLinear(x: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  return interpolate(
    x,
    at,
    (i) => y[i] ?? 0,
    (i, t) => (1 - t) * (y[i] ?? 0) + t * (y[i + 1] ?? 0),
  );
}

/**
 * Values at each of `at` of the piecewise cubic curve through (x ascending, y) that rises and falls only where the data do.
 * Fritsch and Butland (1984), "A method for constructing local monotone piecewise cubic interpolants".
 */
export function interpolateMonotone(x: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  const slopes = monotoneSlopes(x, y);
  return interpolate(
    x,
    at,
    (i) => y[i] ?? 0,
    (i, t) => {
      const width = (x[i + 1] ?? 0) - (x[i] ?? 0);
      const left = y[i] ?? 0;
      const right = y[i + 1] ?? 0;
      const back = 1 - t;
      return (
        left * (1 + 2 * t) * back * back +
        right * (1 + 2 * back) * t * t +
        width * t * back * ((slopes[i] ?? 0) * back - (slopes[i + 1] ?? 0) * t)
      );
    },
  );
}

function interpolate(
  x: Float64Array,
  at: Float64Array,
  knot: (index: number) => number,
  between: (index: number, fraction: number) => number,
): Float64Array {
  const last = x.length - 1;
  return at.map((position) => {
    const i = findInterval(x, position);
    const left = x[i] ?? 0;
    if (position <= left) return knot(i);
    if (i >= last || position >= (x[last] ?? 0)) return knot(last);
    return between(i, (position - left) / ((x[i + 1] ?? 0) - left));
  });
}

/** The largest index with x[index] <= position, 0 at the least. */
function findInterval(x: Float64Array, position: number): number {
  let low = 0;
  let high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((x[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function monotoneSlopes(x: Float64Array, y: Float64Array): Float64Array {
  const count = x.length;
  const slopes = new Float64Array(count);
  const secant = (i: number): number =>
    ((y[i + 1] ?? 0) - (y[i] ?? 0)) / ((x[i + 1] ?? 0) - (x[i] ?? 0) || 1);
  if (count < 2) return slopes;
  for (let i = 1; i < count - 1; i++) {
    const before = secant(i - 1);
    const after = secant(i);
    if (before * after <= 0) continue;
    const left = (x[i] ?? 0) - (x[i - 1] ?? 0);
    const right = (x[i + 1] ?? 0) - (x[i] ?? 0);
    const share = (left + 2 * right) / (3 * (left + right));
    // The weighted harmonic mean, written so that neither product can underflow to a division by zero.
    slopes[i] = 1 / (share / before + (1 - share) / after);
  }
  slopes[0] = endSlope(secant(0), slopes[1] ?? 0);
  slopes[count - 1] = endSlope(secant(count - 2), slopes[count - 2] ?? 0);
  return slopes;
}

/** Makes the outermost piece a parabola as far as it stays monotone. */
function endSlope(secant: number, inner: number): number {
  const slope = 1.5 * secant - 0.5 * inner;
  if (slope * secant <= 0) return 0;
  return Math.abs(slope) > 3 * Math.abs(secant) ? 3 * secant : slope;
}
