/**
 * The task of fitting a network: to the targets of a quantity as functions of the inputs, or to its course as one of
 * the coordinate.
 */
import { interpolateMonotone } from "@understudy/shared/math/interpolation.ts";
import { encode, type Feature } from "../../dataset/columns.ts";
import { joined } from "../../math/joined.ts";
import { Matrix } from "../../math/matrix.ts";
import type { NetworkModel } from "../../models/fit-task.ts";
import { evaluate } from "../../models/network/evaluator.ts";
import { type Course, type LearnedQuantity, measureError, type TargetRows } from "./learned-quantity.ts";
import type { Quantity } from "./quantity.ts";

export interface NetworkTask {
  /** For people. */
  subject: string;
  rows: TargetRows;
  /** The weight of a difference in each target, and of one at each row. */
  targetWeights: Float64Array;
  rowWeights: Float64Array;
  /** The fit ends when `errorOf` is at most this. */
  targetError: number;
  part: Quantity["part"];
  errorOf(network: NetworkModel): number;
}

/** The course of a curve may take this share of the wanted error. */
const COURSE_SHARE = 0.35;
/** Between two knots, so many coordinates count as much as this, all together: there a curve is only known to be smooth. */
const POINTS_BETWEEN_KNOTS = 3;
const WEIGHT_BETWEEN = 0.3;

/** Null where the quantity does not depend on the inputs. */
export function targetsTask(learned: LearnedQuantity): NetworkTask | null {
  const { fit, check, course, wantedShare } = learned;
  if (fit.targets.length === 0) return null;
  const size = course.offsets.length;
  return {
    subject: describeSubject(learned),
    rows: fit,
    targetWeights: Float64Array.from(fit.targets, (_, k) =>
      Math.sqrt(course.components.row(k).reduce((sum, entry) => sum + entry ** 2 / size, 0)),
    ),
    rowWeights: new Float64Array(fit.encoded.columns).fill(1),
    targetError: wantedShare,
    part: learned.quantity.part,
    errorOf: (network) => measureError(learned, course, evaluateOutputs(network, check)),
  };
}

/** Null for a number, and where nothing changes. @param coordinate null where it never changes. */
export function courseTask(learned: LearnedQuantity, coordinate: Feature | null): NetworkTask | null {
  const { course, check, wantedShare, model, quantity } = learned;
  if (coordinate === null || model.deviations[0] === 0) return null;
  const { knots } = quantity;
  const size = knots.length;
  const rows = (at: Float64Array): TargetRows => {
    const functions = [course.offsets, ...course.components.rowViews()];
    const targets = functions.map((values) => interpolateMonotone(knots, values, at));
    return { encoded: encode([{ ...coordinate, input: 0 }], new Matrix(at.length, 1, at)), targets };
  };
  const between = placesBetween(knots);
  const atKnots = rows(knots);
  const fit = rows(Float64Array.of(...knots, ...between));
  return {
    subject: `the course of ${describeSubject(learned)}`,
    rows: fit,
    targetWeights: new Float64Array(fit.targets.length).fill(1),
    rowWeights: Float64Array.from({ length: fit.encoded.columns }, (_, at) =>
      at < size ? 1 : WEIGHT_BETWEEN / Math.sqrt(POINTS_BETWEEN_KNOTS),
    ),
    targetError: COURSE_SHARE * wantedShare,
    part: quantity.part,
    errorOf: (network) => {
      const exact = measureError(learned, course, check.targets);
      const fittedError = measureError(learned, fittedCourse(network, atKnots), check.targets);
      return Math.sqrt(Math.max(0, fittedError ** 2 - exact ** 2));
    },
  };
}

function fittedCourse(network: NetworkModel, rows: TargetRows): Course {
  const { columns: count } = rows.encoded;
  const [offsets = new Float64Array(count), ...components] = evaluateOutputs(network, rows);
  return { offsets, components: new Matrix(components.length, count, joined(components)) };
}

const evaluateOutputs = (network: NetworkModel, { encoded }: TargetRows): Float64Array[] =>
  new Matrix(
    network.shape.outputs,
    encoded.columns,
    evaluate(network, encoded.values, encoded.columns),
  ).rowViews();

const placesBetween = (knots: Float64Array): number[] =>
  Array.from(knots.subarray(1)).flatMap((end, at) =>
    Array.from(
      { length: POINTS_BETWEEN_KNOTS },
      (_, k) => knots[at] + ((k + 1) / (POINTS_BETWEEN_KNOTS + 1)) * (end - knots[at]),
    ),
  );

const describeSubject = ({ name, quantity }: LearnedQuantity): string =>
  quantity.part === "mean" ? `“${name}”` : `the bounds of “${name}”`;
