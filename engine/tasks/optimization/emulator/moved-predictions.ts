/** Predictions close to a point, from its gradients alone: the central differences of a score need them. */
import type { Emulator, EmulatorOutput, OutputPrediction } from "../../../models/emulator.ts";
import type { EmulatorSpace } from "./emulator-space.ts";

/** The prediction of each output by its name. */
export type Predictions = Map<string, OutputPrediction>;

/**
 * The step of the central differences, as a share of an axis: far above the rounding of scores, far below the lengths
 * over which they curve.
 */
export const DIFFERENCE_STEP = 1e-6;

/**
 * Computes the steps of the inputs that move along an axis: the axis's own input and, by the chain rule, its follower.
 * @param step of the axis's own input, in its unit
 * @returns the column of each input that moves, with its step in its own unit
 */
export function computeInputSteps(
  { columns, follower }: EmulatorSpace,
  axis: number,
  step: number,
): { column: number; step: number }[] {
  const column = columns[axis];
  const followerStep = step * (follower?.slope(column) ?? 0);
  return follower === null || followerStep === 0
    ? [{ column, step }]
    : [
        { column, step },
        { column: follower.column, step: followerStep },
      ];
}

/**
 * Moves one point's predictions along the tangent of some inputs: `y + sum of step_j dy/dx_j`.
 * @param point the position of the point among those predicted
 * @param options the steps of the inputs that move, and the number of all inputs
 */
export function movePredictions(
  outputs: readonly EmulatorOutput[],
  predictions: ReturnType<Emulator["predictWithGradients"]>,
  point: number,
  { steps, width }: { steps: readonly { column: number; step: number }[]; width: number },
): Predictions {
  return new Map(
    outputs.flatMap(({ name, size }): [string, OutputPrediction][] => {
      const prediction = predictions.get(name);
      if (prediction === undefined) return [];
      const extrapolate = (values: Float64Array, gradients: Float64Array): Float64Array =>
        Float64Array.from({ length: size }, (_, k) => {
          const index = point * size + k;
          return steps.reduce(
            (value, { column, step }) => value + step * gradients[index * width + column],
            values[index],
          );
        });
      const { mean, lower, upper, gradients } = prediction;
      const moved = {
        mean: extrapolate(mean, gradients.mean),
        lower: extrapolate(lower, gradients.lower),
        upper: extrapolate(upper, gradients.upper),
      };
      return [[name, moved]];
    }),
  );
}

/** Moves a point along an axis, within the cube. @param step as a share of the axis */
export const movePoint = (point: Float64Array, axis: number, step: number): Float64Array =>
  point.with(axis, Math.min(1, Math.max(0, point[axis] + step)));
