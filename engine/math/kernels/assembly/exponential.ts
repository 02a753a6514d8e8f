/** Elementary functions of vectors, in either precision to its last bits. */
import { accumulated, Minus, Plus } from "./lanes";

const PER_LN2: f64 = 1.4426950408889634;
/** Added to a number of moderate size they leave the nearest whole number in its lowest bits. */
const ROUNDER32: f32 = 12582912;
const ROUNDER64: f64 = 6755399441055744;

/** Below this the exponential counts as zero: so small a number comes to nothing, but products of them are slow to work with. */
const LEAST: f64 = -300;

/** x / ln 2, rounded, as the low bits of a number. */
function halvings<T>(x: v128): v128 {
  const rounder = sizeof<T>() === 4 ? v128.splat<T>(<T>ROUNDER32) : v128.splat<T>(<T>ROUNDER64);
  return v128.add<T>(v128.mul<T>(x, v128.splat<T>(<T>PER_LN2)), rounder);
}

/** What is left of x when that many ln 2, in two parts to be exact (Cody and Waite, 1980), are taken away. */
function remainder<T>(x: v128, shifted: v128): v128 {
  if (sizeof<T>() === 4) {
    const whole = f32x4.sub(shifted, f32x4.splat(ROUNDER32));
    const most = accumulated<f32, Minus>(whole, f32x4.splat(0.693359375), x);
    return accumulated<f32, Minus>(whole, f32x4.splat(-2.1219444e-4), most);
  }
  const whole = f64x2.sub(shifted, f64x2.splat(ROUNDER64));
  const most = accumulated<f64, Minus>(whole, f64x2.splat(0.6931471803691238), x);
  return accumulated<f64, Minus>(whole, f64x2.splat(1.9082149292705877e-10), most);
}

/** e^t - 1 for |t| <= ln 2 / 2, by Taylor's polynomial. */
function minusOneNearZero<T>(t: v128): v128 {
  let sum: v128;
  if (sizeof<T>() === 4) sum = v128.splat<T>(<T>(1.0 / 5040));
  else {
    sum = v128.splat<T>(<T>(1.0 / 6227020800));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 479001600)));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 39916800)));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 3628800)));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 362880)));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 40320)));
    sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 5040)));
  }
  sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 720)));
  sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 120)));
  sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 24)));
  sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>(1.0 / 6)));
  sum = accumulated<T, Plus>(sum, t, v128.splat<T>(<T>0.5));
  return accumulated<T, Plus>(v128.mul<T>(t, t), sum, t);
}

/** 2 to the power of the whole number in the low bits. */
function powerOfTwo<T>(shifted: v128): v128 {
  if (sizeof<T>() === 4) return i32x4.add(i32x4.shl(shifted, 23), f32x4.splat(1));
  return i64x2.add(i64x2.shl(shifted, 52), f64x2.splat(1));
}

/** e^x for x of -300 .. 708 in double precision; 0 below, and no more than e^708 above. */
export function exponential(argument: v128): v128 {
  const x = f64x2.pmin(f64x2.pmax(argument, f64x2.splat(LEAST)), f64x2.splat(708));
  const shifted = halvings<f64>(x);
  const power = powerOfTwo<f64>(shifted);
  const value = accumulated<f64, Plus>(minusOneNearZero<f64>(remainder<f64>(x, shifted)), power, power);
  return v128.andnot(value, f64x2.lt(argument, f64x2.splat(LEAST)));
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
