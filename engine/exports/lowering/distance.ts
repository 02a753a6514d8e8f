/** The distance of points to the training rows; see engine/models/extrapolation. */
import type { Feature } from "../../dataset/columns.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import { rangeMargin, rangeUnit } from "../../models/extrapolation/data-distance.ts";
import { rangeTolerance, UNVARIED_INPUT_SPACINGS } from "../../models/extrapolation/extrapolation.ts";
import {
  HALF_RISE_LEVERAGE,
  MAX_LEVERAGE_SPACINGS,
  USUAL_LEVERAGE,
} from "../../models/extrapolation/leverage.ts";
import type { ReferenceRows } from "../../models/extrapolation/reference-rows.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { positivePart, sumOfSquares } from "./affine.ts";
import { lowerPolynomial } from "./polynomial.ts";

/** As an output's models see it: `leverageWeight` is that of its polynomials. One column. */
export type DistanceOf = (leverageWeight: number) => Value;

export function lowerDistances(
  b: ProgramBuilder,
  parts: Pick<EnsembleEmulatorParts, "inputs" | "features" | "referenceRows" | "leverage">,
  features: Value | null,
): DistanceOf {
  const { leverage } = parts;
  let toRows: Value | null = null;
  let byLeverage: Value | null = null;
  return (weight) => {
    toRows ??= distanceToRows(b, parts, features);
    if (weight === 0 || leverage === null) return toRows;
    byLeverage ??= lowerSpacings(b, b.sqrt(sumOfSquares(b, lowerPolynomial(b, leverage, features))));
    const extra = b.multiply(b.number(weight), byLeverage);
    return b.sqrt(b.add(b.square(toRows), b.square(extra)));
  };
}

function distanceToRows(
  b: ProgramBuilder,
  {
    inputs,
    features: described,
    referenceRows,
  }: Pick<EnsembleEmulatorParts, "inputs" | "features" | "referenceRows">,
  features: Value | null,
): Value {
  const squares =
    features === null
      ? b.number(0)
      : b.add(squareOutside(b, described, features), nearestSquare(b, referenceRows, features));
  const unvaried = unvariedDistance(b, inputs);
  return unvaried === null ? b.sqrt(squares) : b.add(b.sqrt(squares), unvaried);
}

/** Lowers the squared distance by which features lie outside their ranges. */
function squareOutside(b: ProgramBuilder, described: readonly Feature[], features: Value): Value {
  const ranged = described.flatMap((feature, at) => (feature.kind === "value" ? [{ feature, at }] : []));
  if (ranged.length === 0) return b.number(0);
  const values = b.pick(
    features,
    ranged.map(({ at }) => at),
  );
  const low = b.constant(ranged.map(({ feature }) => feature.lowest + rangeMargin(feature)));
  const high = b.constant(ranged.map(({ feature }) => feature.highest - rangeMargin(feature)));
  const outside = positivePart(b, b.maximum(b.subtract(low, values), b.subtract(values, high)));
  const units = b.constant(ranged.map(({ feature }) => rangeUnit(feature)));
  return sumOfSquares(b, b.divide(outside, units));
}

/** To the row that is fewest of its own spacings away, in these. */
function nearestSquare(
  b: ProgramBuilder,
  { rows, spacings, whitening }: ReferenceRows,
  features: Value,
): Value {
  if (spacings.length === 0) return b.number(0);
  const whitened = whitening.length === 0 ? features : b.product(whitening, features);
  const squares = b.squaredDistances(whitened, rows);
  return b.least(b.divide(squares, b.constant(spacings.map((spacing) => spacing * spacing))));
}

/** Lowers the distance that new values add for inputs that had only one in training. */
function unvariedDistance(b: ProgramBuilder, inputs: readonly EmulatorInput[]): Value | null {
  const unvaried = inputs.flatMap((input, at) =>
    input.kind === "continuous" && input.minimum === input.maximum
      ? [{ at, value: input.minimum, tolerance: rangeTolerance(input) }]
      : [],
  );
  if (unvaried.length === 0) return null;
  const values = b.pick(
    b.inputs,
    unvaried.map(({ at }) => at),
  );
  const low = b.constant(unvaried.map(({ value, tolerance }) => value - tolerance));
  const high = b.constant(unvaried.map(({ value, tolerance }) => value + tolerance));
  const isNew = b.maximum(b.less(values, low), b.less(high, values));
  return b.multiply(b.number(UNVARIED_INPUT_SPACINGS), b.sum(isNew));
}

/** The distance that a leverage counts for. */
function lowerSpacings(b: ProgramBuilder, leverage: Value): Value {
  const beyond = positivePart(b, b.subtract(leverage, b.number(USUAL_LEVERAGE)));
  const above = b.multiply(b.number(MAX_LEVERAGE_SPACINGS), b.square(beyond));
  const below = b.multiply(b.add(beyond, b.number(HALF_RISE_LEVERAGE)), b.add(beyond, b.number(1)));
  return b.divide(above, below);
}
