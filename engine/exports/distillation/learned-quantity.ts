/**
 * A quantity as what networks are fitted to. A number is one target; a curve is a sum of a few functions of its coordinate, its
 * principal components, each times a target of unit deviation.
 */
import { standardised, toScale } from "../../dataset/scaling.ts";
import { everyRow, gatherRows } from "../../dataset/table.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { multiplyTransposed } from "../../math/products.ts";
import { createRandom } from "../../math/random.ts";
import { type OutputModel, toOutput } from "../../models/targets.ts";
import { standardise } from "../../training/prepare/standardise.ts";
import { type Quantity, scaleOf } from "./quantity.ts";

/** Bounds need not be as accurate as means. */
const MAX_COMPONENTS = { mean: 24, bounds: 5 };
const MAX_ROWS = 2000;
const KEPT_VARIANCE = 1 - 1e-12;
/** Of the wanted share, what the components that are left out may take. */
const TRUNCATION = 0.3;

/** Functions of the coordinate, at the knots, standardised: their sum, the components each times its target, is the quantity. */
export interface Course {
  /** knots */
  offsets: Float64Array;
  /** components x knots */
  components: Float64Array;
}

export interface LearnedQuantity {
  /** Of its output. */
  name: string;
  quantity: Quantity;
  wantedShare: number;
  /** From a standardised value at any knot to its scale, and to its unit. */
  model: OutputModel;
  course: Course;
  fit: TargetRows;
  check: TargetRows;
  /** At the rows of `check`, count x knots: in the quantity's unit. */
  own: Float64Array;
}

/** The rows that a network is fitted to or checked with. */
export interface TargetRows {
  count: number;
  /** features x count, unit-major */
  encoded: Float64Array;
  /** One array of `count` a target. */
  targets: readonly Float64Array[];
}

/** Points with the values of a quantity there. */
export interface QuantityRows {
  count: number;
  /** features x count, unit-major */
  encoded: Float64Array;
  /** count x knots: in the quantity's unit */
  values: Float64Array;
}

/** Yields between long steps. */
export function* learnQuantity(
  name: string,
  quantity: Quantity,
  fit: QuantityRows,
  check: QuantityRows,
  wantedShare: number,
): Generator<undefined, LearnedQuantity> {
  const size = quantity.knots.length;
  // One centre and deviation for all knots: a difference counts alike at each.
  const column = { name: "", coordinate: null, knots: new Float64Array(1), values: fit.values, size: 1 };
  const { model, values } = standardise(column, scaleOf(quantity), everyRow(fit.values.length));
  const spread = { centre: model.centres[0], deviation: model.deviations[0] };
  const checked = check.values.map((value) => standardised(toScale(model.scale, value), spread));
  yield;
  const offsets = size === 1 ? new Float64Array(1) : meansOf(values, size);
  const centred = (each: Float64Array) => each.map((value, at) => value - offsets[at % size]);
  const [fitValues, checkValues] = [centred(values), centred(checked)];
  const found =
    size === 1 ? Float64Array.of(1) : yield* componentsOf(fitValues, size, MAX_COMPONENTS[quantity.part]);
  yield;
  const some = (count: number): LearnedQuantity => {
    const course = { offsets, components: found.slice(0, count * size) };
    const rowsOf = ({ count: rows, encoded }: QuantityRows, standard: Float64Array): TargetRows => ({
      count: rows,
      encoded,
      targets: scoresOf(standard, course.components, rows, size),
    });
    const [fitted, own] = [rowsOf(fit, fitValues), check.values];
    return {
      name,
      quantity,
      wantedShare,
      model,
      course,
      fit: fitted,
      check: rowsOf(check, checkValues),
      own,
    };
  };
  const most = spread.deviation === 0 ? 0 : found.length / size;
  for (let count = 0; ; count++) {
    const learned = some(count);
    if (count === most || shareOf(learned, learned.course, learned.check.targets) <= TRUNCATION * wantedShare)
      return learned;
    yield;
  }
}

function meansOf(values: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (const [at, value] of values.entries()) sums[at % size] += value;
  return sums.map((sum) => (sum * size) / values.length);
}

/** components x size: so long that their scores have unit deviation. */
function* componentsOf(values: Float64Array, size: number, most: number): Generator<undefined, Float64Array> {
  const rows = everyRow(Math.min(MAX_ROWS, values.length / size));
  const data = gatherRows(values, size, rows);
  const random = createRandom(1);
  const found = yield* principalComponents(data, rows.length, size, most, KEPT_VARIANCE, random);
  return found.basis.map(
    (entry, at) => entry * Math.sqrt(found.strengths[Math.floor(at / size)] / rows.length),
  );
}

/** Scores along components that are orthogonal but not of unit length. */
function scoresOf(
  values: Float64Array,
  components: Float64Array,
  rows: number,
  size: number,
): Float64Array[] {
  const count = components.length / size;
  const scores = new Float64Array(count * rows);
  multiplyTransposed(components, values, scores, count, rows, size);
  return Array.from({ length: count }, (_, k) => {
    const component = components.subarray(k * size, (k + 1) * size);
    const square = component.reduce((sum, entry) => sum + entry * entry, 0);
    return scores.subarray(k * rows, (k + 1) * rows).map((score) => score / square);
  });
}

/** How far the quantity is from its own values at the rows of `check`: the root mean square, in its unit. */
export function shareOf(
  { quantity, model, check: { count }, own }: LearnedQuantity,
  { offsets, components }: Course,
  targets: readonly Float64Array[],
): number {
  if (!(quantity.unit > 0)) return 0;
  const size = offsets.length;
  let squares = 0;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < size; j++) {
      let standard = offsets[j];
      for (let k = 0; k < targets.length; k++) standard += targets[k][i] * components[k * size + j];
      const difference = toOutput(model, 0, standard) - own[i * size + j];
      squares += (difference / quantity.unit) ** 2;
    }
  return Math.sqrt(squares / own.length);
}
