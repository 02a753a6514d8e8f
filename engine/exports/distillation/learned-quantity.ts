/** A quantity as targets of unit deviation, one network each: a scalar is one target, a curve its principal components. */

import { standardised } from "../../dataset/scaling.ts";
import { everyRow, gatherRows } from "../../dataset/table.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { multiplyTransposed } from "../../math/products.ts";
import { createRandom } from "../../math/random.ts";
import { assemble, type OutputModel, toOutput } from "../../models/targets.ts";
import { standardise } from "../../training/prepare/standardise.ts";
import { ownValue, type Quantity, type Rows, scaleOf, sizeOf } from "./quantity.ts";

const MAX_COMPONENTS = 24;
const MAX_ROWS = 2000;
const KEPT_VARIANCE = 1 - 1e-12;
/** Of the wanted share, what the components that are left out may take. */
const TRUNCATION = 0.3;

export interface LearnedQuantity {
  /** Of its output. */
  name: string;
  quantity: Quantity;
  /** From targets to values on the scale of the quantity, and in its unit. */
  model: OutputModel;
  wantedShare: number;
  fit: TargetRows;
  check: TargetRows;
  /** At the rows of `check`: in the quantity's unit, and standardised as the targets have it. */
  own: Float64Array;
  assembled: Float64Array;
}

interface TargetRows {
  count: number;
  encoded: Float64Array;
  /** One array of `count` a target. */
  targets: Float64Array[];
}

/** Yields between long steps. */
export function* learnQuantity(
  name: string,
  quantity: Quantity,
  fit: Rows,
  check: Rows,
  wantedShare: number,
): Generator<undefined, LearnedQuantity> {
  const size = sizeOf(quantity);
  const inUnit = (rows: Rows) => rows.values.map((value) => ownValue(quantity, value));
  const curve = { name: "", coordinate: null, knots: quantity.knots, values: inUnit(fit), size };
  const { model, values } = standardise(curve, scaleOf(quantity), everyRow(fit.count));
  const checked = check.values.map((value, at) =>
    standardised(value, { centre: model.centres[at % size], deviation: model.deviations[at % size] }),
  );
  yield;
  const own = inUnit(check);
  const learned = (basis: Float64Array, count: number): LearnedQuantity => {
    const all: OutputModel = { ...model, targets: everyRow(count), basis };
    const targetsOf = (rows: Rows, standard: Float64Array): TargetRows => ({
      count: rows.count,
      encoded: rows.encoded,
      targets: scoresOf(standard, basis, rows.count, size, count),
    });
    const checkTargets = targetsOf(check, checked);
    return {
      name,
      quantity,
      model: all,
      wantedShare,
      fit: targetsOf(fit, values),
      check: checkTargets,
      own,
      assembled: assemble(all, checkTargets.targets, check.count),
    };
  };
  if (size === 1)
    return model.deviations[0] === 0 ? learned(new Float64Array(0), 0) : learned(Float64Array.of(1), 1);
  const rows = everyRow(Math.min(MAX_ROWS, fit.count));
  const data = gatherRows(values, size, rows);
  const found = yield* principalComponents(
    data,
    rows.length,
    size,
    MAX_COMPONENTS,
    KEPT_VARIANCE,
    createRandom(1),
  );
  const basis = found.basis.map(
    (entry, at) => entry * Math.sqrt(found.strengths[Math.floor(at / size)] / rows.length),
  );
  for (let count = 0; ; count++) {
    const some = learned(basis.slice(0, count * size), count);
    if (count === found.count || shareOf(some, null) <= TRUNCATION * wantedShare) return some;
    yield;
  }
}

/** Scores along basis vectors that are orthogonal but not of unit length. */
function scoresOf(
  values: Float64Array,
  basis: Float64Array,
  rows: number,
  size: number,
  count: number,
): Float64Array[] {
  const scores = new Float64Array(count * rows);
  multiplyTransposed(basis, values, scores, count, rows, size);
  return Array.from({ length: count }, (_, k) => {
    const row = basis.subarray(k * size, (k + 1) * size);
    const square = row.reduce((sum, entry) => sum + entry * entry, 0);
    return scores.subarray(k * rows, (k + 1) * rows).map((score) => score / square);
  });
}

/** @param replaced a target and its predictions in place of the right ones; null where all are right. */
export function shareOf(
  { quantity, model, check, own, assembled }: LearnedQuantity,
  replaced: { target: number; predictions: Float64Array } | null,
): number {
  const { size } = model;
  if (!(quantity.unit > 0)) return 0;
  const right = replaced === null ? null : check.targets[replaced.target];
  let squares = 0;
  for (let i = 0; i < check.count; i++) {
    const change = replaced === null || right === null ? 0 : replaced.predictions[i] - right[i];
    for (let j = 0; j < size; j++) {
      const share = replaced === null ? 0 : model.basis[replaced.target * size + j];
      const at = i * size + j;
      squares += ((toOutput(model, j, assembled[at] + change * share) - own[at]) / quantity.unit) ** 2;
    }
  }
  return Math.sqrt(squares / own.length);
}
