/**
 * The directions that hold most of a centred matrix's variance, by randomised subspace iteration: Halko, Martinsson and
 * Tropp (2011), "Finding structure with randomness". Exact where the matrix has fewer rows or columns than asked.
 */
import { dot, multiply, multiplyTransposed, transpose } from "./products.ts";
import type { Random } from "./random.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

export interface PrincipalComponents {
  count: number;
  /** count x columns, orthonormal rows, the strongest first. */
  basis: Float64Array;
  /** Sum of squares over the rows along each direction. */
  strengths: Float64Array;
}

const POWER_ITERATION_COUNT = 4;
const OVERSAMPLED_DIRECTIONS = 8;

/**
 * Computes the first principal components: at most `most` of them, and no more than explain `share` of the sum of squares. It yields
 * between passes over the data, so that the caller can do other work.
 * @param data rows x columns, row-major; the caller subtracts the means
 * @param rows the number of rows
 * @param columns the number of columns
 * @param most the largest number of components
 * @param share the share of the sum of squares to explain, in [0, 1]
 * @param random the source of the start vectors
 */
export function* principalComponents(
  data: Float64Array,
  rows: number,
  columns: number,
  most: number,
  share: number,
  random: Random,
): Generator<undefined, PrincipalComponents> {
  const width = Math.min(most + OVERSAMPLED_DIRECTIONS, rows, columns);
  const projected = new Float64Array(width * rows);
  let basis = new Float64Array(width * columns);
  for (let i = 0; i < basis.length; i++) basis[i] = random.normal();
  const flipped = new Float64Array(data.length);
  transpose(data, flipped, rows, columns);
  for (let pass = 0; pass < POWER_ITERATION_COUNT; pass++) {
    orthonormalise(basis, width, columns);
    multiplyTransposed(basis, data, projected, width, rows, columns);
    yield;
    orthonormalise(projected, width, rows);
    multiplyTransposed(projected, flipped, basis, width, columns, rows);
    yield;
  }
  orthonormalise(basis, width, columns);
  multiplyTransposed(basis, data, projected, width, rows, columns);
  const gram = new Float64Array(width * width);
  multiplyTransposed(projected, projected, gram, width, width, rows);
  const { values, vectors } = symmetricEigen(gram, width);
  const turned = new Float64Array(width * columns);
  multiply(vectors, basis, turned, width, columns, width);
  basis = turned;

  let total = 0;
  for (const value of data) total += value * value;
  let count = 0;
  let covered = 0;
  while (count < Math.min(most, width) && covered < share * total) {
    const strength = values[count];
    if (strength <= 1e-14 * total) break;
    covered += strength;
    count += 1;
  }
  return { count, basis: basis.slice(0, count * columns), strengths: values.slice(0, count) };
}

/** Gram-Schmidt on the rows, each done twice against rounding; a row that vanishes becomes zero. */
function orthonormalise(matrix: Float64Array, rows: number, columns: number): void {
  for (let i = 0; i < rows; i++) {
    const row = matrix.subarray(i * columns, (i + 1) * columns);
    const before = Math.sqrt(dot(row, row));
    for (let round = 0; round < 2; round++) {
      for (let j = 0; j < i; j++) {
        const earlierRow = matrix.subarray(j * columns, (j + 1) * columns);
        const share = dot(row, earlierRow);
        for (let k = 0; k < columns; k++) row[k] -= share * earlierRow[k];
      }
    }
    const length = Math.sqrt(dot(row, row));
    const scale = length > 1e-12 * before ? 1 / length : 0;
    for (let k = 0; k < columns; k++) row[k] *= scale;
  }
}
