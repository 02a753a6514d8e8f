import { Matrix, multiply, multiplyTransposed } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";
import { defineProduct, measureDifference, randomMatrix } from "../../../support/engine/matrices.ts";

const it = suite("a matrix");

/** 1 2 3 over 4 5 6. */
const makeMatrix = () => new Matrix(2, 3, Float64Array.of(1, 2, 3, 4, 5, 6));

it("gives its rows in place and copies its columns", () => {
  const matrix = makeMatrix();
  matrix.row(1)[2] = 9;
  assert.is(matrix.at(1, 2), 9);
  matrix.column(0)[0] = 7;
  assert.is(matrix.at(0, 0), 1);
  assert.equal(matrix.column(2), Float64Array.of(3, 9));
  matrix.set(0, 1, 8);
  assert.equal(matrix.rowViews(), [Float64Array.of(1, 8, 3), Float64Array.of(4, 5, 9)]);
});

it("gathers rows and columns in any order, some of them twice", () => {
  assert.equal(makeMatrix().gatherRows([1, 0, 1]).values, Float64Array.of(4, 5, 6, 1, 2, 3, 4, 5, 6));
  assert.equal(makeMatrix().gatherColumns([2, 2, 0]), new Matrix(2, 3, Float64Array.of(3, 3, 1, 6, 6, 4)));
  assert.equal(makeMatrix().gatherRows([]), new Matrix(0, 3));
});

it("becomes itself when it is transposed twice", () => {
  const transposed = makeMatrix().transposed();
  assert.equal(transposed, new Matrix(3, 2, Float64Array.of(1, 4, 2, 5, 3, 6)));
  assert.equal(transposed.transposed(), makeMatrix());
});

it("refuses values that do not fill it", () => {
  assert.throws(() => new Matrix(2, 3, new Float64Array(5)), /5 numbers do not make a 2 x 3 matrix/);
});

it("has products of every small size as the definition says", () => {
  const random = createRandom(1);
  for (let m = 1; m < 7; m++) {
    for (let n = 1; n < 10; n++) {
      for (const k of [1, 2, 5, 8]) {
        const [a, b] = [randomMatrix(random, m, k), randomMatrix(random, k, n)];
        const expected = defineProduct(a, b);
        assert.ok(measureDifference(multiply(a, b), expected) < 1e-12, `multiply ${m} ${n} ${k}`);
        const product = multiplyTransposed(a, b.transposed());
        assert.ok(measureDifference(product, expected) < 1e-12, `multiplyTransposed ${m} ${n} ${k}`);
      }
    }
  }
});
