/** One step of Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019). */
import { accumulated, Plus } from "./lanes";

/** Below this a moment would in time become denormal, which slows every later step many times over. */
const FLUSH_THRESHOLD: f32 = 1e-30;
/** A gradient below this has a square that would be flushed. */
const MIN_GRADIENT: f32 = 1e-18;
const ADAM_EPSILON: f32 = 1e-8;

/**
 * `count` parameters, their gradient and its moments, all padded to 8. `rate` includes the correction of the first moment,
 * `correction` is 1 / (1 - b2^step); `keep` is what weight decay leaves of a parameter.
 */
export function adamStep(
  parameters: usize,
  gradient: usize,
  first: usize,
  second: usize,
  count: i32,
  rate: f32,
  b1: f32,
  b2: f32,
  correction: f32,
  keep: f32,
): void {
  const bytes = count * 4;
  for (let at = 0; at < bytes; at += 16) {
    let g = v128.load(gradient + at);
    g = v128.and(g, f32x4.ge(f32x4.abs(g), f32x4.splat(MIN_GRADIENT)));
    let m = f32x4.mul(f32x4.splat(b1), v128.load(first + at));
    m = accumulated<f32, Plus>(f32x4.splat(1 - b1), g, m);
    m = v128.and(m, f32x4.ge(f32x4.abs(m), f32x4.splat(FLUSH_THRESHOLD)));
    let v = f32x4.mul(f32x4.splat(b2), v128.load(second + at));
    v = accumulated<f32, Plus>(f32x4.splat(1 - b2), f32x4.mul(g, g), v);
    v = v128.and(v, f32x4.ge(v, f32x4.splat(FLUSH_THRESHOLD)));
    const spread = f32x4.add(f32x4.sqrt(f32x4.mul(v, f32x4.splat(correction))), f32x4.splat(ADAM_EPSILON));
    const decayed = f32x4.mul(f32x4.splat(keep), v128.load(parameters + at));
    const change = f32x4.div(f32x4.mul(f32x4.splat(rate), m), spread);
    v128.store(parameters + at, f32x4.sub(decayed, change));
    v128.store(first + at, m);
    v128.store(second + at, v);
  }
}
