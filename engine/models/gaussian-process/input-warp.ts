/**
 * Monotone warps of a feature, so that a stationary process fits a function that is not: the sinh-arcsinh map (Jones and
 * Pewsey, 2009), with the range of a uniform distribution held fixed.
 */

/** Uniformly distributed features of unit deviation lie within plus or minus this. */
const UNIFORM_HALF_WIDTH = Math.sqrt(3);
const ASINH_EDGE = Math.asinh(UNIFORM_HALF_WIDTH);

export interface InputWarp {
  skew: number;
  /** Logarithm of the tail weight. */
  tail: number;
}

/** Warped values are divided by this, so that the range stays as it is. */
export const warpSpan = ({ skew, tail }: InputWarp): number =>
  (Math.sinh(Math.exp(tail) * ASINH_EDGE) * Math.cosh(skew)) / UNIFORM_HALF_WIDTH;

/**
 * Warps the values of one feature, and computes the derivatives by both parameters of the warp where they are requested.
 * @param values the feature at each point
 * @param warp the skew and the tail of the warp
 * @param warped as long as `values`; overwritten
 * @param bySkew the derivatives by the skew; overwritten
 * @param byTail the derivatives by the tail; overwritten
 */
export function warpValues(
  values: Float64Array,
  { skew, tail }: InputWarp,
  warped: Float64Array,
  bySkew?: Float64Array,
  byTail?: Float64Array,
): void {
  const weight = Math.exp(tail);
  const span = warpSpan({ skew, tail });
  const spanByTail = (weight * ASINH_EDGE) / Math.tanh(weight * ASINH_EDGE);
  const spanBySkew = Math.tanh(skew);
  const sinhSkew = Math.sinh(skew);
  const coshSkew = Math.cosh(skew);
  for (let i = 0; i < values.length; i++) {
    const asinhValue = Math.asinh(values[i]);
    const angle = weight * asinhValue + skew;
    const value = (Math.sinh(angle) - sinhSkew) / span;
    warped[i] = value;
    if (bySkew !== undefined) bySkew[i] = (Math.cosh(angle) - coshSkew) / span - value * spanBySkew;
    if (byTail !== undefined)
      byTail[i] = (Math.cosh(angle) * weight * asinhValue) / span - value * spanByTail;
  }
}

/**
 * Computes the derivatives of the warped values by the values.
 * @param values the feature at each point
 * @param warp the skew and the tail of the warp
 * @returns as long as `values`
 */
export function warpDerivatives(values: Float64Array, { skew, tail }: InputWarp): Float64Array {
  const weight = Math.exp(tail);
  const span = warpSpan({ skew, tail });
  return values.map(
    (value) => (Math.cosh(weight * Math.asinh(value) + skew) * weight) / Math.hypot(1, value) / span,
  );
}
