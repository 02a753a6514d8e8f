import { UserError } from "@understudy/shared/user-error.ts";
import { Matrix } from "../../math/matrix.ts";
import type { EmulatorInput } from "../emulator.ts";

/**
 * Checks that an emulator can predict these points. Inputs that no model uses may have any value.
 * @param points count x inputs, row-major
 * @returns the points in place: count x inputs
 * @throws UserError where a value is missing or no number, or a category unknown
 */
export function checkPoints(inputs: readonly EmulatorInput[], points: Float64Array, count: number): Matrix {
  if (points.length !== count * inputs.length) {
    throw new UserError(`A point needs ${inputs.length} values, one for each input.`);
  }
  points.forEach((value, at) => {
    const input = inputs[at % inputs.length];
    if (input === undefined || !input.used) return;
    if (!Number.isFinite(value)) throw new UserError(`The value of “${input.name}” is not a number.`);
    if (input.kind === "categorical" && input.levels[value] === undefined) {
      throw new UserError(`The input “${input.name}” has no level with the code ${value}.`);
    }
  });
  return new Matrix(count, inputs.length, points);
}
