/** Elementary functions of vectors, in either precision to its last bits. */
import { accumulated, Minus, Plus } from "./lanes";

const PER_LN2: f64 = 1.4426950408889634;
/** Added to a number of moderate size they leave the nearest whole number in its lowest bits. */
const ROUNDER_32: f32 = 12582912;

/** Constants of double precision, in memory: V8 takes several instructions to make a constant vector, and one to read it. */
const PER_LN2_64 = memory.data<f64>([1.4426950408889634]);
const ROUNDER_64 = memory.data<f64>([6755399441055744.0]);
/** ln 2 in two parts, of which the first has so few digits that its multiples are exact. */
const LN2_LEADING = memory.data<f64>([0.6931471803691238]);
const LN2_REST = memory.data<f64>([1.9082149292705877e-10]);
const ONE_64 = memory.data<f64>([1.0]);
/** Below this the exponential counts as zero: so small a number comes to nothing, but products of them are slow to work with. */
const MIN_EXPONENT = memory.data<f64>([-300.0]);
const MAX_EXPONENT = memory.data<f64>([708.0]);
/** Taylor's coefficients, those of the highest powers first. */
const TAYLOR_COEFFICIENTS = memory.data<f64>([
  1.0 / 6227020800.0,
  1.0 / 479001600.0,
  1.0 / 39916800.0,
  1.0 / 3628800.0,
  1.0 / 362880.0,
  1.0 / 40320.0,
  1.0 / 5040.0,
  1.0 / 720.0,
  1.0 / 120.0,
  1.0 / 24.0,
  1.0 / 6.0,
  0.5,
]);

/** x / ln 2, rounded, as the low bits of a number. */
function halvings<T>(x: v128): v128 {
  if (sizeof<T>() === 4) return f32x4.add(f32x4.mul(x, f32x4.splat(<f32>PER_LN2)), f32x4.splat(ROUNDER_32));
  return f64x2.add(f64x2.mul(x, v128.load64_splat(PER_LN2_64)), v128.load64_splat(ROUNDER_64));
}

/** Subtracts from x that many ln 2, in two parts to be exact (Cody and Waite, 1980). */
function remainder<T>(x: v128, shifted: v128): v128 {
  if (sizeof<T>() === 4) {
    const multiple = f32x4.sub(shifted, f32x4.splat(ROUNDER_32));
    const most = accumulated<f32, Minus>(multiple, f32x4.splat(0.693359375), x);
    return accumulated<f32, Minus>(multiple, f32x4.splat(-2.1219444e-4), most);
  }
  const multiple = f64x2.sub(shifted, v128.load64_splat(ROUNDER_64));
  const most = accumulated<f64, Minus>(multiple, v128.load64_splat(LN2_LEADING), x);
  return accumulated<f64, Minus>(multiple, v128.load64_splat(LN2_REST), most);
}

/** e^t - 1 for |t| <= ln 2 / 2, by Taylor's polynomial. */
function minusOneNearZero<T>(t: v128): v128 {
  let sum: v128;
  if (sizeof<T>() === 4) {
    sum = f32x4.splat(<f32>(1.0 / 5040));
    sum = accumulated<f32, Plus>(sum, t, f32x4.splat(<f32>(1.0 / 720)));
    sum = accumulated<f32, Plus>(sum, t, f32x4.splat(<f32>(1.0 / 120)));
    sum = accumulated<f32, Plus>(sum, t, f32x4.splat(<f32>(1.0 / 24)));
    sum = accumulated<f32, Plus>(sum, t, f32x4.splat(<f32>(1.0 / 6)));
    sum = accumulated<f32, Plus>(sum, t, f32x4.splat(<f32>0.5));
  } else {
    sum = v128.load64_splat(TAYLOR_COEFFICIENTS);
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 8));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 16));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 24));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 32));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 40));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 48));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 56));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 64));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 72));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 80));
    sum = accumulated<f64, Plus>(sum, t, v128.load64_splat(TAYLOR_COEFFICIENTS, 88));
  }
  return accumulated<T, Plus>(v128.mul<T>(t, t), sum, t);
}

/** 2 to the power of the whole number in the low bits. */
function powerOfTwo<T>(shifted: v128): v128 {
  if (sizeof<T>() === 4) return i32x4.add(i32x4.shl(shifted, 23), f32x4.splat(1));
  return i64x2.add(i64x2.shl(shifted, 52), v128.load64_splat(ONE_64));
}

/** A class for the sake of its decorator, which a function may not have. */
export class Exponential {
  /** e^x for x of -300 .. 708 in double precision; 0 below, and no more than e^708 above. */
  @inline
  static of(argument: v128): v128 {
    const least = v128.load64_splat(MIN_EXPONENT);
    const x = f64x2.pmin(f64x2.pmax(argument, least), v128.load64_splat(MAX_EXPONENT));
    const shifted = halvings<f64>(x);
    const power = powerOfTwo<f64>(shifted);
    const value = accumulated<f64, Plus>(minusOneNearZero<f64>(remainder<f64>(x, shifted)), power, power);
    return v128.andnot(value, f64x2.lt(argument, least));
  }
}

/** e^x - 1, without cancellation near zero; arguments beyond +-`most` count as +-`most`. */
function exponentialMinusOne<T>(argument: v128, most: T): v128 {
  const x = v128.pmin<T>(v128.pmax<T>(argument, v128.splat<T>(-most)), v128.splat<T>(most));
  const shifted = halvings<T>(x);
  const power = powerOfTwo<T>(shifted);
  const rest = v128.sub<T>(power, v128.splat<T>(<T>1));
  return accumulated<T, Plus>(minusOneNearZero<T>(remainder<T>(x, shifted)), power, rest);
}

export function hyperbolicTangent<T>(x: v128): v128 {
  const most: T = sizeof<T>() === 4 ? <T>20 : <T>40;
  const value = exponentialMinusOne<T>(v128.add<T>(x, x), most);
  return v128.div<T>(value, v128.add<T>(value, v128.splat<T>(<T>2)));
}

/** 1 / (1 + e^-x). */
export function logistic<T>(x: v128): v128 {
  const most: T = sizeof<T>() === 4 ? <T>60 : <T>300;
  const value = exponentialMinusOne<T>(v128.neg<T>(x), most);
  return v128.div<T>(v128.splat<T>(<T>1), v128.add<T>(value, v128.splat<T>(<T>2)));
}
