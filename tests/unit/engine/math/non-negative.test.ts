import { Matrix } from "@understudy/engine/math/matrix.ts";
import { nonNegativeLeastSquares } from "@understudy/engine/math/non-negative.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("non-negative least squares");

/** Gram matrix and projections of a random problem: rows x n against a target that some columns make up. */
function problem(seed: number, rows: number, n: number) {
  const random = createRandom(seed);
  const columns = Array.from({ length: n }, () => Float64Array.from({ length: rows }, () => random.normal()));
  const mixture = columns.map((_, i) => (i % 3) - 1);
  const target = Float64Array.from({ length: rows }, (_, row) =>
    columns.reduce((sum, column, i) => sum + (mixture[i] ?? 0) * (column[row] ?? 0), random.normal()),
  );
  const product = (a: Float64Array, b: Float64Array) =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const gram = Float64Array.from({ length: n * n }, (_, at) =>
    product(columns[Math.floor(at / n)] ?? target, columns[at % n] ?? target),
  );
  return {
    gram: new Matrix(n, n, gram),
    projections: Float64Array.from(columns, (column) => product(column, target)),
  };
}

const slopes = ({ gram, projections }: ReturnType<typeof problem>, x: Float64Array) =>
  gram
    .rowViews()
    .map((row, i) => x.reduce((sum, value, j) => sum - (row[j] ?? 0) * value, projections[i] ?? 0));

/** With two coefficients. */
const solveSquare = (gram: number[], projections: number[]) =>
  nonNegativeLeastSquares(new Matrix(2, 2, Float64Array.from(gram)), Float64Array.from(projections));

it("end where no step that is allowed leads further down", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const posed = problem(seed, 40, 1 + (seed % 9));
    const x = nonNegativeLeastSquares(posed.gram, posed.projections);
    slopes(posed, x).forEach((slope, i) => {
      const value = x[i] ?? -1;
      assert.ok(value >= 0);
      if (value > 0) assert.ok(Math.abs(slope) < 1e-8, `${slope}`);
      else assert.ok(slope < 1e-8, `${slope}`);
    });
  }
});

it("are the usual least squares where those are not negative", () => {
  const x = solveSquare([4, 1, 1, 3], [6, 7]);
  assert.ok(Math.abs((x[0] ?? 0) - 1) < 1e-12 && Math.abs((x[1] ?? 0) - 2) < 1e-12);
});

it("are nothing where everything points the wrong way, and do without a column that is another's copy", () => {
  assert.equal(solveSquare([1, 0, 0, 1], [-1, 0]), new Float64Array(2));
  const x = solveSquare([1, 1, 1, 1], [2, 2]);
  assert.ok(Math.abs((x[0] ?? 0) + (x[1] ?? 0) - 2) < 1e-12);
});
