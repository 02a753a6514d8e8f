import { factorise, factoriseDefinite, solve } from "@understudy/engine/math/cholesky.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";
import { defineProduct, measureDifference, randomMatrix } from "../../../support/engine/matrices.ts";

const it = suite("Cholesky factors");

const INDEFINITE_MATRIX = new Matrix(2, 2, Float64Array.of(1, 2, 2, 1));

it("solve positive definite systems", () => {
  const random = createRandom(3);
  const a = randomMatrix(random, 17, 40);
  const gram = defineProduct(a, a.transposed());
  const solution = randomMatrix(random, 17, 1);
  const x = defineProduct(gram, solution);
  solve(factoriseDefinite(gram), x.values);
  assert.ok(measureDifference(x, solution) < 1e-10);
});

it("do not exist for other matrices", () => {
  assert.is(factorise(INDEFINITE_MATRIX), null);
  assert.is(factorise(new Matrix(1, 1, Float64Array.of(Number.NaN))), null);
});

it("are no numbers where rounding has made a matrix indefinite", () => {
  assert.ok(factoriseDefinite(INDEFINITE_MATRIX).values.every(Number.isNaN));
});
