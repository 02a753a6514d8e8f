/**
 * The operations of a network's layer besides products of matrices. Batches are unit-major: a row holds one unit's values over
 * the batch. Rows are worked on to the end of their padding, which comes to hold finite numbers without meaning.
 */
import { hyperbolicTangent, logistic } from "./exponential";
import { accumulated, Plus } from "./lanes";

const LINEAR_ACTIVATION: i32 = 0;
const TANH_ACTIVATION: i32 = 1;

/**
 * From sums (units x count) to values, in place: the activation of sum + bias. Its derivative goes to `derivatives` unless that is 0.
 * `kind`: 0 none, 1 hyperbolic tangent, 2 x times logistic of x (SiLU; Elfwing, Uchibe and Doya, 2018).
 */
export function activateAll<T>(
  kind: i32,
  sums: usize,
  sumsRow: usize,
  units: i32,
  count: i32,
  biases: usize,
  derivatives: usize,
  derivativesRow: usize,
): void {
  const size = <i32>sizeof<T>();
  const bytes = count * size;
  for (let unit = 0; unit < units; unit++) {
    const bias = v128.splat<T>(load<T>(biases + unit * size));
    if (kind === LINEAR_ACTIVATION) {
      for (let at = 0; at < bytes; at += 32) {
        const first = v128.add<T>(v128.load(sums + at), bias);
        const second = v128.add<T>(v128.load(sums + at, 16), bias);
        v128.store(sums + at, first);
        v128.store(sums + at, second, 16);
      }
    } else if (kind === TANH_ACTIVATION) {
      for (let at = 0; at < bytes; at += 32) {
        const first = hyperbolicTangent<T>(v128.add<T>(v128.load(sums + at), bias));
        const second = hyperbolicTangent<T>(v128.add<T>(v128.load(sums + at, 16), bias));
        v128.store(sums + at, first);
        v128.store(sums + at, second, 16);
        if (derivatives !== 0) {
          const ones = v128.splat<T>(<T>1);
          v128.store(derivatives + at, v128.sub<T>(ones, v128.mul<T>(first, first)));
          v128.store(derivatives + at, v128.sub<T>(ones, v128.mul<T>(second, second)), 16);
        }
      }
    } else {
      for (let at = 0; at < bytes; at += 32) {
        const near = v128.add<T>(v128.load(sums + at), bias);
        const far = v128.add<T>(v128.load(sums + at, 16), bias);
        const nearShare = logistic<T>(near);
        const farShare = logistic<T>(far);
        const first = v128.mul<T>(near, nearShare);
        const second = v128.mul<T>(far, farShare);
        v128.store(sums + at, first);
        v128.store(sums + at, second, 16);
        if (derivatives !== 0) {
          const ones = v128.splat<T>(<T>1);
          const nearRest = v128.sub<T>(ones, nearShare);
          const farRest = v128.sub<T>(ones, farShare);
          v128.store(derivatives + at, accumulated<T, Plus>(first, nearRest, nearShare));
          v128.store(derivatives + at, accumulated<T, Plus>(second, farRest, farShare), 16);
        }
      }
    }
    sums += sumsRow;
    derivatives += derivatives === 0 ? 0 : derivativesRow;
  }
}

/** Derivatives with respect to values (units x count) become derivatives with respect to sums. */
export function slopeAll<T>(
  deltas: usize,
  deltasRow: usize,
  derivatives: usize,
  derivativesRow: usize,
  units: i32,
  count: i32,
): void {
  const bytes = count * <i32>sizeof<T>();
  for (let unit = 0; unit < units; unit++) {
    for (let at = 0; at < bytes; at += 32) {
      const first = v128.mul<T>(v128.load(deltas + at), v128.load(derivatives + at));
      const second = v128.mul<T>(v128.load(deltas + at, 16), v128.load(derivatives + at, 16));
      v128.store(deltas + at, first);
      v128.store(deltas + at, second, 16);
    }
    deltas += deltasRow;
    derivatives += derivativesRow;
  }
}

