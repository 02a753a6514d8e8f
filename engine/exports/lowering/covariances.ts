/** Covariances with the rows of a Gaussian process; see engine/models/gaussian-process/points.ts. */

import { Matrix } from "../../math/matrix.ts";
import { warpSpan } from "../../models/gaussian-process/input-warp.ts";
import type { CovarianceFamily, GaussianModel } from "../../models/gaussian-process/model/model.ts";
import { createPoints } from "../../models/gaussian-process/points.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { asinh, sinh } from "./hyperbolic.ts";

/**
 * The contribution of some of the features to the covariances: parts of features that are known together are computed
 * once and combined with those of the others. Null where there is none.
 */
export interface CovariancePart {
  /** Squared distances to the rows. */
  squares: Value | null;
  /** The sum of the covariances in single features. */
  components: Value | null;
  /** The product of the covariances in single features. */
  product: Value | null;
}

const NO_PART: CovariancePart = { squares: null, components: null, product: null };

/** The part of the features from the one at `first` on. @param features one column each; null where there is none. */
export type PartOf = (features: Value | null, first: number) => CovariancePart;

export function covarianceParts(b: ProgramBuilder, model: GaussianModel): PartOf {
  const { family, width, count, factors, strengths } = model;
  const points = createPoints(family, model, new Matrix(width, count, model.inputs));
  const singleCovariances = (coordinates: Value, at: number, feature: number, ratio: number): Value => {
    const value = b.multiply(b.pick(coordinates, [at]), b.number(ratio));
    const rows = points.scaled.row(feature).map((row) => ratio * row);
    return covariance(b, family, b.squaredDistances(value, rows));
  };
  return (features, first) => {
    if (features === null) return NO_PART;
    const size = Math.min(width - first, b.columnsOf(features));
    const positions = Array.from({ length: size }, (_, at) => at);
    const coordinates = lowerCoordinates(b, model, features, first);
    if (factors.length > 0) {
      const each = positions.map((at) => {
        const factor = factors[first + at];
        const near = singleCovariances(coordinates, at, first + at, 1);
        const raised = b.add(b.number(1), b.multiply(b.number(factor), near));
        return b.divide(raised, b.number(1 + factor));
      });
      return { ...NO_PART, product: each.reduce((product, next) => b.multiply(product, next)) };
    }
    const rows = points.scaled.gatherRows(positions.map((at) => first + at)).transposed().values;
    const components = positions.flatMap((at) => {
      const feature = first + at;
      if (!(strengths[feature] > 0)) return [];
      const ratio = model.componentInverseLengths[feature] / model.inverseLengths[feature];
      return [b.multiply(b.number(strengths[feature]), singleCovariances(coordinates, at, feature, ratio))];
    });
    return { ...NO_PART, squares: b.squaredDistances(coordinates, rows), components: total(b, components) };
  };
}

/** One column a row of the model. */
export function combinedCovariances(
  b: ProgramBuilder,
  { family, count, factors }: GaussianModel,
  parts: readonly CovariancePart[],
): Value {
  if (factors.length > 0) {
    const products = parts.flatMap(({ product }) => product ?? []);
    return products.reduce((product, next) => b.multiply(product, next));
  }
  const squares = total(
    b,
    parts.flatMap((part) => part.squares ?? []),
  );
  const near = covariance(b, family, squares ?? b.constant(new Float64Array(count)));
  const components = parts.flatMap((part) => part.components ?? []);
  return total(b, [near, ...components]) ?? near;
}

const total = (b: ProgramBuilder, values: readonly Value[]): Value | null =>
  values.length === 0 ? null : values.reduce((sum, next) => b.add(sum, next));

function covariance(b: ProgramBuilder, family: CovarianceFamily, squared: Value): Value {
  switch (family) {
    case "squared-exponential":
      return b.exp(b.multiply(b.number(-0.5), squared));
    case "matern-5/2": {
      const distance = b.sqrt(b.multiply(b.number(5), squared));
      const linear = b.add(b.number(1), distance);
      const factor = b.add(linear, b.divide(b.square(distance), b.number(3)));
      return b.multiply(factor, b.exp(b.negate(distance)));
    }
    case "matern-3/2": {
      const distance = b.sqrt(b.multiply(b.number(3), squared));
      return b.multiply(b.add(b.number(1), distance), b.exp(b.negate(distance)));
    }
  }
}

/** Warped and scaled; see engine/models/gaussian-process/shape.ts. */
function lowerCoordinates(b: ProgramBuilder, model: GaussianModel, features: Value, first: number): Value {
  const positions = Array.from({ length: b.columnsOf(features) }, (_, at) => at);
  const readWarp = (at: number) => ({
    skew: model.inputWarps[2 * (first + at)],
    tail: model.inputWarps[2 * (first + at) + 1],
  });
  const isWarped = (at: number): boolean => readWarp(at).skew !== 0 || readWarp(at).tail !== 0;
  const inverseLengths = b.constant(positions.map((at) => model.inverseLengths[first + at]));
  const warped = positions.filter(isWarped);
  if (warped.length === 0) return b.multiply(features, inverseLengths);
  const warps = warped.map(readWarp);
  const weights = b.constant(warps.map(({ tail }) => Math.exp(tail)));
  const angles = b.add(
    b.multiply(weights, asinh(b, b.pick(features, warped))),
    b.constant(warps.map(({ skew }) => skew)),
  );
  const raised = b.subtract(sinh(b, angles), b.constant(warps.map(({ skew }) => Math.sinh(skew))));
  const values = b.divide(raised, b.constant(warps.map(warpSpan)));
  const placesByFeature = new Map(warped.map((at, place) => [at, positions.length + place]));
  const merged = b.pick(
    b.join([features, values]),
    positions.map((at) => placesByFeature.get(at) ?? at),
  );
  return b.multiply(merged, inverseLengths);
}
