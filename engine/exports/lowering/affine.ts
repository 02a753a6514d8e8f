/** Linear functions of values. */
import type { ProgramBuilder, Value } from "../program.ts";

/** The matrix times the row, plus the biases. @param matrix biases.length x the columns of `of`, row-major. */
export const affine = (b: ProgramBuilder, matrix: Float64Array, of: Value, biases: Float64Array): Value =>
  biases.some((bias) => bias !== 0)
    ? b.add(b.product(matrix, of), b.constant(biases))
    : b.product(matrix, of);

export const sumOfSquares = (b: ProgramBuilder, of: Value): Value => b.sum(b.square(of));

/** At least 0. */
export const positivePart = (b: ProgramBuilder, of: Value): Value => b.maximum(b.number(0), of);

/** Between two limits. */
export const clamped = (b: ProgramBuilder, of: Value, low: number, high: number): Value =>
  b.minimum(b.number(high), b.maximum(b.number(low), of));
