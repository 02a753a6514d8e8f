/** Hyperbolic functions of values by exponentials and logarithms: their absolute accuracy is that of the numbers themselves. */
import type { ProgramBuilder, Value } from "../program.ts";

export function sinh(b: ProgramBuilder, of: Value): Value {
  const difference = b.subtract(b.exp(of), b.exp(b.negate(of)));
  return b.multiply(difference, b.number(0.5));
}

/** By the magnitude over what of it is above 1, whose square never overflows. */
export function asinh(b: ProgramBuilder, of: Value): Value {
  const size = b.abs(of);
  const unit = b.maximum(size, b.number(1));
  const share = b.divide(size, unit);
  const inverse = b.divide(b.number(1), unit);
  const root = b.sqrt(b.add(b.square(share), b.square(inverse)));
  const magnitude = b.add(b.log(unit), b.log(b.add(share, root)));
  return b.select(b.less(of, b.number(0)), b.negate(magnitude), magnitude);
}
