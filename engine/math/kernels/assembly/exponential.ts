/** Elementary functions of vectors in double precision. */
import { accumulated, Plus } from "./lanes";

const PER_LN2: f64 = 1.4426950408889634;
/** ln 2 in two parts, so that a multiple of it is taken away exactly (Cody and Waite, 1980). */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** Added to a number below 2^51 it leaves the nearest whole number in the lowest bits. */
const ROUNDER: f64 = 6755399441055744.0;

/** Below this e^x counts as zero: numbers so small come to nothing, but products of them are slow to work with. */
const LEAST: f64 = -300;

/** e^x to the last bits for x of -300 .. 708; 0 below, and no more than e^708 above. */
export function exponential(argument: v128): v128 {
  const x = f64x2.pmin(f64x2.pmax(argument, f64x2.splat(LEAST)), f64x2.splat(708));
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(PER_LN2)), f64x2.splat(ROUNDER));
  const whole = f64x2.sub(shifted, f64x2.splat(ROUNDER));
  let t = f64x2.sub(x, f64x2.mul(whole, f64x2.splat(LN2_HIGH)));
  t = f64x2.sub(t, f64x2.mul(whole, f64x2.splat(LN2_LOW)));
  // Taylor's polynomial of degree 13: |t| <= ln 2 / 2, so the rest is below 5e-18.
  let sum = f64x2.splat(1.0 / 6227020800);
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 479001600));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 39916800));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 3628800));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 362880));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 40320));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 5040));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 720));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 120));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 24));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1.0 / 6));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(0.5));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1));
  sum = accumulated<f64, Plus>(sum, t, f64x2.splat(1));
  // Multiplies by 2^whole in the exponent's bits.
  const power = i64x2.add(sum, i64x2.shl(shifted, 52));
  return v128.andnot(power, f64x2.lt(argument, f64x2.splat(LEAST)));
}
