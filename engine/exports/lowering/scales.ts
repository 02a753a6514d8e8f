/** The scales of inputs and outputs, and their inverses; see engine/dataset/scaling.ts. */
import { EDGE, fromScale, type Scale } from "../../dataset/scaling.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { asinh, sinh } from "./hyperbolic.ts";

/** The least number of full precision, in place of what is not positive: the result is not used there. */
const MIN_NORMAL = 2 ** -1022;
const MAX_NUMBER = Number.MAX_VALUE;
const MAX_EXPONENT = Math.log(MAX_NUMBER);

type Power = Extract<Scale, { kind: "power" }>;

/** @param lowest of each column, the value on the scale at which it is held: what lies below is not told apart. */
export function toScale(b: ProgramBuilder, scale: Scale, of: Value, lowest: readonly number[]): Value {
  switch (scale.kind) {
    case "identity":
      return of;
    case "log":
      return b.log(
        b.maximum(of, b.constant(lowest.map((end) => Math.max(Number.MIN_VALUE, fromScale(scale, end) / 2)))),
      );
    case "asinh":
      return asinh(b, b.divide(of, b.number(scale.unit)));
    case "power":
      return toPower(b, scale, of, lowest);
    case "logit": {
      const share = b.minimum(b.number(1 - EDGE), b.maximum(b.number(EDGE), of));
      return b.subtract(b.log(share), b.log(b.subtract(b.number(1), share)));
    }
  }
}

/**
 * Lowers a power. On a reciprocal scale, which has a pole at 0, values that are not told apart are held as well:
 * circuit simulators try zeros first.
 */
function toPower(b: ProgramBuilder, scale: Power, of: Value, lowest: readonly number[]): Value {
  const { exponent } = scale;
  if (exponent < 0) {
    const least = lowest.map((end) => Math.max(MIN_NORMAL, fromScale(scale, end) / 2));
    return b.negate(raised(b, b.maximum(of, b.constant(least)), exponent));
  }
  const power = raised(b, b.maximum(of, b.number(MIN_NORMAL)), exponent);
  return b.select(b.less(b.number(0), of), b.minimum(power, b.number(MAX_NUMBER)), b.number(0));
}

/** @param largest no magnitude of the values is larger: exponentials of all others need not be held within the numbers. */
export function fromScaleWithin(b: ProgramBuilder, scale: Scale, of: Value, largest: number): Value {
  switch (scale.kind) {
    case "identity":
      return of;
    case "log":
      return largest < MAX_EXPONENT ? b.exp(of) : b.minimum(b.exp(of), b.number(MAX_NUMBER));
    case "asinh": {
      const value = b.multiply(b.number(scale.unit), sinh(b, of));
      return largest + Math.log(Math.max(1, scale.unit)) < MAX_EXPONENT ? value : withinNumbers(b, value);
    }
    case "power":
      return fromPower(b, scale, of);
    case "logit":
      return b.divide(b.number(1), b.add(b.number(1), b.exp(b.negate(of))));
  }
}

function fromPower(b: ProgramBuilder, { exponent }: Power, of: Value): Value {
  const base = exponent < 0 ? b.negate(of) : of;
  const power = raised(b, b.maximum(base, b.number(MIN_NORMAL)), 1 / exponent);
  const held = b.minimum(power, b.number(MAX_NUMBER));
  return b.select(b.less(b.number(0), base), held, b.number(exponent < 0 ? MAX_NUMBER : 0));
}

/** Lowers a power of positive values. */
function raised(b: ProgramBuilder, of: Value, exponent: number): Value {
  switch (Math.abs(exponent)) {
    case 0.5:
      return exponent > 0 ? b.sqrt(of) : b.divide(b.number(1), b.sqrt(of));
    case 1:
      return exponent > 0 ? of : b.divide(b.number(1), of);
    case 2:
      return exponent > 0 ? b.square(of) : b.divide(b.number(1), b.square(of));
    default:
      return b.exp(b.multiply(b.number(exponent), b.log(of)));
  }
}

export const withinNumbers = (b: ProgramBuilder, of: Value): Value =>
  b.minimum(b.number(MAX_NUMBER), b.maximum(b.number(-MAX_NUMBER), of));
