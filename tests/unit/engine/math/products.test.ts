import { multiply, multiplyTransposed } from "@understudy/engine/math/products.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";
import { defineProduct, measureDifference, randomMatrix } from "../../../support/engine/matrices.ts";

const it = suite("products of matrices");

it("are of every small size as the definition says", () => {
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
