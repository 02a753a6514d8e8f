import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { symmetricEigen } from "@understudy/engine/math/symmetric-eigen.ts";
import { assert, suite } from "../../../harness.ts";
import { defineProduct, measureDifference, randomMatrix } from "../../../support/engine/matrices.ts";

const it = suite("eigenvalues and eigenvectors");

it("solve the equation that defines them, the largest value first", () => {
  const a = randomMatrix(createRandom(4), 12, 12);
  const flipped = a.transposed().values;
  const matrix = new Matrix(
    12,
    12,
    a.values.map((value, at) => value + (flipped[at] ?? 0)),
  );
  const { values, vectors } = symmetricEigen(matrix);
  vectors.rowViews().forEach((vector, k) => {
    const image = defineProduct(matrix, new Matrix(12, 1, vector));
    const scaled = new Matrix(
      12,
      1,
      vector.map((entry) => entry * (values[k] ?? 0)),
    );
    assert.ok(measureDifference(image, scaled) < 1e-10);
    assert.ok(k === 0 || (values[k - 1] ?? 0) >= (values[k] ?? 0));
  });
  const products = defineProduct(vectors, vectors.transposed());
  for (let k = 0; k < 12; k++) products.set(k, k, products.at(k, k) - 1);
  assert.ok(measureDifference(products, new Matrix(12, 12)) < 1e-12);
});
