/** Points at which exported models are compared with their emulators. */
import { createSobol } from "../../designs/sobol.ts";
import { createRandom } from "../../math/random.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import { createAxes, restingPoint } from "../../sensitivity/input-space.ts";

/** The same for every export, so that two exports of an emulator are compared at the same points. */
const POINTS_SEED = 1;

/**
 * Points that fill the ranges of the training rows evenly, each input on its scale.
 * @param count of points
 * @param from the number of the first one: those of other numbers are other points
 * @returns count x inputs, row-major; a category as the index of its level
 */
export function spaceFillingPoints(
  inputs: readonly EmulatorInput[],
  count: number,
  from: number,
): Float64Array {
  const axes = createAxes(inputs);
  const resting = restingPoint(inputs);
  const shares = createSobol(axes.length, createRandom(POINTS_SEED)).points(from, count);
  const points = new Float64Array(count * inputs.length);
  for (let i = 0; i < count; i++) {
    points.set(resting, i * inputs.length);
    axes.forEach(({ column, at }, axis) => {
      points[i * inputs.length + column] = at(shares[i * axes.length + axis]);
    });
  }
  return points;
}
