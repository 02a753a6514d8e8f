/**
 * The directions that hold most of a centred matrix's variance, by randomised subspace iteration: Halko, Martinsson and
 * Tropp (2011), "Finding structure with randomness". Exact where the matrix has fewer rows or columns than asked.
 */
import { dot, Matrix, multiply, multiplyTransposed } from "./matrix.ts";
import type { Random } from "./random.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

export interface PrincipalComponents {
  /** components x columns, orthonormal rows, the strongest first. */
  basis: Matrix;
  /** Sum of squares over the rows along each direction. */
  strengths: Float64Array;
}

const POWER_ITERATION_COUNT = 4;
const OVERSAMPLED_DIRECTIONS = 8;

/**
 * Computes the first principal components: at most `most` of them, and no more than explain `share` of the sum of squares. It yields
 * between passes over the data, so that the caller can do other work.
 * @param data rows x columns; the caller subtracts the means
 * @param most the largest number of components
 * @param share the share of the sum of squares to explain, in [0, 1]
 * @param random the source of the start vectors
 */
export function* principalComponents(
  data: Matrix,
  most: number,
  share: number,
  random: Random,
): Generator<undefined, PrincipalComponents> {
  const { rows, columns } = data;
  const width = Math.min(most + OVERSAMPLED_DIRECTIONS, rows, columns);
  let basis = new Matrix(width, columns);
  for (let i = 0; i < basis.values.length; i++) basis.values[i] = random.normal();
  const flipped = data.transposed();
  for (let pass = 0; pass < POWER_ITERATION_COUNT; pass++) {
    orthonormalise(basis);
    const projected = multiplyTransposed(basis, data);
    yield;
    orthonormalise(projected);
    basis = multiplyTransposed(projected, flipped);
    yield;
  }
  orthonormalise(basis);
  const projected = multiplyTransposed(basis, data);
  const { values, vectors } = symmetricEigen(multiplyTransposed(projected, projected));
  const turned = multiply(vectors, basis);

  let total = 0;
  for (const value of data.values) total += value * value;
  let count = 0;
  let covered = 0;
  while (count < Math.min(most, width) && covered < share * total) {
    const strength = values[count];
    if (strength <= 1e-14 * total) break;
    covered += strength;
    count += 1;
  }
  return {
    basis: new Matrix(count, columns, turned.values.slice(0, count * columns)),
    strengths: values.slice(0, count),
  };
}

/** Gram-Schmidt on the rows, each done twice against rounding; a row that vanishes becomes zero. */
function orthonormalise(matrix: Matrix): void {
  for (let i = 0; i < matrix.rows; i++) {
    const row = matrix.row(i);
    const before = Math.sqrt(dot(row, row));
    for (let round = 0; round < 2; round++) {
      for (let j = 0; j < i; j++) {
        const earlierRow = matrix.row(j);
        const share = dot(row, earlierRow);
        for (let k = 0; k < row.length; k++) row[k] -= share * earlierRow[k];
      }
    }
    const length = Math.sqrt(dot(row, row));
    const scale = length > 1e-12 * before ? 1 / length : 0;
    for (let k = 0; k < row.length; k++) row[k] *= scale;
  }
}
