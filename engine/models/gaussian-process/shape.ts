/** The hyperparameters as the covariance uses them: length scales, input warps and strengths, one a feature. */
import { Matrix } from "../../math/matrix.ts";
import { warpDerivatives, warpValues } from "./input-warp.ts";
import { componentsAt, factorsAt, type Layout } from "./layout.ts";

export interface Shape {
  inverseLengths: Float64Array;
  /** Skew and tail of each feature. */
  inputWarps: Float64Array;
  /** The strength of each feature's component, 0 for none, and one over the length scale of that. */
  strengths: Float64Array;
  componentInverseLengths: Float64Array;
  /** The strength of each feature in the product; empty where there is none. */
  factors: Float64Array;
}

/**
 * Reads the hyperparameters of the kernel from a point of the search.
 * @param point the hyperparameters, in the order of the layout; length scales and strengths as logarithms.
 */
export function createShape(layout: Layout, point: Float64Array): Shape {
  const { width, groups, units, lengths, warped, components } = layout;
  const inverseLengths = Float64Array.from(
    { length: width },
    (_, feature) => units[feature] * Math.exp(-point[groups[feature]]),
  );
  const inputWarps = new Float64Array(2 * width);
  warped.forEach((feature, at) => {
    inputWarps[2 * feature] = point[lengths + 1 + at];
    inputWarps[2 * feature + 1] = point[lengths + 1 + warped.length + at];
  });
  const strengths = new Float64Array(width);
  const componentInverseLengths = new Float64Array(width);
  const from = componentsAt(layout);
  components.forEach((feature, at) => {
    componentInverseLengths[feature] = Math.exp(-point[from + at]);
    strengths[feature] = Math.exp(point[from + components.length + at]);
  });
  const factors = Float64Array.from({ length: layout.factors > 0 ? width : 0 }, (_, feature) =>
    Math.exp(point[factorsAt(layout) + groups[feature]]),
  );
  return { inverseLengths, inputWarps, strengths, componentInverseLengths, factors };
}

/**
 * Warps the features and divides them by their length scales.
 * @param shape the warps, and the reciprocal length scales
 * @param inputs features x points
 * @returns features x points, in length scales
 */
export function computeCoordinates(
  shape: Pick<Shape, "inverseLengths" | "inputWarps">,
  inputs: Matrix,
): Matrix {
  const coordinates = new Matrix(inputs.rows, inputs.columns);
  shape.inverseLengths.forEach((inverse, feature) => {
    const values = inputs.row(feature);
    const into = coordinates.row(feature);
    const skew = shape.inputWarps[2 * feature];
    const tail = shape.inputWarps[2 * feature + 1];
    if (skew === 0 && tail === 0) into.set(values);
    else warpValues(values, { skew, tail }, into);
    for (let i = 0; i < into.length; i++) into[i] *= inverse;
  });
  return coordinates;
}

/**
 * Computes the derivative of each coordinate by the feature that it is made of.
 * @param shape the warps, and the reciprocal length scales
 * @param inputs features x points
 * @returns features x points, in length scales per unit of the feature
 */
export function computeCoordinateDerivatives(
  shape: Pick<Shape, "inverseLengths" | "inputWarps">,
  inputs: Matrix,
): Matrix {
  const derivatives = new Matrix(inputs.rows, inputs.columns);
  shape.inverseLengths.forEach((inverse, feature) => {
    const values = inputs.row(feature);
    const warp = { skew: shape.inputWarps[2 * feature], tail: shape.inputWarps[2 * feature + 1] };
    const isIdentity = warp.skew === 0 && warp.tail === 0;
    const warpSlopes = isIdentity ? new Float64Array(values.length).fill(1) : warpDerivatives(values, warp);
    derivatives.row(feature).set(warpSlopes.map((derivative) => derivative * inverse));
  });
  return derivatives;
}
