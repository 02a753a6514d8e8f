/**
 * A quantity as what networks are fitted to. A number is one target; a curve is a sum of a few functions of its coordinate, its
 * principal components, each times a target of unit deviation.
 */
import { standardised, toScale } from "../../dataset/scaling.ts";
import { everyRow } from "../../dataset/table.ts";
import { Matrix, multiplyTransposed } from "../../math/matrix.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { createRandom } from "../../math/random.ts";
import { type OutputModel, toOutput } from "../../models/targets.ts";
import { standardise } from "../../training/prepare/standardise.ts";
import { chooseScale, type Quantity } from "./quantity.ts";

/** Bounds need not be as accurate as means. */
const MAX_COMPONENTS = { mean: 24, bounds: 5 };
const MAX_ROWS = 2000;
const KEPT_VARIANCE = 1 - 1e-12;
/** The components that are left out may take this part of the wanted share. */
const TRUNCATION_SHARE = 0.3;

/** Functions of the coordinate, at the knots, standardised: their sum, the components each times its target, is the quantity. */
export interface Course {
  /** knots */
  offsets: Float64Array;
  /** components x knots */
  components: Matrix;
}

export interface LearnedQuantity {
  /** The name of its output. */
  name: string;
  quantity: Quantity;
  wantedShare: number;
  /** From a standardised value at any knot to its scale, and to its unit. */
  model: OutputModel;
  course: Course;
  fit: TargetRows;
  check: TargetRows;
  /** At the rows of `check`, count x knots: in the quantity's unit. */
  checkValues: Float64Array;
}

/** The rows that a network is fitted to or checked with. */
export interface TargetRows {
  /** features x rows, standardised. */
  encoded: Matrix;
  /** For each target one value a row. */
  targets: readonly Float64Array[];
}

/** Points with the values of a quantity there. */
export interface QuantityRows {
  /** features x points, standardised. */
  encoded: Matrix;
  /** points x knots, row-major, in the quantity's unit. */
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
  const { model, values } = standardise(column, chooseScale(quantity), everyRow(fit.values.length));
  const spread = { centre: model.centres[0], deviation: model.deviations[0] };
  const checked = check.values.map((value) => standardised(toScale(model.scale, value), spread));
  yield;
  const offsets = size === 1 ? new Float64Array(1) : computeMeans(values, size);
  const centred = (each: Float64Array) =>
    new Matrix(
      each.length / size,
      size,
      each.map((value, at) => value - offsets[at % size]),
    );
  const [fitValues, checkValues] = [centred(values), centred(checked)];
  const components =
    size === 1
      ? new Matrix(1, 1, Float64Array.of(1))
      : yield* computeComponents(fitValues, MAX_COMPONENTS[quantity.part]);
  yield;
  const some = (count: number): LearnedQuantity => {
    const course = { offsets, components: components.gatherRows(everyRow(count)) };
    const makeTargetRows = ({ encoded }: QuantityRows, standard: Matrix): TargetRows => ({
      encoded,
      targets: computeScores(standard, course.components),
    });
    const [fitted, ownValues] = [makeTargetRows(fit, fitValues), check.values];
    return {
      name,
      quantity,
      wantedShare,
      model,
      course,
      fit: fitted,
      check: makeTargetRows(check, checkValues),
      checkValues: ownValues,
    };
  };
  const most = spread.deviation === 0 ? 0 : components.rows;
  for (let count = 0; ; count++) {
    const learned = some(count);
    if (
      count === most ||
      measureError(learned, learned.course, learned.check.targets) <= TRUNCATION_SHARE * wantedShare
    )
      return learned;
    yield;
  }
}

function computeMeans(values: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (const [at, value] of values.entries()) sums[at % size] += value;
  return sums.map((sum) => (sum * size) / values.length);
}

/** components x knots: so long that their scores have unit deviation. */
function* computeComponents(values: Matrix, most: number): Generator<undefined, Matrix> {
  const data = values.gatherRows(everyRow(Math.min(MAX_ROWS, values.rows)));
  const { basis, strengths } = yield* principalComponents(data, most, KEPT_VARIANCE, createRandom(1));
  strengths.forEach((strength, k) => {
    const row = basis.row(k);
    const deviation = Math.sqrt(strength / data.rows);
    for (let j = 0; j < row.length; j++) row[j] *= deviation;
  });
  return basis;
}

/** Scores along components that are orthogonal but not of unit length. */
function computeScores(values: Matrix, components: Matrix): Float64Array[] {
  const scores = multiplyTransposed(components, values);
  return Array.from({ length: components.rows }, (_, k) => {
    const square = components.row(k).reduce((sum, entry) => sum + entry * entry, 0);
    return scores.row(k).map((score) => score / square);
  });
}

/**
 * Computes the root mean square, in its unit, by which the quantity differs from its own values at the rows of
 * `check`.
 */
export function measureError(
  { quantity, model, check, checkValues }: LearnedQuantity,
  { offsets, components }: Course,
  targets: readonly Float64Array[],
): number {
  if (!(quantity.unit > 0)) return 0;
  const size = offsets.length;
  let squares = 0;
  for (let i = 0; i < check.encoded.columns; i++)
    for (let j = 0; j < size; j++) {
      let standard = offsets[j];
      for (let k = 0; k < targets.length; k++) standard += targets[k][i] * components.at(k, j);
      const difference = toOutput(model, 0, standard) - checkValues[i * size + j];
      squares += (difference / quantity.unit) ** 2;
    }
  return Math.sqrt(squares / checkValues.length);
}
