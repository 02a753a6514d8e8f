/**
 * Monotone bends of a feature, so that a process that is equally rough everywhere fits a function that is not: the
 * sinh-arcsinh map (Jones and Pewsey, 2009), with the range of an even spread held fixed.
 */

/** Features of unit deviation that are spread evenly lie within plus or minus this. */
const EDGE = Math.sqrt(3);
const ASINH_EDGE = Math.asinh(EDGE);

export interface Bend {
  skew: number;
  /** Logarithm of the tail weight. */
  tail: number;
}

/** Fills `bent` with the bent values and, where given, the two others with their derivatives by skew and by tail. */
export function bendValues(
  values: Float64Array,
  { skew, tail }: Bend,
  bent: Float64Array,
  bySkew?: Float64Array,
  byTail?: Float64Array,
): void {
  const weight = Math.exp(tail);
  const span = (Math.sinh(weight * ASINH_EDGE) * Math.cosh(skew)) / EDGE;
  const spanByTail = (weight * ASINH_EDGE) / Math.tanh(weight * ASINH_EDGE);
  const spanBySkew = Math.tanh(skew);
  const sinhSkew = Math.sinh(skew);
  const coshSkew = Math.cosh(skew);
  for (let i = 0; i < values.length; i++) {
    const unbent = Math.asinh(values[i] ?? 0);
    const angle = weight * unbent + skew;
    const value = (Math.sinh(angle) - sinhSkew) / span;
    bent[i] = value;
    if (bySkew !== undefined) bySkew[i] = (Math.cosh(angle) - coshSkew) / span - value * spanBySkew;
    if (byTail !== undefined) byTail[i] = (Math.cosh(angle) * weight * unbent) / span - value * spanByTail;
  }
}

/** The derivatives of the bent values by the values. */
export function bendSlopes(values: Float64Array, { skew, tail }: Bend): Float64Array {
  const weight = Math.exp(tail);
  const span = (Math.sinh(weight * ASINH_EDGE) * Math.cosh(skew)) / EDGE;
  return values.map(
    (value) => (Math.cosh(weight * Math.asinh(value) + skew) * weight) / Math.hypot(1, value) / span,
  );
}
