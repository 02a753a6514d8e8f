/** The variance of an output's errors; see engine/models/ensemble/error-model.ts and heteroscedasticity.ts. */
import { MIN_VARIANCE } from "../../models/ensemble/error-model.ts";
import {
  type ExtrapolationModel,
  GROWTH_EASING_SPACINGS,
  GROWTH_START_SPACINGS,
} from "../../models/ensemble/extrapolation-variance.ts";
import type { Heteroscedasticity } from "../../models/ensemble/heteroscedasticity.ts";
import type { EnsembleOutputParts } from "../../models/ensemble/parts.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { affine, clamped, positivePart } from "./affine.ts";
import type { LoweredTarget } from "./ensemble.ts";
import { lowerExcess } from "./extrapolation-variance.ts";

/** A point as the error model sees it. */
interface LoweredPoint {
  features: Value | null;
  /** The mean of every standardised component, before it is drawn back. */
  means: Value;
  /** In spacings, as the output's models see it. */
  distance: Value | null;
}

/** The variance of the error of every standardised component. */
export function lowerVariances(
  b: ProgramBuilder,
  { basis, size, errorModel, extrapolationModel }: EnsembleOutputParts,
  targets: readonly LoweredTarget[],
  { features, means, distance }: LoweredPoint,
): Value {
  const targetVariances = targets.flatMap((target, at) => {
    const value = ofTarget(b, errorModel, target);
    return value === null ? [] : [{ value, at }];
  });
  const squares = Float64Array.from({ length: size * targetVariances.length }, (_, at) => {
    const target = targetVariances[at % targetVariances.length].at;
    return basis[target * size + Math.floor(at / targetVariances.length)] ** 2;
  });
  const base =
    targetVariances.length === 0
      ? b.constant(errorModel.constant)
      : affine(b, squares, b.join(targetVariances.map(({ value }) => value)), errorModel.constant);
  const { heteroscedasticity } = errorModel;
  const mean = targets[0]?.mean ?? b.number(0);
  const scaled =
    heteroscedasticity === null ? base : b.multiply(base, lowerFactor(b, heteroscedasticity, features, mean));
  const variances = b.add(scaled, b.number(MIN_VARIANCE));
  if (extrapolationModel === null) return variances;
  const { growth, excessGrowth } = extrapolationModel;
  const factors: Value[] = [];
  if (distance !== null && growth > 0) factors.push(deviationGrowth(b, growth, distance));
  if (excessGrowth > 0) factors.push(excessFactor(b, extrapolationModel, means));
  return factors.reduce((product, factor) => b.multiply(product, b.square(factor)), variances);
}

/** Null where it is always 0. */
function ofTarget(
  b: ProgramBuilder,
  { varianceScale, disagreementScale }: EnsembleOutputParts["errorModel"],
  { variance, disagreement, excess }: LoweredTarget,
): Value | null {
  const parts = excess === null ? [] : [excess];
  if (variance !== null) parts.push(b.multiply(b.number(varianceScale), variance));
  if (disagreement !== null) parts.push(b.multiply(b.number(disagreementScale), disagreement));
  return parts.length === 0 ? null : parts.reduce((sum, next) => b.add(sum, next));
}

function lowerFactor(
  b: ProgramBuilder,
  { terms, coefficients, lowest, highest }: Heteroscedasticity,
  features: Value | null,
  mean: Value,
): Value {
  const columns = b.join(features === null ? [mean] : [features, mean]);
  const width = b.columnsOf(columns);
  const picked = b.pick(
    columns,
    terms.map((term) => term % width),
  );
  const squares = b.subtract(b.square(picked), b.number(1));
  const isSquare = b.constant(Float64Array.from(terms, (term) => (term < width ? 0 : 1)));
  const logs = b.product(coefficients, b.select(isSquare, squares, picked));
  return b.exp(clamped(b, logs, lowest, highest));
}

const excessFactor = (b: ProgramBuilder, model: ExtrapolationModel, means: Value): Value =>
  b.add(b.number(1), b.multiply(b.number(model.excessGrowth), b.abs(lowerExcess(b, model, means))));

function deviationGrowth(b: ProgramBuilder, growth: number, distance: Value): Value {
  const beyond = positivePart(b, b.subtract(distance, b.number(GROWTH_START_SPACINGS)));
  const begun = b.divide(b.square(beyond), b.number(2 * GROWTH_EASING_SPACINGS));
  const linear = b.subtract(beyond, b.number(GROWTH_EASING_SPACINGS / 2));
  const eased = b.select(b.less(beyond, b.number(GROWTH_EASING_SPACINGS)), begun, linear);
  return b.add(b.number(1), b.multiply(b.number(growth), eased));
}