/** The sum of each row (units x count) of single precision, whose padding is not counted. */
export function rowSums(deltas: usize, deltasRow: usize, units: i32, count: i32, sums: usize): void {
  for (let unit = 0; unit < units; unit++) {
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    let i = 0;
    for (; i + 8 <= count; i += 8) {
      first = f32x4.add(first, v128.load(deltas + i * 4));
      second = f32x4.add(second, v128.load(deltas + i * 4, 16));
    }
    let total = laneSum(f32x4.add(first, second));
    for (; i < count; i++) total += load<f32>(deltas + i * 4);
    store<f32>(sums + unit * 4, total);
    deltas += deltasRow;
  }
}

function laneSum(x: v128): f32 {
  const left = f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 2);
  const right = f32x4.extract_lane(x, 1) + f32x4.extract_lane(x, 3);
  return left + right;
}

/**
 * From outputs and targets (units x count) to the derivative of the loss with respect to the outputs, in place; the padding
 * becomes zero. The loss, which is returned, is the sum over the outputs of shares_j times the mean squared difference.
 */
export function differences(
  outputs: usize,
  outputsRow: usize,
  targets: usize,
  targetsRow: usize,
  units: i32,
  count: i32,
  shares: usize,
): f64 {
  let loss: f64 = 0;
  for (let unit = 0; unit < units; unit++) {
    const share = load<f32>(shares + unit * 4) / <f32>count;
    const factor = f32x4.splat(2 * share);
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    let i = 0;
    for (; i + 8 <= count; i += 8) {
      const at = outputs + i * 4;
      const near = f32x4.sub(v128.load(at), v128.load(targets + i * 4));
      const far = f32x4.sub(v128.load(at, 16), v128.load(targets + i * 4, 16));
      first = accumulated<f32, Plus>(near, near, first);
      second = accumulated<f32, Plus>(far, far, second);
      v128.store(at, f32x4.mul(factor, near));
      v128.store(at, f32x4.mul(factor, far), 16);
    }
    let total = laneSum(f32x4.add(first, second));
    for (; i < count; i++) {
      const difference = load<f32>(outputs + i * 4) - load<f32>(targets + i * 4);
      total += difference * difference;
      store<f32>(outputs + i * 4, 2 * share * difference);
    }
    memory.fill(outputs + i * 4, 0, outputsRow - i * 4);
    loss += <f64>(share * total);
    outputs += outputsRow;
    targets += targetsRow;
  }
  return loss;
}

/** Row i of `from` (rows x width, single precision) for each of `count` indices becomes column i of `to` (width x count). */
export function gatherColumns(
  from: usize,
  fromRow: usize,
  indices: usize,
  count: i32,
  width: i32,
  to: usize,
  toRow: usize,
): void {
  for (let i = 0; i < count; i++) {
    let source = from + <usize>load<i32>(indices + i * 4) * fromRow;
    let target = to + i * 4;
    for (let j = 0; j < width; j++) {
      store<f32>(target, load<f32>(source));
      source += 4;
      target += toRow;
    }
  }
}

/**
 * The derivatives of one output with respect to a layer's weights (units x fanIn rows), then its biases (units rows), at each of
 * `count` points: products of `deltas` (units x count) and what the layer reads (fanIn x count), in double precision.
 */
export function layerJacobian(
  deltas: usize,
  deltasRow: usize,
  units: i32,
  values: usize,
  valuesRow: usize,
  fanIn: i32,
  count: i32,
  jacobian: usize,
  jacobianRow: usize,
): void {
  const bytes = count * 8;
  for (let unit = 0; unit < units; unit++) {
    let row = values;
    for (let i = 0; i < fanIn; i++) {
      for (let at = 0; at < bytes; at += 32) {
        const first = f64x2.mul(v128.load(deltas + at), v128.load(row + at));
        const second = f64x2.mul(v128.load(deltas + at, 16), v128.load(row + at, 16));
        v128.store(jacobian + at, first);
        v128.store(jacobian + at, second, 16);
      }
      row += valuesRow;
      jacobian += jacobianRow;
    }
    deltas += deltasRow;
  }
  deltas -= <usize>units * deltasRow;
  for (let unit = 0; unit < units; unit++) {
    memory.copy(jacobian, deltas, bytes);
    deltas += deltasRow;
    jacobian += jacobianRow;
  }
}
